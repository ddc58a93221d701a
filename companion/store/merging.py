"""Events that waited in the side file when the program ended come into the journal, in order (H-08)."""

from typing import TYPE_CHECKING

from companion.kernel.text import Text, plural
from companion.store.pending import Commit, ShowWriteError, SideFile

if TYPE_CHECKING:
    from companion.store.show import Show

_TORN = (
    Text(
        "{path}: {n} torn line was left out and is kept there",
        "{path}: se omitió {n} línea cortada, que se conserva ahí",
    ),
    Text(
        "{path}: {n} torn lines were left out and are kept there",
        "{path}: se omitieron {n} líneas cortadas, que se conservan ahí",
    ),
)
_ASIDE = (
    Text(
        "{path}: {n} commit that does not follow this journal was put aside there",
        "{path}: {n} entrada que no sigue a este diario se apartó ahí",
    ),
    Text(
        "{path}: {n} commits that do not follow this journal were put aside there",
        "{path}: {n} entradas que no siguen a este diario se apartaron ahí",
    ),
)
_WRITTEN_LATER = (
    Text(
        "{path}: {n} event that had waited in the side file is now written",
        "{path}: {n} evento que esperaba en el archivo auxiliar ya está escrito",
    ),
    Text(
        "{path}: {n} events that had waited in the side file are now written",
        "{path}: {n} eventos que esperaban en el archivo auxiliar ya están escritos",
    ),
)
_STILL_WAITING = (
    Text(
        "{path}: {n} event still waits in the side file: {reason}",
        "{path}: {n} evento sigue esperando en el archivo auxiliar: {reason}",
    ),
    Text(
        "{path}: {n} events still wait in the side file: {reason}",
        "{path}: {n} eventos siguen esperando en el archivo auxiliar: {reason}",
    ),
)


def merge_side_file(show: "Show") -> list[Text]:
    """Write what waits beside `show`; what does not fit is put aside, not lost.

    Where the disk still refuses, the commits stay in `show.waiting` and in the side file.

    Returns:
        What people should know.

    Raises:
        FileProblemError: the side file is there but cannot be read.
    """
    side_file = SideFile(show.path)
    commits, torn = side_file.read()
    events = sum(len(commit.texts) for commit in commits)
    try:
        fits = _follow(show, commits)
        if fits:
            show.waiting = list(commits)
            for commit in commits:
                show.write(commit)
                del show.waiting[0]
    except ShowWriteError as error:
        return [plural(events, *_STILL_WAITING, path=show.path, reason=Text(error.reason, error.reason_es))]
    if not fits:
        return [plural(len(commits), *_ASIDE, path=side_file.set_aside())]
    said = [plural(events, *_WRITTEN_LATER, path=show.path)] if commits else []
    if torn:
        said.append(plural(torn, *_TORN, path=side_file.set_aside()))
    else:
        side_file.remove()
    return said


def _follow(show: "Show", commits: list[Commit]) -> bool:
    """Whether each commit is in the journal already or follows what is."""
    last = show.last_seq
    for commit in commits:
        if commit.first_seq == last + 1:
            last = commit.last_seq
        elif commit.last_seq > last or not show.has(commit):
            return False
    return True
