"""All Time Wrestling: initiative, attack cards, momentum, pins (its rules file)."""

from collections.abc import Mapping
from typing import Any

from companion.games.all_time_wrestling.card_file import FORMAT
from companion.games.all_time_wrestling.commands import COMMANDS
from companion.games.all_time_wrestling.dice import dice_due
from companion.games.all_time_wrestling.events import EVENTS
from companion.games.all_time_wrestling.folding import evolve
from companion.games.all_time_wrestling.model import State
from companion.games.all_time_wrestling.offers import offers
from companion.games.all_time_wrestling.options import OPTIONS
from companion.games.all_time_wrestling.referee import decide
from companion.games.all_time_wrestling.sample import BOARDS, CARDS
from companion.games.all_time_wrestling.setup import set_up
from companion.games.all_time_wrestling.showing import outcome, pending, snapshot, view
from companion.games.all_time_wrestling.telling import tell
from companion.kernel.codec import Plain
from companion.kernel.decisions import Offer, Pending
from companion.kernel.dice import DiceRequest
from companion.kernel.game import Command, Event
from companion.kernel.outcome import Outcome
from companion.kernel.profile import with_profile
from companion.kernel.snapshot_game import SnapshotGame
from companion.kernel.text import Text


class AllTimeWrestling(SnapshotGame[State]):
    id = "all_time_wrestling"
    title = Text("All Time Wrestling", "All Time Wrestling")
    commands = COMMANDS
    events = EVENTS
    card_format = FORMAT
    options = OPTIONS

    def start(self) -> State:
        return State(cards=CARDS, boards=BOARDS)

    def set_up(self, setup: Mapping[str, Any]) -> State:
        return set_up(setup)

    def decide(self, state: State, command: Command) -> tuple[Event, ...]:
        return decide(state, command)

    def evolve(self, state: State, event: Event) -> State:
        return evolve(state, event)

    def pending(self, state: State) -> tuple[Pending, ...]:
        return pending(state)

    def dice_due(self, state: State, command: Command) -> tuple[DiceRequest, ...]:
        return dice_due(state, command)

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


GAME = AllTimeWrestling()
