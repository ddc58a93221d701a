"""What a killed program left at the end of SQLite's write-ahead log: nothing, a half-written commit, or damage.

SQLite cuts the log off at the first frame that does not hold, without a word. A commit that was being written when the
power went is rightly dropped; but behind a flipped bit there may be commits that were acknowledged, and people must
hear of that. Format: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
"""

import shutil
import struct
from dataclasses import dataclass
from pathlib import Path

from companion.kernel.text import Text, plural

HEADER_BYTES = 32
FRAME_HEADER_BYTES = 24
MAGIC_LITTLE, MAGIC_BIG = 0x377F0682, 0x377F0683
_WORD = 0xFFFFFFFF
_CUT = Text(
    "{path}: the last commit was half written when the program ended; it was cut off, it had not been acknowledged",
    "{path}: la última entrada quedó a medio escribir al cerrarse el programa; se cortó, no estaba confirmada",
)
_DAMAGED = (
    Text(
        "{path}: its log is damaged; {n} commit behind the damage is lost to this program; it was kept as {kept}",
        "{path}: su registro está dañado; se pierde {n} entrada tras el daño; el registro se conserva en {kept}",
    ),
    Text(
        "{path}: its log is damaged; {n} commits behind the damage are lost to this program; it was kept as {kept}",
        "{path}: su registro está dañado; se pierden {n} entradas tras el daño; el registro se conserva en {kept}",
    ),
)
_LOST_IN = Text("{path}: {what}", "{path}: {what}")
_LOST = (
    Text(
        "its log is damaged; {n} commit behind the damage cannot be read",
        "su registro está dañado; no se puede leer {n} entrada tras el daño",
    ),
    Text(
        "its log is damaged; {n} commits behind the damage cannot be read",
        "su registro está dañado; no se pueden leer {n} entradas tras el daño",
    ),
)


@dataclass(frozen=True)
class LogEnd:
    """What a log holds.

    Attributes:
        commits: that hold, from the start.
        is_cut: bytes of a commit that was not finished follow.
        lost_commits: marks of commits behind the first frame that does not hold.
    """

    commits: int = 0
    is_cut: bool = False
    lost_commits: int = 0


def read_log(raw: bytes) -> LogEnd:
    """Walk over the frames of a write-ahead log as SQLite does when it recovers one.

    A log is used again from its start: there the header of a frame can stand, new, before the page of an earlier round,
    when the program was killed between the two. One commit that does not hold before frames of an earlier round was
    therefore half written, unless one flipped bit explains it.
    """
    if len(raw) < HEADER_BYTES:
        return LogEnd(is_cut=bool(raw))
    magic, _, page_bytes, _, salt_1, salt_2, sum_1, sum_2 = struct.unpack(">8I", raw[:HEADER_BYTES])
    if magic not in {MAGIC_LITTLE, MAGIC_BIG} or not 512 <= page_bytes <= 65_536:
        return LogEnd(is_cut=True)
    order = "<" if magic == MAGIC_LITTLE else ">"
    if _checksum(raw[: HEADER_BYTES - 8], order, (0, 0)) != (sum_1, sum_2):
        return LogEnd(is_cut=True)
    chain, holds = (sum_1, sum_2), True
    commits = lost = frames_behind = 0
    is_flipped = False
    size = FRAME_HEADER_BYTES + page_bytes
    at = HEADER_BYTES
    while at + size <= len(raw):
        _, pages_after, *rest = struct.unpack(">6I", raw[at : at + FRAME_HEADER_BYTES])
        if tuple(rest[:2]) != (salt_1, salt_2):  # of an earlier round of the log: it ends here
            if lost == 1 and not is_flipped:
                lost = 0
            break
        if holds:
            summed = raw[at : at + 8] + raw[at + FRAME_HEADER_BYTES : at + size]
            chain = _checksum(summed, order, chain)
            holds = chain == tuple(rest[2:])
            is_flipped = not holds and _is_one_bit_off(len(summed) // 4, chain, (rest[2], rest[3]))
        frames_behind += 1
        if pages_after and holds:
            commits, frames_behind = commits + 1, 0
        elif pages_after:
            lost += 1
        at += size
    else:
        frames_behind += at < len(raw)
    return LogEnd(commits, is_cut=bool(frames_behind), lost_commits=lost)


def look_at_log(show: Path) -> list[Text]:
    """Say what a killed program left in the log of `show`; a damaged log is kept beside it before SQLite cuts it off.

    To be called before the database is opened, by who holds the writer's lock.
    """
    log = show.with_name(f"{show.name}-wal")
    try:
        raw = log.read_bytes()
    except OSError:
        return []
    end = read_log(raw)
    if end.lost_commits:
        number = 1
        while (kept := log.with_name(f"{log.name}.{number}.damaged")).exists():
            number += 1
        try:
            shutil.copyfile(log, kept)
        except OSError:
            kept = log
        return [plural(end.lost_commits, *_DAMAGED, path=show, kept=kept)]
    return [_CUT.filled(path=show)] if end.is_cut else []


def lost_commits(show: Path) -> int:
    """Commits behind damage in the log, for who only reads; a log that somebody is writing is read again."""
    log = show.with_name(f"{show.name}-wal")
    before = b""
    for _ in range(3):
        try:
            raw = log.read_bytes()
        except OSError:
            return 0
        lost = read_log(raw).lost_commits
        if not lost or raw == before:
            return lost
        before = raw
    return 0


def lost_in_log(show: Path) -> Text | None:
    """What a reader is told of a damaged log; None while it holds."""
    what = lost_reason(show)
    return None if what is None else _LOST_IN.filled(path=show, what=what)


def lost_reason(show: Path) -> Text | None:
    """The same without the file's name: why a check does not hold."""
    lost = lost_commits(show)
    return plural(lost, *_LOST) if lost else None


def is_log_whole(show: Path) -> bool:
    """Whether there is a log and all of it holds; what a killed program left is for the next writer to tell."""
    try:
        end = read_log(show.with_name(f"{show.name}-wal").read_bytes())
    except OSError:
        return False
    return not end.is_cut and not end.lost_commits


def _checksum(raw: bytes, order: str, chain: tuple[int, int]) -> tuple[int, int]:
    one, two = chain
    words = struct.unpack(f"{order}{len(raw) // 4}I", raw)
    for first, second in zip(words[::2], words[1::2], strict=True):
        one = (one + first + two) & _WORD
        two = (two + second + one) & _WORD
    return one, two


def _is_one_bit_off(words: int, found: tuple[int, int], due: tuple[int, int]) -> bool:
    """Whether one flipped bit in so many words, or in the sum that is written down, explains the difference.

    The sum is linear: a word that grows by `d` changes both halves by `d` times factors that depend only on how many
    words follow.
    """
    one, two = (found[0] - due[0]) & _WORD, (found[1] - due[1]) & _WORD
    if (found[0] ^ due[0]).bit_count() + (found[1] ^ due[1]).bit_count() == 1:
        return True
    of_one, of_two = (1, 1), (0, 1)  # what the last two words of the sum add to its halves
    for _ in range(words // 2):
        for in_one, in_two in (of_one, of_two):
            for bit in range(32):
                grown = (in_one << bit & _WORD, in_two << bit & _WORD)
                if grown in {(one, two), (-one & _WORD, -two & _WORD)}:
                    return True
        of_one, of_two = (_one_pair_later(*factors) for factors in (of_one, of_two))
    return False


def _one_pair_later(one: int, two: int) -> tuple[int, int]:
    one = (one + two) & _WORD
    return one, (two + one) & _WORD
