"""Advice on the set-up's pages names pages and keys, never an option of a command or a file of figures."""

import ast
from pathlib import Path

import pytest

from companion.app.setting_up.words import at_the_window
from companion.kernel.text import Text

VISION = Path(__file__).parents[2] / "companion" / "vision"
# what the set-up calls, and whose sentences its pages show
ASKED = (
    "ring_pose", "ring_finder", "marker_layout", "clicked_corners", "first_pose", "calibration_report", "check",
    "learn_check",
)  # fmt: skip
OPTIONS = (" --", "`companion calibrate", "figures file", "archivo de figuras", "sw, se, ne")


def sentences(module: str) -> list[str]:
    tree = ast.parse((VISION / f"{module}.py").read_text(encoding="utf-8"))
    docs = {
        ast.get_docstring(node, clean=False)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module)
    }
    texts = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return [text for text in texts if text not in docs and any(option in text for option in OPTIONS)]


@pytest.mark.parametrize("module", ASKED)
def test_no_page_tells_a_person_at_the_window_to_type_an_option(module: str) -> None:
    for sentence in sentences(module):
        told = at_the_window(Text(sentence, sentence))
        # each catalogue knows its own language's words
        (changed,) = {told.en, told.es} - {sentence}
        left = changed.replace("`companion setup --markers", "")
        assert not any(option in left for option in OPTIONS), changed


def test_all_of_them_are_looked_at() -> None:
    assert sum(len(sentences(module)) for module in ASKED) > 20


def test_other_words_stay_as_they_are() -> None:
    text = Text("sure to 2.0 mm", "seguro a 2.0 mm")
    assert at_the_window(text) is text


def test_the_command_of_the_evening_is_told_as_it_is_typed() -> None:
    told = Text("The evening: companion run --leds sim", "La velada: companion run --leds sim")
    assert at_the_window(told) == told
