"""A scripted match with a fault at each write in turn; run with `fault.c` preloaded, prints how many faults it made
and how many commits were saved, in the side file and only in memory when they were reported.

Arguments: the library, a working folder. Any event that was reported as saved, or as waiting in the side file, must be
there afterwards, once and in order, both for who goes on and for who crashes at the end of the match.
"""

import ctypes
import shutil
import sys
from collections import Counter
from pathlib import Path

from companion.errors import FileProblemError
from companion.store.resilient import ResilientJournal, SaveState
from companion.store.show import Show, verify
from companion.store.telling import heard

KINDS = {"ENOSPC": 1, "EIO": 2, "short write": 3, "failed sync": 4}
COMMITS = 4
FOREVER = 1_000_000
STATES: Counter[str] = Counter()


class Fault:
    def __init__(self, library: str) -> None:
        self._library = ctypes.CDLL(library)
        self._library.fault_seen.restype = ctypes.c_long

    def arm(self, marker: str, first: int, count: int, kind: int) -> None:
        self._library.fault_arm(marker.encode(), ctypes.c_long(first), ctypes.c_long(count), ctypes.c_long(kind))

    def seen(self) -> int:
        return int(self._library.fault_seen())

    def disarm(self) -> None:
        self.arm("", 0, 0, 0)


def numbers(path: Path) -> list[int]:
    with Show.open(path) as show:  # takes over what waits in the side file
        found = [row.event["n"] for row in show.rows()]
    report = verify(path)
    assert report.ok, report
    assert report.events == len(found)
    return found


def play(journal: ResilientJournal) -> int:
    """A few commands; the number of the last event that was reported to be on disk."""
    on_disk = 0
    for _ in range(COMMITS):
        first = journal.last_seq + 1
        events = [{"name": "strike_rolled", "n": first + k, "pad": "ñ" * 900} for k in range(3)]
        seq = journal.append(events, by="referee", at_ms=first)
        assert seq == [first, first + 1, first + 2]
        STATES[journal.state.value] += 1
        if journal.state is not SaveState.MEMORY:
            on_disk = seq[-1]
    assert [row.event["n"] for row in journal.rows()] == list(range(1, journal.last_seq + 1))
    return on_disk


def match_with_a_fault(fault: Fault, folder: Path, first: int, count: int, kind: int) -> int:
    """Play a match whose `first` write fails; how many writes there were."""
    path = folder / "evening.db"
    with Show.open(path) as show:
        show.append([{"name": "bell", "n": n} for n in (1, 2, 3)], by="referee", at_ms=1)
    journal = ResilientJournal.open(path, wait_ms=0)
    fault.arm("evening.db", first, count, kind)
    on_disk = play(journal)
    seen = fault.seen()
    fault.disarm()
    crashed = folder / "crashed"
    crashed.mkdir()
    for part in folder.glob("evening.db*"):
        if not part.name.endswith((".writer", "-shm")):
            shutil.copy(part, crashed)
    found = numbers(crashed / "evening.db")
    assert found == list(range(1, len(found) + 1)), found
    assert len(found) >= max(on_disk, 3), (len(found), on_disk)
    assert journal.flush()
    assert journal.state is SaveState.SAVED
    last = journal.last_seq
    journal.close()
    assert numbers(path) == list(range(1, last + 1))
    left = sorted(part.name for part in folder.glob("evening.db*"))
    assert left == ["evening.db"], left
    return seen


def creation_with_a_fault(fault: Fault, folder: Path, first: int, count: int, kind: int) -> int:
    path = folder / "evening.db"
    fault.arm("evening.db", first, count, kind)
    try:
        Show.open(path).close()
    except FileProblemError as error:
        print(error, file=sys.stderr)
    seen = fault.seen()
    fault.disarm()
    with Show.open(path) as show:
        assert show.append([{"name": "bell", "n": 1}], by="referee", at_ms=1) == [1]
    assert numbers(path) == [1]
    return seen


def opening_on_a_full_disk(fault: Fault, folder: Path, kind: int) -> None:
    """Nothing can be written from before the show is opened: the match goes on, and everything is there later."""
    path = folder / "evening.db"
    with Show.open(path) as show:
        show.append([{"name": "bell", "n": n} for n in (1, 2, 3)], by="referee", at_ms=1)
    fault.arm("evening.db", 1, FOREVER, kind)
    with heard(lambda said: print(said, file=sys.stderr)):
        journal = ResilientJournal.open(path, wait_ms=0)
    assert play(journal) == 0, "nothing may be called saved"
    assert journal.state is SaveState.MEMORY
    fault.disarm()
    assert journal.flush()
    last = journal.last_seq
    with Show.open(path, readonly=True) as board:  # while the match goes on
        assert [row.event["n"] for row in board.rows()] == list(range(1, last + 1))
    journal.close()
    assert numbers(path) == list(range(1, last + 1))


def main(library: str, folder: Path) -> None:
    fault = Fault(library)
    faults = 0
    for scene in (creation_with_a_fault, match_with_a_fault):
        for word, kind in KINDS.items():
            for count in (1, FOREVER):
                first = 0
                while True:
                    first += 1
                    place = folder / f"{scene.__name__} {word} {count} {first}"
                    place.mkdir()
                    seen = scene(fault, place, first, count, kind)
                    shutil.rmtree(place)
                    if seen < first:  # the match had fewer writes than that: every one of them has failed once
                        break
                    faults += 1
    for word in ("ENOSPC", "EIO"):
        place = folder / f"opening {word}"
        place.mkdir()
        opening_on_a_full_disk(fault, place, KINDS[word])
    print(faults, *(STATES[state.value] for state in SaveState))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
