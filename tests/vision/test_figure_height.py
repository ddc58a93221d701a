"""A height that nobody gave is told as a fact only where the picture shows it."""

import pytest

from companion.vision.colour_command import learn_table
from companion.vision.figure_height import HEIGHT_FROM, height_from, height_words
from companion.vision.figures import Sitter
from companion.vision.table_file import Table, read_table, write_table
from vision.track_scene import LEARN, PAINTER, RING, Clay, empty


def learned(tmp_path, clays, **changes):
    """Entries of figures whose heights nobody gave, by id."""
    path = tmp_path / "T.yaml"
    write_table(path, Table(1, RING, PAINTER.camera))
    sitters = [
        Sitter(c.id, c.colour, c.colour, c.x_mm, c.y_mm, c.facing_deg, **{"kind": c.kind, **changes}) for c in clays
    ]
    learn_table(path, PAINTER.paint(clays, seed=1), empty(), sitters)
    return {str(one["id"]): one for one in read_table(path).figures}


def test_a_given_height_is_told_as_it_is(tmp_path):
    one = learned(tmp_path, LEARN, height_mm=110.0)["1"]
    assert height_from(one) == "given"
    assert (height_words(one).en, height_words(one).es) == ("110 mm high", "110 mm de alto")


def test_a_standing_figure_that_is_seen_up_to_its_top_is_measured_about(tmp_path):
    one = learned(tmp_path, LEARN)["1"]
    assert height_from(one) == "measured"
    assert one["height_mm"] == pytest.approx(110, abs=8)
    assert height_words(one).es == f"unos {one['height_mm']:.0f} mm de alto"


def test_a_compact_figure_that_reaches_back_is_not(tmp_path):
    one = learned(tmp_path, LEARN)["3"]
    assert one["height_mm"] > 0
    assert (height_from(one), height_words(one).es) == (
        "unknown", f"altura: vale {one['height_mm']:.0f} mm"
    )  # fmt: skip


def test_a_figure_with_something_of_its_clay_behind_it_is_not(tmp_path):
    behind = Clay("4", "red", -150, 140, kind="blob", height_mm=85)
    entries = learned(tmp_path, (*LEARN, behind))
    assert height_from(entries["1"]) == "unknown"
    assert height_from(entries["2"]) == "measured"


def test_tables_of_former_versions_claim_no_more_than_they_know():
    model = {"version": 1}
    assert height_from({"id": "1", "height_mm": 105.0, "model": model}) == "unknown"
    assert height_words({"id": "1", "height_mm": 91.0, "model": model}).en == "about 91 mm high"
    assert height_from({"id": "1", "height_mm": 91.0}) == "given"
    assert height_from({"id": "1"}) == "unknown"
    assert height_from({"id": "1", "height_mm": 105.0, "model": {HEIGHT_FROM: "given"}}) == "given"
    assert height_from({"id": "1", "height_mm": 91.0, "model": {HEIGHT_FROM: ["x"]}}) == "measured"
