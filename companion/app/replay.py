"""Run bout scripts from YAML files and from the yaml blocks of Markdown files."""

import difflib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.app.now import now_ms
from companion.config.strict import Document, load_file, read_bytes, yaml_blocks
from companion.errors import ConfigError, FileProblemError
from companion.games import GAMES, game
from companion.kernel.script import CASE_KEYS, Commit, Failure, Played, play
from companion.kernel.text import Text

MARKDOWN = (".md", ".markdown")


@dataclass(frozen=True)
class Case:
    """One case and where it stands."""

    path: Path
    line: int
    game: str
    content: dict[str, Any]
    document: Document
    at: tuple[str | int, ...]

    def place(self, failure: Failure) -> str:
        """Where a fault stands, `FILE:LINE:COL`; empty for a match that went another way than the script expects."""
        if failure.at is None:
            return ""
        find = self.document.key_position if failure.at_key else self.document.position
        line, column = find((*self.at, *failure.at))
        return f"{self.path}:{line}:{column}"


def cases_of(path: Path, warn: Callable[[Text], None] | None = None) -> Iterator[Case]:
    """The cases of a file, in their order.

    Args:
        warn: is told what to mind about a file that was read all the same.

    Raises:
        FileProblemError, ConfigError: the file is missing, not YAML, or holds no case.
    """
    if path.is_dir():
        raise FileProblemError(f"{path}: is a folder; give files", f"{path}: es una carpeta; da archivos")
    if path.suffix.lower() in MARKDOWN:
        blocks = yaml_blocks(read_bytes(path), str(path))
        documents = [block for block in blocks if _is_list_of_cases(block)]
    else:
        documents = blocks = [load_file(path)]
    for warned in (each for block in blocks for each in block.warnings):
        if warn is not None:
            warn(Text(str(warned), warned.spanish))
    found = [case for document in documents for case in _cases_in(document, path)]
    if not found:
        raise FileProblemError(
            f"{path}: holds no case; a case has `id` and `steps`",
            f"{path}: no contiene ningún caso; un caso tiene `id` y `steps`",
        )
    yield from found


def run(cases: Iterable[Case], commit: Commit | None = None) -> Iterator[tuple[Case, Played]]:
    """Play every case."""
    for case in cases:
        yield case, play(game(case.game), case.content, commit)


def _is_list_of_cases(document: Document) -> bool:
    value = document.value
    return isinstance(value, list) and any(isinstance(item, dict) and "steps" in item for item in value)


def _cases_in(document: Document, path: Path) -> Iterator[Case]:
    value = document.value
    listed = value if isinstance(value, list) else [value]
    for index, content in enumerate(listed):
        at: tuple[str | int, ...] = (index,) if isinstance(value, list) else ()
        line, column = document.position(at)
        if isinstance(content, dict):
            _check_keys(document, at, content)
        if not isinstance(content, dict) or "steps" not in content:
            raise ConfigError(
                path,
                line,
                column,
                "this is no case",
                "a case is a mapping with `id` and `steps`",
                what_es="esto no es un caso",
                allowed_es="un caso es un grupo con `id` y `steps`",
            )
        name = str(content.get("game", path.stem))
        if name not in GAMES:
            line, column = document.position((*at, "game")) if "game" in content else (line, column)
            raise ConfigError(
                path,
                line,
                column,
                f"game = {name} is not known",
                f"give {' or '.join(GAMES)}",
                what_es=f"game = {name} no se conoce",
                allowed_es=f"pon {' o '.join(GAMES)}",
            )
        yield Case(path, line, name, content, document, at)


def _check_keys(document: Document, at: tuple[str | int, ...], content: dict[str, Any]) -> None:
    for key in content:
        if key not in CASE_KEYS:
            near = difflib.get_close_matches(key, CASE_KEYS, n=1, cutoff=0.5)
            known = ", ".join(sorted(CASE_KEYS))
            raise document.error(
                (*at, key),
                f"{key} is an unknown key",
                f"did you mean {near[0]}?" if near else f"known are {known}",
                what_es=f"{key} es una clave desconocida",
                allowed_es=f"¿querías decir {near[0]}?" if near else f"se conocen {known}",
                at_key=True,
            )


def committing(show_path: Path, acknowledge: Callable[[int], None]) -> tuple[Commit, Callable[[], None]]:
    """A commit into a show file, and how to close it.

    Args:
        acknowledge: called with the number of the last row after each durable commit.
    """
    from companion.store.show import Show

    show = Show.open(show_path)

    def commit(events: list[dict[str, Any]]) -> int:
        numbers = list(show.append(events, by="referee", at_ms=now_ms()))
        acknowledge(numbers[-1])
        return numbers[0]

    return commit, show.close
