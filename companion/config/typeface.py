"""The type of screens and paper: Fira Sans Condensed (SIL Open Font License), and where its files lie."""

import importlib.util
from pathlib import Path
from typing import Final

from companion.errors import FileProblemError

PACKAGE: Final = "fontpkg_fira_sans_condensed"
BOX: Final = "\u25af"
"""Stands for a letter that the type does not have: never dropped (F-05)."""


def font_file(cut: str) -> Path:
    """Where a cut of the type lies.

    Raises:
        FileProblemError: it is not installed.
    """
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        raise FileProblemError(
            "the type for screens and paper is missing; run: pip install fontpkg-fira-sans-condensed",
            "falta la letra de pantallas y papel; ejecuta: pip install fontpkg-fira-sans-condensed",
        )
    return Path(spec.origin).parent / "files" / f"FiraSansCondensed-{cut}.ttf"
