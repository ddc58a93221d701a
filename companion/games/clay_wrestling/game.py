"""The rulebook as the kernel sees it."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from companion.games.clay_wrestling import choices, commands, inspection, questions, referee, setup, success, tell
from companion.games.clay_wrestling.events import EVENTS, ClayEvent
from companion.games.clay_wrestling.model import Match, changed
from companion.kernel.codec import Plain
from companion.kernel.decisions import Offer, Pending
from companion.kernel.dice import DiceRequest
from companion.kernel.game import Command, Event, Game, Trace
from companion.kernel.outcome import Outcome, Result
from companion.kernel.script import same_as_set
from companion.kernel.text import Text

TITLE: Final = Text("Clay wrestling", "Lucha de plastelina")


class ClayWrestling(Game[Match]):
    """WBG, the Wrestling Board Game of SmackKatz!"""

    id: ClassVar[str] = "clay_wrestling"
    title: ClassVar[Text] = TITLE
    commands: ClassVar[Mapping[str, type[Command]]] = commands.COMMANDS
    events: ClassVar[Mapping[str, type[Event]]] = EVENTS

    def start(self) -> Match:
        return changed(setup.empty(), live=True)

    def set_up(self, given: Mapping[str, Any]) -> Match:
        return setup.read(given)

    def decide(self, state: Match, command: Command) -> tuple[Event, ...]:
        return referee.decide(state, command)

    def evolve(self, state: Match, event: Event) -> Match:
        assert isinstance(event, ClayEvent)
        return event.apply(state)

    def pending(self, state: Match) -> tuple[Pending, ...]:
        return questions.pending(state)

    def waits(self, state: Match) -> str:
        return "" if state.turn.asked is None else state.turn.asked.command

    def dice_due(self, state: Match, command: Command) -> tuple[DiceRequest, ...]:
        return success.with_success(state, command, referee.dice_due(state, command))

    def offers(self, state: Match, actor: str) -> tuple[Offer, ...]:
        return choices.offers(state, actor)

    def outcome(self, state: Match) -> Outcome | None:
        if not state.over:
            return None
        if state.winner == "draw":
            return Outcome(Result.DRAW, state.ending or "draw")
        winner = str(state.winner)
        team = state.teams.get(winner)
        winners = (winner,) if team is None else team.members
        losers = tuple(name for name in state.roster if name not in winners)
        return Outcome(Result.WON, state.ending or "", winners, losers)

    def snapshot(self, state: Match) -> Plain:
        return inspection.snapshot(state)

    def inspect(self, trace: Trace[Match], key: str, due: Plain) -> Plain:
        return inspection.inspect(trace, key, due)

    def tell(self, state: Match, event: Event) -> Text | None:
        assert isinstance(event, ClayEvent)
        return tell.tell(state, event)

    def same(self, key: str, due: Plain, found: Plain) -> bool:
        if key == "flags" and isinstance(due, Mapping) and isinstance(found, Mapping):
            return all(same_as_set(flags, found.get(str(name))) for name, flags in due.items())
        return super().same(key, due, found)
