"""The guided path as a value: order, results, what builds on what, and the file that remembers it."""

import json
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pytest

from companion.app.setting_up.another_evening import comparison_told, why_here
from companion.app.setting_up.compared import Compared
from companion.app.setting_up.path import (
    ANSWERS,
    BUILDS_ON,
    COMPARED,
    DONE_AGAIN,
    SECONDS,
    STEPS,
    SetupPath,
    from_plain,
)
from companion.app.setting_up.progress import dated_copy, load, progress_file, save
from companion.app.setting_up.steps import STEP_CLASSES
from companion.app.setting_up.steps.again import begun_again
from companion.errors import FileProblemError
from companion.kernel.text import Text
from companion.screens.setup_view import Lamp
from companion.screens.view_model import Tone

WHY = Text("because", "porque")
TITLES = {step: Text(step, step) for step in STEPS}


class TestOrder:
    def test_every_step_has_a_page_and_its_name_in_both_languages(self) -> None:
        assert tuple(STEP_CLASSES) == STEPS
        for step in STEP_CLASSES.values():
            assert step.title.en
            assert step.title.es

    def test_every_result_a_step_can_have_is_explained_for_the_match(self) -> None:
        for name, step in STEP_CLASSES.items():
            if name != "summary":
                assert Lamp.GREEN in step.meanings
                assert (Lamp.SKIPPED in step.meanings) == step.can_skip, name

    def test_next_goes_one_by_one_the_first_time(self) -> None:
        path = SetupPath()
        seen = []
        while not path.is_over:
            seen.append(path.at)
            path = path.marked(path.at, Lamp.GREEN).next()
        assert tuple(seen) == STEPS

    def test_a_step_left_without_a_result_was_skipped(self) -> None:
        assert SetupPath("lens").next().mark("lens").lamp is Lamp.SKIPPED

    def test_skipping_keeps_a_result_that_was_there(self) -> None:
        assert SetupPath("lens").marked("lens", Lamp.GREEN).skip().mark("lens").lamp is Lamp.GREEN

    def test_back_from_the_first_step_stays(self) -> None:
        assert SetupPath().back().at == STEPS[0]

    def test_done_steps_are_passed_by_and_red_ones_are_not(self) -> None:
        path = SetupPath("camera").marked("camera", Lamp.GREEN).marked("view", Lamp.GREEN).marked("lens", Lamp.RED)
        assert path.next().at == "lens"

    @pytest.mark.parametrize("step", BUILDS_ON)
    def test_what_builds_on_a_step_that_is_done_anew_is_due_again(self, step: str) -> None:
        path = SetupPath()
        for one in STEPS:
            path = path.marked(one, Lamp.GREEN)
        after = path.done_anew(step, Lamp.GREEN)
        due = {one for one in STEPS if after.mark(one).lamp is Lamp.NOT_YET}
        assert due == set(BUILDS_ON[step])

    def test_figures_that_are_due_again_begin_at_none(self) -> None:
        path = SetupPath().answered(learned=["1", "2"], show="s.db")
        assert path.done_anew("ring", Lamp.GREEN).answers == {"show": "s.db"}
        assert path.due_again("figures").answers == {"show": "s.db"}
        assert path.done_anew("sides", Lamp.GREEN).answers["learned"] == ["1", "2"]

    def test_the_time_left_is_that_of_the_steps_that_are_due(self) -> None:
        assert SetupPath().seconds_left == sum(SECONDS.values())
        assert SetupPath("show").marked("language", Lamp.GREEN).seconds_left == sum(SECONDS.values()) - 4

    def test_the_whole_path_is_meant_to_take_less_than_fifteen_minutes(self) -> None:
        assert sum(SECONDS.values()) < 15 * 60


class TestNextEvening:
    def test_results_are_kept_and_camera_and_show_are_looked_at(self) -> None:
        path = SetupPath("summary", is_over=True)
        for one in STEPS:
            path = path.marked(one, Lamp.GREEN, WHY)
        again = begun_again(path)
        assert not again.is_over
        assert again.at == "show"
        assert again.mark("ring").kept
        assert {one for one in STEPS if again.mark(one).lamp is Lamp.NOT_YET} == {"show", "camera", "view", "summary"}

    def moved(self) -> SetupPath:
        """Another evening: the camera had moved, and the place of the camera was accepted."""
        path = SetupPath("summary", is_over=True)
        for one in STEPS:
            path = path.marked(one, Lamp.GREEN, WHY)
        found = Compared((), (Text("it had moved by 9 mm", "se había movido 9 mm"),), ("ring", "sides"))
        path = begun_again(path).answered(**{COMPARED: found.plain()}).due_again("ring", "sides")
        return path.marked("show", Lamp.GREEN).marked("camera", Lamp.GREEN).marked("view", Lamp.GREEN).to("ring")

    def test_each_page_that_is_due_says_why_and_the_last_one_what_was_done(self) -> None:
        path = self.moved()
        here = why_here(path, TITLES)
        assert here is not None
        assert here.en == "Due now: ring (it had moved by 9 mm), sides"
        left, done = comparison_told(path, TITLES), path.marked("ring", Lamp.GREEN).marked("sides", Lamp.GREEN)
        assert left is not None
        assert left.text.en == "Compared with last time: it had moved by 9 mm. Still to be done for that: ring, sides."
        assert left.tone is Tone.WARN
        told = comparison_told(done, TITLES)
        assert told is not None
        assert told.text.es == "Comparado con la última vez: se había movido 9 mm. Por eso se repitió: ring, sides."
        assert why_here(done.to("palms"), TITLES) is None, "a page that is done needs no reason"
        assert COMPARED not in begun_again(done).answers

    def test_the_time_left_is_that_of_what_is_known_already(self) -> None:
        """Sizes are typed and figures known: eight of them are learned in one go."""
        path = SetupPath("summary", is_over=True)
        for one in STEPS:
            path = path.marked(one, Lamp.GREEN, WHY)
        again = begun_again(path)
        assert again.seconds_left == SECONDS["show"] + 3 + 3 + SECONDS["summary"]
        assert self.moved().seconds_left == 25 + 6 + SECONDS["summary"]
        assert sum(DONE_AGAIN.values()) < 3 * 60
        assert all(seconds < SECONDS[step] for step, seconds in DONE_AGAIN.items())

    def test_the_first_time_nothing_is_said_of_another(self) -> None:
        path = SetupPath("ring").marked("language", Lamp.GREEN)
        assert why_here(path, TITLES) is None
        assert comparison_told(path, TITLES) is None


class TestProgressFile:
    def test_comes_back_as_it_was(self, tmp_path: Path) -> None:
        table = tmp_path / "Peña López" / "T.yaml"
        path = SetupPath("ring").marked("lens", Lamp.AMBER, WHY, mind=True).answered(show="ñ.db")
        save(table, path)
        assert load(table) == path

    def test_none_is_none(self, tmp_path: Path) -> None:
        assert load(tmp_path / "T.yaml") is None

    @pytest.mark.parametrize("text", ["", "{", "[]", '{"version": 9}', '{"version": 1, "at": "moon"}', "null"])
    def test_another_file_is_told_and_stays(self, tmp_path: Path, text: str) -> None:
        table = tmp_path / "T.yaml"
        progress_file(table).write_text(text, encoding="utf-8")
        with pytest.raises(FileProblemError, match="no progress of a set-up"):
            load(table)
        assert progress_file(table).read_text(encoding="utf-8") == text

    def test_plain_data_of_another_kind_is_refused(self) -> None:
        plain = SetupPath().marked("lens", Lamp.GREEN).plain()
        plain["marks"]["lens"]["lamp"] = "violet"
        with pytest.raises(FileProblemError):
            from_plain(plain, "x")

    def test_the_former_table_is_kept_under_a_name_with_the_date(self, tmp_path: Path) -> None:
        table = tmp_path / "T.yaml"
        assert dated_copy(table, datetime(2026, 11, 29, 20, 0, tzinfo=timezone.utc)) is None
        table.write_text("version: 1\n", encoding="utf-8")
        (tmp_path / "T.empty.jpg").write_bytes(b"picture")
        kept = dated_copy(table, datetime(2026, 11, 29, 20, 0, tzinfo=timezone.utc))
        assert kept == tmp_path / "T.2026-11-29_200000.yaml"
        assert kept.read_text(encoding="utf-8") == "version: 1\n"
        assert (tmp_path / "T.2026-11-29_200000.empty.jpg").read_bytes() == b"picture"


ANSWERED: dict[str, Any] = {
    "bar_mm": 150.0,
    "camera": {"place": "0", "stable": "usb-1", "name": "C920", "width": 1280, "height": 720},
    "diagonal": "990", "display": "2:1920x1080", "entrance": "north", "language": "es", "learned": ["1", "2"],
    "leds": "sim", "palms": ["Ana"], "show": "show.db", "unchanged": ["show"],
    "ring_seen": True, "asked_camera": "0",
    "compared": {"same": [["a", "b"]], "changed": [], "due": ["ring"], "is_compared": True},
    "figure_notes": [["cards", ["a", "b"], ["1"], None]],
}  # fmt: skip


class TestAProgressFileThatSomebodyTouched:
    def whole(self) -> SetupPath:
        return SetupPath("figures").marked("ring", Lamp.GREEN, WHY).answered(**ANSWERED)

    def test_every_answer_that_a_step_reads_is_known_here(self) -> None:
        assert set(ANSWERED) == set(ANSWERS)
        assert from_plain(json.loads(json.dumps(self.whole().plain())), "x") == self.whole()

    @pytest.mark.parametrize("wrong", [None, 7, -1.0, float("nan"), 1e308, [7], {"x": []}, True, "a\0b"])
    @pytest.mark.parametrize("key", ANSWERED)
    def test_an_answer_of_another_kind_is_one_line(self, key: str, wrong: object) -> None:
        plain = self.whole().answered(**{key: wrong}).plain()
        if (key, wrong) in [("bar_mm", 7), ("ring_seen", True)]:
            assert from_plain(plain, "x").answers[key] == wrong
            return
        with pytest.raises(FileProblemError, match="no progress of a set-up"):
            from_plain(plain, "x")

    @pytest.mark.parametrize("part", ANSWERED["camera"])
    def test_a_camera_with_a_part_missing_or_of_another_kind_is_one_line(self, part: str) -> None:
        camera = dict(ANSWERED["camera"])
        for wrong in ({**camera, part: []}, {key: value for key, value in camera.items() if key != part}):
            with pytest.raises(FileProblemError):
                from_plain(self.whole().answered(camera=wrong).plain(), "x")

    @pytest.mark.parametrize("why", [[["only one"]], [[1, 2]], "ab", [None], [["a", "b", "c"]], 3])
    def test_reasons_of_another_kind_are_one_line(self, why: object) -> None:
        plain = self.whole().plain()
        plain["marks"]["ring"]["why"] = why
        with pytest.raises(FileProblemError):
            from_plain(plain, "x")

    @pytest.mark.parametrize("key", ["version", "at", "is_over", "marks", "answers"])
    def test_a_part_missing_is_one_line(self, key: str) -> None:
        plain = self.whole().plain()
        del plain[key]
        with pytest.raises(FileProblemError):
            from_plain(plain, "x")

    def test_a_step_that_is_none_is_one_line(self) -> None:
        plain = self.whole().plain()
        plain["marks"]["moon"] = plain["marks"]["ring"]
        with pytest.raises(FileProblemError):
            from_plain(plain, "x")

    def test_cut_off_anywhere_is_one_line(self, tmp_path: Path) -> None:
        table = tmp_path / "T.yaml"
        save(table, self.whole())
        file = progress_file(table)
        whole = file.read_bytes()
        for length in range(0, len(whole) - 3, 7):
            file.write_bytes(whole[:length])
            with pytest.raises(FileProblemError, match="no progress of a set-up"):
                load(table)
