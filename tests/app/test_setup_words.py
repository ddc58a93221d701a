"""Advice on the set-up's pages names pages and keys, never an option of a command or a file of figures."""

import ast
import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.app.setting_up.figure_work import notes_of, renamed_in, still_told
from companion.app.setting_up.path import NOTES, SetupPath, from_plain
from companion.app.setting_up.steps.summary import SummaryStep
from companion.app.setting_up.words import at_the_window
from companion.errors import FileProblemError
from companion.kernel.text import Language, Text
from companion.screens.setup_view import Lamp
from companion.vision import learn_check
from companion.vision.figure_notes import FigureNote, NoteKind, texts_of
from companion.vision.hand_model import MANUAL_WAY
from companion.vision.palm_measure import ADVICE
from companion.vision.palm_session import OFFER

VISION = Path(__file__).parents[2] / "companion" / "vision"
# what the set-up calls, and whose sentences its pages show
ASKED = (
    "ring_pose", "ring_finder", "marker_layout", "clicked_corners", "first_pose", "calibration_report", "check",
    "learn_check", "exchanged_lines", "figures",
)  # fmt: skip
OPTIONS = (
    " --", "`companion calibrate", "figures file", "archivo de figuras", "sw, se, ne", "line says", "lines exchanged",
    "su línea", "las dos líneas",
)  # fmt: skip


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


@pytest.mark.parametrize("language", ["en", "es"])
def test_warnings_of_learning_say_what_to_do_in_the_window_on_the_last_page_too(language: Language) -> None:
    notes = (MISPLACED, UNNAMED)
    path = SetupPath("summary").answered(**{NOTES: [note.plain() for note in notes]})
    bench = SimpleNamespace(path=path.marked("figures", Lamp.AMBER, *texts_of(notes)))
    told = [at_the_window(one.text).of(language) for one in notes]
    assert "F10" in told[0]
    assert not any(word in " ".join(told) for word in ("file", "archivo", "line", "línea"))
    step = SummaryStep(bench)  # type: ignore[arg-type]
    step.press("f6")
    rows = [at_the_window(words).of(language) for _, words in step.page().summary]
    assert "F10" in rows[0]


MISPLACED = FigureNote.of_figure(NoteKind.MISPLACED, "1", "1 (Leo)", learn_check._MISPLACED, x="39", y="-73")
UNNAMED = FigureNote(NoteKind.STRANGER, Text(
    "something stands near x_mm 14, y_mm 145 that the figures file does not name: give it a line, or take it away and "
    "learn again",
    "hay algo cerca de x_mm 14, y_mm 145 que el archivo de figuras no nombra: dale una línea, o quítalo y aprende otra "
    "vez",
))  # fmt: skip
COLOURS = FigureNote(NoteKind.MIXED_UP, Text("figure 1 (Leo) and figure 2", "se confundirán"), ("1", "2"))


def test_what_was_told_of_figures_that_stay_is_told_on() -> None:
    """Learning one more, renaming and removing drop only what they answer."""
    earlier = [MISPLACED, UNNAMED, COLOURS]
    assert still_told(earlier, [COLOURS], ["2"], is_learned=True) == (COLOURS, MISPLACED)
    assert still_told(earlier, [COLOURS], ["1"], is_learned=True) == (COLOURS,)
    assert still_told(earlier, [], []) == (MISPLACED, UNNAMED)
    assert still_told(earlier, [], ["11"]) == (MISPLACED, UNNAMED)
    assert still_told([replace(MISPLACED, kind=NoteKind.OTHER)], [], []) == ()
    (named,) = renamed_in([MISPLACED], {"id": "1", "name": "Lea {x} figure 1 (Leo)"})
    assert named.text.en.startswith("figure 1 (Lea {x} figure 1 (Leo)) seems")
    assert named.text.es.startswith("la figura 1 (Lea {x} figure 1 (Leo)) parece")
    assert renamed_in([MISPLACED, COLOURS], {"id": "2", "name": "Lea"}) == (MISPLACED, COLOURS)


def test_notes_keep_their_kind_in_the_progress_file() -> None:
    notes = (MISPLACED, UNNAMED, COLOURS)
    path = SetupPath("figures").answered(**{NOTES: [note.plain() for note in notes]})
    again = from_plain(json.loads(json.dumps(path.plain())), "T.setup.json")
    assert notes_of(again) == notes
    marked = again.marked("figures", Lamp.RED, *texts_of(notes))
    assert notes_of(marked) == notes
    assert notes_of(marked.due_again("figures")) == ()
    # of a former version: sentences alone
    former = SetupPath("figures").marked("figures", Lamp.GREEN, *texts_of(notes), mind=True)
    assert {note.kind for note in notes_of(former)} == {NoteKind.OTHER}
    assert notes_of(SetupPath("figures").marked("figures", Lamp.GREEN, Text("8 figures", "8 figuras"))) == ()


@pytest.mark.parametrize("wrong", [
    7, [7], [["mixed_up"]], [["no kind", ["a", "b"], [], None]], [["cards", ["a", 7], [], None]],
    [["cards", ["a", "b"], [7], None]], [["misplaced", ["a", "b"], ["1"], ["{x}", "{x}"]]],
])  # fmt: skip
def test_notes_that_somebody_changed_are_refused(wrong: object) -> None:
    told = SetupPath("figures").answered(**{NOTES: wrong}).plain()
    with pytest.raises(FileProblemError, match="no progress of a set-up"):
        from_plain(told, "T.setup.json")


@pytest.mark.parametrize("text", [ADVICE["refuse"], OFFER, MANUAL_WAY])
def test_the_page_of_palms_names_no_way_that_it_has_not(text: Text) -> None:
    told = at_the_window(text)
    assert "click" not in told.en
    assert "clic" not in told.es
