"""Keys while a command is on its way: what is still needed, which dice were thrown. Pure."""

import re
from dataclasses import replace
from typing import Any

from companion.kernel.dice import DiceRequest
from companion.kernel.text import Text
from companion.screens.bad_dice import bad_shown
from companion.screens.inputs import TEXT
from companion.screens.menu import CHOICE_KEYS
from companion.screens.needs import Kind, Need, parse_number
from companion.screens.ui_state import Game, Give, Order, Request, Ui
from companion.screens.view_model import Action, Decision, DiceDue, Entry, RefereeView

NO_NUMBER = Text("That is no number.", "Eso no es un número.")
UNUSUAL = Text("More than {most}: Enter once more takes it.", "Más de {most}: otra vez Intro lo acepta.")
NO_TEXT = Text("Write something first.", "Escribe algo primero.")
NO_PAIRS = Text("Write name=value, with spaces between.", "Escribe nombre=valor, con espacios en medio.")
_WHOLE = re.compile(r"[-−+]?\d{1,9}")


def without_himself(need: Need, action: Action) -> Need:
    """Nobody hits, touches or jumps on himself: who acts is no choice."""
    known = [value for value in action.parameters.values() if isinstance(value, str)]
    left = tuple(choice for choice in need.choices if not isinstance(choice[0], str) or choice[0] not in known)
    return replace(need, choices=left)


def go_on(ui: Ui, order: Order, game: Game) -> tuple[Ui, tuple[Request, ...]]:
    """Ask for what is still missing; send the command when nothing is."""
    if not order.needs and not order.dice:
        order = replace(order, dice=game.dice_due(order.action.command, order.parameters))
    if order.needs or order.dice:
        return replace(ui, order=order, typed="", problem=None), ()
    return fresh(ui), (Give(order.action.command, order.parameters, order.method, order.calls),)


def fresh(ui: Ui) -> Ui:
    return replace(ui, inside=None, order=None, typed="", problem=None, page=0)


def back(ui: Ui) -> Ui:
    return replace(ui, order=None, typed="", problem=None, page=0)


# -- values -------------------------------------------------------------------------------------------------------


def need_key(ui: Ui, key: str, game: Game) -> tuple[Ui, tuple[Request, ...]]:
    assert ui.order is not None
    order = ui.order
    need = order.needs[0]
    if key == "escape":
        return back(ui), ()
    if need.kind is Kind.CHOICE:
        return _choose(ui, key, order, need, game)
    if key == "backspace":
        return (replace(ui, typed=ui.typed[:-1], problem=None) if ui.typed else back(ui)), ()
    if need.kind is Kind.PALMS:
        return _palms(ui, key, order, need, game)
    if key == "enter" and need.optional and not ui.typed.strip():
        return go_on(replace(ui, typed=""), replace(order, needs=order.needs[1:]), game)
    if key == "enter":
        value = parse_number(ui.typed, whole=need.whole) if need.kind is Kind.NUMBER else typed_text(need, ui.typed)
        if value is None:
            return replace(ui, problem=_wrong(need)), ()
        unusual = UNUSUAL.filled(most=need.most)
        if need.most is not None and isinstance(value, (int, float)) and value > need.most and ui.problem != unusual:
            return replace(ui, problem=unusual), ()
        return _answered(ui, order, need, value, game)
    character = " " if key == "space" else key.removeprefix(TEXT)
    if len(character) == 1:
        return replace(ui, typed=ui.typed + character, problem=None), ()
    return ui, ()


def _wrong(need: Need) -> Text:
    """Why what was typed cannot be taken."""
    if need.kind is Kind.NUMBER:
        return NO_NUMBER
    return NO_PAIRS if need.pairs else NO_TEXT


def typed_text(need: Need, typed: str) -> str | list[str] | dict[str, Any] | None:
    """What was typed as one text, as the words of a list (cards of a hand) or as pairs; None for nothing of the kind.

    `health=1 opponent.stamina=-1` is `{health: 1, opponent: {stamina: -1}}`.
    """
    if need.pairs and not (need.word and "=" not in typed):
        return _typed_pairs(typed, lists=need.many)
    if need.many:
        return typed.replace(",", " ").split() or None
    return typed.strip() or None


def _typed_pairs(typed: str, *, lists: bool) -> dict[str, Any] | None:
    found: dict[str, Any] = {}
    for word in typed.split():
        key, equals, value = word.partition("=")
        path = key.split(".")
        if not equals or not value or not all(path):
            return None
        read = [one for one in value.split(",") if one] if lists else _typed_value(value)
        if not _put(found, path, read):
            return None
    return found or None


def _typed_value(value: str) -> Any:
    return int(value.replace("−", "-")) if _WHOLE.fullmatch(value) else value


def _put(group: dict[str, Any], path: list[str], value: Any) -> bool:
    """Write a value at its place in nested groups; False where the place is taken."""
    for key in path[:-1]:
        inner = group.setdefault(key, {})
        if not isinstance(inner, dict):
            return False
        group = inner
    if path[-1] in group:
        return False
    group[path[-1]] = value
    return True


def _palms(ui: Ui, key: str, order: Order, need: Need, game: Game) -> tuple[Ui, tuple[Request, ...]]:
    """Palms: `2` is two, `½ 2` two and a half, `½` and Enter one half."""
    half = 0.5 if ui.typed else 0.0
    if key in {"½", "."}:
        return replace(ui, typed="" if ui.typed else "½"), ()
    if len(key) == 1 and key.isdigit():
        return _answered(ui, order, need, int(key) + half, game)
    if key == "enter" and half:
        return _answered(ui, order, need, half, game)
    return ui, ()


def _choose(ui: Ui, key: str, order: Order, need: Need, game: Game) -> tuple[Ui, tuple[Request, ...]]:
    every = _need_actions(order, need)
    if key == "backspace":
        return back(ui), ()
    if key in {"pagedown", "pageup"}:
        size = len(CHOICE_KEYS)
        return replace(ui, page=(ui.page + 1) % max(1, -(-len(every) // size))), ()
    if key == "enter" and need.many:
        return _answered(ui, order, need, list(order.picked), game)
    if key == "enter" and need.optional:
        return go_on(replace(ui, page=0), replace(order, needs=order.needs[1:]), game)
    if key not in CHOICE_KEYS:
        return ui, ()
    index = ui.page * len(CHOICE_KEYS) + CHOICE_KEYS.index(key)
    if index >= len(need.choices):
        return ui, ()
    value = need.choices[index][0]
    if need.many:
        picked = tuple(one for one in order.picked if one != value)
        picked = picked if value in order.picked else (*picked, value)
        return replace(ui, order=replace(order, picked=picked)), ()
    return _answered(ui, order, need, value, game)


def _answered(ui: Ui, order: Order, need: Need, value: Any, game: Game) -> tuple[Ui, tuple[Request, ...]]:
    group, _, seat = need.key.rpartition(".")
    # `superstars.p1` is one entry of a group that is asked for seat by seat
    given = {group: {**(order.parameters.get(group) or {}), seat: value}} if group else {need.key: value}
    filled = {**order.parameters, **given}
    return go_on(replace(ui, page=0), replace(order, parameters=filled, needs=order.needs[1:], picked=()), game)


def _need_actions(order: Order, need: Need) -> tuple[Action, ...]:
    return tuple(
        Action(
            Text(f"» {words.en}", f"» {words.es}") if value in order.picked else words,
            order.action.command,
            {need.key: value},
        )
        for value, words in need.choices
    )


def order_shown(ui: Ui, order: Order, view: RefereeView) -> RefereeView:
    label = _of_whom(order, view)
    trail = (*((ui.inside.label,) if ui.inside is not None else ()), label)
    if order.needs:
        need = order.needs[0]
        if need.kind is Kind.CHOICE:
            rule = view.decision.rule if view.decision is not None else ""
            asked = Decision(need.label, rule, (), _need_actions(order, need))
            return replace(view, trail=trail, decision=asked, actions=())
        return replace(view, trail=trail, decision=None, entry=_entry(ui, _named(need, label, order)))
    request = order.dice[0]
    purpose = _whose_dice(request, view)
    if order.bad is not None:
        return replace(view, trail=trail, actions=(), **bad_shown(order.bad, request, purpose, ui))
    due = DiceDue(request.count, request.sides, purpose, request.rule, request.counts_as, ui.typed, ui.problem)
    return replace(view, trail=trail, decision=None, dice=due)


SOMEBODY = "…"
"""In a label, where the name of whom it is about will stand."""


def _of_whom(order: Order, view: RefereeView) -> Text:
    """`Stamina of …` with the fighter's name, once he is chosen."""
    label, who = order.action.label, order.parameters.get("subject")
    name = next((one.name for one in view.fighters if one.id == who), None)
    if name is None:
        return label
    return Text(label.en.replace(SOMEBODY, name), label.es.replace(SOMEBODY, name))


def _named(need: Need, label: Text, order: Order) -> Need:
    """What is asked, with whose it is."""
    if label == order.action.label:
        return need
    return replace(need, label=Text(f"{label.en}: {need.label.en}", f"{label.es}: {need.label.es}"))


def _entry(ui: Ui, need: Need) -> Entry:
    return Entry(need.label, ui.typed, need.unit, ui.problem, letters=need.kind is Kind.TEXT)


def _whose_dice(request: DiceRequest, view: RefereeView) -> Text:
    """What the dice are for, with the fighter's name where each throws his own (`dice.A`)."""
    who = request.field.rpartition(".")[2]
    name = next((one.name for one in view.fighters if one.id == who), None)
    if name is None:
        return request.purpose
    return Text(f"{name}: {request.purpose.en}", f"{name}: {request.purpose.es}")
