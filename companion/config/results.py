"""Where results may go: never onto a file that is read, never two onto one."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from companion.errors import UsageProblemError

OWN_KINDS: Final = frozenset({".csv", ".json", ".jsonl"})
"""What an earlier run may have left in a folder of pictures."""


def check_apart(results: Mapping[str, Path | None], read: Iterable[Path | str]) -> None:
    """Refuse results that would destroy what is read, or each other; links are followed.

    Args:
        results: option -> file, None for what nobody wants.
        read: files and folders that the command reads; what is no path (a camera) is nothing to destroy.

    Raises:
        UsageProblemError: two of them are one file.
    """
    taken = {Path(one).resolve(): str(one) for one in read}
    folders = [path for path in taken if path.is_dir()]
    for option, path in results.items():
        if path is None:
            continue
        place = path.resolve()
        pictured = place.is_file() and place.suffix.lower() not in OWN_KINDS
        if place in taken or (pictured and any(folder in place.parents for folder in folders)):
            raise UsageProblemError(
                f"{option} {path}: this file is read, or stands for another result; give a file of its own",
                f"{option} {path}: ese archivo se lee, o es ya otro resultado; pon un archivo distinto",
            )
        taken[place] = option
