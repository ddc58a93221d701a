"""The smaller services: profile, counters, timers, visibility, rulings, seats, zones, texts, outcomes, decisions."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import NotationError
from companion.kernel.counters import Bounds, Breakdown
from companion.kernel.game import Event, Unfolding, plain_event
from companion.kernel.outcome import Outcome, Result
from companion.kernel.profile import Option, Options
from companion.kernel.refusals import refuse
from companion.kernel.rulings import set_field
from companion.kernel.seats import clockwise_from, next_seat
from companion.kernel.text import Text, plural
from companion.kernel.timers import Timer
from companion.kernel.visibility import Seen, seen_by, view
from companion.kernel.zones import ConservationError, Zones, conserve

from .toy import OFFER, TOY, Gained, State

WHY = Text("why", "por qué")


class TestProfile:
    """K-13."""

    OPTIONS = Options.of(
        Option("ties", "shared", "D1", ("shared", "none")),
        Option("limit", 3, "D2", ("none",), low=1, high=10),
        Option("share", 0.5, "D3", low=0, high=1, whole=False),
        Option("blood", True, "D4", (True, False)),
    )

    def test_defaults_and_changes(self):
        assert dict(self.OPTIONS.resolve({})) == {"ties": "shared", "limit": 3, "share": 0.5, "blood": True}
        profile = self.OPTIONS.resolve({"limit": "none", "share": 0.25, "blood": False})
        assert self.OPTIONS.changed(profile) == {"limit": "none", "share": 0.25, "blood": False}
        with pytest.raises(TypeError):
            profile["limit"] = 4

    @pytest.mark.parametrize(
        "changes",
        [{"ties": "coin"}, {"limit": 0}, {"limit": 11}, {"limit": 2.5}, {"limit": True}, {"blood": 1}, {"share": "x"}],
    )
    def test_a_value_that_is_not_allowed_is_told_what_is(self, changes):
        with pytest.raises(NotationError, match="give"):
            self.OPTIONS.resolve(changes)

    def test_an_unknown_key_is_offered_the_nearest(self):
        with pytest.raises(NotationError, match="did you mean ties"):
            self.OPTIONS.resolve({"tie": "shared"})
        with pytest.raises(NotationError, match="known keys"):
            self.OPTIONS.resolve({"zzzzzz": 1})

    def test_what_is_allowed_in_words(self):
        assert self.OPTIONS.options["limit"].allowed() == "none or 1 to 10"
        assert self.OPTIONS.options["blood"].allowed() == "true or false"


class TestCounters:
    """K-07, K-08."""

    @given(st.integers(), st.integers())
    def test_bounds_tell_what_they_took(self, value, change):
        got, lost = Bounds(-10, 20).add(value, change)
        assert -10 <= got <= 20
        assert got + lost == value + change

    def test_without_bounds(self):
        assert Bounds().add(3, -99) == (-96, 0)

    def test_breakdown(self):
        found = Breakdown(5).plus(0, "R-0", WHY).plus(2, "R-1", WHY).capped(6, "R-2", WHY).floored(0, "R-3", WHY)
        assert found.total == 6
        assert [(part.amount, part.rule) for part in found.modifiers] == [(2, "R-1"), (-1, "R-2")]
        assert Breakdown(-3).floored(0, "R-3", WHY).total == 0


class TestTimers:
    """K-11."""

    def test_a_countdown_stops_and_goes_on(self):
        timer = Timer(total_ms=3000).started(1000)
        assert timer.running
        assert timer.started(9999) is timer
        assert timer.left_ms(2000) == 2000
        stopped = timer.stopped(2500)
        assert not stopped.running
        assert stopped.left_ms(99_999) == 1500
        again = stopped.started(10_000)
        assert not again.rung(11_499)
        assert again.rung(11_500)
        assert again.left_ms(99_999) == 0

    def test_a_clock_that_runs_backwards_adds_nothing(self):
        assert Timer().started(1000).elapsed_ms(500) == 0

    def test_a_stopwatch_has_no_end(self):
        watch = Timer().started(0)
        assert watch.elapsed_ms(70) == 70
        assert not watch.rung(10**9)
        with pytest.raises(ValueError, match="stopwatch"):
            watch.left_ms(1)


@dataclass(frozen=True)
class Seat:
    open_: int = 1
    hand: tuple[str, ...] = field(default=("k1",), metadata=seen_by(Seen.OWNER))
    note: str = field(default="n", metadata=seen_by(Seen.REFEREE))


@dataclass(frozen=True)
class Table:
    seats: Mapping[str, Seat]
    last: Seat | None = None
    piles: tuple[tuple[int, ...], ...] = ((1, 2), (3,))


class TestVisibility:
    """K-10."""

    TABLE = Table({"a": Seat(), "b": Seat()}, Seat())

    def test_the_crowd_sees_public_fields_only(self):
        assert view(self.TABLE, "public") == {
            "seats": {"a": {"open": 1}, "b": {"open": 1}},
            "last": {"open": 1},
            "piles": [[1, 2], [3]],
        }

    def test_a_seat_sees_its_own(self):
        seen = view(self.TABLE, "a")
        assert seen["seats"] == {"a": {"open": 1, "hand": ["k1"]}, "b": {"open": 1}}
        assert "hand" not in seen["last"]

    def test_the_referee_sees_everything(self):
        assert view(self.TABLE, "referee")["seats"]["b"] == {"open": 1, "hand": ["k1"], "note": "n"}

    def test_a_game_shows_what_the_tags_say(self):
        assert TOY.view(State(), "public") == {"points": 0, "colour": None}


class TestRulings:
    """K-15."""

    TABLE = Table({"a": Seat()}, Seat())

    def test_any_field_by_its_path(self):
        assert set_field(State(), "points", 4).points == 4
        ruled = set_field(self.TABLE, "seats.a.hand", ["k2", "k3"])
        assert ruled.seats["a"].hand == ("k2", "k3")
        assert set_field(self.TABLE, "last.open", 5).last.open_ == 5
        assert set_field(self.TABLE, "seats.b", {"open": 9}).seats["b"] == Seat(9)
        assert self.TABLE.seats["a"].hand == ("k1",)

    @pytest.mark.parametrize(
        ("path", "value"),
        [("colour", 1), ("seats.z.hand", []), ("seats.a.foot", 1), ("last.open", "x"), ("piles.0", 1)],
    )
    def test_no_such_field_or_value(self, path, value):
        with pytest.raises(NotationError):
            set_field(self.TABLE, path, value)


class TestSeats:
    """K-16."""

    def test_clockwise(self):
        assert clockwise_from(("a", "b", "c"), "b") == ("c", "a", "b")

    def test_those_passed_over_are_named(self):
        assert next_seat(("a", "b", "c", "d"), "a", lambda seat: seat == "d") == ("d", ("b", "c"))
        assert next_seat(("a", "b"), "a", lambda _: False) == (None, ("b", "a"))
        assert next_seat(("a", "b"), "a", lambda seat: seat == "a") == ("a", ("b",))


class TestZones:
    """K-09."""

    ZONES = Zones({"hand": ("k1", "k2"), "deck": ("k3",)})

    def test_a_card_is_in_one_place(self):
        moved = self.ZONES.moved("k1", "hand", "deck")
        assert moved.piles == {"hand": ("k2",), "deck": ("k1", "k3")}
        assert self.ZONES.moved("k1", "hand", "deck", to_top=False).piles["deck"] == ("k3", "k1")
        assert moved.total() == self.ZONES.total() == 3
        with pytest.raises(ConservationError):
            self.ZONES.moved("k3", "hand", "deck")

    def test_counts_are_conserved(self):
        conserve(10, {"hand": 4, "table": 6}, "p1")
        for counts in ({"hand": 4, "table": 5}, {"hand": -1, "table": 11}):
            with pytest.raises(ConservationError, match="p1"):
                conserve(10, counts, "p1")


class TestTexts:
    """K-17."""

    def test_both_languages(self):
        text = Text("{a} of {n}", "{a} de {n}").filled(a=Text("one", "uno"), n=2)
        assert (text.of("en"), text.of("es"), str(text)) == ("one of 2", "uno de 2", "one of 2")

    @pytest.mark.parametrize(("count", "word"), [(0, "0 dice"), (1, "1 die"), (2, "2 dice")])
    def test_plural(self, count, word):
        assert plural(count, Text("{n} die", "{n} dado"), Text("{n} dice", "{n} dados")).en == word


def test_refusals_carry_code_rule_and_reason():
    error = refuse("no", "R-1", "No.", "¡No!")
    assert (error.code, error.rule, error.refusal.reason.es) == ("no", "R-1", "¡No!")
    assert str(error) == "No. [R-1, no]"


def test_a_command_unfolds_into_events():
    play = Unfolding(State(), TOY.evolve)
    play.tell(Gained(points=2), Gained(points=3))
    assert play.state.points == 5
    assert len(play.events) == 2


def test_outcomes_and_offers():
    assert TOY.outcome(State(points=10)) == Outcome(Result.WON, "points", ("you",))
    assert OFFER.legal


def test_a_game_may_leave_some_things_out():
    state = TOY.start()
    assert super(type(TOY), TOY).dice_due(state, None) == ()
    assert TOY.offers(state, "you") == ()
    assert TOY.tell(state, Gained(points=1)) is None
    assert TOY.event(plain_event(Gained(points=1))) == Gained(points=1)
    assert Event().rules == ()
