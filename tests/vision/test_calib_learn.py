"""`calibrate colours` against a figures file that does not tell what the picture shows."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.errors import ConfigError, FileProblemError
from companion.vision.clay_words import own_colour, shade_of
from companion.vision.colour_check import _called
from companion.vision.colour_command import learn_table, read_sitters, refuse_other_view
from companion.vision.colours import ColourModel, fit_colours
from companion.vision.exchanged_lines import contradicted, exchanged_lines
from companion.vision.figure_notes import NoteKind
from companion.vision.figures import LearnError, Sitter, _figure, core_area, from_entry, learn
from companion.vision.learn_check import misplaced, refuse_absent
from companion.vision.learn_light import focus_notes, light_notes
from companion.vision.segmentation import Scene
from companion.vision.sources import read_picture
from companion.vision.table_file import Table, read_table, write_table
from vision.test_track_outputs import DEMO
from vision.track_scene import LEARN, PAINTER, RING, Clay, empty, table


def line(clay, id_=None, x_mm=None, y_mm=None):
    return Sitter(
        id_ or clay.id, clay.colour.title() + (id_ or ""), clay.colour,
        clay.x_mm if x_mm is None else x_mm, clay.y_mm if y_mm is None else y_mm, -90.0, clay.kind, clay.height_mm,
    )  # fmt: skip


LINES = [line(clay) for clay in LEARN]


@pytest.fixture
def path(tmp_path):
    write_table(tmp_path / "T.yaml", Table(1, RING, PAINTER.camera))
    return tmp_path / "T.yaml"


def told(path, lines, clays=LEARN, **more):
    learned = learn_table(path, PAINTER.paint(clays, seed=1, **more), empty(), lines)
    return [note.text.en for note in learned.warnings if note.kind is not NoteKind.CARDS]


@pytest.mark.parametrize("place", [(-150, -150), (0, 250)])
def test_a_line_where_nothing_stands_is_refused_and_nothing_is_written(path, place):
    before = path.read_bytes()
    with pytest.raises(LearnError, match=r"figure 4 \(Red4\): nothing stands at x_mm") as refused:
        told(path, [*LINES, line(LEARN[0], "4", *place)])
    assert path.read_bytes() == before
    assert "no hay nada en x_mm" in refused.value.spanish


def test_the_two_pictures_exchanged_are_told_as_that(path):
    with pytest.raises(LearnError, match="stand in the empty picture, not in the learn picture: the two are ex") as no:
        learn_table(path, empty(), PAINTER.paint(LEARN, seed=1), LINES)
    assert "están cambiadas" in no.value.spanish
    assert read_table(path).figures == ()


def test_two_lines_for_one_place_are_refused(path):
    with pytest.raises(LearnError, match=r"figures 1 \(Red\) and 4 \(Red4\) stand 10 mm apart, which is one place"):
        told(path, [*LINES, line(LEARN[0], "4", -140, 60)])


def test_two_lines_for_one_figure_measured_a_little_apart_are_refused(path):
    with pytest.raises(LearnError, match="figure 4"):
        told(path, [line(LEARN[0], x_mm=-164), line(LEARN[0], "4", x_mm=-136), *LINES[1:]])


@pytest.mark.parametrize("missing", [0, 2])
def test_a_figure_without_a_line_is_told_with_its_place(path, missing):
    (note,) = told(path, [line for index, line in enumerate(LINES) if index != missing])
    clay = LEARN[missing]
    words = note.split()
    x_mm, y_mm = (float(words[words.index(name) + 1].rstrip(",")) for name in ("x_mm", "y_mm"))
    assert (x_mm, y_mm) == pytest.approx((clay.x_mm, clay.y_mm), abs=40)
    assert "does not name" in note


def test_a_true_file_gives_no_word_and_what_was_learned_before_is_no_stranger(path):
    assert told(path, LINES) == []
    assert told(path, LINES[:1]) == []
    assert [figure["id"] for figure in read_table(path).figures] == ["1", "2", "3"]


@pytest.mark.parametrize("index", [0, 1, 2])
def test_a_line_40_mm_behind_its_figure_is_told_with_the_place(path, index):
    """The figure's own body covers the place of the line: something stands there."""
    clay = LEARN[index]
    here = np.array([clay.x_mm, clay.y_mm])
    away = here - PAINTER.camera.position_mm[:2]
    x_mm, y_mm = map(float, here + 40 * away / np.linalg.norm(away))
    notes = told(path, [*LINES[:index], line(clay, x_mm=x_mm, y_mm=y_mm), *LINES[index + 1 :]])
    (note,) = [note for note in notes if "nearer to the camera than its line says" in note]
    words = note.split()
    seen = [float(words[words.index(name) + 1].rstrip(",:")) for name in ("x_mm", "y_mm")]
    assert np.linalg.norm(np.array(seen) - here) < 20


@pytest.mark.parametrize("turn_deg", [90, 180])
def test_a_place_clicked_beside_the_feet_is_no_other_place(path, turn_deg):
    """15 mm is what a click is off: nothing is said in doubt."""
    x_mm, y_mm = (float(15 * turn(np.radians(turn_deg))) for turn in (np.cos, np.sin))
    assert told(path, [line(clay, x_mm=clay.x_mm + x_mm, y_mm=clay.y_mm + y_mm) for clay in LEARN]) == []


def test_a_body_that_took_in_its_neighbour_is_no_misplaced_line():
    """The foot that is found far off, or aside, is another's."""
    scene = Scene(PAINTER.camera, RING, empty())
    clay = LEARN[0]
    figure = learned_alone(clay)
    assert misplaced(scene, [figure]) == []
    for x_mm, y_mm in ((50, -60), (35, 0), (0, -90)):
        far = learned_alone(replace(clay, x_mm=clay.x_mm + x_mm, y_mm=clay.y_mm + y_mm))
        both = replace(figure, polygons=(*figure.polygons, *far.polygons))
        assert misplaced(scene, [both]) == []


def learned_alone(clay):
    """What is learned of one figure that is alone on the mat."""
    (figure,), _ = learn(PAINTER.camera, RING, empty(), PAINTER.paint([clay], seed=1), [line(clay)])
    return figure


def test_a_figure_known_before_is_no_stranger_in_whatever_colour_it_is_taken_for(path):
    """It was renamed or given other clay meanwhile: it stands where it was learned, and the table file has it."""
    assert told(path, LINES) == []
    table = read_table(path)
    same = table.figures[0]["model"]["colours"]
    # the table's third figure has the first one's colours: what stands there is taken for the first
    entries = [
        {**one, "model": {**one["model"], "colours": same}} if one["id"] == "3" else one for one in table.figures
    ]
    write_table(path, replace(table, figures=tuple(entries)))
    assert not any("does not name" in note for note in told(path, LINES[:1]))


def exchanged(one, other):
    return [replace(one, x_mm=other.x_mm, y_mm=other.y_mm), replace(other, x_mm=one.x_mm, y_mm=one.y_mm)]


def test_two_lines_exchanged_are_told_by_their_colours(path):
    (note,) = told(path, [*exchanged(*LINES[:2]), LINES[2]])
    assert note == (
        f"figure 1 is called {LINES[0].colour}, the clay there looks {LINES[1].colour}, as figure 2's line says: are "
        "the two lines exchanged?"
    )


def test_the_command_refuses_exchanged_lines_and_writes_nothing(path):
    before = {file: file.read_bytes() for file in path.parent.iterdir()}
    picture, lines = PAINTER.paint(LEARN, seed=1), [*exchanged(*LINES[:2]), LINES[2]]
    with pytest.raises(
        LearnError, match=r"the two lines exchanged\? Exchange their places .* Nothing is written"
    ) as no:
        learn_table(path, picture, empty(), lines, refuse_exchanged=True)
    assert no.value.exit_code == 1
    assert {file: file.read_bytes() for file in path.parent.iterdir()} == before


def test_two_lines_exchanged_without_a_known_colour_are_told_by_what_the_table_knew(path):
    lines = [replace(line, colour="") for line in LINES]
    assert told(path, lines) == []
    (note,) = told(path, [*exchanged(*lines[:2]), lines[2]])
    assert note.startswith("figure 1 has the clay that figure 2 had in the table file")


@pytest.mark.parametrize(("word", "shade"), [("Azul_oscuro", "dark_blue"), ("marrón", "brown"), ("teal-ish", None)])
def test_a_colour_word_of_either_language_is_known(word, shade):
    assert shade_of(word) == shade


def test_a_learn_picture_of_another_ring_is_told_as_such(path):
    picture = np.roll(PAINTER.paint(LEARN, seed=1), 200, axis=1)
    with pytest.raises(FileProblemError, match="does not show the ring of the empty picture"):
        learn_table(path, picture, empty(), LINES)


def test_a_camera_that_moved_between_the_two_pictures_is_refused(path):
    before = path.read_bytes()
    picture = np.roll(PAINTER.paint(LEARN, seed=1), 6, axis=1)
    with pytest.raises(FileProblemError, match=r"moved by \d+ mm \(6 px\) between the empty picture") as refused:
        learn_table(path, picture, empty(), LINES)
    assert path.read_bytes() == before
    assert "se movió" in refused.value.spanish


@pytest.mark.parametrize(
    ("axes", "words"), [((0, 1), "upside down, .* by 180 degrees"), ((1,), "mirrored, .* mirroring off")]
)
def test_a_learn_picture_turned_or_mirrored_is_told_as_such(axes, words):
    bare = read_picture(DEMO / "demo_table.empty.jpg")
    with pytest.raises(FileProblemError, match=f"the learn picture: shows the table {words}"):
        refuse_other_view(np.flip(bare, axes).copy(), bare)


def test_a_name_of_two_lines_is_refused(tmp_path):
    file = tmp_path / "F.yaml"
    file.write_text('- {id: 1, name: "Red\\nBlue", x_mm: 0, y_mm: 0}\n', encoding="utf-8")
    with pytest.raises(ConfigError, match="write it on one line") as refused:
        read_sitters(file)
    assert "escríbelo en una sola línea" in refused.value.spanish


def test_a_figures_file_that_is_no_list_says_so(tmp_path):
    file = tmp_path / "F.yaml"
    file.write_text("1: {name: Momia, x_mm: 0, y_mm: 0}\n", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"the file is a mapping without figures.* give a list: one line") as refused:
        read_sitters(file)
    assert "da una lista: una línea que empiece con -" in refused.value.spanish


def test_a_hand_left_in_the_picture_is_told(path):
    (note,) = told(path, LINES, hand=((330, 359), (330, 300), (330, 230)))
    assert "something stands near" in note


def test_a_figure_measured_beside_its_place_is_told_as_half_seen():
    front = Clay("4", "yellow", -150, 0, kind="blob", height_mm=85)
    scene = Scene(PAINTER.camera, RING, empty())
    lines = [*LINES, replace(line(front), x_mm=-125, y_mm=0)]
    (note,) = refuse_absent(scene, PAINTER.paint((*LEARN, front), seed=1), lines)
    assert (note.kind, note.ids) == (NoteKind.HALF_SEEN, ("4",))
    assert note.text.en.startswith("figure 4 (Yellow) is half seen at x_mm -125, y_mm 0")


def lit(picture, *gains):
    """The picture in other light: gains of blue, green and red."""
    return np.clip(picture * np.array(gains), 0, 255).astype(np.uint8)


class TestLight:
    """Learned in other light than the empty picture's, or in too little of it (A-06)."""

    @pytest.mark.parametrize(("learn", "bare"), [(0.25, 1.0), (1.0, 0.25)])
    def test_a_quarter_of_the_light_is_refused_with_what_to_do(self, path, learn, bare):
        before = path.read_bytes()
        with pytest.raises(LearnError, match=r"has 25 % of the brightness of .* lock the exposure") as refused:
            learn_table(path, lit(PAINTER.paint(LEARN, seed=1), learn), lit(empty(), bare), LINES)
        assert path.read_bytes() == before
        assert "25 % del brillo" in refused.value.spanish

    @pytest.mark.parametrize(
        ("learn", "bare", "words"),
        [
            ((0.6,), (1.0,), "the learn picture has 60 % of the brightness of the empty picture"),
            ((1.0,), (0.6,), "the empty picture has 60 % of the brightness of the learn picture"),
            ((1.0,), (0.8, 1.0, 1.2), "another colour than the empty picture's (red 8"),
            ((1.1, 1.0, 0.9), (1.0,), "another colour than the empty picture's (red 9"),
            ((0.3,), (0.3,), "the learn picture is dark (brightness 6"),
        ],
    )
    def test_other_light_is_told_with_what_to_do(self, learn, bare, words):
        notes = light_notes(lit(PAINTER.paint(LEARN, seed=1), *learn), lit(empty(), *bare))
        assert words in notes[0].en
        assert "take both again" in notes[0].en

    def test_the_same_light_gives_no_word(self):
        assert light_notes(PAINTER.paint(LEARN, seed=1), empty()) == []


class TestFocus:
    """One of the two pictures, or both, out of focus."""

    @pytest.mark.parametrize(
        ("learn", "bare", "what"), [(4.0, 0.0, "the learn picture"), (0.0, 4.0, "the empty picture")]
    )
    def test_a_blurred_one_is_refused_and_nothing_is_written(self, path, learn, bare, what):
        before = path.read_bytes()
        with pytest.raises(LearnError, match=f"{what} is out of focus .* take both again") as refused:
            learn_table(path, blurred(PAINTER.paint(LEARN, seed=1), learn), blurred(empty(), bare), LINES)
        assert path.read_bytes() == before
        assert "desenfocada" in refused.value.spanish

    @pytest.mark.parametrize(
        ("learn", "bare", "words"), [(1.2, 0.0, "the learn picture is out of focus"), (4.0, 4.0, "both pictures are")]
    )
    def test_a_soft_one_is_told(self, learn, bare, words):
        (note,) = focus_notes(blurred(PAINTER.paint(LEARN, seed=1), learn), blurred(empty(), bare))
        assert note.en.startswith(words)

    @pytest.mark.parametrize("gain", [0.6, 1.0, 1.4])
    def test_two_sharp_ones_give_no_word(self, gain):
        assert focus_notes(lit(PAINTER.paint(LEARN, seed=1), gain), lit(empty(), gain)) == []


def blurred(picture, sigma_px):
    return cv2.GaussianBlur(picture, (0, 0), sigma_px) if sigma_px else picture


# mean colour, Lab, of clays under red and magenta light, as learned from a rendered scene
MAGENTA = {
    "red": (41, 57, 32),
    "light blue": (37, 16, -40),
    "yellow": (66, 33, 62),
    "white": (61, 50, -4),
    "dark green": (22, -7, -0),
    "purple": (26, 34, -26),
    "orange": (56, 60, 52),
    "black": (14, 15, -3),
}


def under_magenta(**called):
    """Learned figures under that light; `called` gives some another word: red="white"."""
    learn_from = table().figures[0]
    for clay, lab in MAGENTA.items():
        model = ColourModel(np.ones(1), np.array([lab]), 4.0 * np.eye(3)[None])
        yield replace(from_entry(learn_from), id=clay, name=clay, colour=called.get(clay, clay), colours=model)


class TestWordsInColouredLight:
    def test_true_words_are_believed(self):
        figures = list(under_magenta())
        assert exchanged_lines(figures, []) == []
        assert contradicted(figures) == []

    def test_two_words_exchanged_are_told_though_the_light_makes_white_pink(self):
        (told,) = exchanged_lines(list(under_magenta(red="white", white="red")), [])
        assert "are the two lines exchanged?" in told.en

    def test_one_word_that_is_not_the_clays_is_told(self):
        figures = list(under_magenta(yellow="dark blue"))
        assert exchanged_lines(figures, []) == []
        (told,) = contradicted(figures)
        assert told.text.en.startswith("figure yellow is called dark blue, but the clay there looks ")
        assert "parece" in told.text.es


def test_a_speck_beside_a_body_has_no_outline(path):
    """Two pixels that shine alike have none, and a table with such a list could be written but not read."""
    scene = Scene(PAINTER.camera, RING, empty())
    mask = core_area(scene, LINES[0], scene.empty.shape[:2])
    mask[3, 3] = mask[6, 6:8] = True
    figure = _figure(LINES[0], mask, fit_colours(scene.empty[mask]), scene)
    assert [len(polygon) > 2 for polygon in figure.polygons] == [True]


@pytest.mark.parametrize(
    ("name", "colour", "words"),
    [("Leo", "Leo", "figure 8 (Leo)"), ("Leo", "red", "figure 8 (Leo, red)"), ("8", "", "figure 8")],
)
def test_a_figure_called_by_its_colour_word_is_named_once(name, colour, words):
    assert _called(Sitter("8", name, colour, 0.0, 0.0)).en == words


def test_a_colour_left_empty_is_the_word_that_is_seen_and_marked_as_that(path):
    learn_table(
        path, PAINTER.paint(LEARN, seed=1), empty(), [replace(one, name=f"F{one.id}", colour="") for one in LINES]
    )
    entries = read_table(path).figures
    assert [(one["colour"], own_colour(one)) for one in entries] == [("red", ""), ("blue", ""), ("green", "")]
    # learned again with a word of one's own
    learn_table(path, PAINTER.paint(LEARN, seed=1), empty(), LINES)
    assert [own_colour(one) for one in read_table(path).figures] == ["red", "blue", "green"]
