"""A referee's place for tests: the real menu over the real rules, with a session and, if wanted, a show file."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from companion.games.clay_wrestling import GAME
from companion.games.clay_wrestling.model import Match
from companion.kernel.amending import AMEND, Edit
from companion.kernel.dice import DiceRequest
from companion.kernel.dice_counts import dice_counts
from companion.kernel.refusals import IllegalCommandError, Refusal
from companion.kernel.session import Act, Session
from companion.kernel.text import Text
from companion.screens import clay_choices, clay_view
from companion.screens.count_panels import count_panels
from companion.screens.interaction import Amend, Give, Redo, Request, Ui, Undo
from companion.screens.lying_dice import lying_dice
from companion.screens.needs import Need
from companion.screens.past import Then, preview, same_again
from companion.screens.past_lines import PastLines, text_of
from companion.screens.surroundings import Surroundings, Track
from companion.screens.view_model import JournalLine, Panel, RefereeView

NAMES = (
    "Momia", "Pulpo", "Ñandú", "Łukasz", "Gólem", "Жаба", "Kraken", "Topo", "Bruja", "Cíclope",
    "Dragón", "Erizo", "Fauno", "Grifo", "Hidra", "Ícaro", "Jabalí", "Lince", "Quimera", "Zorro",
)  # fmt: skip
COLOURS = (
    "red", "dark_blue", "yellow", "light_green", "black", "pink", "orange", "white", "brown", "purple",
    "grey", "dark_green", "turquoise", "skin", "green", "blue", "dark_red", "light_blue", "#804020", "#208040",
)  # fmt: skip
PLACES = ((-60, -30), (60, -30), (-60, 60), (60, 60), (-200, 0), (200, 0))


def line_up(count: int) -> list[tuple[str, dict[str, Any]]]:
    """Commands that register `count` fighters and start a match of them."""
    main = {"combat": 2, "speed": 2, "strength": 2, "technique": 2, "resistance": 2}
    combat = {"strike": 2, "whip": 2, "suplex": 2, "submission": 2, "counter": 2}
    commands: list[tuple[str, dict[str, Any]]] = []
    for name, colour in zip(NAMES[:count], COLOURS, strict=False):
        sheet = {"fighter": name, "name": name, "player": f"p-{name}", "clay_colour": colour}
        entry = {"name": f"{name}-plof", "position": "knocked_down"}
        commands.append(("register_fighter", {**sheet, "main": main, "combat_abilities": combat, "finisher": entry}))
        commands.append(("classify", {"fighter": name, "class": "humanoid"}))
    return commands


def screen(state: Match, around: Surroundings) -> RefereeView:
    offers = clay_choices.offers_now(state)
    return clay_view.referee_view(state, around, GAME.pending(state), offers, GAME.outcome(state))


def dice_due(state: Match, command: str, parameters: Mapping[str, Any]) -> tuple[DiceRequest, ...]:
    return GAME.dice_due(state, GAME.command(command, parameters))


@dataclass
class Stand:
    """`referee_window.Source` over a session; the newest view is worked out once a state."""

    session: Session[Match]
    around: Surroundings = field(default_factory=Surroundings)
    acts: list[Act] = field(default_factory=list)
    lines: list[JournalLine] = field(default_factory=list)
    past: PastLines = field(default_factory=lambda: PastLines(GAME))
    _view: tuple[Any, RefereeView] | None = None

    @classmethod
    def of(cls, count: int, seed: str = "stand") -> "Stand":
        session = Session(GAME, None, seed)
        for name, parameters in line_up(count):
            session.handle(name, parameters)
        tracks = {name: Track(x, y, 0.0) for name, (x, y) in zip(NAMES[:count], PLACES, strict=False)}
        return cls(session, Surroundings(tracks=tracks, palm_mm=90.0))

    def view(self, now_ms: int, ui: Ui) -> RefereeView:
        del now_ms, ui
        state = self.session.state
        if self._view is None or self._view[0] is not state:
            around = replace(
                self.around,
                journal=tuple(self.lines[-8:]),
                acts=self.past.lines(self.session.done(), self.session.last_rows()),
                can_undo=self.session.can_undo,
                can_redo=self.session.can_redo,
                lying=lying_dice(self.session.done(), state),
            )
            self._view = (state, screen(state, around))
        return self._view[1]

    def dice_due(self, command: str, parameters: Mapping[str, Any]) -> tuple[DiceRequest, ...]:
        return dice_due(self.session.state, command, parameters)

    def needs(self, command: str, keys: tuple[str, ...]) -> tuple[Need, ...]:
        return clay_choices.needs(self.session.state, command, keys)

    def told(self, refusal: Refusal) -> None:
        """Clay asks for no values of cards."""

    def then(self, index: int) -> Then:
        act, state = self.session.done()[index]
        again = same_again(act, text_of(GAME, act, state))
        return Then(screen(state, self.around), partial(dice_due, state), partial(clay_choices.needs, state), again)

    def foresee(self, edit: Edit, method: str) -> tuple[Text, ...] | Refusal:
        try:
            act = self.session.plan(AMEND, edit.parameters(), "referee", method)
        except IllegalCommandError as error:
            return error.refusal
        now, then = self.session.state, self.session.after(act)
        return preview(act, screen(now, self.around), screen(then, self.around))

    def dice_counts(self) -> tuple[Panel, ...]:
        return count_panels(dice_counts(GAME, self.session.done()))

    def ask(self, request: Request) -> Refusal | None:
        match request:
            case Give(command, parameters, method):
                name, given, how = command, dict(parameters), method
            case Undo(count):
                name, given, how = "undo", {"commands": count}, "typed"
            case Redo(count):
                name, given, how = "redo", {"commands": count}, "typed"
            case Amend(edit, method):
                name, given, how = AMEND, edit.parameters(), method
            case _:
                return None
        before = self.session.state
        try:
            act = self.give(name, given, how)
        except IllegalCommandError as error:
            return error.refusal
        self.acts.append(act)
        self.hear(act, before)
        return None

    def give(self, name: str, parameters: Mapping[str, Any], method: str) -> Act:
        """Do a command; a show file writes it here first."""
        act = self.session.plan(name, parameters, "referee", method)
        self.session.apply(act)
        return act

    def hear(self, act: Act, before: Match) -> None:
        """Tell what happened, line by line."""
        state = before
        for event in act.events:
            state = GAME.evolve(state, event)
            told = GAME.tell(state, event)
            if told is not None:
                self.lines.append(JournalLine(self.session.last_rows()[-1], told))
