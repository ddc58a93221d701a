"""C-03: a vanished figure is never a score or a ring-out by itself; the whole way from placements to the match."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from app.test_live import ROSTER, Ticks
from companion.app.live import LiveEvening
from companion.app.live_eyes import Seen
from companion.app.live_window import Wanted, open_evening
from companion.cli.main import main
from companion.games.clay_wrestling.model import Zone
from companion.leds.service import no_lights
from companion.screens.dice_keys import dice_wanted
from companion.screens.interaction import AcceptProposal, Give, RejectProposal
from companion.screens.menu import on_page
from companion.screens.referee_window import RefereeLoop
from companion.screens.surroundings import Track
from companion.store.resilient import ResilientJournal
from companion.table.facts import FactKeeper, Facts, Placement
from companion.table.ring import RingPlan

FRAME_MS = 1000 / 15
PLAN = RingPlan(700.0, 700.0, 250.0)
INSIDE, EDGE, OUTSIDE = (100.0, 0.0), (340.0, 0.0), (420.0, 0.0)


@dataclass
class ScriptedEyes:
    """Eyes that see what the test says, through the real keeper of facts."""

    table: Any = field(
        default_factory=lambda: SimpleNamespace(
            ring=SimpleNamespace(size_mm=(700.0, 700.0), ringside_mm=250.0),
            camera=None,
            figures=({"id": "1", "name": "Momia"}, {"id": "2", "name": "Pulpo"}),
        )
    )
    keeper: FactKeeper = field(default_factory=lambda: FactKeeper(PLAN, {"1": 14.0, "2": 14.0}, 200.0))
    frame: int = -1
    facts: Facts | None = None
    moves: tuple[Facts, ...] = ()
    tracks: dict[str, Track] = field(default_factory=dict)

    def see(self, pulpo: tuple[float, float] | None, confidence: float = 0.9) -> None:
        self.frame += 1
        places = {"1": ((-100.0, 0.0), 0.9), "2": (pulpo, confidence if pulpo is not None else 0.0)}
        placements = [
            Placement(name, there and there[0], there and there[1], 0.0, confidence=sure)
            for name, (there, sure) in places.items()
        ]
        self.facts = self.keeper.update(self.frame, self.frame * FRAME_MS, placements)
        self.moves = (*self.moves, self.facts) if self.facts.moves else self.moves
        for name, (there, sure) in places.items():
            if there is not None:
                self.tracks[name] = Track(*there, 0.0, confidence=sure)
            else:
                known = self.tracks[name]
                self.tracks[name] = Track(known.x_mm, known.y_mm, known.facing_deg, confidence=0.0)

    def look(self) -> tuple[Seen, tuple[Facts, ...]]:
        moves, self.moves = self.moves, ()
        return Seen(self.frame, 15.0, 10.0, None, self.facts, dict(self.tracks)), moves

    def measure_by(self, palm_mm: float) -> None:
        self.keeper.palm_mm = palm_mm

    def close(self) -> None:
        """Nothing is open."""


class Night:
    def __init__(self, live: LiveEvening, eyes: ScriptedEyes, ticks: "Steps") -> None:
        self.live, self.eyes, self.ticks = live, eyes, ticks

    def watch(self, pulpo: tuple[float, float] | None, seconds: float, confidence: float = 0.9) -> None:
        for _ in range(round(seconds * 15)):
            self.ticks.now_ms += round(FRAME_MS)
            self.eyes.see(pulpo, confidence)
            self.live.tick(self.ticks.now_ms)

    def is_in(self, name: str = "Pulpo") -> bool:
        return bool(self.live.evening.state.fighters[name].zone is Zone.RING)

    @property
    def proposed(self) -> list[str]:
        return [one.text.en for one in self.live.table.proposals]


class Steps(Ticks):
    def __call__(self) -> int:
        return self.now_ms


@pytest.fixture
def night(tmp_path: Path) -> Iterator[Night]:
    roster = tmp_path / "people.csv"
    roster.write_text(ROSTER, encoding="utf-8")
    path = tmp_path / "night.db"
    assert main(["roster", "import", str(roster), "--show", str(path)]) == 0
    journal = ResilientJournal.open(path)
    evening = open_evening(Wanted(path, seed="4"), journal, lambda _: None)
    eyes, ticks = ScriptedEyes(), Steps()
    live = LiveEvening(evening, journal, no_lights(), ticks, eyes)  # type: ignore[arg-type]  # eyes of a script
    flags = {"mode": "wrestling_match", "fighters": ["Momia", "Pulpo"], "flags": {"top_rope": True, "count_out": True}}
    assert live.ask(Give("start_match", flags)) is None
    one = Night(live, eyes, ticks)
    one.watch(INSIDE, 2)
    yield one
    journal.close()


@pytest.mark.parametrize("seconds", [1, 5, 60])
def test_who_vanishes_a_centimetre_inside_the_edge_stays_in_the_ring(night: Night, seconds: float) -> None:
    night.watch(EDGE, 2)
    before = night.live.journal.last_seq
    events = [act.name for act in night.live.evening.session.acts()]
    night.watch(None, seconds)
    assert night.is_in()
    assert not night.live.evening.state.over
    assert not any("ringside" in text or "rope" in text.lower() for text in night.proposed)
    assert all(name == "observe" for name in [act.name for act in night.live.evening.session.acts()][len(events) :])
    assert night.live.journal.last_seq - before < 10  # nothing is told again and again


def test_one_glimpse_outside_is_no_evidence(night: Night) -> None:
    for _ in range(10):
        night.watch(OUTSIDE, 0.2)
        night.watch(None, 3)
    assert night.is_in()
    assert night.proposed == []


def test_an_unsure_figure_outside_is_no_evidence(night: Night) -> None:
    night.watch(OUTSIDE, 5, confidence=0.4)
    assert night.is_in()
    assert night.proposed == []


def test_seen_outside_for_a_while_it_is_proposed_and_the_referee_decides(night: Night) -> None:
    night.watch(OUTSIDE, 0.8)
    assert night.is_in()
    night.watch(OUTSIDE, 5)
    assert night.is_in()  # whatever the rules would make of it, not by the camera alone
    night.watch(None, 5)
    assert night.proposed == []  # nothing is decided about what nobody sees
    night.watch(OUTSIDE, 2)
    wanted = 1 + night.proposed.index("Pulpo went over the top rope: out!")
    assert night.live.ask(AcceptProposal(wanted)) is None
    assert not night.is_in()
    assert night.live.ask(Give("undo", {"commands": 1})) is None
    assert night.is_in()


def test_rejected_it_comes_again_only_with_new_evidence(night: Night) -> None:
    night.watch(OUTSIDE, 3)
    while night.proposed:
        assert night.live.ask(RejectProposal(1)) is None
    night.watch(OUTSIDE, 10)
    assert night.proposed == []
    night.watch(INSIDE, 3)
    while night.proposed:
        night.live.ask(RejectProposal(1))
    night.watch(OUTSIDE, 3)
    assert night.proposed != []
    assert night.is_in()


def test_who_was_thrown_out_by_the_rules_is_not_taken_back_by_the_camera(night: Night) -> None:
    """Between the word and the hand that carries the figure out the camera still sees it in the ring."""
    assert night.live.ask(Give("observe", {"zone": {"Momia": "ringside"}})) is None
    night.watch(INSIDE, 5)
    assert "Momia is in the ring." not in night.proposed


@pytest.mark.parametrize("is_thrown", [True, False])
def test_who_moves_while_the_dice_of_an_attack_are_open_does_not_undo_its_declaration(
    night: Night, is_thrown: bool
) -> None:
    """The reach is judged as the attack is declared; what the camera sees meanwhile counts after the dice."""
    match = night.live
    assert match.ask(Give("start_turn", {})) is None
    assert match.ask(Give("initiative_roll", {"dice": {"Momia": 6, "Pulpo": 1}})) is None
    night.watch((-60.0, 0.0), 2)
    assert match.evening.state.facts.adjacent
    loop = RefereeLoop(match)
    strike = next(key for key, one in on_page(loop.view(0)) if getattr(one, "command", "") == "strike")
    loop.press(strike, 0)
    night.watch(INSIDE, 2)  # before the window has drawn anything
    assert match.evening.state.facts.adjacent
    while dice_wanted(loop.ui):  # of the attack, then of its damage
        loop.press("r" if is_thrown else "escape", 0)
    assert ("strike" in [act.name for act in match.evening.session.acts()]) == is_thrown
    loop.view(0)
    match.tick(night.ticks.now_ms)  # no new picture is needed: a clip may have ended
    assert not match.evening.state.facts.adjacent


def going(night: Night) -> None:
    assert night.live.ask(Give("start_turn", {})) is None
    assert night.live.ask(Give("initiative_roll", {"dice": {"Momia": 1, "Pulpo": 6}})) is None


def test_a_way_that_is_too_long_is_only_told_and_e_tells_a_shorter_one(night: Night) -> None:
    going(night)
    night.watch((-300.0, 250.0), 3)
    (one,) = [one for one in night.live.table.proposals if one.fighter == "Pulpo"]
    assert not one.changes
    assert "put the figure back" in one.text.en
    acts = len(night.live.evening.session.acts())
    loop = RefereeLoop(night.live)
    loop.press("enter", 0)
    assert len(night.live.evening.session.acts()) == acts
    assert loop.view(0).notice is None  # it is not told twice
    night.watch(INSIDE, 3)
    loop.press("e", 0)
    assert loop.view(0).entry is not None
    loop.press("1", 0)
    assert night.live.evening.session.acts()[-1].name == "move"
    assert not any("moved" in text for text in night.proposed)


def test_a_move_that_was_told_before_the_figure_went_is_not_proposed_again(night: Night) -> None:
    going(night)
    assert night.live.ask(Give("move", {"fighter": "Pulpo", "palms": 0.5})) is None
    night.watch((0.0, 0.0), 3)
    assert night.proposed == []
    night.watch(INSIDE, 3)  # once more is another move
    assert len(night.proposed) == 1


def test_who_wanders_about_in_a_pause_is_told_of_once_and_seen_once_is_enough(night: Night) -> None:
    """A referee who looks at the screen after a minute is not asked for every step of every figure."""
    assert night.live.ask(Give("start_turn", {})) is None
    for place in ((0.0, 150.0), (-50.0, -150.0), (200.0, 100.0)):
        night.watch(place, 2)
    assert len(night.live.desk.waiting(night.live.evening.state)) > 1
    (told,) = night.proposed
    assert told.startswith("Pulpo moved")
    assert told.endswith("and may not now: put the figure back.")
    (shown,) = night.live.table.proposals
    assert shown.to_mm == pytest.approx((200.0, 100.0), abs=20)
    # put back, there is nothing to tell of, and no move to be taken for his own once he acts
    night.watch(INSIDE, 2)
    assert night.proposed == []
    assert night.live.desk.waiting(night.live.evening.state) == ()
    night.watch((200.0, 100.0), 2)
    assert len(night.proposed) == 1
    assert night.live.ask(AcceptProposal(1)) is None
    night.watch((200.0, 100.0), 1)
    assert night.proposed == []
    assert night.live.desk.waiting(night.live.evening.state) == ()
