"""Galaxy Wrestling Federation: ten fight cards, one victory card, belts, and three pairs that lose (its rules file)."""

from collections.abc import Mapping
from typing import Any

from companion.games.galaxy_wrestling_federation.card_file import FORMAT
from companion.games.galaxy_wrestling_federation.commands import COMMANDS, StartGame
from companion.games.galaxy_wrestling_federation.events import EVENTS
from companion.games.galaxy_wrestling_federation.folding import evolve
from companion.games.galaxy_wrestling_federation.model import Phase, State
from companion.games.galaxy_wrestling_federation.offers import offers
from companion.games.galaxy_wrestling_federation.options import OPTIONS
from companion.games.galaxy_wrestling_federation.referee import decide
from companion.games.galaxy_wrestling_federation.setup import set_up
from companion.games.galaxy_wrestling_federation.showing import outcome, pending, snapshot, view
from companion.games.galaxy_wrestling_federation.start import start_is_open
from companion.games.galaxy_wrestling_federation.telling import tell
from companion.kernel.codec import Plain
from companion.kernel.decisions import Offer, Pending
from companion.kernel.dice import DiceRequest
from companion.kernel.game import Command, Event
from companion.kernel.outcome import Outcome
from companion.kernel.profile import with_profile
from companion.kernel.snapshot_game import SnapshotGame
from companion.kernel.text import Text


class GalaxyWrestlingFederation(SnapshotGame[State]):
    id = "galaxy_wrestling_federation"
    title = Text("Galaxy Wrestling Federation", "Galaxy Wrestling Federation")
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

    def counted_ms(self, state: State) -> int:
        """GWF-050."""
        return int(state.rule("count_seconds")) * 1000 if state.phase is Phase.COUNT else 0

    def dice_due(self, state: State, command: Command) -> tuple[DiceRequest, ...]:
        if isinstance(command, StartGame) and start_is_open(state, command):
            purpose = Text("first player", "jugador inicial")
            seats = command.seats
            return (DiceRequest("value", len(seats), 1, purpose, "GWF-D02", single=True, choices=seats),)
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


GAME = GalaxyWrestlingFederation()
