"""Spanish texts call the keys by what stands on a Spanish keyboard: Intro, not Enter."""

import ast
import re
from pathlib import Path

from babel.messages.pofile import read_po

import companion
from companion.screens.languages import LOCALE

HOUSE = Path(companion.__file__).parent
ENTER = re.compile(r"\bEnter\b")


def spanish_of_texts(source: str) -> list[str]:
    """Every literal inside the second argument of a `Text`."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call) and len(node.args) > 1]
    pairs = [call.args[1] for call in calls if isinstance(call.func, ast.Name) and call.func.id == "Text"]
    words = (part.value for pair in pairs for part in ast.walk(pair) if isinstance(part, ast.Constant))
    return [one for one in words if isinstance(one, str)]


def test_no_text_says_enter() -> None:
    sources = {path: path.read_text(encoding="utf-8") for path in HOUSE.rglob("*.py")}
    found = [(path.name, one) for path, source in sources.items() if ENTER.search(source)
             for one in spanish_of_texts(source) if ENTER.search(one)]  # fmt: skip
    assert not found


def test_no_message_of_the_screens_says_enter() -> None:
    with (LOCALE / "es" / "LC_MESSAGES" / "companion.po").open("rb") as file:
        assert not [one.string for one in read_po(file) if ENTER.search(str(one.string))]


def test_no_page_of_the_guide_says_enter() -> None:
    folder = HOUSE.parent / "calibration"
    for path in folder.glob("*_es.md"):
        assert not ENTER.search(path.read_text(encoding="utf-8")), path.name
