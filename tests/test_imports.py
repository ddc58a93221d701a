"""The house holds its direction: `kernel <- games <- table <- vision | leds | screens | store <- app <- cli`."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "companion"
PURE = ("kernel", "games", "table")
MAY_IMPORT: dict[str, set[str]] = {
    "errors": set(),
    "config": {"config", "errors"},
    "kernel": {"kernel", "errors"},
    "games": {"games", "kernel", "errors"},
    "table": {"table", "games", "kernel", "errors"},
    "vision": {"vision", "table", "games", "kernel", "config", "errors"},
    "leds": {"leds", "table", "games", "kernel", "config", "errors"},
    "screens": {"screens", "table", "games", "kernel", "config", "errors"},
    "store": {"store", "table", "games", "kernel", "config", "errors"},
    "app": {"app", "vision", "leds", "screens", "store", "table", "games", "kernel", "config", "errors"},
    "cli": {"cli", "app", "vision", "leds", "screens", "store", "table", "games", "kernel", "config", "errors"},
}
# the rulebooks run anywhere, fast, without a display: the standard library is enough, and no part of it that does
# input or output, reads a clock or rolls dice
NOT_IN_PURE = {
    "cv2", "mediapipe", "pygame", "serial", "sqlite3", "numpy", "scipy", "yaml", "pydantic", "click", "rich",
    "random", "time", "datetime", "os", "pathlib", "socket", "subprocess", "threading", "secrets", "asyncio", "io",
}  # fmt: skip


def layer_of(path: Path) -> str:
    name = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    return "cli" if name == "__main__" else name


def imported_by(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: imports are absolute"
            assert node.module is not None
            yield node.module
            if node.module in {"companion", "companion.games"}:
                yield from (f"{node.module}.{alias.name}" for alias in node.names)


SOURCES = sorted(path for path in PACKAGE.rglob("*.py") if path != PACKAGE / "__init__.py")


def test_there_is_something_to_check() -> None:
    assert {layer_of(path) for path in SOURCES} == set(MAY_IMPORT)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_inwards(path: Path) -> None:
    layer = layer_of(path)
    for name in imported_by(path):
        parts = name.split(".")
        if parts[0] == "companion" and len(parts) > 1 and not parts[1].startswith("__"):
            assert parts[1] in MAY_IMPORT[layer], f"{path} imports {name}"


@pytest.mark.parametrize("path", [p for p in SOURCES if layer_of(p) in PURE], ids=lambda p: str(p.relative_to(PACKAGE)))
def test_pure_layers_do_no_input_or_output(path: Path) -> None:
    for name in imported_by(path):
        assert name.split(".")[0] not in NOT_IN_PURE, f"{path} imports {name}"


@pytest.mark.parametrize(
    "path", [p for p in SOURCES if layer_of(p) == "games"], ids=lambda p: str(p.relative_to(PACKAGE))
)
def test_no_game_imports_another(path: Path) -> None:
    parts = path.relative_to(PACKAGE).parts
    if len(parts) < 3:  # the list of games itself
        return
    for name in imported_by(path):
        if name.startswith("companion.games."):
            assert name.split(".")[2] == parts[1], f"{path} imports {name}"
