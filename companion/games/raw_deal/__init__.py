"""Raw Deal: Superstars, maneuvers, actions, reversals, and arsenals that run out (its rules file)."""

from collections.abc import Mapping
from typing import Any

from companion.games.raw_deal.card_file import FORMAT
from companion.games.raw_deal.commands import COMMANDS, FlipForStart
from companion.games.raw_deal.events import EVENTS
from companion.games.raw_deal.folding import evolve
from companion.games.raw_deal.model import Phase, State
from companion.games.raw_deal.offers import offers
from companion.games.raw_deal.options import OPTIONS
from companion.games.raw_deal.referee import decide
from companion.games.raw_deal.sample import CARDS, SUPERSTARS
from companion.games.raw_deal.setup import set_up
from companion.games.raw_deal.showing import outcome, pending, snapshot, view
from companion.games.raw_deal.telling import tell
from companion.kernel.codec import Plain
from companion.kernel.decisions import Offer, Pending
from companion.kernel.dice import DiceRequest
from companion.kernel.game import Command, Event
from companion.kernel.outcome import Outcome
from companion.kernel.profile import with_profile
from companion.kernel.snapshot_game import SnapshotGame
from companion.kernel.text import Text


class RawDeal(SnapshotGame[State]):
    id = "raw_deal"
    title = Text("Raw Deal", "Raw Deal")
    commands = COMMANDS
    events = EVENTS
    card_format = FORMAT
    options = OPTIONS

    def start(self) -> State:
        return State(cards=CARDS, superstars=SUPERSTARS)

    def set_up(self, setup: Mapping[str, Any]) -> State:
        return set_up(setup)

    def decide(self, state: State, command: Command) -> tuple[Event, ...]:
        return decide(state, command)

    def evolve(self, state: State, event: Event) -> State:
        return evolve(state, event)

    def pending(self, state: State) -> tuple[Pending, ...]:
        return pending(state)

    def dice_due(self, state: State, command: Command) -> tuple[DiceRequest, ...]:
        if isinstance(command, FlipForStart) and command.value is None and state.phase is Phase.FIRST_PLAYER:
            purpose = Text("coin", "moneda")
            count = len(state.seats)
            return (DiceRequest("value", count, 1, purpose, "RD-206", single=True, choices=state.seats),)
        return ()

    def offers(self, state: State, actor: str) -> tuple[Offer, ...]:
        return offers(state, actor)

    def outcome(self, state: State) -> Outcome | None:
        return with_profile(outcome(state), state.profile, OPTIONS.changed(state.house_rules))

    def snapshot(self, state: State) -> Plain:
        return snapshot(state)

    def view(self, state: State, viewer: str) -> Plain:
        return view(state, viewer)

    def tell(self, state: State, event: Event) -> Text | None:
        return tell(state, event)


GAME = RawDeal()
