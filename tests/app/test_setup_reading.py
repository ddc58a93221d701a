"""No page of the set-up loses a word: not in the smallest window, and not under the longest messages there are."""

import ast
from dataclasses import replace
from functools import cache
from pathlib import Path

import pygame
import pytest

import companion
from app.setup_reading import SIZES, unread
from app.setup_robot import Robot, Stage
from app.setup_sets import Set
from app.setup_walks import begin
from companion.app.setting_up.path import STEPS
from companion.kernel.text import Text
from companion.screens import setup_page
from companion.screens.inputs import TEXT
from companion.screens.setup_view import READ, STEP, SetupView, Told
from companion.screens.view_model import Tone
from companion.screens.window import SMALLEST

HOUSE = Path(companion.__file__).parent
# what the pages say, and whose sentences they pass on
SPEAKERS = ("app/setting_up", "vision")
# so many of the longest at once, more than any page ever told
AT_ONCE = 3


def words_of(node: ast.AST) -> str:
    """A literal; in the places of an f-string stands a number."""
    if isinstance(node, ast.JoinedStr):
        return "".join(words_of(part) for part in node.values)
    return str(node.value) if isinstance(node, ast.Constant) else "1234.5"


@cache
def longest_texts(count: int) -> list[Text]:
    """The longest sentences in the sources."""
    found = set()
    for path in (path for folder in SPEAKERS for path in (HOUSE / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            is_text = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Text"
            if is_text and all(isinstance(one, ast.Constant | ast.JoinedStr) for one in node.args):
                found.add(Text(*map(words_of, node.args)))
    return sorted(found, key=lambda one: -len(one.es))[:count]


@pytest.fixture(scope="module")
def pages(a: Set, tmp_path_factory: pytest.TempPathFactory) -> list[SetupView]:
    """Every step's page as it is opened."""
    robot = Robot(tmp_path_factory.mktemp("pages") / "T.yaml", Stage(a.empty))
    begin(robot)
    views = []
    for step in STEPS:
        robot.desk.press(STEP + step)
        views.append(robot.desk.view())
    return views


def with_long_words(view: SetupView) -> SetupView:
    """With the longest instruction, the longest refusals and the longest banner that there are."""
    longest = longest_texts(AT_ONCE + 1)
    told = tuple(Told(text, Tone.BAD) for text in longest[1:])
    todo = max((view.todo, longest[0]), key=lambda one: len(one.es))
    return replace(view, todo=todo, told=(*view.told, *told), banner=longest[0])


def test_the_longest_sentences_are_long() -> None:
    assert all(len(one.es) > 150 for one in longest_texts(AT_ONCE + 1))


@pytest.mark.parametrize("size", [SMALLEST, *SIZES], ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_page_can_be_read_whole(pages: list[SetupView], size: tuple[int, int]) -> None:
    for view in pages:
        assert unread(view, (size,)) == []


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_so_it_can_under_the_longest_messages(pages: list[SetupView], size: tuple[int, int]) -> None:
    for view in pages:
        assert unread(with_long_words(view), (size,)) == []


def test_words_that_have_no_room_are_told_of(pages: list[SetupView]) -> None:
    """The look at the pages finds what is lost: without the large letters, in a window that is too low."""
    view = with_long_words(next(one for one in pages if one.at == "ring"))
    assert unread(view, ((320, 200),))
    canvas, _ = setup_page.draw(pygame.Surface((640, 480)), replace(view, live=None), "es")
    said = [one.text for one in canvas.drawn]
    assert "Hay más: F1 lo muestra todo" in said


def test_f1_shows_the_page_in_large_letters_and_any_key_goes_back(tmp_path: Path, a: Set) -> None:
    robot = Robot(tmp_path / "T.yaml", Stage(a.empty), language="en")
    begin(robot)
    robot.desk.press(STEP + "ring")
    small = [one.size_px for one in robot.page()[1].drawn if one.text.startswith("Type in mm")]
    for key in ("enter", "f3", TEXT + "7", "escape", READ):
        robot.press(READ)
        view, canvas, _ = robot.page()
        assert view.is_reading
        large = [one.size_px for one in canvas.drawn if one.layer == 1 and one.text.startswith("Type in mm")]
        assert large > small
        # what a key would do was not to be seen: it goes back, and does nothing else
        robot.desk.press(key)
        assert not robot.desk.view().is_reading
        assert robot.desk.view().question is None
        robot.expect("ring")
    assert robot.desk.step.form.values["width"] == ""
    robot.press(READ)
    robot.desk.press("closed")
    assert robot.desk.view().question is not None
