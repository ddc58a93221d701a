"""`calibrate check`: each finding, with what to do (field notes B-05, B-09, B-10, and what pictures show of A)."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.vision.calibration_report import describe, draw_ring, name_sides
from companion.vision.check import _side_checks, check_source
from companion.vision.geometry import Camera
from companion.vision.health import PARTS_ES
from companion.vision.marker_check import marker_contrast
from companion.vision.marker_layout import no_marker_advice
from companion.vision.picture_quality import focus_against, hue
from companion.vision.ring_pose import RingPose
from companion.vision.sources import Picture
from companion.vision.table_file import Table, write_table
from vision.calib_scene import Scene, jpeg, scene


@pytest.fixture
def bench(tmp_path):
    """Write a table and a picture, check one against the other, and give the findings by part."""

    def run(the: Scene, picture: Picture, camera: Camera | None = None, empty: Picture | None = None):
        table = tmp_path / "T.yaml"
        write_table(table, Table(1, the.ring, camera or replace(the.camera, sure_mm=1.0, error_px=0.2), the.markers))
        path = tmp_path / "now.png"
        cv2.imwrite(str(path), picture)
        if empty is not None:
            cv2.imwrite(str(tmp_path / "T.empty.jpg"), empty, [cv2.IMWRITE_JPEG_QUALITY, 96])
        return {finding.part: finding for finding in check_source([path], table)}

    return run


def failed(findings) -> set[str]:
    return {part for part, finding in findings.items() if not finding.ok}


class TestAllIsWell:
    @pytest.mark.parametrize("letter", ["a", "b", "c"])
    def test_the_calibrated_view_passes_every_check(self, bench, letter):
        the = scene(letter)
        findings = bench(the, the.empty, empty=the.empty)
        assert failed(findings) == set()
        assert {"picture", "size", "lens", "ring", "view", "light", "north side"} <= findings.keys()

    def test_a_hidden_marker_is_told_and_forgiven(self, bench):
        """Ropes hide two of them; the calibration does not need them whole."""
        findings = bench(scene("a"), scene("a").empty)
        assert "hidden or blurred" in findings["marker 0"].detail.en
        assert findings["marker 0"].ok
        assert findings["marker 0"].sentence("en").startswith("?    marker 0: hidden or blurred")


class TestPrint:
    """B-09: found or not, contrast, size agreement."""

    def painted(self, the: Scene, number: int, dark: int) -> Picture:
        """The picture with a marker's black replaced by a grey."""
        place = the.markers[number]
        quad = np.round(the.camera.project(place.corners_mm)).astype(np.int32)
        inside = cv2.fillConvexPoly(np.zeros(the.empty.shape[:2], np.uint8), quad, 1).astype(bool)
        picture = the.empty.copy()
        patch = picture[inside].astype(int)
        picture[inside] = np.where(patch < dark, dark, patch).astype(np.uint8)
        return picture

    def test_grey_ink_is_told(self, bench):
        the = scene("b")
        findings = bench(the, self.painted(the, 2, 150))
        assert "marker 2" in failed(findings)
        assert "contrast" in findings["marker 2"].detail.en

    def test_an_outline_alone_is_told(self, bench):
        """A printer that draws the black square's edge and leaves it white within."""
        the = scene("b")
        corners = the.camera.project(the.markers[2].corners_mm)
        picture = the.empty.copy()
        quad = np.round(corners).astype(np.int32)
        white = int(np.percentile(picture[cv2.fillConvexPoly(np.zeros(picture.shape[:2], np.uint8), quad, 1) > 0], 95))
        cv2.fillConvexPoly(picture, quad, (white,) * 3)
        cv2.polylines(picture, [quad], True, (20, 20, 20), 1, cv2.LINE_AA)
        findings = bench(the, picture)
        assert failed(findings) >= {"marker 2"}
        assert "pale, contrast 0 %" in findings["marker 2"].detail.en
        assert "filled black on white" in findings["marker 2"].remedy.en
        assert not {"marker 1", "marker 3"} & failed(findings)

    def test_contrast_is_a_share_of_the_white(self):
        the = scene("b")
        corners = the.camera.project(the.markers[2].corners_mm)
        good = marker_contrast(the.empty, corners, the.markers[2])
        poor = marker_contrast(self.painted(the, 2, 150), corners, the.markers[2])
        assert good > 0.7
        assert poor < 0.45

    def test_a_wrong_print_size_is_told(self, bench):
        """The layout says 620 mm; as if the markers lay 3 % nearer."""
        the = scene("b")
        shrunk = tuple(
            replace(
                place,
                corners_mm=place.corners_mm - place.corners_mm.mean(axis=0) + place.corners_mm.mean(axis=0) * 0.97,
            )
            for place in the.markers
        )
        findings = bench(replace(the, markers=shrunk), the.empty)
        assert "print size" in failed(findings)
        assert "--bar" in findings["print size"].remedy.en


class TestView:
    def test_a_camera_that_was_moved_is_told(self, bench):
        the = scene("b")
        moved = cv2.warpAffine(
            the.empty, np.float64([[1, 0, 9], [0, 1, 7]]), (1280, 720), borderMode=cv2.BORDER_REPLICATE
        )
        findings = bench(the, moved)
        assert {"marker 2", "marker 3"} <= failed(findings)
        assert "companion calibrate ring" in findings["marker 2"].remedy.en

    @pytest.mark.parametrize(("letter", "x_px", "y_px"), [("a", 9, 6), ("b", 9, 6), ("c", 9, 6), ("c", 24, 0)])
    def test_a_view_that_was_moved_since_the_empty_picture_is_told_alone(self, bench, letter, x_px, y_px):
        """Other lines come to lie where the sides were, and hidden prints are not pale: one fault, one line."""
        the = scene(letter)
        size = (the.camera.width, the.camera.height)
        moved = cv2.warpAffine(
            the.empty, np.float64([[1, 0, x_px], [0, 1, y_px]]), size, borderMode=cv2.BORDER_REPLICATE
        )
        findings = bench(the, moved, empty=the.empty)
        assert failed(findings) == {"view"}
        assert findings["view"].remedy.en == "run `companion calibrate ring` again"
        assert "moved by" in findings["view"].detail.en

    def test_prints_that_cannot_be_read_in_a_moved_view_are_not_called_pale(self, bench):
        the = scene("a")
        moved = cv2.warpAffine(
            the.empty, np.float64([[1, 0, 15], [0, 1, 15]]), (1280, 720), borderMode=cv2.BORDER_REPLICATE
        )
        findings = bench(the, moved)
        assert {"marker 2", "marker 3"} <= failed(findings)
        assert not {"marker 0", "marker 1"} & failed(findings)
        assert findings["marker 0"].is_open
        assert findings["print size"].remedy.en.startswith("run `companion calibrate ring` again")

    @pytest.mark.parametrize("letter", ["a", "b"])
    def test_markers_tell_a_turned_view_without_an_empty_picture(self, bench, letter):
        the = scene(letter)
        findings = bench(the, np.ascontiguousarray(the.empty[::-1, ::-1]))
        assert failed(findings) == {"view"}
        assert "upside down" in findings["view"].detail.en

    def test_another_rings_table_is_one_line(self, bench):
        findings = bench(scene("b"), scene("a").empty)
        assert failed(findings) == {"view"}
        assert "another ring's table file" in findings["view"].remedy.en
        assert "mesa de otro ring" in findings["view"].remedy.es

    def test_a_picture_turned_by_half_is_told(self, bench):
        """B-05: turned by 180 degrees between calibration and match."""
        the = scene("c")
        findings = bench(the, np.ascontiguousarray(the.empty[::-1, ::-1]), empty=the.empty)
        assert "view" in failed(findings)
        assert "upside down" in findings["view"].detail.en

    @pytest.mark.parametrize("letter", ["b", "c"])
    def test_a_mirrored_picture_is_told(self, bench, letter):
        the = scene(letter)
        findings = bench(the, np.ascontiguousarray(the.empty[:, ::-1]), empty=the.empty)
        part = "mirror" if letter == "b" else "view"
        assert part in failed(findings)
        assert "mirroring" in findings[part].remedy.en

    def test_another_size_is_told(self, bench):
        the = scene("a")
        findings = bench(the, cv2.resize(the.empty, (640, 480)))
        assert failed(findings) == {"size"}
        assert "640x480, calibrated at 1280x720" in findings["size"].detail.en

    def test_no_picture_is_told(self, bench):
        """A-02: never used for calibration."""
        the = scene("a")
        findings = bench(the, np.full_like(the.empty, (200, 0, 0)))
        assert failed(findings) == {"picture"}
        assert "lens cap" in findings["picture"].remedy.en

    def test_sides_have_names_people_can_confirm(self):
        """B-05: named sides over the live picture."""
        the = scene("b")
        assert [text.en for text in name_sides(the.camera, the.ring)] == [
            "south side: at the bottom of the picture",
            "east side: at the right of the picture",
            "north side: at the top of the picture",
            "west side: at the left of the picture",
        ]
        drawn = draw_ring(the.empty, the.camera, the.ring)
        changed = (drawn != the.empty).any(axis=2)
        on_sides = np.round(the.camera.project(the.ring.corners_mm * 0.5 + np.roll(the.ring.corners_mm, -1, 0) * 0.5))
        assert all(changed[int(y), int(x)] for x, y in on_sides)
        assert changed.mean() < 0.1


class TestLens:
    def test_a_side_that_stays_bent_is_told(self, bench):
        """B-10: over 1 % from straight."""
        the = scene("b")
        straight = replace(the.camera, dist=np.array([0.25, 0, 0, 0, 0]), sure_mm=1.0)
        findings = bench(the, the.empty, camera=straight)
        bent = [part for part in failed(findings) if part.endswith("side")]
        assert bent
        assert any("calibrate camera" in findings[part].remedy.en for part in bent)

    def test_a_coarse_calibration_is_told(self, bench):
        the = scene("b")
        findings = bench(the, the.empty, camera=replace(the.camera, sure_mm=12.0, error_px=0.2))
        assert failed(findings) == {"ring"}


class TestLight:
    @pytest.mark.parametrize(("gains", "word"), [((0.8, 1.0, 1.2), "white balance"), ((0.6, 0.6, 0.6), "exposure")])
    def test_a_shift_is_told_with_advice(self, bench, gains, word):
        the = scene("a")
        shifted = np.clip(the.empty * np.array(gains), 0, 255).astype(np.uint8)
        findings = bench(the, shifted, empty=the.empty)
        assert "light" in failed(findings)
        assert word in findings["light"].remedy.en


def turned_hue(picture: Picture, degrees: float) -> Picture:
    hsv = cv2.cvtColor(picture.astype(np.float32) / 255, cv2.COLOR_BGR2HSV)
    hsv[..., 0] = (hsv[..., 0] + degrees) % 360
    return np.asarray(np.round(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR) * 255), dtype=np.uint8)


class TestQuality:
    @pytest.mark.parametrize("degrees", [12, -12])
    def test_turned_colours_are_told(self, degrees):
        for letter in "abc":
            empty = scene(letter).empty
            found = hue(turned_hue(empty, degrees), empty)
            assert not found.ok, letter
            assert "hue" in found.remedy.en

    @pytest.mark.parametrize("gains", [(0.6, 0.6, 0.6), (1.4, 1.4, 1.4), (0.8, 1.0, 1.2)])
    def test_other_light_is_no_turned_hue_and_no_blur(self, gains):
        for letter in "abc":
            empty = scene(letter).empty
            now = jpeg(np.clip(empty * np.array(gains), 0, 255).astype(np.uint8), 40)
            assert hue(now, empty).ok, letter
            assert focus_against(now, empty).ok, letter

    def test_a_blur_of_a_pixel_and_a_half_is_told(self):
        for letter in "abc":
            empty = scene(letter).empty
            assert not focus_against(cv2.GaussianBlur(empty, (0, 0), 1.5), empty).ok
            assert focus_against(cv2.GaussianBlur(empty, (0, 0), 0.7), empty).ok

    def test_a_blur_and_turned_colours_are_among_the_findings(self, bench):
        the = scene("a")
        spoilt = turned_hue(cv2.GaussianBlur(the.empty, (0, 0), 3), 12)
        findings = bench(the, spoilt, empty=the.empty)
        assert {"focus", "hue"} <= failed(findings)
        assert "autofocus" in findings["focus"].remedy.en

    def test_a_dark_picture_is_told_as_such(self, bench):
        the = scene("b")
        findings = bench(the, np.asarray(the.empty * 0.25, dtype=np.uint8))
        assert "brightness" in failed(findings)
        assert "more light" in findings["brightness"].remedy.en

    def test_darkness_is_named_where_no_marker_is_found(self):
        the = scene("c")
        dark = the.frame(np.asarray(the.empty * 0.2, dtype=np.uint8))
        told = no_marker_advice(dark, scene("a").markers)
        assert told.en.startswith("the picture is dark: more light")
        assert told.es.startswith("la imagen está oscura: más luz")
        assert no_marker_advice(the.frame(), scene("a").markers).en.startswith("no marker found")


class TestSides:
    def test_a_side_that_cannot_be_judged_is_neither_good_nor_bad(self, bench):
        the = scene("c")
        hidden = the.empty.copy()
        first, last = the.camera.project(the.ring.corners_mm[:2])
        cv2.line(hidden, tuple(map(int, first)), tuple(map(int, last)), (90, 90, 90), 90)
        south = bench(the, hidden)["south side"]
        assert (south.ok, south.is_open) == (True, True)
        assert south.sentence("en").startswith("?    south side: at the ")
        assert "-> clear it of figures" in south.sentence("en")
        assert south.sentence("es").startswith("?    lado sur: ")
        assert south.plain("en")["remedy"].startswith("clear it")

    def test_no_side_in_sight_is_no_good_check(self):
        the = scene("c")
        plain = np.full_like(the.empty, 120)
        *sides, whole = _side_checks(plain, the.camera, the.ring)
        assert all(side.is_open for side in sides)
        assert (whole.part, whole.ok) == ("sides", False)


def test_every_part_has_a_spanish_name(bench):
    findings = bench(scene("a"), scene("a").empty, empty=scene("a").empty)
    told = [finding.sentence("es") for finding in findings.values()]
    for part in findings:
        kind = part.partition(" ")[0]
        assert kind == "marker" or part in PARTS_ES
    assert any("marca 0: tapada o borrosa" in line for line in told)
    assert any("lado norte: " in line for line in told)
    assert any("vista: " in line for line in told)


def test_findings_are_plain_data_in_both_languages(bench):
    findings = bench(scene("b"), np.full_like(scene("b").empty, 7))
    plain = findings["picture"].plain("es")
    assert plain.keys() == {"part", "ok", "detail", "remedy"}
    assert plain["ok"] is False
    assert "tapa" in plain["remedy"]
    assert findings["picture"].sentence("en").startswith("FAIL picture")


@pytest.mark.parametrize(
    ("why", "porque"),
    [
        ("not seen", "no se ve"),
        ("is turned by 90 degrees against the layout", "está girada 90 grados respecto al plano"),
        ("seen twice", "se ve dos veces"),
        ("lies where marker 2 should, as if exchanged", "está donde debería la marca 2, como cambiadas"),
        ("edge 2.3 px away, uneven by 0.7 px", "borde a 2.3 px, irregular en 0.7 px"),
    ],
)
def test_reasons_are_told_in_spanish_too(why, porque):
    the = scene("b")
    pose = RingPose(the.camera, 1.0, 2.0, {"marker 1": 0.2}, {"marker 3": why})
    assert describe(pose, the.ring)[0].es == f"marca 3: {porque}, no se usa"


def test_a_wrong_click_and_the_size_it_rests_on_are_told():
    """Without a marker nothing in the picture has a known length: the millimetres hold if the mat's size does."""
    the = scene("b")
    pose = RingPose(the.camera, 1.0, 2.0, {"clicks": 0.2}, {"sw corner": "clicked 33 px beside it"})
    told = describe(pose, the.ring)
    assert (told[0].en, told[0].es) == (
        "sw corner: clicked 33 px beside it, not used",
        "esquina sw: clic a 33 px de ella, no se usa",
    )
    assert any("at the worst corner, if the mat measures 620 x 620 mm (each 10 mm" in text.en for text in told)
    assert any("en la peor esquina, si la lona mide 620 x 620 mm (cada 10 mm" in text.es for text in told)
