"""Samples that people copy: each is read by what reads it in an evening, and says what the printed kit is."""

import re
from pathlib import Path

import numpy as np
import pytest

from companion.leds.layout import MOST_LEDS
from companion.leds.settings import settings_from
from companion.store.people import fold
from companion.store.show import Show
from companion.vision.colour_command import read_sitters
from companion.vision.table_file import read_draft, read_markers, read_table
from companion.vision.targets import FIRST_POST_ID, POST_MARKER_MM, kit_layout

ROOM = Path(__file__).parents[2] / "calibration"
TABLES = ROOM / "tables"
RINGS = ("ring_60cm", "ring_70cm", "ring_80cm")


def test_every_sample_is_known_here() -> None:
    known = {*RINGS, "post_markers_70cm", "whole_70cm", "figures"}
    assert {path.stem for path in TABLES.glob("*")} == known


@pytest.mark.parametrize("name", RINGS)
def test_a_ring_with_the_printed_kit(name: str) -> None:
    draft = read_draft(TABLES / f"{name}.yaml")
    assert draft.ring is not None
    assert draft.ring.size_mm == (10.0 * int(name[5:7]),) * 2
    due = kit_layout(draft.ring)
    assert [marker.id for marker in draft.markers] == [marker.id for marker in due]
    for marker, kit in zip(draft.markers, due, strict=True):
        assert (marker.dictionary, marker.size_mm) == (kit.dictionary, kit.size_mm)
        assert np.abs(marker.corners_mm - kit.corners_mm).max() < 0.05
    lights = settings_from(draft.leds, round(draft.ring.size_mm[0]))
    assert lights.layout.leds <= MOST_LEDS


def test_markers_on_the_posts() -> None:
    """A table is a `--markers` file too."""
    markers = read_markers(TABLES / "post_markers_70cm.yaml")
    assert [marker.id for marker in markers] == list(range(FIRST_POST_ID, FIRST_POST_ID + 4))
    for marker in markers:
        assert marker.size_mm == POST_MARKER_MM
        assert np.abs(marker.corners_mm.mean(axis=0)) == pytest.approx([370, 370, 240])
    assert read_draft(TABLES / "post_markers_70cm.yaml").markers[0].id == FIRST_POST_ID


def test_a_whole_table_looks_down_on_its_ring() -> None:
    table = read_table(TABLES / "whole_70cm.yaml")
    assert table.camera is not None
    assert table.camera.position_mm == pytest.approx([0, 0, 1050], abs=0.1)
    corners = table.camera.project(table.ring.corners_mm)
    assert (corners > 0).all()
    assert (corners < [table.camera.width, table.camera.height]).all()
    south_west, south_east, north_east, _ = corners
    assert south_east[0] > south_west[0]
    assert north_east[1] < south_east[1], "north is up in the picture"
    assert len(table.figures) == 3


def test_figures_of_the_learn_picture() -> None:
    assert [sitter.name for sitter in read_sitters(TABLES / "figures.yaml")] == ["Momia", "Pulpo", "Flan"]


def test_markers_of_ones_own() -> None:
    assert [marker.id for marker in read_markers(ROOM / "markers.yaml")] == [0, 1, 2, 3]


def test_people(tmp_path: Path) -> None:
    from companion.cli.main import main

    show = tmp_path / "s.db"
    assert main(["roster", "import", str(ROOM / "people.csv"), "--show", str(show)]) == 0
    with Show.open(show, readonly=True) as opened:
        people = fold(opened.rows())
    assert {sheet.name for sheet in people.sheets.values()} == {"Momia", "Pulpo", "Flan", "Dragón"}
    spanish = tmp_path / "gente.csv"
    assert main(["roster", "export", str(spanish), "--show", str(show), "--lang", "es"]) == 0
    assert spanish.read_bytes() == (ROOM / "gente.csv").read_bytes(), "the same people in Spanish"
    assert main(["roster", "import", str(ROOM / "gente.csv"), "--show", str(show)]) == 0
    with Show.open(show, readonly=True) as opened:
        assert fold(opened.rows()).sheets == people.sheets


def anchors_of(page: Path) -> set[str]:
    """Headings of a page as links name them."""
    heads = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", head.casefold()).replace(" ", "-") for head in heads}


def _is_said(words: str, said: str) -> bool:
    """A number, or a unit that is filled in, stands for what a sentence has there."""
    pattern = re.sub(r"\d+|cm, not mm|cm, no mm", "9", words)
    return pattern in re.sub(r"\d+", "9", said)


class TestPages:
    """The guide and the troubleshooting pages, in both languages."""

    PAGES = ("guide_en.md", "guia_es.md", "troubleshooting_en.md", "problemas_es.md")

    @pytest.mark.parametrize("name", PAGES)
    def test_every_link_and_picture_is_there(self, name: str) -> None:
        text = (ROOM / name).read_text(encoding="utf-8")
        targets = [found.partition("#") for found in re.findall(r"\]\(([^)#]+(?:#[^)]+)?)\)", text)]
        assert targets
        assert [target for target, _, _ in targets if not (ROOM / target).is_file()] == []
        assert [one for one in targets if one[2] and one[2] not in anchors_of(ROOM / one[0])] == []

    @pytest.mark.parametrize(("name", "heads"), [("troubleshooting_en.md", "symptom"), ("problemas_es.md", "síntoma")])
    def test_every_field_note_of_a_to_f_has_its_line(self, name: str, heads: str) -> None:
        text = (ROOM / name).read_text(encoding="utf-8")
        due = {
            f"{letter}-{n:02d}"
            for letter, most in zip("ABCDEF", (11, 10, 7, 7, 9, 9), strict=True)
            for n in range(1, most + 1)
        }
        assert due - set(re.findall(r"\b[A-F]-\d\d\b", text)) == set()
        assert text.count(f"| {heads} |") == 6
        rows = [line for line in text.splitlines() if line.startswith("| ") and not line.startswith(f"| {heads}")]
        assert all(line.count("|") == 5 for line in rows), "symptom, cause, remedy, note"

    @pytest.mark.parametrize(
        ("name", "quoted"), [("troubleshooting_en.md", r'"([^"]+)"'), ("problemas_es.md", r"«([^»]+)»")]
    )
    def test_what_the_program_is_said_to_say_it_says(self, name: str, quoted: str) -> None:
        """Symptoms in quotes, word for word; numbers come with the case. Displays are set by the system's own words."""
        sources = (path.read_text(encoding="utf-8") for path in (ROOM.parent / "companion").rglob("*.py"))
        said = re.sub(r'"\s*f?"', "", " ".join(sources)).casefold()
        said = re.sub(r"\{[^{}]*\}", "9", said)
        of_the_system = {"extend", "mirror", "ampliar", "duplicar", "ajustar a la página", "fit to page"}
        found = set(re.findall(quoted, (ROOM / name).read_text(encoding="utf-8"))) - of_the_system
        assert len(found) >= 10
        assert {one for one in found if not _is_said(one.casefold(), said)} == set()

    def test_both_languages_say_the_same(self) -> None:
        """As many headings, commands, pictures and rows; what is typed is the same but for names and language."""
        for english, spanish in (self.PAGES[:2], self.PAGES[2:]):
            texts = [(ROOM / name).read_text(encoding="utf-8") for name in (english, spanish)]
            for pattern in (r"^#+ ", r"^companion ", r"!\[", r"^\| ", r"^\d\. "):
                found = [len(re.findall(pattern, text, re.MULTILINE)) for text in texts]
                assert found[0] == found[1], (english, pattern)
