"""The pages themselves: nothing cut, everything readable and reachable, in both languages and every size."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pygame
import pytest

from app.setup_robot import CLICK_S, Robot, Stage, StageDevice, SteppedFeed, keyed
from app.setup_sets import Set
from app.setup_walks import begin
from companion.app.palm_desk import in_centimetres
from companion.app.setting_up import progress
from companion.app.setting_up.path import STEPS
from companion.app.setting_up.steps.again import COMPARING, begun_again
from companion.kernel.text import Text
from companion.screens import setup_page
from companion.screens.inputs import TEXT, key_at
from companion.screens.setup_view import STEP, Lamp, Live, SetupView, StepMark
from companion.screens.setup_window import press_at
from companion.screens.theme import MIN_CONTRAST, contrast
from companion.vision.health import Finding
from companion.vision.permission import permission_advice

SIZES = [(1280, 720), (1366, 768), (1920, 1080)]


def at_page(folder: Path, one: Set, step: str, language: str, size: tuple[int, int]) -> Robot:
    robot = Robot(folder / "T.yaml", Stage(one.empty), language=language, size=size)
    begin(robot)
    robot.press("f5")
    robot.wait(20)
    robot.desk.press(STEP + step)
    robot.desk.tick(robot.now_ms)
    return robot


class TestEveryPage:
    @pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
    @pytest.mark.parametrize("language", ["es", "en"])
    def test_nothing_is_cut_or_too_pale_and_every_place_is_large_enough(
        self, tmp_path: Path, a: Set, language: str, size: tuple[int, int]
    ) -> None:
        robot = at_page(tmp_path, a, "language", language, size)
        for step in STEPS:
            robot.desk.press(STEP + step)
            for light in (False, True):
                view, canvas, _ = robot.page()
                assert view.at == step
                assert view.light_hall == light
                assert robot.cut == []
                pale = [one.text for one in canvas.drawn if contrast(one.ink, one.ground) < MIN_CONTRAST]
                assert pale == []
                robot.press("f4")
            robot.seconds -= 2 * CLICK_S

    def test_texts_do_not_lie_on_one_another(self, tmp_path: Path, a: Set) -> None:
        robot = at_page(tmp_path, a, "language", "es", SIZES[0])
        for step in STEPS:
            robot.desk.press(STEP + step)
            _, canvas, _ = robot.page()
            boxes = [one for one in canvas.drawn if one.layer == 0]
            for number, one in enumerate(boxes):
                for other in boxes[number + 1 :]:
                    shared = one.rect.clip(other.rect)
                    assert min(shared.size) <= 2, f"{step}: {one.text!r} on {other.text!r}"

    def test_a_question_over_a_field_is_answered_by_the_keys_it_shows(self, tmp_path: Path, a: Set) -> None:
        """Also by one that was pressed before the question was drawn."""
        robot = at_page(tmp_path, a, "language", "en", SIZES[0])
        robot.desk.press(STEP + "lights")
        assert any(one.here for one in robot.desk.view().entries)
        assert robot.page()[1].typing
        for answer, leaves in (("1", False), ("2", True)):
            robot.desk.press("escape")
            _, canvas, _ = robot.page()
            assert not canvas.typing
            assert keyed(canvas, answer) == [answer, answer]
            robot.desk.press(TEXT + answer)
            assert robot.desk.is_over == leaves

    def test_the_list_leads_to_every_page(self, tmp_path: Path, a: Set) -> None:
        robot = at_page(tmp_path, a, "language", "en", SIZES[0])
        for step in reversed(STEPS):
            if step != "summary":
                robot.press(STEP + step)
                robot.expect(step)


class TestClicksOnThePicture:
    def view(self, picture: np.ndarray) -> SetupView:
        steps = (StepMark("ring", Text("Ring", "Ring"), Lamp.NOT_YET),)
        live = Live(picture, 1, clicks=True)
        return SetupView("ring", steps[0].title, steps, Text("Click", "Haz clic"), live=live)

    @pytest.mark.parametrize("size", [(1280, 720), (720, 1280), (540, 960)])
    def test_come_in_the_pictures_own_pixels_also_a_little_outside(self, size: tuple[int, int]) -> None:
        picture = np.zeros((size[1], size[0], 3), np.uint8)
        canvas, place = setup_page.draw(pygame.Surface((1280, 720)), self.view(picture), "en")
        assert place is not None
        for x, y in ((0.0, 0.0), (size[0] - 1.0, size[1] - 1.0), (100.0, size[1] + 0.03 * size[1])):
            at = tuple(round(part) for part in place.to_surface((x, y)))
            key = press_at(place, key_at(canvas.targets, *at), at)  # type: ignore[arg-type]
            assert key is not None
            found = [float(part) for part in key.removeprefix("click:").split(",")]
            assert np.abs(np.array(found) - (x, y)).max() <= 0.6 / place.scale

    @pytest.mark.parametrize(
        ("minutes", "told"), [(0, ("done", "listo")), (1, ("about 1 min left", "queda 1 min")),
                              (2, ("about 2 min left", "quedan unos 2 min"))],
    )  # fmt: skip
    def test_the_minutes_that_are_left_are_told_in_whole_sentences(self, minutes: int, told: tuple[str, str]) -> None:
        view = replace(self.view(np.zeros((90, 160, 3), np.uint8)), minutes_left=minutes)
        for language, words in zip(("en", "es"), told, strict=True):
            canvas, _ = setup_page.draw(pygame.Surface((1280, 720)), view, language)
            assert words in [one.text for one in canvas.drawn]

    def test_the_magnifier_follows_the_pointer(self) -> None:
        random = np.random.default_rng(1)
        picture = random.integers(0, 255, (720, 1280, 3), dtype=np.uint8)
        one, other = (pygame.Surface((1280, 720)) for _ in range(2))
        setup_page.draw(one, self.view(picture), "en")
        _, place = setup_page.draw(other, self.view(picture), "en", pointer=(640, 360))
        assert place is not None
        assert pygame.image.tobytes(one, "RGB") != pygame.image.tobytes(other, "RGB")


class TestTheCamera:
    """A-06, A-07, A-09, A-11 on the camera's page."""

    def told(self, robot: Robot) -> str:
        robot.press("f5")
        robot.wait(45)
        return robot.told()

    def at_camera(self, folder: Path, one: Set) -> Robot:
        robot = Robot(folder / "T.yaml", Stage(one.empty), language="en")
        begin(robot)
        return robot

    def test_size_rate_light_bands_and_focus_are_told(self, tmp_path: Path, a: Set) -> None:
        told = self.told(self.at_camera(tmp_path, a))
        assert "asked for 1280x720 at 30 fps, get 1280x720 at 30 fps" in told
        assert "exposure and white balance held" in told
        assert "the light does not flicker" in told
        assert "the picture is sharp" in told

    @pytest.mark.parametrize("is_worse", [False, True])
    def test_another_evening_passes_it_by_while_only_what_was_told_before_is_told(
        self, tmp_path: Path, a: Set, is_worse: bool, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Amber since the first evening, by a driver that holds no light: nobody need say so again."""
        no = Finding("light lock", False, Text("not held", "no fijado"), Text("set it", "fíjalo"))
        monkeypatch.setattr(StageDevice, "lock_light", lambda _: no)
        robot = self.at_camera(tmp_path, a)
        self.told(robot)
        robot.enter()
        assert robot.lamps()["camera"] == "amber"
        if is_worse:
            monkeypatch.setattr(SteppedFeed, "fps", lambda _: 10.0)
        progress.save(robot.table, begun_again(robot.desk.bench.path).to("camera"))
        robot.start()
        robot.wait(2)
        view = robot.desk.view()
        # nothing is asked that nobody need answer
        assert (view.todo, view.primary) == (COMPARING, None)
        robot.wait(43)
        assert (robot.at == "camera") == is_worse
        assert not is_worse or ("Then press Enter" in robot.desk.view().todo.en and robot.desk.view().primary)
        assert robot.lamps()["camera"] == ("not_yet" if is_worse else "amber")

    @pytest.mark.parametrize(
        ("place", "advice"), [("0", "hub"), ("http://192.168.1.7:8080/video", "phone"), ("clip.avi", ""), ("hall", "")]
    )
    def test_a_slow_rate_is_advised_by_the_way_the_pictures_come(
        self, tmp_path: Path, a: Set, place: str, advice: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A recording has a rate of its own, and a network camera is on no bus."""
        robot = self.at_camera(tmp_path, a)
        monkeypatch.setattr(SteppedFeed, "fps", lambda _: 10.0)
        self.told(robot)
        robot.desk.bench.place = place
        told = robot.told()
        assert ("USB" in told) == (place == "0")
        assert advice in told
        assert ("shortens the exposure" in told) == bool(advice)

    def test_another_size_than_asked_for_is_told_and_the_others_can_be_asked_for(self, tmp_path: Path, a: Set) -> None:
        robot = self.at_camera(tmp_path, a)
        robot.stage.show(np.ascontiguousarray(a.empty[::2, ::2]))
        assert "640x360 comes, 1280x720 was asked for: good for a first calibration" in self.told(robot)
        keys = {choice.key: choice.label.en for choice in robot.desk.view().choices}
        assert keys["f9"] == "picture size: ask for 1920x1080"
        robot.press("f9")
        assert (robot.desk.bench.cameras.wanted.width, robot.desk.bench.cameras.wanted.height) == (1920, 1080)
        robot.wait(45)
        assert "640x360 comes, 1920x1080 was asked for" in robot.told()
        robot.enter()
        assert robot.lamps()["camera"] == "green"

    def test_a_network_camera_has_the_size_that_its_app_gives_it(
        self, tmp_path: Path, a: Set, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """No key here changes it, and a small picture is not advised to become smaller."""
        robot = self.at_camera(tmp_path, a)
        robot.stage.show(np.ascontiguousarray(a.empty[::2, ::2]))
        self.told(robot)
        robot.desk.bench.place = "http://192.168.1.7:8080/video"
        assert "640x360 comes, as the camera's own app has it: good for a first calibration" in robot.told()
        assert not {"f9", "f10"} & {choice.key for choice in robot.desk.view().choices}
        monkeypatch.setattr(SteppedFeed, "fps", lambda _: 10.0)
        assert "640x360 comes, at 10 pictures a second: bring the phone" in robot.told()
        assert "smaller" not in robot.told()
        robot.stage.show(np.ascontiguousarray(np.repeat(np.repeat(a.empty, 2, 0), 2, 1)))
        robot.wait(40)
        assert "choose a smaller picture in its app" in robot.told()

    def test_a_smaller_picture_than_the_calibrated_one_is_a_warning(self, tmp_path: Path, a: Set) -> None:
        robot = self.at_camera(tmp_path, a)
        self.told(robot)
        robot.enter()
        robot.press(STEP + "camera")
        robot.stage.show(np.ascontiguousarray(a.empty[::2, ::2]))
        assert "asked for 1280x720 at 30 fps, get 640x360" in self.told(robot)
        robot.enter()
        assert "the calibrated picture was 1280x720" in robot.told()
        robot.enter()
        assert robot.lamps()["camera"] == "amber"

    def test_bands_are_told_with_what_helps(self, tmp_path: Path, a: Set) -> None:
        robot = self.at_camera(tmp_path, a)
        robot.press("f5")
        rows = np.arange(720)[:, None, None]
        for number in range(60):
            wave = 1 + 0.2 * np.sin(2 * np.pi * (rows / 120 + number * 0.3))
            robot.stage.show(np.clip(a.empty * wave, 0, 255).astype(np.uint8))
            robot.wait(1)
        assert "50 Hz" in robot.told()

    def test_out_of_focus_is_told(self, tmp_path: Path, a: Set) -> None:
        import cv2

        robot = self.at_camera(tmp_path, a)
        robot.stage.show(np.asarray(cv2.GaussianBlur(a.empty, (0, 0), 9)))
        assert "out of focus" in self.told(robot)

    def test_a_covered_lens_is_not_taken(self, tmp_path: Path, a: Set) -> None:
        robot = self.at_camera(tmp_path, a)
        robot.stage.show(np.zeros_like(a.empty))
        self.told(robot)
        robot.desk.press("enter")
        robot.expect("camera")
        assert robot.desk.view().banner is not None

    def test_a_denied_permission_names_the_place_and_can_be_tried_again(self, tmp_path: Path, a: Set) -> None:
        robot = self.at_camera(tmp_path, a)
        robot.stage.is_denied = True
        robot.press("f5")
        robot.wait(5)
        assert robot.desk.view().banner == permission_advice()
        robot.stage.is_denied = False
        robot.press("f12")
        robot.wait(60)
        assert robot.desk.view().banner is None

    def test_a_driver_that_does_not_hold_the_light_is_told(
        self, tmp_path: Path, a: Set, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        no = Finding("light lock", False, Text("not held", "no fijado"), Text("set it", "fíjalo"))
        monkeypatch.setattr(StageDevice, "lock_light", lambda _: no)
        robot = self.at_camera(tmp_path, a)
        assert "not held: set it" in self.told(robot)
        robot.enter()
        assert robot.lamps()["camera"] == "amber"


@pytest.mark.parametrize(
    ("typed", "centimetres"),
    [("205", "20.5"), ("20.5", "20.5"), ("20,5", "20.5"), ("19.5 cm", "19.5"), ("195mm", "19.5"), ("30 mm", "3"),
     ("cm", "cm"), ("a hand", "a hand")],
)  # fmt: skip
def test_a_palm_is_typed_with_or_without_its_unit(typed, centimetres):
    assert in_centimetres(typed) == centimetres
