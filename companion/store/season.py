"""The season over several evenings: a match that stands in two files (a copy, a backup) is one match."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.kernel.text import Text, plural
from companion.store.checks import check_journal
from companion.store.codec import Row
from companion.store.desk import CHANGED
from companion.store.people import Bout, People, Taken, fold
from companion.store.show import Show

_COPY = Text(
    "{show}: is a copy of {other}, or an older one; it counts once",
    "{show}: es una copia de {other}, o una anterior; cuenta una vez",
)
_SHARED = (
    Text(
        "{show}: {n} of its matches stands in {other} too; it counts once",
        "{show}: {n} de sus combates está también en {other}; cuenta una vez",
    ),
    Text(
        "{show}: {n} of its matches stand in {other} too; they count once",
        "{show}: {n} de sus combates están también en {other}; cuentan una vez",
    ),
)


def season(shows: Sequence[Path]) -> tuple[People, tuple[Text, ...], tuple[Text, ...]]:
    """The matches of several shows, each once; what to tell of those in two of them; which journals do not hold.

    The hash of the row that recorded a match tells it from every other one; a show whose last row stands in another
    one is that show, at an earlier hour.

    Raises:
        FileProblemError: a show cannot be read.
    """
    changed: list[Text] = []
    read = [_read(show, changed) for show in shows]
    told: list[Text] = []
    matches: list[tuple[Taken, Bout]] = []
    seen: dict[str, Path] = {}
    for number, (show, people, hashes) in enumerate(read):
        other = next(
            (one[0] for at, one in enumerate(read) if at != number and _is_copy(hashes, one[2], number, at)), None
        )
        if other is not None:
            told.append(_COPY.filled(show=show, other=other))
            continue
        shared = [seen[hashes[taken.seq]] for taken, _ in people.bouts if hashes[taken.seq] in seen]
        if shared:
            told.append(plural(len(shared), *_SHARED, show=show, other=shared[0]))
        matches += [(taken, bout) for taken, bout in people.bouts if hashes[taken.seq] not in seen]
        seen.update((hashes[taken.seq], show) for taken, _ in people.bouts)
    return People(bouts=tuple(matches)), tuple(told), tuple(changed)


def _read(show: Path, changed: list[Text]) -> tuple[Path, People, dict[int, str]]:
    """A show with the hashes of its rows by their number; in one that was changed by hand there may be gaps."""
    hashes: dict[int, str] = {}

    def noted(rows: Iterator[Row]) -> Iterator[Row]:
        for row in rows:
            hashes[row.seq] = row.hash
            yield row

    with Show.open(show, readonly=True) as opened:
        people = fold(noted(opened.rows()))
        report = check_journal(opened.connection)
    if not report.ok:
        changed.append(CHANGED.filled(show=show, report=Text(str(report), report.spanish)))
    return show, people, hashes


def _is_copy(mine: dict[int, str], others: dict[int, str], my_place: int, others_place: int) -> bool:
    """Whether the other show has all of this one; of two that are the same the first counts."""
    last = max(mine, default=0)
    if not last or len(others) < len(mine) or others.get(last) != mine[last]:
        return False
    return len(others) > len(mine) or others_place < my_place
