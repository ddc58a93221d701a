"""Lines of cells on a terminal, one below the other."""

from collections.abc import Sequence

from companion.cli.printing import echo
from companion.kernel.text import Language, Text
from companion.kernel.visible import is_hidden


def warned(changed: Text | None, language: Language) -> int:
    """Warn of a journal that does not hold, one line on the error stream; gives the exit code."""
    if changed is not None:
        echo(changed.of(language), err=True)
    return 0 if changed is None else 1


def echo_columns(lines: Sequence[Sequence[str]], indent: str = "") -> None:
    """Print lines of as many cells each, columns as wide as their widest cell; signs that are not seen are blanks."""
    lines = [
        ["".join(" " if is_hidden(sign) or sign in "\t\n" else sign for sign in cell) for cell in line]
        for line in lines
    ]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        echo(indent + "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())
