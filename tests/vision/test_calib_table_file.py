"""The table file: strict, readable, versioned, never overwritten silently (DESIGN.md section 4, B-07)."""

from dataclasses import replace

import numpy as np
import pytest

from companion.errors import ConfigError, FileProblemError
from companion.vision.table_file import (
    Draft,
    Ring,
    Table,
    generation,
    read_draft,
    read_markers,
    read_table,
    restore_table,
    write_table,
)
from vision.calib_scene import scene

BY_HAND = """\
# typed by a person
version: 1
ring: {size_mm: [600, 600], ringside_mm: 220, ringside_z_mm: -30}
camera: {width: 1280, height: 720, K: [[900.0, 0.0, 641.0], [0.0, 900.0, 357.0], [0.0, 0.0, 1.0]],
         dist: [-0.1, 0.05, 0.0003, -0.0002, -0.01], rvec: [2.78, 0.086, -0.024], tvec_mm: [0.3, -4.7, 728.3]}
"""


LEARNED = {
    "version": 1,
    "learned_at": {"x_mm": 1.0, "y_mm": 2.0, "facing_deg": None},
    "colours": [{"weight": 1.0, "lab": [50, 40, 30], "covariance": [[9, 0, 0], [0, 9, 0], [0, 0, 9]]}],
    "outline_px": ["1,1 5,1 5,9"],
    "of_a_later_version": {"a": [1]},
}


def table_of(letter: str) -> Table:
    the = scene(letter)
    figure = {"id": "1", "name": "Momia", "colour": "red", "class": "humanoid", "height_mm": 91.0,
              "footprint_mm": 14.0, "model": LEARNED}  # fmt: skip
    return Table(1, the.ring, the.camera, the.markers, (figure,), {"port": "sim"}, {"screen": 1})


class TestReading:
    def test_a_hand_written_file_with_ring_and_camera_is_enough(self, tmp_path):
        path = tmp_path / "T.yaml"
        path.write_text(BY_HAND, encoding="utf-8")
        table = read_table(path)
        assert table.ring == Ring((600, 600), 220, -30)
        assert table.camera is not None
        assert table.camera.error_px is None
        assert table.camera.source is None
        assert table.camera.K[0, 2] == 641.0

    @pytest.mark.parametrize(
        ("line", "place"),
        [
            ("kamera: 3", "7:1: kamera is an unknown key; did you mean camera?"),
            ("figures: [{id: 1, hight_mm: 80}]", "hight_mm is an unknown key; did you mean height_mm?"),
            ("figures: [{id: 1}, {id: 1}]", "figures[1].id = 1 is used twice"),
            ("figures: [{id: 1, class: giant}]", "humanoid, beast or blob"),
        ],
    )
    def test_what_is_not_allowed_is_named_with_its_place(self, tmp_path, line, place):
        path = tmp_path / "T.yaml"
        path.write_text(BY_HAND + "leds: {}\n" * ("kamera" in line) + line + "\n", encoding="utf-8")
        with pytest.raises(ConfigError, match=r"T\.yaml:") as caught:
            read_table(path)
        assert place in str(caught.value)

    @pytest.mark.parametrize(
        ("before", "after", "words"),
        [
            ("size_mm: [600, 600]", "size_mm: [40, 600]", "T.yaml:3:18: ring.size_mm[0] = 40 is not allowed"),
            ("size_mm: [600, 600]", "size_mm: [600]", "ring.size_mm = a list of 1 is not allowed; give a list of 2"),
            ("rvec: [2.78,", "rvec: [", "camera.rvec = a list of 2 is not allowed; give a list of 3"),
            ("version: 1", "version: 2", "this program reads version 1"),
            ("K: [[900.0", "K: [[-900.0", "fx and fy over 0"),
            (", tvec_mm: [0.3, -4.7, 728.3]", "", "rvec and tvec_mm together"),
            ("dist: [-0.1", "dist: [.nan", "dist"),
        ],
    )
    def test_impossible_values_are_refused(self, tmp_path, before, after, words):
        path = tmp_path / "T.yaml"
        assert before in BY_HAND
        path.write_text(BY_HAND.replace(before, after), encoding="utf-8")
        with pytest.raises(ConfigError) as caught:
            read_table(path)
        assert words in str(caught.value)
        assert caught.value.exit_code == 2

    def test_a_table_without_ring_says_what_to_do(self, tmp_path):
        path = tmp_path / "T.yaml"
        write_table(path, Draft(lens=scene("a").lens))
        with pytest.raises(ConfigError, match="companion calibrate ring"):
            read_table(path)
        assert read_draft(path).lens is not None

    def test_a_missing_file_is_an_error_for_use_and_a_beginning_for_calibration(self, tmp_path):
        with pytest.raises(FileProblemError, match="no such file"):
            read_table(tmp_path / "T.yaml")
        assert read_draft(tmp_path / "T.yaml").ring is None

    def test_markers_that_are_no_square_of_their_size_are_refused(self, tmp_path):
        path = tmp_path / "M.yaml"
        path.write_text(
            "- {id: 0, size_mm: 44, corners_mm: [[0, 0, 0], [44, 0, 0], [44, -44, 0], [0, -44, 0]]}\n"
            "- {id: 1, size_mm: 44, corners_mm: [[0, 0, 0], [44, 0, 0], [0, -44, 0], [44, -44, 0]]}\n",
            encoding="utf-8",
        )
        with pytest.raises(ConfigError, match=r"M.yaml:2:36: \[1\].corners_mm = .* marker 1: corners_mm are no square"):
            read_markers(path)


class TestWriting:
    def test_what_is_written_is_read_back(self, tmp_path):
        path, table = tmp_path / "T.yaml", table_of("a")
        write_table(path, table)
        again = read_table(path)
        assert again.ring == table.ring
        assert again.figures == table.figures
        assert (again.leds, again.display) == (table.leds, table.display)
        assert np.allclose(
            again.camera.project(scene("a").grid_mm()), table.camera.project(scene("a").grid_mm()), atol=0.01
        )
        assert [m.id for m in again.markers] == [0, 1, 2, 3]

    def test_a_former_file_is_never_lost_silently(self, tmp_path):
        path, table = tmp_path / "T.yaml", table_of("a")
        write_table(path, table)
        for ringside_mm in (100.0, 110.0, 120.0):
            said = write_table(path, replace(table, ring=Ring((700, 700), ringside_mm, -40)))
            assert any("former file" in sentence.en for sentence in said)
            assert any(f"ringside {ringside_mm:g} mm" in sentence.en for sentence in said)
        assert [read_table(generation(path, n)).ring.ringside_mm for n in (1, 2, 3)] == [110.0, 100.0, 250]

    def test_what_has_changed_is_told_in_spanish_too(self, tmp_path):
        path, table = tmp_path / "T.yaml", table_of("a")
        assert [text.es for text in write_table(path, table)] == [f"{path} es nuevo"]
        moved = replace(table.camera, tvec_mm=table.camera.tvec_mm + 3.0)
        other = replace(table, ring=Ring((700, 700), 300.0, -40), camera=moved, markers=(), figures=())
        told = " | ".join(text.es for text in write_table(path, other))
        for words in (
            "borde 300 mm",
            "la cámara se movió 5,2 mm",
            "0 marcas, eran 4",
            "figuras: ninguna",
            "anterior es",
        ):
            assert words in told

    @pytest.mark.parametrize(
        ("change", "english", "spanish"),
        [
            ({"hands": {"warm_s": 90.0}}, "settings of the hand finder", "ajustes del buscador de manos"),
            ({"leds": {"port": "other"}}, "settings of the lights", "ajustes de las luces"),
            ({"display": {"crowd": 1}}, "settings of the screens", "ajustes de las pantallas"),
            ({"ring": Ring((700, 700), 250, -55)}, "ringside 250 mm, at -55 mm", "a -55 mm"),
        ],
    )
    def test_each_part_that_changes_is_told_by_its_name_and_no_other(self, tmp_path, change, english, spanish):
        path = tmp_path / "T.yaml"
        write_table(path, table_of("a"))
        changed, former = write_table(path, replace(table_of("a"), **change))
        assert english in changed.en
        assert spanish in changed.es
        assert "former" in former.en

    def test_what_else_the_camera_and_the_markers_change_is_told(self, tmp_path):
        path, table = tmp_path / "T.yaml", table_of("a")
        write_table(path, table)
        moved = [replace(m, corners_mm=m.corners_mm + 5.0 * (m.id == 2)) for m in table.markers]
        camera = replace(table.camera, name="attic", sure_mm=2.5)
        told = [text.en for text in write_table(path, replace(table, markers=tuple(moved), camera=camera))][:-1]
        assert told == [
            "the camera stays, sure to 2.5 mm",
            "the camera's name or place to open it",
            "markers with a new place: 2",
        ]

    def test_a_comment_that_goes_changes_no_value(self, tmp_path):
        path = tmp_path / "T.yaml"
        write_table(path, table_of("a"))
        path.write_text(path.read_text(encoding="utf-8") + "# mine\n", encoding="utf-8")
        said = write_table(path, table_of("a"))
        assert [text.en for text in said[:-1]] == ["the same values, written anew"]

    def test_generations_end_somewhere(self, tmp_path):
        path = tmp_path / "T.yaml"
        for ringside_mm in range(100, 114):
            write_table(path, Draft(ring=Ring((700, 700), ringside_mm)))
        assert len(list(tmp_path.iterdir())) == 1 + 9

    def test_an_earlier_generation_can_be_restored(self, tmp_path):
        path = tmp_path / "T.yaml"
        write_table(path, Draft(ring=Ring((700, 700), 100)))
        write_table(path, Draft(ring=Ring((700, 700), 200)))
        restore_table(path)
        assert read_table(path).ring.ringside_mm == 100
        assert read_table(generation(path, 1)).ring.ringside_mm == 200
        with pytest.raises(FileProblemError, match="nothing earlier"):
            restore_table(path, 9)

    def test_an_earlier_generation_comes_back_over_a_file_that_is_no_table(self, tmp_path):
        path = tmp_path / "T.yaml"
        write_table(path, Draft(ring=Ring((700, 700), 100)))
        write_table(path, Draft(ring=Ring((700, 700), 200)))
        path.write_text("camera: [1,2\n  K: {")
        (said,) = restore_table(path)
        assert said.es == f"{path} no era una mesa; queda en {generation(path, 1)}"
        assert read_table(path).ring.ringside_mm == 100
        assert generation(path, 1).read_text() == "camera: [1,2\n  K: {"

    def test_the_same_table_again_changes_nothing(self, tmp_path):
        path = tmp_path / "T.yaml"
        write_table(path, table_of("a"))
        assert write_table(path, table_of("a")) == []
        assert not generation(path, 1).exists()

    def test_a_file_that_is_no_table_is_not_overwritten(self, tmp_path):
        path = tmp_path / "T.yaml"
        path.write_text("shopping: [clay, batteries]\n", encoding="utf-8")
        with pytest.raises(ConfigError):
            write_table(path, table_of("a"))
        assert path.read_text(encoding="utf-8") == "shopping: [clay, batteries]\n"
