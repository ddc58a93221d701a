"""Run bout scripts from YAML files and from the yaml blocks of Markdown files."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.config.strict import Document, load_file, read_bytes, yaml_blocks
from companion.errors import ConfigError, FileProblemError
from companion.games import GAMES, game
from companion.kernel.script import Commit, Played, play

MARKDOWN = (".md", ".markdown")


@dataclass(frozen=True)
class Case:
    """One case and where it stands."""

    path: Path
    line: int
    game: str
    content: dict[str, Any]


def cases_of(path: Path) -> Iterator[Case]:
    """The cases of a file, in their order.

    Raises:
        FileProblemError, ConfigError: the file is missing, not YAML, or holds no case.
    """
    if path.is_dir():
        raise FileProblemError(f"{path}: is a folder; give files", f"{path}: es una carpeta; da archivos")
    if path.suffix.lower() in MARKDOWN:
        documents = [block for block in yaml_blocks(read_bytes(path), str(path)) if _is_list_of_cases(block)]
    else:
        documents = [load_file(path)]
    found = [case for document in documents for case in _cases_in(document, path)]
    if not found:
        raise FileProblemError(
            f"{path}: holds no case; a case has `id` and `steps`",
            f"{path}: no contiene ningún caso; un caso tiene `id` y `steps`",
        )
    yield from found


def run(paths: Sequence[Path], commit: Commit | None = None) -> Iterator[tuple[Case, Played]]:
    """Play every case of the files; all files are read before the first case is played."""
    cases = [case for path in paths for case in cases_of(path)]
    for case in cases:
        yield case, play(game(case.game), case.content, commit)


def _is_list_of_cases(document: Document) -> bool:
    value = document.value
    return isinstance(value, list) and bool(value) and all(isinstance(item, dict) and "steps" in item for item in value)


def _cases_in(document: Document, path: Path) -> Iterator[Case]:
    value = document.value
    listed = value if isinstance(value, list) else [value]
    for index, content in enumerate(listed):
        at: tuple[str | int, ...] = (index,) if isinstance(value, list) else ()
        line, column = document.position(at)
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
        yield Case(path, line, name, content)


def committing(show_path: Path, acknowledge: Callable[[int], None]) -> tuple[Commit, Callable[[], None]]:
    """A commit into a show file, and how to close it.

    Args:
        acknowledge: called with the number of the last row after each durable commit.
    """
    from companion.store.show import Show

    show = Show.open(show_path)

    def commit(events: list[dict[str, Any]]) -> int:
        numbers = list(show.append(events, by="referee", at_ms=time.time_ns() // 1_000_000))
        acknowledge(numbers[-1])
        return numbers[0]

    return commit, show.close
