"""What light tells of a clay match."""

from dataclasses import fields, replace
from pathlib import Path

import pytest
from leds.support import wait_for

from app.test_scripted_referee import PLACES as FOUR
from app.test_scripted_referee import play, started
from companion.app.evening import Evening
from companion.app.lights import LightNews, WhipLight, corner_of, icon_word, lights_of, side_of
from companion.app.live import LiveEvening
from companion.app.scripted_referee import KnownTable, ScriptedReferee
from companion.games import game
from companion.games.clay_wrestling.events import Whipped
from companion.kernel.session import Session
from companion.kernel.text import Text
from companion.leds.backends import Connection, GoOn
from companion.leds.discovery import backend_for
from companion.leds.scenes import WHIP_MS, ShowLights, Whip, scene_for
from companion.leds.service import LightService
from companion.leds.status import LightState, LightStatus
from companion.leds.zones import ZONES, Corner, Rgb, Side
from companion.screens.interaction import Give, Ui
from companion.screens.surroundings import lights_health
from companion.screens.view_model import Part
from companion.store.resilient import ResilientJournal

CLAY = game("clay_wrestling")
RED, BLUE, GREEN = (200, 0, 0), (0, 0, 200), (0, 200, 0)
COLOURS = {"A": RED, "B": BLUE, "C": GREEN}
PLACES = {"A": (-200.0, -300.0), "B": (-180.0, -250.0), "C": (300.0, 100.0)}


def lights(setup: dict[str, object], *steps: tuple[str, dict[str, object]]) -> object:
    session = Session(CLAY, {"fighters": {"A": {}, "B": {}, "C": {}}, **setup})
    for name, parameters in steps:
        session.handle(name, parameters)
    return lights_of(session.state, PLACES, COLOURS)


def test_the_slot_has_its_post_its_side_and_its_colour() -> None:
    shown = lights({"active": "A"})
    assert shown.slot is not None
    assert (shown.slot.corner, shown.slot.side, shown.slot.colour) == (Corner.SW, Side.SOUTH, Rgb(*RED))


@pytest.mark.parametrize(
    ("fighter", "field"),
    [
        ({"posture": "knocked_down"}, "knocked_down"),
        ({"posture": "unconscious", "stamina": -10}, "unconscious"),
    ],
)
def test_statuses_have_their_light(fighter: dict[str, object], field: str) -> None:
    assert getattr(lights({"fighters": {"A": {}, "B": fighter, "C": {}}}), field) is True
    assert getattr(lights({}), field) is False


def test_low_stamina_and_ropes_light_the_side_where_he_stands() -> None:
    shown = lights({"fighters": {"A": {}, "B": {}, "C": {"stamina": 0}}, "near_ropes": ["A", "C"]})
    assert shown.stamina_low == (Side.EAST,)
    assert shown.near_ropes == (Side.SOUTH, Side.EAST)


def test_a_tieup_shows_both_colours() -> None:
    assert lights({"adjacent": [["A", "B"]], "tieup": [["A", "B"]]}).tieup == (Rgb(*RED), Rgb(*BLUE))


def test_a_submission_shows_until_it_is_over() -> None:
    holds = [{"kind": "submission", "holder": "A", "held": "B"}]
    assert lights({"holds": holds}).submission is True


def test_the_pin_counts_one_two_three() -> None:
    down = {"fighters": {"A": {}, "B": {"posture": "lying", "stamina": -9}, "C": {}}, "adjacent": "all"}
    pinned = ("pin", {"attacker": "A", "defender": "B", "d10": 1})
    assert lights(down).pin_count == 0
    assert lights(down, pinned).pin_count == 1
    lost = lights(down, pinned, ("end_turn", {}), ("start_turn", {}), ("pin_check", {"fighter": "B", "d10": 1}))
    assert lost.pin_count == 3
    assert lost.winner == Rgb(*RED)
    assert lost.slot is None


def test_count_out_only_where_it_is_a_rule() -> None:
    outside = {"A": {}, "B": {"zone": "ringside", "ringside_turns": 2}, "C": {}}
    assert lights({"fighters": outside}).count_out is None
    counted = lights({"fighters": outside, "flags": {"count_out": True}}).count_out
    assert counted is not None
    assert (counted.count, counted.limit) == (2, 4)


def test_every_quarter_of_the_ring_has_its_post() -> None:
    assert [corner_of(place) for place in ((-1, -1), (1, -1), (1, 1), (-1, 1))] == list(Corner)
    assert [side_of(place) for place in ((0, -1), (1, 0), (0, 1), (-1, 0))] == list(Side)


class TestWhip:
    """From the act until it has arrived, whatever else happens meanwhile; then the rest is told again."""

    def test_it_flies_from_the_fighters_side_in_his_colour(self) -> None:
        whip = WhipLight()
        whip.hear([Whipped(attacker="A", defender="C", palms=3)], PLACES, COLOURS, 1000)
        flying = whip.now(1000 + WHIP_MS - 1)
        assert flying == Whip(Side.EAST, Side.WEST, Rgb(*GREEN))
        assert lights_of(Session(CLAY, {"fighters": {"A": {}}}).state, PLACES, COLOURS, whip=flying).whip == flying

    def test_it_is_over_once(self) -> None:
        whip = WhipLight()
        whip.hear([Whipped(attacker="A", defender="B", palms=3)], {}, {}, 0)
        assert [whip.is_over(now_ms) for now_ms in (0, WHIP_MS - 1, WHIP_MS, WHIP_MS + 1)] == [
            False,
            False,
            True,
            False,
        ]
        assert whip.now(WHIP_MS) is None

    def test_other_acts_are_no_whip(self) -> None:
        whip = WhipLight()
        whip.hear(["turn_started"], PLACES, COLOURS, 0)
        assert whip.now(0) is None


class TestNews:
    def status(self, state: LightState, text: str = "gone", port: str = "COM3") -> LightStatus:
        return LightStatus(state, port, Text(text, text), 0, 0.0)

    def test_each_trouble_is_told_once_until_the_lights_work_again(self) -> None:
        news = LightNews()
        states = [
            LightState.SEARCHING, LightState.READY, LightState.LOST, LightState.LOST, LightState.FAILED,
            LightState.READY, LightState.REFUSED,
        ]  # fmt: skip
        told = [
            news.told(replace(self.status(state, state.value), text=None))
            if state is LightState.READY
            else news.told(self.status(state, state.value))
            for state in states
        ]
        assert [str(text) for text in told if text is not None] == ["lost", "refused"]

    def test_what_working_lights_have_to_tell_is_told_once(self) -> None:
        news = LightNews()
        old = self.status(LightState.READY, "too old")
        assert [str(news.told(old)), news.told(old), news.told(old)] == ["too old", None, None]

    def test_a_named_port_with_nothing_there_is_searched_and_never_off(self) -> None:
        service = LightService(backend_for("/dev/there-is-none"))
        assert icon_word(service.status()) == "searching"
        service.close()
        assert icon_word(LightService(backend_for("off")).status()) == "off"

    def test_the_icon_has_a_word_for_every_state(self) -> None:
        words = {state: icon_word(self.status(state)) for state in LightState}
        assert set(words.values()) == {"off", "searching", "connected", "lost"}
        assert [state for state, word in words.items() if word == "off"] == [LightState.OFF]
        assert lights_health("searching").text.es == "buscando"
        assert icon_word(self.status(LightState.READY, port="sim")) == "simulated"


class TestOnTheScreen:
    """A fault of the lights is one line and one icon; keys, acts and journal go on."""

    def test_the_match_goes_on_while_the_lights_fail(self, tmp_path: Path) -> None:
        class Breaks:
            name = "breaks"
            wanted = True

            def connect(self, go_on: GoOn) -> Connection:
                raise ZeroDivisionError("a driver nobody foresaw")

        journal = ResilientJournal.open(tmp_path / "show.db")
        evening = Evening.open_match(journal, CLAY, lambda: 1, seed="1")
        service = LightService(Breaks())
        live = LiveEvening(evening, journal, service, lambda: 1)
        wait_for(lambda: service.status().state is LightState.FAILED)
        assert live.tick(1)
        view = live.view(1, Ui())
        assert view.notice is not None
        assert "the match goes on" in view.notice.text.en
        (icon,) = [item for item in view.health if item.part is Part.LIGHTS]
        assert icon.text.en == "lost"
        live.ask(Give("register_fighter", {"fighter": "A"}, "typed"))
        live.tick(2)
        assert live.view(2, Ui()).notice is None  # told once
        service.close()
        journal.close()


@pytest.mark.parametrize("seed", ["1", "5"])
def test_every_moment_of_a_whole_match_has_its_light(seed: str) -> None:
    """Each event of a played match, with places and without: nothing fails, and much of the vocabulary is used."""
    session, referee = started(seed), ScriptedReferee(CLAY, seed)
    referee.table = KnownTable(FOUR)
    play(session, referee)
    state, whip, told = CLAY.start(), WhipLight(), set[str]()
    for number, act in enumerate(session.acts()):
        whip.hear(act.events, FOUR, COLOURS, number * WHIP_MS)
        for event in act.events:
            state = CLAY.evolve(state, event)
            for places in (FOUR, {}):
                shown = lights_of(state, places, COLOURS, whip=whip.now(number * WHIP_MS))
                told |= {name.name for name in fields(ShowLights) if getattr(shown, name.name)}
                for ropes in (1, 3):
                    assert len(scene_for(shown, ropes).zones) == ZONES
    assert {"slot", "initiative", "winner", "stamina_low", "knocked_down", "whip"} <= told
