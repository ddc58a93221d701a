"""The guided set-up and markers: a search that failed, another kit's, a camera that sees few of them."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from app.setup_robot import Robot, Stage
from app.setup_sets import Set, without_a_marker
from app.setup_walks import begin, ring_size
from companion.app.setting_up import ring_work
from companion.app.setting_up.lengths import Doubt, Proof
from companion.app.setting_up.looking import elevation_deg
from companion.app.setting_up.steps import lens as lens_step
from companion.app.setting_up.steps.differences import rough_camera
from companion.app.setting_up.steps.lens import VIEWS_DUE, LensStep
from companion.app.setting_up.steps.ring import RingStep
from companion.app.setting_up.steps.ring_pages import Phase
from companion.kernel.text import Text
from companion.screens.setup_view import STEP, Lamp
from companion.screens.view_model import Tone
from companion.vision.calibration import NOT_THE_KIT
from companion.vision.lens import NO_FIT, BoardView, CalibrationError, LensResult, find_board
from companion.vision.ring_sure import LENS_DOUBTED
from companion.vision.sources import Frame
from companion.vision.table_file import Draft, MarkerPlace, Ring
from companion.vision.targets import KIT_BOARD


def at_step(folder: Path, one: Set, step: str, *, own: bool = False, language: str = "en") -> Robot:
    """Somebody with a camera who goes straight to a page; without telling a layout of his own."""
    markers = one.write_markers(folder / "M.yaml") if own else None
    robot = Robot(folder / "T.yaml", Stage(one.empty), markers, language=language)
    begin(robot)
    robot.press("f5")
    robot.desk.press(STEP + step)
    robot.wait(14)
    return robot


class TestASearchThatFailed:
    def failed(self, folder: Path, one: Set, monkeypatch: pytest.MonkeyPatch) -> tuple[Robot, list[str]]:
        """The four-clicks page after a search without result, and every search there was."""
        searches: list[str] = []

        def nothing(*_: object) -> None:
            searches.append("search")
            raise CalibrationError("nothing", "nada")

        monkeypatch.setattr(ring_work, "find_by_itself", nothing)
        robot = at_step(folder, one, "ring")
        ring_size(robot, one)
        robot.enter()
        robot.wait(2)
        return robot, searches

    def step(self, robot: Robot) -> RingStep:
        assert isinstance(robot.desk.step, RingStep)
        return robot.desk.step

    def test_asks_for_clicks_and_f7_goes_back_to_the_search(
        self, tmp_path: Path, a: Set, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        robot, searches = self.failed(tmp_path, a, monkeypatch)
        assert self.step(robot).phase is Phase.CLICKS
        robot.press("f7")
        assert [choice.key for choice in robot.desk.view().choices if choice.chosen] == ["f5"]
        robot.enter()
        robot.wait(2)
        assert searches == ["search", "search"]

    def test_can_be_repeated_from_the_clicks_at_once(
        self, tmp_path: Path, a: Set, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        robot, searches = self.failed(tmp_path, a, monkeypatch)
        robot.press("f5")
        robot.wait(2)
        assert searches == ["search", "search"]
        assert "nothing" in robot.told()

    def test_clicks_that_were_chosen_stay_chosen(self, tmp_path: Path, a: Set, monkeypatch: pytest.MonkeyPatch) -> None:
        robot, _ = self.failed(tmp_path, a, monkeypatch)
        robot.press("f7")
        robot.press("f6")
        robot.enter()
        robot.press("f7")
        assert [choice.key for choice in robot.desk.view().choices if choice.chosen] == ["f6"]


class TestAnotherKitsMarkers:
    """They lie on the ring, and nobody told them with `--markers`."""

    def test_the_page_names_the_option_and_offers_no_wrong_size(
        self, tmp_path: Path, a: Set, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Their size and places fit a kit on a larger mat; the mat's own sides say no."""

        def unfit(*_: object) -> None:
            raise CalibrationError("the markers and the edge of a mat of 799.213 x 799.213 mm do not agree")

        doubt = Doubt((799.213, 799.213), Text("the printed markers say otherwise", "las marcas dicen otra cosa"))
        monkeypatch.setattr(ring_work, "proof_by_kit", lambda *_: Proof(doubt))
        monkeypatch.setattr(ring_work, "ring_from_markers", unfit)
        robot = at_step(tmp_path, a, "ring")
        ring_size(robot, a)
        robot.enter()
        robot.wait(2)
        assert [choice.key for choice in robot.desk.view().choices] == ["f5", "f7"]
        for language, option in (
            ("en", "`companion setup --markers FILE`"),
            ("es", "`companion setup --markers ARCHIVO`"),
        ):
            robot.desk.bench.answer(language=language)
            told = " | ".join(one.text.of(language) for one in robot.desk.view().told)
            assert option in told
            assert "799" not in told
            robot.page()
            assert robot.cut == []

    def test_a_place_they_hardly_carry_is_told_with_it(
        self, tmp_path: Path, a: Set, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        robot = at_step(tmp_path, a, "show")
        frame, ring = Frame(0, 0.0, a.empty), Ring((a.side_mm, a.side_mm), 250.0, a.truth["ringside_z_mm"])
        monkeypatch.setattr(ring_work, "proof_by_kit", lambda *_: Proof())
        for sure_mm, note in ((5.0, None), (26.0, NOT_THE_KIT)):
            monkeypatch.setattr(
                ring_work, "ring_from_markers", lambda *_, mm=sure_mm: SimpleNamespace(sure_mm=mm, doubts_lens=False)
            )
            assert ring_work.find_by_markers(robot.desk.bench, frame, ring).note == note

    def test_on_the_page_of_the_lens_they_are_no_sheet_of_a_wrong_kind(self, tmp_path: Path, a: Set) -> None:
        robot = at_step(tmp_path, a, "lens")
        assert "no sheet in the picture yet" in robot.told()
        assert "DICT" not in robot.told()


class TestTheLensPage:
    def test_it_tells_how_many_views_were_left_out_and_why(
        self, tmp_path: Path, a: Set, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        robot = at_step(tmp_path, a, "lens")
        view = find_board("1", a.boards[0], KIT_BOARD)
        assert isinstance(view, BoardView)
        assert isinstance(robot.desk.step, LensStep)
        robot.desk.step.views = [view] * VIEWS_DUE
        why = Text("the sheet was bent", "la hoja estaba doblada")
        left_out = {"2": NO_FIT, "3": why, "5": NO_FIT}
        lens = replace(a.camera.lens, error_px=0.2)
        monkeypatch.setattr(lens_step, "calibrate_lens", lambda *_: LensResult(lens, {}, left_out, 1.0, 0.9))
        robot.enter()
        robot.desk.press(STEP + "lens")
        robot.wait(2)
        for language, due in (
            ("en", ("2 views left out: it does not fit the others", "1 view left out: the sheet was bent")),
            ("es", ("2 vistas descartadas: no encaja con las demás", "1 vista descartada: la hoja estaba doblada")),
        ):
            told = [one.text.of(language) for one in robot.desk.view().told]
            assert set(due) <= set(told)
        robot.page()
        assert robot.cut == []


class TestThePrintOnThePageRing:
    def test_a_pale_marker_is_told_with_what_to_do_and_the_others_with_their_contrast(self, a: Set) -> None:
        """B-09: a marker whose black came out as grey 150."""
        picture = a.empty.copy()
        corners = a.px(np.array(a.truth["markers"][3]["corners_mm"]))
        low, high = np.floor(corners.min(0)).astype(int), np.ceil(corners.max(0)).astype(int)
        part = picture[low[1] : high[1], low[0] : high[0]]
        part[...] = np.maximum(part, 200)
        places = read_places(a)
        told = ring_work.print_told(Frame(0, 0.0, picture), SimpleNamespace(camera=a.camera), places)  # type: ignore[arg-type]
        tones = {one.text.en.split()[1]: one for one in told}
        assert tones["2"].tone is Tone.GOOD
        assert "is read, contrast" in tones["2"].text.en
        assert tones["3"].tone is Tone.WARN
        assert "print it black on white" in tones["3"].text.en

    def test_a_marker_of_which_only_the_outline_came_out_is_told_too(self, a: Set) -> None:
        """B-09: the black parts stayed white inside."""
        picture = a.empty.copy()
        corners = a.px(np.array(a.truth["markers"][3]["corners_mm"])).round().astype(np.int32)
        cv2.fillConvexPoly(picture, corners, (225, 225, 225))
        cv2.polylines(picture, [corners], isClosed=True, color=(40, 40, 40))
        told = ring_work.print_told(Frame(0, 0.0, picture), SimpleNamespace(camera=a.camera), read_places(a))  # type: ignore[arg-type]
        (one,) = (one for one in told if one.text.en.split()[1] == "3")
        assert one.tone is Tone.WARN
        assert "print it black on white" in one.text.en


def read_places(one: Set) -> tuple[MarkerPlace, ...]:
    return tuple(
        MarkerPlace(m["id"], m["dict"], m["size_mm"], np.array(m["corners_mm"], float)) for m in one.truth["markers"]
    )


class TestMarkersOfOnesOwn:
    def ring_found(self, folder: Path, one: Set) -> tuple[Robot, RingStep, ring_work.Found]:
        """The page that shows the ring, to be taken by Enter."""
        robot = at_step(folder, one, "ring", own=True)
        step = robot.desk.step
        assert isinstance(step, RingStep)
        ring_size(robot, one)
        robot.enter()
        robot.wait(2)
        assert step.phase is Phase.FOUND
        assert step.found is not None
        return robot, step, step.found

    def test_the_size_that_is_offered_is_not_refused_in_turn(self, a: Set) -> None:
        """Their own edges make 700 mm look like 707 where 650 was typed: followed on, the doubts end at the truth."""
        frame, places = Frame(0, 0.0, a.empty), read_places(a)
        pose, proof = ring_work.by_own(frame, Ring((650.0, 650.0), 250.0), places, Draft())
        assert proof.doubt is not None
        assert proof.doubt.size_mm == (700.0, 700.0)
        assert proof.doubt.because.en == "by the markers the mat measures 700 x 700 mm, not 650 x 650"
        assert pose.sure_mm < ring_work.SURE_MM

    @pytest.mark.parametrize("is_by_lens", [True, False])
    def test_a_ring_taken_with_a_warning_is_amber_and_keeps_it(
        self, tmp_path: Path, a: Set, monkeypatch: pytest.MonkeyPatch, *, is_by_lens: bool
    ) -> None:
        robot, step, found = self.ring_found(tmp_path, a)
        if is_by_lens:
            step.found, words = replace(found, note=LENS_DOUBTED), LENS_DOUBTED.en
        else:
            step.found = replace(found, pose=replace(found.pose, other_size_mm=(680.0, 680.0)))
            step.checked, words = None, "the size is in doubt: a mat of 680x680 mm"
        monkeypatch.setattr(ring_work, "write", lambda bench, found: [])
        robot.enter()
        mark = robot.desk.bench.path.mark("ring")
        assert mark.lamp is Lamp.AMBER
        assert any(why.en.startswith(words) for why in mark.why)

    def test_a_length_that_was_proved_leaves_no_doubt_of_the_size(self, tmp_path: Path, a: Set) -> None:
        robot, step, found = self.ring_found(tmp_path, a)
        assert step.checked is not None
        step.found = replace(found, pose=replace(found.pose, other_size_mm=(680.0, 680.0)))
        assert "680" not in robot.told()


class TestWhereTheCameraStands:
    def test_is_true_with_one_marker_in_sight(self, tmp_path: Path, a: Set) -> None:
        """A lone marker fits two places of the camera: then the mat's sides tell it."""
        few = without_a_marker(a, 2).turned(2)
        robot = Robot(tmp_path / "T.yaml", Stage(few.empty), few.write_markers(tmp_path / "M.yaml"))
        rough = rough_camera(robot.desk.bench, Frame(0, 0.0, few.empty))
        assert rough is not None
        assert abs(elevation_deg(rough.camera) - elevation_deg(a.camera)) < 3.0

    def test_a_camera_that_was_turned_after_the_ring_is_seen_as_it_is(
        self, tmp_path: Path, a: Set, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        robot = at_step(tmp_path, a, "view", own=True)
        found = rough_camera(robot.desk.bench, Frame(0, 0.0, a.empty))
        assert found is not None
        draft = robot.desk.bench.draft()
        known = replace(draft, camera=found.camera, ring=found.ring)
        monkeypatch.setattr(type(robot.desk.bench), "draft", lambda bench: known)
        again = rough_camera(robot.desk.bench, Frame(0, 0.0, a.empty))
        assert again is not None
        assert again.camera is found.camera
        upside = rough_camera(robot.desk.bench, Frame(0, 0.0, a.turned(2).empty))
        assert upside is not None
        assert upside.camera is not found.camera
        # markers that the table does not know say nothing against a camera that the empty picture shows in its place
        kept = rough_camera(robot.desk.bench, Frame(0, 0.0, a.turned(2).empty), is_there=True)
        assert kept is not None
        assert kept.camera is found.camera
        assert np.allclose(upside.camera.position_mm, found.camera.position_mm, atol=60.0)

    def test_lines_of_an_earlier_look_are_not_told_as_of_now(self, tmp_path: Path, a: Set) -> None:
        robot = at_step(tmp_path, a, "view", own=True)
        robot.desk.bench.mark("view", Lamp.RED, robot.desk.view().todo)
        for step in ("language", "view"):
            robot.desk.press(STEP + step)
        assert [one.text.en for one in robot.desk.view().told] == ["looking at the picture"]
