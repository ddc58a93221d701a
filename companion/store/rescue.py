"""The last resort: where show and side file take nothing, what waits goes to another disk, and comes back by itself."""

import contextlib
import hashlib
from collections.abc import Sequence
from pathlib import Path

from companion.errors import FileProblemError
from companion.store.opening import followed
from companion.store.pending import Commit, SideFile


def rescue(show: Path, commits: Sequence[Commit], folders: Sequence[Path]) -> Path | None:
    """Write commits into the first of the folders that takes them; gives the file, None where none does."""
    for folder in folders:
        with contextlib.suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            file = SideFile(show, _place(show, folder))
            file.add(commits)
            return file.path
    return None


def bring_back(show: Path, folders: Sequence[Path]) -> int:
    """Put what was rescued beside its show, where opening the show finds it; gives the number of events.

    What cannot be moved now stays where it is for the next time.
    """
    events = 0
    show = followed(show)
    for folder in folders:
        rescued = SideFile(show, _place(show, folder))
        with contextlib.suppress(OSError, FileProblemError):
            commits, torn = rescued.read()
            beside = SideFile(show)
            known = {commit.first_seq for commit in beside.read()[0]}
            fresh = [commit for commit in commits if commit.first_seq not in known]
            if fresh:
                beside.add(fresh)
                events += sum(len(commit.texts) for commit in fresh)
            if commits and not torn:
                rescued.remove()
    return events


def _place(show: Path, folder: Path) -> Path:
    """Shows of the same name in different folders do not meet."""
    where = hashlib.sha256(str(show.absolute()).encode("utf-8", "surrogateescape")).hexdigest()[:12]
    return folder / f"{show.name}.{where}.rescued.jsonl"
