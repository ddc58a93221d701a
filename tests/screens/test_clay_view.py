"""A clay match as both screens show it."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import pytest

from companion.games.clay_wrestling import GAME
from companion.games.clay_wrestling import events as ev
from companion.games.clay_wrestling.model import (
    Flag,
    Group,
    Hold,
    Match,
    Phase,
    Pin,
    Player,
    Posture,
    Zone,
    changed,
    with_fighter,
)
from companion.kernel.outcome import Outcome, Result
from companion.kernel.text import Text
from companion.screens import clay_words, render
from companion.screens.clay_choices import offers_now
from companion.screens.clay_moments import moment_of
from companion.screens.clay_view import crowd_view, fighters, order_of, referee_view
from companion.screens.surroundings import (
    CameraProposal,
    Surroundings,
    Track,
    camera_health,
    crowd_health,
    disk_health,
    lights_health,
)
from companion.screens.view_model import CardColour, FinisherState, MomentKind, Tone
from screens import samples
from screens.stand import Stand

AROUND = Surroundings()


def match(**fighters: dict[str, Any]) -> Match:
    given = fighters or {"A": {"name": "Momia"}, "B": {"name": "Pulpo"}, "C": {"name": "Ñandú"}}
    return GAME.set_up({"fighters": given})


def with_turn(state: Match, **changes: Any) -> Match:
    return changed(state, turn=changed(state.turn, **changes))


def fighter(state: Match, who: str, around: Surroundings = AROUND):
    return next(one for one in referee_view(state, around).fighters if one.id == who)


class TestFighters:
    def test_they_stand_in_initiative_order_and_the_rest_behind(self) -> None:
        state = with_turn(match(), order=("C", "A"), late=("B",))
        assert [one.id for one in referee_view(state, AROUND).fighters] == ["C", "A", "B"]
        assert [one.place for one in referee_view(state, AROUND).fighters] == [1, 2, 3]

    def test_tie_ups_act_before_the_others(self) -> None:
        groups = (Group(("A", "B"), "tieup", ("B", "A")),)
        state = with_turn(match(), groups=groups, group_order=(0,), order=("C",))
        assert order_of(state) == ("B", "A", "C")

    def test_those_who_are_out_come_last_without_a_place(self) -> None:
        state = with_turn(match(A={}, B={"zone": "out"}), order=("A",))
        views = referee_view(state, AROUND).fighters
        assert [one.out for one in views] == [False, True]
        assert views[1].place is None

    def test_stamina_runs_from_minus_10_with_the_fatigue_mark_at_10(self) -> None:
        gauge = fighter(match(A={"stamina": -3}, B={}), "A").gauge
        assert gauge is not None
        assert (gauge.value, gauge.low, gauge.high, gauge.tired_at) == (-3, -10, 20, 10)

    @pytest.mark.parametrize(
        ("posture", "colour"),
        [("knocked_down", CardColour.RED), ("unconscious", CardColour.GREEN), ("standing", None), ("lying", None)],
    )
    def test_cards(self, posture: str, colour: CardColour | None) -> None:
        card = fighter(match(A={"posture": posture}, B={}), "A").card
        assert (None if card is None else card.colour) == colour

    def test_a_submitted_fighter_has_the_yellow_card(self) -> None:
        state = match(A={}, B={"posture": "lying"})
        state = with_fighter(state, "B", flags=frozenset({Flag.SUBMITTED}))
        card = fighter(state, "B").card
        assert card is not None
        assert card.colour is CardColour.YELLOW

    def test_green_goes_before_yellow(self) -> None:
        state = match(A={}, B={"posture": "unconscious"})
        state = with_fighter(state, "B", flags=frozenset({Flag.SUBMITTED}))
        card = fighter(state, "B").card
        assert card is not None
        assert card.colour is CardColour.GREEN

    def test_the_one_who_acts_shows_abilities_with_reasons(self) -> None:
        state = with_turn(match(A={"stamina": 9, "strike": 4, "wounds": {"strike": 1}}, B={}), active="A")
        strike = next(one for one in fighter(state, "A").abilities if one.key == "strike")
        assert (strike.sheet, strike.now) == (4, 3)
        assert [reason.rule for reason in strike.reasons] == ["CW-STATUS-21"]
        assert fighter(state, "B").abilities == ()

    def test_finisher_ready_active_spent(self) -> None:
        entry = {"name": "Pum", "position": "on_ropes"}
        ready = fighter(match(A={"finisher": entry}, B={}), "A").finisher
        assert ready is not None
        assert ready.state is FinisherState.READY
        spent = fighter(match(A={"finisher": entry, "finisher_spent": True}, B={}), "A").finisher
        assert spent is not None
        assert spent.state is FinisherState.SPENT

    def test_pin_and_ringside_counts(self) -> None:
        state = match(A={"zone": "ringside", "ringside_turns": 2}, B={})
        state = changed(state, flags={**state.flags, "count_out": True})
        assert [(c.value, c.limit) for c in fighter(state, "A").counts] == [(2, 4)]
        pinned = changed(state.fighters["B"], pin=Pin("A", 1, 3), flags=frozenset({Flag.PINNED}))
        state = changed(state, fighters={**state.fighters, "B": pinned})
        assert [(c.value, c.limit) for c in fighter(state, "B").counts] == [(1, 3)]

    @pytest.mark.parametrize(
        ("kind", "role", "flags", "told"),
        [
            ("submission", "holder", {Flag.SUBMITTING}, "Sumisión a Pulpo"),
            ("submission", "held", {Flag.SUBMITTED}, "Sumisión de Pulpo"),
            ("pin", "held", {Flag.PINNED}, "Pin de Pulpo"),
            ("pin", "holder", {Flag.PINNING}, "hace un Pin a Pulpo"),
            ("suplex", "holder", {Flag.HOLDING}, "sostiene a Pulpo"),
        ],
    )
    def test_a_status_of_two_names_the_other(self, kind: str, role: str, flags: set[str], told: str) -> None:
        state = match(A={}, B={"name": "Pulpo"})
        pin = Pin("B", 1, 3) if kind == "pin" else None
        hold = None if kind == "pin" else Hold(kind, "B", role, 0)
        one = changed(state.fighters["A"], pin=pin, hold=hold, flags=frozenset(flags))
        state = changed(state, fighters={**state.fighters, "A": one})
        assert told in [flag.es for flag in fighter(state, "A").flags]
        bare = changed(one, pin=None, hold=None)  # by a ruling, with nobody
        state = changed(state, fighters={**state.fighters, "A": bare})
        assert not any("Pulpo" in flag.es for flag in fighter(state, "A").flags)


class TestRing:
    TRACKS: ClassVar = {"A": Track(10, 20, 90), "B": Track(-50, 0, None, confidence=0.3), "C": Track(0, 0, held=True)}

    def test_the_camera_wins_over_the_pose(self) -> None:
        ring = referee_view(match(), replace(AROUND, tracks=self.TRACKS)).ring
        assert ring is not None
        assert [(f.id, f.x_mm, f.y_mm, f.uncertain, f.held) for f in ring.figures] == [
            ("A", 10, 20, False, False),
            ("B", -50, 0, True, False),
            ("C", 0, 0, False, True),
        ]

    def test_a_figure_nobody_has_placed_is_not_drawn(self) -> None:
        ring = referee_view(match(), replace(AROUND, tracks={"A": Track(0, 0)})).ring
        assert ring is not None
        assert [f.id for f in ring.figures] == ["A"]

    def test_tie_ups_holds_and_pins_are_linked(self) -> None:
        state = with_turn(match(), groups=(Group(("A", "B"), "tieup"),))
        flags = frozenset({Flag.IN_TIEUP})
        tied = {one: changed(state.fighters[one], flags=flags) for one in ("A", "B")}
        state = changed(state, fighters={**state.fighters, **tied})
        ring = referee_view(state, AROUND).ring
        assert ring is not None
        assert [(link.a, link.b, link.kind) for link in ring.links] == [("A", "B", "tieup")]
        holder = changed(match().fighters["A"], hold=Hold("suplex", "B", "holder", 1))
        held = referee_view(changed(match(), fighters={**match().fighters, "A": holder}), AROUND).ring
        assert held is not None
        assert [link.kind for link in held.links] == ["suplex"]

    def test_the_reach_is_in_the_acting_players_own_palms(self) -> None:
        state = with_turn(match(A={"speed": 3, "player": "ana"}, B={}), active="A")
        state = changed(state, players={"ana": Player("ana", "Ana", palm_mm=80.0)})
        around = replace(AROUND, tracks=self.TRACKS, palm_mm=200.0)
        ring = referee_view(state, around, offers=offers_now(state)).ring
        assert ring is not None
        assert ring.reach is not None
        assert ring.reach.radii_mm == (80.0, 160.0, 240.0)

    def test_who_may_go_nowhere_now_has_no_reach(self) -> None:
        around = replace(AROUND, tracks=self.TRACKS, palm_mm=200.0)
        state = with_turn(match(A={"speed": 3, "resting": True}, B={}), active="A")
        assert not [one for one in offers_now(state) if one.command == "move" and one.legal and one.actor == "A"]
        ring = referee_view(state, around, offers=offers_now(state)).ring
        assert ring is not None
        assert ring.reach is None

    def test_ghosts_reach_and_zones_are_not_for_the_crowd(self) -> None:
        proposal = CameraProposal(Text("moved", "movido"), 0.8, "A", (100.0, 0.0))
        around = replace(AROUND, tracks=self.TRACKS, palm_mm=90.0, zone_mm=40.0, proposals=(proposal,))
        state = with_turn(match(), active="A")
        mine = referee_view(state, around, offers=offers_now(state)).ring
        theirs = crowd_view(state, around).ring
        assert mine is not None
        assert theirs is not None
        assert (len(mine.ghosts), mine.reach is None, mine.zone_mm) == (1, False, 40.0)
        assert (len(theirs.ghosts), theirs.reach, theirs.zone_mm) == (0, None, 0.0)


class TestEnd:
    def test_winner_with_chip_and_way(self) -> None:
        view = crowd_view(match(), AROUND, Outcome(Result.WON, "pin", ("A",), ("B",)))
        assert view.ending is not None
        assert view.ending.title.es == "Gana Momia"
        assert view.ending.detail is not None
        assert view.ending.detail.es == "por Pin"
        assert len(view.ending.chips) == 1

    def test_draw(self) -> None:
        view = crowd_view(match(), AROUND, Outcome(Result.DRAW, "draw"))
        assert view.ending is not None
        assert view.ending.title.en == "Draw"


class TestMoments:
    def test_pin_counts_knock_outs_finishers_and_eliminations(self) -> None:
        state = match()
        told = {
            MomentKind.PIN: ev.PinStarted(attacker="A", defender="B"),
            MomentKind.KNOCK_OUT: ev.PostureChanged(fighter="B", from_="standing", to="unconscious"),
            MomentKind.FINISHER: ev.FinisherActivated(attacker="A", target="B", finisher="Pum"),
            MomentKind.ELIMINATED: ev.Eliminated(fighter="B", cause="pin", turn=2),
        }
        for kind, event in told.items():
            moment = moment_of(state, event, 500)
            assert moment is not None
            assert (moment.kind, moment.at_ms) == (kind, 500)
        second = moment_of(state, ev.PinCounted(fighter="B", by="A", count=2), 0)
        assert second is not None
        assert (second.count, second.subject) == (2, "Momia › Pulpo")

    def test_book_keeping_is_no_moment(self) -> None:
        assert moment_of(match(), ev.SlotEnded(fighter="A"), 0) is None
        assert moment_of(match(), ev.PostureChanged(fighter="A", from_="standing", to="lying"), 0) is None


class TestHealth:
    @pytest.mark.parametrize(
        ("fps", "age_ms", "tone"),
        [(30, 40, Tone.GOOD), (30, 700, Tone.WARN), (30, 2500, Tone.BAD), (None, None, Tone.OFF)],
    )
    def test_camera(self, fps: float | None, age_ms: float | None, tone: Tone) -> None:
        assert camera_health(fps, age_ms).tone is tone

    def test_the_age_of_a_lost_picture_is_told(self) -> None:
        assert "3 s" in camera_health(30, 3100).text.es

    def test_lights_crowd_and_disk(self) -> None:
        assert [lights_health(state).tone for state in ("connected", "simulated", "lost", "off")] == [
            Tone.GOOD, Tone.GOOD, Tone.BAD, Tone.OFF,
        ]  # fmt: skip
        assert [crowd_health(boards).tone for boards in (None, 0, 1, 2)] == [Tone.OFF, Tone.BAD, Tone.GOOD, Tone.GOOD]
        assert disk_health(saved=False).tone is Tone.BAD
        assert "SIN GUARDAR" in disk_health(saved=False).text.es


class TestWords:
    """Every word of the model has its words on the screens."""

    def test_nothing_is_without_words(self) -> None:
        from companion.games.clay_wrestling.model import ABILITIES, ClayClass, FinisherPosition, Mode

        assert set(clay_words.PHASES) == set(Phase)
        assert set(clay_words.POSTURES) == set(Posture)
        assert set(clay_words.CLASSES) == set(ClayClass)
        assert set(clay_words.MODES) == set(Mode)
        assert set(clay_words.ABILITIES) == set(clay_words.SHORT_ABILITIES) == set(ABILITIES)
        assert set(clay_words.FINISHER_POSITIONS) == set(FinisherPosition)
        flags = {value for key, value in vars(Flag).items() if key.isupper()}
        assert set(clay_words.FLAGS) == flags

    def test_both_languages_are_there(self) -> None:
        for table in (
            clay_words.PHASES,
            clay_words.POSTURES,
            clay_words.FLAGS,
            clay_words.COMMANDS,
            clay_words.ENDINGS,
        ):
            assert all(text.en and text.es for text in table.values())


DRAWING = {"canvas", "widgets", "signs", "referee", "crowd", "fonts", "ring_map", "layout", "moments", "window"}


def test_pure_modules_do_not_load_pygame() -> None:
    """The view models can be built where no display library is installed."""
    screens = Path(__file__).parents[2] / "companion" / "screens"
    told = [path for path in screens.glob("*.py") if re.match(r'"""[^"]*Pure', path.read_text(encoding="utf-8"))]
    assert len(told) >= 6
    for path in {*told, *(screens / f"{name}.py" for name in ("view_model", "plain_view", "choices", "surroundings"))}:
        text = path.read_text(encoding="utf-8")
        assert "import pygame" not in text, path
        used = re.findall(r"^from companion\.screens\.(\w+) import", text, re.MULTILINE)
        assert not DRAWING & set(used), path


def test_without_a_camera_the_crowd_sees_the_fighters_in_full_width() -> None:
    stand = Stand.of(2)
    match = stand.session.state
    assert crowd_view(match, stand.around).ring is not None
    assert crowd_view(match, Surroundings()).ring is None


def test_ringside_stands_on_the_card_with_its_turns() -> None:
    stand = Stand.of(3, "outside")
    match = stand.session.state
    who = match.roster[0] if match.roster else next(iter(match.fighters))
    for turns, words in ((0, "ringside"), (2, "ringside 2")):
        there = replace(match.fighters[who], zone=Zone.RINGSIDE, ringside_turns=turns)
        shown = fighters(replace(match, fighters={**match.fighters, who: there}), stand.around)
        flags = next(one.flags for one in shown if one.id == who)
        assert flags[0].es == words


def test_the_crowd_sees_who_stands_on_a_post_and_who_is_in_a_tie_up_with_whom() -> None:
    state = match()
    names = list(state.fighters)[:2]
    changed_ = {one: changed(state.fighters[one], posture=Posture.ON_POST) for one in names[:1]}
    state = changed(state, fighters={**state.fighters, **changed_})
    drawn = render.crowd_canvas(crowd_view(state, AROUND), (1280, 720), "es", 0).drawn
    assert any("en el poste" in text.text for text in drawn)
    tied = replace(samples.FIGHTERS[0], card=None, partners=("Pulpo",))
    drawn = render.crowd_canvas(replace(samples.CROWD, fighters=(tied,)), (1280, 720), "es", 0).drawn
    assert any("en Toma de Nuca: Pulpo" in text.text for text in drawn)
