"""Prints the presses that each command of the clay game takes: `python tests/screens/presses.py [SIZES ACTS]`.

Random matches are played from the menu alone, with 2, 6 and 20 fighters (`SIZES`, `6,20`). In every state that they
pass through, every act that is offered is walked to by the menu itself, without being done, and its presses are
counted: each key that turns a page, chooses an entry, a target or a value, tells a fact that the act waits for, and
the Enter or R that ends it. As on the issue, dice faces and names are not counted: digits of a number and letters of a
text are typed like faces; a name is who is hit or touched, or whose ruling or first step it is, and the pages of a list
of people. The target of an attack is counted. A table of the most presses each command took; exit 1 when one is above
three.
"""

import random
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from companion.app.replay import cases_of
from companion.errors import CompanionError
from companion.games.clay_wrestling import GAME
from companion.games.clay_wrestling.model import Match
from companion.kernel.session import Session
from companion.screens.clay_rulings import RULED
from companion.screens.follow_up import followed
from companion.screens.interaction import press, shown
from companion.screens.menu import CHOICE_KEYS, choices, numbered_choices, on_page
from companion.screens.needs import Kind, Need
from companion.screens.ui_state import Game, Give, Ui
from companion.screens.view_model import Action, RefereeView
from screens import stand as stand_
from screens.play import Player
from screens.stand import Stand

MOST = 3
NO_ACTS = {"register_fighter", "referee_ruling"}
"""What a random player leaves alone: a sheet is a form, a ruling may set anything."""
FORMS = {"register_fighter"}
"""A form is written, not pressed."""
SIZES = (2, 6, 20)
MOST_FIGHTERS = 8
"""More of them are only in a rumble (CW-PLAYER-01)."""
CASES = tuple(
    Path(__file__).parents[1] / "golden" / "bouts" / f"{name}.yaml" for name in ("clay_wrestling", "clay_rules")
)
TIMES = 4
"""States of a command in the golden cases that are looked at."""
ELSEWHERE = {
    *("register_player", "register_fighter", "sculpt_timer", "place", "load_profile"),  # the pages before the bell
    "clock",  # the clocks' own
    "grant_title",  # a ruling on the match
    "begin_slot",  # what a slot begins with begins it
}
"""What no menu of the match gives as a command of its own."""
EVERY = 7
"""One state in so many has every ruling walked to: they are the same in all."""


class Wanderer(Player):
    """Takes any legal entry of any page, so that every command comes up sooner or later."""

    def __init__(self, stand: Stand, seed: int) -> None:
        super().__init__(stand, seed)
        self.wanted: Action | None = None

    def next_key(self) -> str:
        ui, view = self.loop.ui, self.loop.view(0)
        if view.dice is not None or view.entry is not None:
            return super().next_key()
        if ui.order is not None and ui.order.needs:
            need = ui.order.needs[0]
            if (need.many and ui.order.picked) or need.optional or not on_page(view):
                return "enter"
            half = ui.order.half  # nobody touches himself
            keys = [key for key, one in on_page(view) if key in CHOICE_KEYS and one.parameters.get(need.key) != half]
            return self.rng.choice(keys)
        if self.wanted is None or self.wanted not in choices(view):
            able = [one for one in choices(view) if one.legal and one.command not in NO_ACTS]
            # corrections of the table always can be made: they must not crowd out what leads on
            useful = [one for one in able if one.command != "observe" or view.decision is not None or ui.inside]
            self.wanted = self.rng.choice(able if self.rng.random() < 0.1 or not useful else useful)
        return next((key for key, action in on_page(view) if action == self.wanted), "pagedown")


# -- one act, walked to by the menu without being done -------------------------------------------------------------


@dataclass(frozen=True)
class Way:
    """Where the menu stands after some presses that count, in a match that has not moved."""

    ui: Ui
    match: Match
    view: RefereeView
    presses: int = 0

    def after(self, *keys: str, counted: bool = True) -> "tuple[Way, tuple[Give, ...]]":
        """The menu after these keys, and what was given."""
        ui, given = self.ui, []
        for key in keys:
            ui, requests = press(ui, key, self.view, self.game())
            given += [one for one in requests if isinstance(one, Give)]
        return replace(self, ui=ui, presses=self.presses + (len(keys) if counted else 0)), tuple(given)

    def game(self) -> Game:
        def needs(command: str, keys: tuple[str, ...]) -> tuple[Need, ...]:
            return stand_.clay_choices.needs(self.match, command, keys)

        return Game(lambda command, given: stand_.dice_due(self.match, command, given), needs)

    def shown(self) -> RefereeView:
        return shown(self.ui, self.view)


def ways(way: Way) -> Iterator[tuple[str, int]]:
    """Every offered act with its presses, list by list."""
    view = way.shown()
    for action in choices(view):
        if action.legal and action.command not in FORMS:
            yield from _taken(way, view, action)


def _taken(way: Way, view: RefereeView, action: Action) -> Iterator[tuple[str, int]]:
    """The presses that take an entry of the list that is open, and all that it leads to."""
    *turns, key = _keys_to(view, action)
    is_name = any(need.startswith(RULED) and not need.endswith("@") for need in action.needs)
    is_name |= action.command == "opening_step" and not action.children
    of_names = _are_names([one.label.en for one in numbered_choices(view)], way.match)
    there, _ = way.after(*turns, counted=not of_names)
    there, given = there.after(key, counted=not is_name)
    if action.children:
        yield from ways(there)
    else:
        yield action.command, _ended(there, given)


def _keys_to(view: RefereeView, action: Action) -> list[str]:
    """The pages to turn, the nearer way round, and the key of the entry."""
    found = next((key for key, one in on_page(view) if one == action), None)
    if found is not None:
        return [found]
    page, place = divmod(numbered_choices(view).index(action), len(CHOICE_KEYS))
    return [*["pagedown"] * page, CHOICE_KEYS[place]]


def _ended(way: Way, given: tuple[Give, ...]) -> int:
    """Presses until the act is done, its values, facts and dice among them."""
    for _ in range(12):
        if given:
            way, given = _done(way, given[0])
            if not given and way.ui.order is None:
                return way.presses
        if given:
            continue
        order = way.ui.order
        assert order is not None, way.ui.notice
        if order.needs:
            way, given = _answered(way, order.needs[0])
        else:
            way, given = way.after("r")
    raise AssertionError(way.ui.notice)


def _answered(way: Way, need: Need) -> tuple[Way, tuple[Give, ...]]:
    """The value that costs most: the last one of a list, a number or a text with its Enter."""
    if need.kind is Kind.PALMS:
        return way.after("½", "1")
    if need.kind is not Kind.CHOICE:
        typed = "x=1" if need.assign else "1"
        way, _ = way.after(*(f"text:{letter}" for letter in typed), counted=False)
        return way.after("enter")
    able = [place for place, (value, _) in enumerate(need.choices) if need.refusal_of(value) is None]
    if need.many or not able:
        return way.after("enter")
    page, place = divmod(able[-1], len(CHOICE_KEYS))
    of_names = _are_names([words.en for _, words in need.choices], way.match)
    return way.after(*["pagedown"] * page, CHOICE_KEYS[place], counted=not of_names)


def _are_names(words: list[str], match: Match) -> bool:
    """Whether a list is one of people."""
    names = {one.name or one.id for one in match.fighters.values()}
    return sum(any(name in one for name in names) for one in words) * 2 > len(words)


def _done(way: Way, given: Give) -> tuple[Way, tuple[Give, ...]]:
    """What comes of itself after an act; a fact that it waits for is told by yes, or by no where yes leads nowhere."""
    match = None if given.command == "referee_ruling" else _given(way.match, given)  # it waits for no fact
    asked = None if match is None else match.turn.asked
    if match is None or asked is None or asked == way.match.turn.asked:  # what was asked before is another's affair
        return replace(way, ui=replace(way.ui, order=None)), ()
    then = replace(way, match=match, view=stand_.screen(match, stand_.Surroundings()))
    ui, requests = followed(then.ui, given, then.view, then.game())
    then = replace(then, ui=ui)
    more = tuple(one for one in requests if isinstance(one, Give))
    decision = then.view.decision
    if more or decision is None or not decision.waits:
        return then, more
    return then.after("2" if decision.waits in {"counter", "technique", "dodge"} else "1")


def _given(match: Match, given: Give) -> Match | None:
    """The match after a command whose dice, if any, need no throw to be counted."""
    if stand_.dice_due(match, given.command, given.parameters):
        return None
    try:
        events = GAME.decide(match, GAME.command(given.command, given.parameters))
    except CompanionError:
        return None
    for event in events:
        match = GAME.evolve(match, event)
    return match


# -- many states ---------------------------------------------------------------------------------------------------


def most_presses(sizes: tuple[int, ...], acts: int, every: int = EVERY) -> dict[str, int]:
    """The most presses of each command in the states of one random match of each size.

    Args:
        acts: of each match.
    """
    worst: dict[str, int] = defaultdict(int)
    for size in sizes:
        stand = Stand.of(size, f"presses-{size}")
        if size > MOST_FIGHTERS:
            stand.session.handle("start_match", {"mode": "katz_rumble", "fighters": list(stand_.NAMES[:size])})
        player = Wanderer(stand, size)
        picking = random.Random(size)
        for number in range(acts):
            match = player.stand.session.state
            if match.over:
                break
            view = player.stand.view(0, Ui())
            if number % every:
                view = _without_rulings(view, picking)
            for command, presses in ways(Way(Ui(), match, view)):
                worst[command] = max(worst[command], presses)
            player.act()
    return dict(worst)


def of_golden_cases(times: int = TIMES) -> dict[str, int]:
    """The most presses of each command where the golden cases give it: what random matches seldom come to.

    Args:
        times: states of each command that are looked at.
    """
    worst: dict[str, int] = {}
    seen: dict[str, int] = defaultdict(int)
    for case in [case for path in CASES for case in cases_of(path)]:
        try:
            session = Session(GAME, case.content.get("setup") or {}, "presses")
        except CompanionError:
            continue
        for step in case.content.get("steps") or []:
            ((name, given),) = step.items()
            if name == "expect":
                continue
            if name in GAME.commands and seen[name] < times:
                counted = list(_of_command(session.state, name))
                seen[name] += bool(counted)
                worst |= {one: max(presses, worst.get(one, 0)) for one, presses in counted}
            try:
                session.handle(name, given or {})
            except CompanionError:
                continue  # the case wants it refused
    return worst


FULL_RING: Mapping[str, Any] = {
    "holds": [{"kind": "suplex", "holder": "Momia", "held": "Pulpo"}],
    "near_ropes": ["Momia"],
    "fighters": {"Momia": {"speed": 4, "title": {"speed": 2}}, **{name: {} for name in stand_.NAMES[1:]}},
}
"""Twenty in the ring, and nobody at ringside whom a body thrown there could hit."""


def of_full_ring() -> dict[str, int]:
    """The most presses of what takes most of them in a full ring: a throw, and every ruling."""
    match = Session(GAME, FULL_RING, "presses").state
    counted = [one for name in ("suplex_throw", "referee_ruling") for one in _of_command(match, name)]
    return {name: max(presses for one, presses in counted if one == name) for name, _ in counted}


def _of_command(match: Match, name: str) -> Iterator[tuple[str, int]]:
    """The presses of one command in one state, where the menu offers it."""
    view = stand_.screen(match, stand_.Surroundings())
    decision = view.decision
    if decision is not None:
        view = replace(view, decision=replace(decision, options=_only(decision.options, name)))
    view = replace(view, actions=_only(view.actions, name))
    yield from (one for one in ways(Way(Ui(), match, view)) if one[0] == name)


def _only(actions: tuple[Action, ...], name: str) -> tuple[Action, ...]:
    """The same places, but nothing else can be taken."""
    return tuple(one if one.command == name else replace(one, legal=False) for one in actions)


def _without_rulings(view: RefereeView, picking: random.Random) -> RefereeView:
    """The same pages, but the rulings are not looked into; with many targets some are enough."""
    short = [
        replace(one, legal=False) if one.command == "referee_ruling" else _some(one, picking) for one in view.actions
    ]
    return replace(view, actions=tuple(short))


def _some(action: Action, picking: random.Random) -> Action:
    if len(action.children) < 8:
        return action
    kept = {0, len(action.children) - 1, picking.randrange(len(action.children))}
    children = tuple(one if n in kept else replace(one, legal=False) for n, one in enumerate(action.children))
    return replace(action, children=children)


def report(counted: dict[str, int]) -> int:
    """Print the table; 1 when a command takes more presses than it may."""
    for command, presses in sorted(counted.items()):
        print(f"{command:24}{presses}")
    most = max(counted.values(), default=0)
    print(f"{'most':24}{most}")
    return int(most > MOST)


if __name__ == "__main__":
    sizes = tuple(int(word) for word in sys.argv[1].split(",")) if len(sys.argv) > 1 else SIZES
    found = most_presses(sizes, int(sys.argv[2]) if len(sys.argv) > 2 else 150)
    for one, presses in [*of_golden_cases().items(), *of_full_ring().items()]:
        found[one] = max(presses, found.get(one, 0))
    sys.exit(report(found))
