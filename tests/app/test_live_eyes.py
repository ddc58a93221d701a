"""The live eyes: the newest picture only, one line when something is wrong, nothing read while our light changes."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from companion.app.demo import CLIP, TABLE
from companion.app.evening import Evening
from companion.app.light_interlock import is_changing
from companion.app.live import LiveEvening
from companion.app.live_eyes import LiveEyes, open_eyes
from companion.app.ring_picture import RingFromAbove
from companion.games import game
from companion.kernel.text import Text
from companion.leds.link import Change
from companion.leds.service import no_lights
from companion.screens.interaction import RejectProposal, Ui
from companion.store.resilient import ResilientJournal

IDS = ("1", "2", "3", "4", "5", "6", "7")
SHEET = {
    "main": dict.fromkeys(("combat", "speed", "strength", "technique", "resistance"), 2),
    "combat_abilities": dict.fromkeys(("strike", "whip", "suplex", "submission", "counter"), 2),
}


class Clock:
    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def eyes(clock: Clock) -> Iterator[LiveEyes]:
    opened = LiveEyes(str(CLIP), TABLE, clock, start=False)
    opened.step()
    yield opened
    opened.close()


def play(eyes: LiveEyes, clock: Clock, seconds: float, every_s: float = 0.1) -> None:
    for _ in range(round(seconds / every_s)):
        clock.now_s += every_s
        eyes.step()


def test_figures_facts_and_rate_of_a_clip_as_if_live(eyes: LiveEyes, clock: Clock) -> None:
    play(eyes, clock, 1.0)
    seen, _ = eyes.look()
    assert seen.advice is None
    assert seen.tracks is not None
    assert sorted(seen.tracks) == list(IDS)
    assert seen.facts is not None
    assert ("1", "2") in seen.facts.adjacent
    assert seen.fps == pytest.approx(10, abs=1)


def test_a_slow_consumer_skips_pictures_and_never_lags(eyes: LiveEyes, clock: Clock) -> None:
    play(eyes, clock, 2.0, every_s=0.5)
    seen, _ = eyes.look()
    assert seen.frame >= 29
    assert seen.age_ms == 0


def test_the_end_of_a_clip_is_told_as_its_end_and_no_camera_is_lost(eyes: LiveEyes, clock: Clock) -> None:
    clock.now_s += 600
    eyes.step()
    clock.now_s += 60
    advice = eyes.look()[0].advice
    assert advice is not None
    assert advice.en.startswith("the clip has ended; by hand (close, and the same command plays it")
    assert advice.es.startswith("el vídeo ha terminado; a mano (cierra, y la misma orden lo pone")


def test_places_come_with_the_picture_they_were_found_in(
    eyes: LiveEyes, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a slow machine still looks for the figures, the newest picture is another one."""
    play(eyes, clock, 0.1)
    before = eyes.followed()
    assert before is not None
    assert set(before[1]) == set(IDS)
    monkeypatch.setattr(eyes._tracker, "update", lambda *_: (_ for _ in ()).throw(ValueError("still at it")))
    clock.now_s += 1.0
    eyes.step()
    newest = eyes.picture()
    assert newest is not None
    assert newest.index > before[0].index
    assert eyes.followed() == before


@pytest.mark.parametrize(
    ("taken", "told"),
    [
        (IDS, "clay colours sampled again: Momia, Diablo Azul"),
        (("1", "4"), "clay colours sampled again: Momia, Rana; not surely seen, as before: Diablo Azul, Dragón"),
        ((), "no figure is surely seen now"),
    ],
)
def test_colours_are_sampled_again_from_the_next_picture_when_asked(
    eyes: LiveEyes, clock: Clock, monkeypatch: pytest.MonkeyPatch, taken: tuple[str, ...], told: str
) -> None:
    asked: list[int] = []

    def resample() -> tuple[str, ...]:
        asked.append(1)
        return taken

    monkeypatch.setattr(eyes._tracker, "resample", resample)
    eyes.resample()
    assert asked == []
    play(eyes, clock, 0.3)
    assert asked == [1]
    said = eyes.look()[0].told
    assert said is not None
    assert said.en.startswith(told)
    assert said.es != said.en


def test_no_picture_is_read_while_our_own_light_changes(clock: Clock) -> None:
    eyes = LiveEyes(str(CLIP), TABLE, clock, lambda at_s: at_s < 100.5, start=False)
    play(eyes, clock, 0.4)
    assert eyes.look()[0].frame == -1
    play(eyes, clock, 0.4)
    assert eyes.look()[0].frame > 0
    eyes.close()


def test_only_a_change_of_scenes_counts_as_changing() -> None:
    class Lights:
        def changes(self) -> tuple[Change, ...]:
            return (Change(1.0, 1.1, 0xFFFF), Change(3.0, 3.2, 1))

    lights = Lights()
    at = (0.9, 1.05, 1.2, 3.1, 3.3)
    assert [is_changing(lights, at_s) for at_s in at] == [False, True, False, True, False]  # type: ignore[arg-type]


@pytest.mark.parametrize(("source", "table"), [("nowhere.mp4", TABLE), (str(CLIP), Path("nowhere.yaml"))])
def test_what_is_missing_is_one_line_and_manual_mode(source: str, table: Path) -> None:
    told: list[Text] = []
    assert open_eyes(source, table, told.append) is None
    (only,) = told
    assert "nowhere" in only.en
    assert only.en.endswith("the match runs by hand")
    assert only.es.endswith("el combate sigue a mano")


def test_nothing_asked_for_is_nothing_said() -> None:
    told: list[Text] = []
    assert open_eyes(None, TABLE, told.append) is None
    assert told == []


def test_positions_facts_and_proposals_reach_the_ring_map(tmp_path: Path, eyes: LiveEyes, clock: Clock) -> None:
    journal = ResilientJournal.open(tmp_path / "show.db")
    evening = Evening.open_match(journal, game("clay_wrestling"), lambda: 1, seed="1")
    for figure in IDS:
        evening.give("register_fighter", {"fighter": figure, **SHEET})
        evening.give("classify", {"fighter": figure, "class": "humanoid"})
    evening.give("start_match", {"mode": "wrestling_match", "fighters": list(IDS)})
    live = LiveEvening(evening, journal, no_lights(), lambda: 1, eyes)
    proposed, touching = [], []
    for _ in range(48):
        play(eyes, clock, 0.3, every_s=0.15)
        live.tick(1)
        view = live.view(1, Ui())
        proposed.append(len(view.proposals))
        touching.append(("1", "2") in evening.state.facts.adjacent)
    assert len(view.ring.figures) == len(IDS)
    assert touching[5]
    assert not touching[-1]
    assert next(act.by for act in evening.session.acts() if act.name == "observe") == "camera"
    assert max(proposed) > 0
    live.ask(RejectProposal(1))
    assert len(live.view(1, Ui()).proposals) == proposed[-1] - 1
    journal.close()


class TestRingFromAbove:
    """Key P: the rectified picture in the ring map."""

    def test_it_is_there_when_it_is_wanted(self, eyes: LiveEyes, tmp_path: Path) -> None:
        journal = ResilientJournal.open(tmp_path / "show.db")
        evening = Evening.open_match(journal, game("clay_wrestling"), lambda: 1, seed="1")
        live = LiveEvening(evening, journal, no_lights(), lambda: 1, eyes)
        plain, wanted = live.view(0, Ui()).ring, live.view(0, Ui(picture=True)).ring
        journal.close()
        assert plain is not None
        assert plain.picture is None
        assert wanted is not None
        assert wanted.picture is not None
        assert len(wanted.picture.rgb) == wanted.picture.width_px * wanted.picture.height_px * 3

    def test_the_mat_lies_where_the_map_has_it(self, eyes: LiveEyes) -> None:
        picture = RingFromAbove(eyes.table).of(eyes.picture(), 0)
        assert picture is not None
        rgb = np.frombuffer(picture.rgb, np.uint8).reshape(picture.height_px, picture.width_px, 3).astype(float)
        width_mm, depth_mm = eyes.table.ring.size_mm
        around = eyes.table.ring.ringside_mm
        px_per_mm = picture.width_px / (width_mm + 2 * around)
        assert picture.height_px == pytest.approx((depth_mm + 2 * around) * px_per_mm, abs=1)
        row = rgb[round((around + depth_mm * 0.9) * px_per_mm)].mean(axis=1)
        edge = round(around * px_per_mm)
        inside, outside = row[edge + 6 : edge + 30].mean(), row[edge - 40 : edge - 12].mean()
        assert abs(inside - outside) > 20

    def test_a_few_times_a_second_and_each_picture_once(self, eyes: LiveEyes, clock: Clock) -> None:
        above = RingFromAbove(eyes.table)
        first = above.of(eyes.picture(), 0)
        play(eyes, clock, 0.2)
        assert above.of(eyes.picture(), 100) is first
        assert above.of(eyes.picture(), 300) is not first

    def test_nothing_without_a_picture(self, eyes: LiveEyes) -> None:
        assert RingFromAbove(eyes.table).of(None, 0) is None


def test_who_is_who_is_asked_and_told_to_the_tracker_with_the_next_picture(
    eyes: LiveEyes, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """C-02: two of one clay are named; the answer is used once."""
    told: list[tuple[tuple[str, str], bool]] = []
    monkeypatch.setattr(eyes._tracker, "who_is_who", lambda: None if told else IDS[:2])
    monkeypatch.setattr(eyes._tracker, "tell", lambda ids, *, exchanged: told.append((ids, exchanged)))
    play(eyes, clock, 0.2)
    asked = eyes.look()[0].alike
    assert asked is not None
    assert asked.names == ("Momia", "Diablo Azul")
    eyes.tell_apart(asked.ids, exchanged=True)
    eyes.tell_apart(asked.ids, exchanged=False)
    assert told == []
    play(eyes, clock, 0.2)
    assert told == [(IDS[:2], True)]
    assert eyes.look()[0].alike is None
