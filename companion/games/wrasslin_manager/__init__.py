"""Wrasslin' Manager: four Rounds of three Events for two managers (its rules file)."""

from collections.abc import Mapping
from typing import Any

from companion.games.wrasslin_manager.card_file import FORMAT
from companion.games.wrasslin_manager.commands import COMMANDS, SetRandomStarter
from companion.games.wrasslin_manager.events import EVENTS
from companion.games.wrasslin_manager.folding import evolve
from companion.games.wrasslin_manager.model import SEATS, Phase, State
from companion.games.wrasslin_manager.offers import offers
from companion.games.wrasslin_manager.options import OPTIONS
from companion.games.wrasslin_manager.referee import decide
from companion.games.wrasslin_manager.setup import set_up
from companion.games.wrasslin_manager.showing import outcome, pending, snapshot, view
from companion.games.wrasslin_manager.telling import tell
from companion.kernel.codec import Plain
from companion.kernel.decisions import Offer, Pending
from companion.kernel.dice import DiceRequest
from companion.kernel.game import Command, Event
from companion.kernel.outcome import Outcome
from companion.kernel.profile import with_profile
from companion.kernel.snapshot_game import SnapshotGame
from companion.kernel.text import Text


class WrasslinManager(SnapshotGame[State]):
    id = "wrasslin_manager"
    title = Text("Wrasslin' Manager", "Wrasslin' Manager")
    commands = COMMANDS
    events = EVENTS
    card_format = FORMAT
    options = OPTIONS

    def start(self) -> State:
        return State()

    def set_up(self, setup: Mapping[str, Any]) -> State:
        return set_up(setup)

    def decide(self, state: State, command: Command) -> tuple[Event, ...]:
        return decide(state, command)

    def evolve(self, state: State, event: Event) -> State:
        return evolve(state, event)

    def pending(self, state: State) -> tuple[Pending, ...]:
        return pending(state)

    def dice_due(self, state: State, command: Command) -> tuple[DiceRequest, ...]:
        if isinstance(command, SetRandomStarter) and command.value is None and state.phase is Phase.STARTER:
            purpose = Text("starting player", "jugador inicial")
            return (DiceRequest("value", 2, 1, purpose, "WM-111", single=True, choices=SEATS),)
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


GAME = WrasslinManager()
