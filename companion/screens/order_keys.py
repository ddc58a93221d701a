"""Keys while a command is on its way: what is still needed, which dice were thrown. Pure."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.kernel.dice import DiceRequest
from companion.kernel.text import Text
from companion.kernel.topic_words import key_said
from companion.screens.bad_dice import bad_shown
from companion.screens.dice_entry import lying
from companion.screens.inputs import PICK, TEXT
from companion.screens.menu import CHOICE_KEYS
from companion.screens.needs import Kind, Need, is_whole_entry, parse_number
from companion.screens.ruling_reasons import REASON
from companion.screens.text_search import SHOWN, fitting, found_now, one_of, picked, several_of
from companion.screens.ui_state import Game, Give, Order, Request, Ui
from companion.screens.view_model import Action, Decision, DiceDue, Entry, Notice, RefereeView, Thrown, Tone

NO_NUMBER = Text("That is no number.", "Eso no es un número.")
UNUSUAL = Text("More than {most}: Enter once more takes it.", "Más de {most}: otra vez Intro lo acepta.")
NO_TEXT = Text("Write something first.", "Escribe algo primero.")
NO_FIELD = Text("Write field=value.", "Escribe campo=valor.")
NO_PALMS = Text(
    "A digit, or ½ before it (key . , or /); ½ and Enter is half a palm.",
    "Un dígito, o ½ antes (tecla . , o /); ½ e Intro es medio palmo.",
)
NO_PAIRS = Text("Write name=value, with spaces between.", "Escribe nombre=valor, con espacios en medio.")
REASON_STANDS = Text("Reason for rulings: {reason}", "Motivo de las decisiones: {reason}")
BACK = "back"
"""Of an entry that only closes the list it stands in."""
RULING = "referee_ruling"
"""Always has a reason: the one that stands in the menu, where none was given."""
_OF_NUMBERS = frozenset("0123456789.,-−½ ")
SEARCH_KEY = "f"
"""Opens the search of a long list."""
NONE_OF_THEM = "-"
"""Written for an empty list."""
HALF = Text("Whom does {name} touch?", "¿A quién toca {name}?")
HALF_ORDERED = Text("Whom is {name} behind?", "¿Detrás de quién está {name}?")
NO_SUCH = Text("There is no choice {key} here.", "Aquí no hay opción {key}.")
NOT_HERE = Text(
    "That key does nothing here: choose a number, or Esc.", "Esa tecla no hace nada aquí: elige un número, o Esc."
)
PEEK = "pagedown"
"""Shows what is being written of a secret, and hides it again."""
DOT = "•"
UNCLEAR = Text(
    "No one card is called that; Tab shows what is written.", "Ninguna carta se llama así; Tab muestra lo escrito."
)
_WHOLE = re.compile(r"[-−+]?\d{1,9}")


def without_himself(need: Need, action: Action) -> Need:
    """Nobody hits, touches or jumps on himself: who acts is no choice."""
    known = [value for value in action.parameters.values() if isinstance(value, str)]
    left = tuple(choice for choice in need.choices if not isinstance(choice[0], str) or choice[0] not in known)
    return replace(need, choices=left)


def go_on(ui: Ui, order: Order, game: Game) -> tuple[Ui, tuple[Request, ...]]:
    """Ask for what is still missing; send the command when nothing is."""
    if not order.needs and order.action.command == REASON:
        note = order.parameters["note"]
        return with_reason(ui, Text(note, note)), ()
    if not order.needs and not order.dice:
        order = replace(order, dice=game.dice_due(order.action.command, order.parameters))
    if order.needs and not order.picked:
        order = replace(order, picked=order.needs[0].given)
    if order.needs or order.dice:
        return replace(ui, order=order, typed="", problem=None, page=0, peek=False), ()
    parameters = order.parameters
    if order.action.command == RULING and "note" not in parameters:
        parameters = {**parameters, "note": ui.reason.of(ui.language)}
    return replace(fresh(ui), sent=order), (Give(order.action.command, parameters, order.method, order.calls),)


def fresh(ui: Ui) -> Ui:
    return replace(ui, inside=None, outer=(), order=None, typed="", problem=None, page=0, peek=False)


def opened_list(ui: Ui, action: Action) -> Ui:
    """The list behind an entry; the one it was opened from comes back by Esc."""
    outer = () if ui.inside is None else (*ui.outer, ui.inside)
    return replace(ui, inside=action, outer=outer, order=None, typed="", problem=None, page=0, peek=False)


def closed_list(ui: Ui) -> Ui:
    """One list back."""
    inside = ui.outer[-1] if ui.outer else None
    return replace(ui, inside=inside, outer=ui.outer[:-1], order=None, typed="", problem=None, page=0, peek=False)


def with_reason(ui: Ui, reason: Text) -> Ui:
    """Another reason for rulings stands, and the list before it is open again."""
    notice = Notice(Tone.GOOD, REASON_STANDS.filled(reason=reason))
    return replace(closed_list(ui), reason=reason, notice=notice)


def back(ui: Ui) -> Ui:
    return replace(ui, order=None, typed="", problem=None, page=0, peek=False)


# -- values -------------------------------------------------------------------------------------------------------


def need_key(ui: Ui, key: str, game: Game) -> tuple[Ui, tuple[Request, ...]]:
    assert ui.order is not None
    order = ui.order
    need = order.needs[0]
    was_rejected, ui = ui.rejected, replace(ui, rejected=False)
    if key == "escape":
        return back(ui), ()
    if need.kind is Kind.CHOICE:
        return _choose(ui, key, order, need, game)
    if key == "backspace":
        return (replace(ui, typed=ui.typed[:-1], problem=None) if ui.typed else back(ui)), ()
    if need.kind is Kind.PALMS:
        return _palms(ui, key, order, need, game)
    if key == PEEK and need.secret:
        return replace(ui, peek=not ui.peek), ()
    if key == "enter" and need.optional and not ui.typed.strip():
        return go_on(replace(ui, typed=""), replace(order, needs=order.needs[1:]), game)
    if key == "enter" and need.default is not None and not ui.typed.strip():
        return _answered(ui, order, need, need.default, game)
    if key.startswith(PICK) and not _is_hidden(ui, need):
        return _picked_text(ui, key, order, need, game)
    if key == "enter":
        value, problem = _entered(need, ui.typed)
        if value is None:
            return replace(ui, problem=problem or _wrong(need), rejected=True), ()
        unusual = UNUSUAL.filled(most=need.most)
        if need.most is not None and isinstance(value, (int, float)) and value > need.most and ui.problem != unusual:
            return replace(ui, problem=unusual, rejected=True), ()
        return _answered(ui, order, need, value, game)
    character = " " if key == "space" else key.removeprefix(TEXT)
    if need.kind is Kind.NUMBER and character not in _OF_NUMBERS:
        return (replace(ui, problem=NO_NUMBER) if len(character) == 1 else ui), ()
    if len(character) == 1:
        before = "" if was_rejected and need.kind is Kind.NUMBER else ui.typed
        ui = replace(ui, typed=_written(need, before, character), problem=None)
        if need.kind is Kind.NUMBER and is_whole_entry(need, ui.typed):
            after, asked = _answered(ui, order, need, parse_number(ui.typed, whole=True), game)
            return replace(after, settled=True), asked
        return ui, ()
    return ui, ()


def _written(need: Need, typed: str, character: str) -> str:
    """What was written with one character more; F, which opened the search, may have been the name's first letter."""
    after = typed + character
    if need.choices and not found_now(need, after) and fitting(need.choices, SEARCH_KEY + after):
        return SEARCH_KEY + after
    return after


def _entered(need: Need, typed: str) -> tuple[Any, Text | None]:
    """The value that was written, or why there is none; None for both where nothing sensible stands there."""
    if need.kind is Kind.NUMBER:
        return parse_number(typed, whole=need.whole), None
    values = _bare_numbers(need, typed)
    if values is not None:
        return values, None
    if not need.choices or not typed.strip() or "=" in typed or typed.strip() == NONE_OF_THEM:
        return typed_text(need, typed), None
    return several_of(need, typed) if need.many else one_of(need, typed)


def _bare_numbers(need: Need, typed: str) -> dict[str, Any] | None:
    """`3 > 2` or `3 beats 2` as the values of a card; None where it is a name, or too few numbers."""
    found = [int(one) for one in re.findall(r"\d+", typed)]
    if not need.numbers or "=" in typed or len(found) < len(need.numbers) or found_now(need, typed):
        return None
    first, last = found[: len(need.numbers) - 1], found[len(need.numbers) - 1 :]
    return dict(zip(need.numbers, (*first, last[0] if len(last) == 1 else last), strict=True))


def _picked_text(ui: Ui, key: str, order: Order, need: Need, game: Game) -> tuple[Ui, tuple[Request, ...]]:
    """One of the names that fit was pressed: it is the answer, or the next one of a list."""
    place, found = int(key.removeprefix(PICK)), found_now(need, ui.typed)
    if place >= len(found):
        return ui, ()
    if need.many:
        return replace(ui, typed=picked(need, ui.typed, found[place]), problem=None), ()
    return _answered(ui, order, need, found[place][0], game)


def _wrong(need: Need) -> Text:
    """Why what was typed cannot be taken."""
    if need.kind is Kind.NUMBER:
        return NO_NUMBER
    if need.assign:
        return NO_FIELD
    return NO_PAIRS if need.pairs else NO_TEXT


def typed_text(need: Need, typed: str) -> str | list[Any] | dict[str, Any] | None:
    """What was typed as one text, as the words of a list (cards of a hand) or as pairs; None for nothing of the kind.

    `health=1 opponent.stamina=-1` is `{health: 1, opponent: {stamina: -1}}`.
    """
    if need.assign:
        return _typed_field(need, typed)
    if need.pairs and not (need.word and "=" not in typed):
        return _typed_pairs(typed, lists=need.many)
    if need.many:
        words = typed.replace(",", " ").split()
        if words == [NONE_OF_THEM]:
            return []
        return [_typed_value(word) for word in words] if need.whole else words or None
    return typed.strip() or None


def _typed_field(need: Need, typed: str) -> dict[str, Any] | None:
    """`hold.successes=2` as the topic and value of a ruling; a list has commas."""
    field, equals, value = (part.strip() for part in typed.partition("="))
    if not equals or not field or " " in field:
        return None
    words = [_SAID.get(word.strip().lower(), _typed_value(word.strip())) for word in value.split(",") if word.strip()]
    one = words[0] if len(words) == 1 and "," not in value else words
    return {"topic": need.into + field, "value": one if value else None}


def _typed_pairs(typed: str, *, lists: bool) -> dict[str, Any] | None:
    found: dict[str, Any] = {}
    for word in typed.split():
        key, equals, value = word.partition("=")
        first, *rest = key.split(".")
        # the first of several parts may be somebody's or a card's name
        path = [first if rest and key_said(first) != "opponent" else key_said(first), *map(key_said, rest)]
        if not equals or not value or not all(path):
            return None
        read = [one for one in value.split(",") if one] if lists else _said(value)
        if not _put(found, path, read):
            return None
    return found or None


_TRUTH: dict[str, Any] = {"true": True, "false": False, "null": None}
_SAID: dict[str, Any] = {**_TRUTH, "sí": True, "si": True, "no": False, "-": None}


def _typed_value(value: str) -> Any:
    return int(value.replace("−", "-")) if _WHOLE.fullmatch(value) else value


def _said(value: str) -> Any:
    """A value of a pair: yes and no, a whole number, words of either language, several of them with commas."""
    if "," in value:
        return [_said(one) for one in value.split(",") if one]
    return _SAID.get(value.lower(), _typed_value(key_said(value)))


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
        return replace(ui, typed="" if ui.typed else "½", problem=None), ()
    if len(key) == 1 and key.isdigit():
        return _answered(ui, order, need, int(key) + half, game)
    if key == "enter" and half:
        return _answered(ui, order, need, half, game)
    return replace(ui, problem=NO_PALMS), ()


def _choose(ui: Ui, key: str, order: Order, need: Need, game: Game) -> tuple[Ui, tuple[Request, ...]]:
    every = _need_actions(order, need)
    if key == "backspace":
        if order.half is not None:  # the first of two is taken back before the whole step
            return replace(ui, order=replace(order, half=None)), ()
        return back(ui), ()
    if key in {"pagedown", "pageup"}:
        size, step = len(CHOICE_KEYS), 1 if key == "pagedown" else -1
        return replace(ui, page=(ui.page + step) % max(1, -(-len(every) // size))), ()
    if key == SEARCH_KEY and not need.two and len(every) > len(CHOICE_KEYS):
        return replace(ui, order=replace(order, needs=(replace(need, kind=Kind.TEXT), *order.needs[1:]))), ()
    if key == "enter" and need.many:
        return _answered(ui, order, need, list(order.picked), game)
    if key == "enter" and need.optional:
        return go_on(replace(ui, page=0), replace(order, needs=order.needs[1:]), game)
    if key not in CHOICE_KEYS:
        return replace(ui, notice=Notice(Tone.WARN, NOT_HERE)), ()
    index = ui.page * len(CHOICE_KEYS) + CHOICE_KEYS.index(key)
    if index >= len(need.choices):
        return replace(ui, notice=Notice(Tone.WARN, NO_SUCH.filled(key=key))), ()
    value = need.choices[index][0]
    refusal = need.refusal_of(value)
    if refusal is not None:
        return replace(ui, notice=Notice(Tone.BAD, refusal.reason, refusal.rule)), ()
    if need.two:
        return replace(ui, order=_half_picked(order, need, value)), ()
    if need.many:
        return replace(ui, order=replace(order, picked=_toggled_copy(order, need, index))), ()
    return _answered(ui, order, need, value, game)


def _toggled(picked: tuple[Any, ...], value: Any) -> tuple[Any, ...]:
    return tuple(one for one in picked if one != value) if value in picked else (*picked, value)


def _toggled_copy(order: Order, need: Need, index: int) -> tuple[Any, ...]:
    """The picks with the entry at `index` taken in or out; two entries can stand for copies of one card."""
    value = need.choices[index][0]
    if not _is_picked(order, need, index):
        return (*order.picked, value)
    left = list(order.picked)
    left.remove(value)
    return tuple(left)


def _half_picked(order: Order, need: Need, value: Any) -> Order:
    """The first of two, or the second: then the two are one pick, or no pick any more."""
    if order.half is None:
        return replace(order, half=value)
    if order.half == value:
        return replace(order, half=None)
    pair = [order.half, value] if need.ordered else sorted([order.half, value])
    return replace(order, half=None, picked=_toggled(order.picked, pair))


def _answered(ui: Ui, order: Order, need: Need, value: Any, game: Game) -> tuple[Ui, tuple[Request, ...]]:
    if need.into and need.kind is Kind.NUMBER:
        given = {"topic": need.into, "value": value}
    elif need.merge or need.assign:
        given = value
    else:  # `superstars.p1` is one entry of a group that is asked for part by part
        given = _laid(order.parameters, need.key.split("."), [value] if need.single else value)
    filled = {**order.parameters, **given}
    return go_on(replace(ui, page=0), replace(order, parameters=filled, needs=order.needs[1:], picked=()), game)


def _laid(group: Mapping[str, Any], path: list[str], value: Any) -> dict[str, Any]:
    """The group with a value laid into it, at its place in the groups below."""
    key, *rest = path
    return {**group, key: _laid(group.get(key) or {}, rest, value) if rest else value}


def _need_actions(order: Order, need: Need) -> tuple[Action, ...]:
    found = []
    for index, (value, words) in enumerate(need.choices):
        label = Text(f"» {words.en}", f"» {words.es}") if _is_picked(order, need, index) else words
        action = Action(label, order.action.command, {need.key: value})
        refusal = need.refusal_of(value)
        if refusal is not None:
            action = replace(action, legal=False, reason=refusal.reason, rule=refusal.rule)
        found.append(action)
    return tuple(found)


def _is_picked(order: Order, need: Need, index: int) -> bool:
    """Of copies the first so many; of two: the first one, then everybody who makes a pick with him."""
    value = need.choices[index][0]
    if not need.two:
        return order.picked.count(value) > [one for one, _ in need.choices[:index]].count(value)
    if order.half is None:
        return False
    pairs = [[order.half, value]] if need.ordered else [sorted([order.half, value])]
    return value == order.half or pairs[0] in order.picked


def _asked_now(order: Order, need: Need) -> Text:
    """What is asked; of picks of two also which there are, and whom the next one is about."""
    if not need.two:
        return need.label
    names = {value: words.en for value, words in need.choices}
    if order.half is not None:
        return (HALF_ORDERED if need.ordered else HALF).filled(name=names.get(order.half, order.half))
    if not order.picked:
        return need.label
    told = ", ".join(f"{names.get(one, one)}–{names.get(other, other)}" for one, other in order.picked)
    return Text(f"{need.label.en} {told}", f"{need.label.es} {told}")


def order_shown(ui: Ui, order: Order, view: RefereeView) -> RefereeView:
    label = order.action.label
    trail = (*(one.label for one in ui.outer), *((ui.inside.label,) if ui.inside is not None else ()), label)
    if order.needs:
        need = order.needs[0]
        if need.kind is Kind.CHOICE:
            rule = view.decision.rule if view.decision is not None else ""
            asked = Decision(_asked_now(order, need), rule, (), _need_actions(order, need))
            return replace(view, trail=trail, decision=asked, actions=(), picking=need.many or need.optional)
        return replace(view, trail=trail, decision=None, entry=_entry(ui, need))
    request = order.dice[0]
    purpose = _whose_dice(request, view)
    if order.bad is not None:
        return replace(view, trail=trail, actions=(), **bad_shown(order.bad, request, purpose, ui))
    due = DiceDue(
        request.count,
        request.sides,
        purpose,
        request.rule,
        request.counts_as,
        ui.typed,
        ui.problem,
        more=len(order.dice) > 1,
        lying=(*view.lying, *_lying(order, view)),
    )
    return replace(view, trail=trail, decision=None, dice=due)


def _lying(order: Order, view: RefereeView) -> tuple[Thrown, ...]:
    """What the others threw for this command: it stands until all of them can be compared."""
    return tuple(
        Thrown(_who(one, view) or one.purpose, lying(order.parameters, one), one.sides)
        for one in order.thrown
        if not one.choices
    )


def _entry(ui: Ui, need: Need) -> Entry:
    is_text = need.kind is Kind.TEXT
    if _is_hidden(ui, need):  # neither the names that fit nor a reason may tell it
        problem = None if ui.problem is None else UNCLEAR if need.choices else ui.problem
        return Entry(need.label, DOT * len(ui.typed), need.unit, problem, letters=is_text, secret=True)
    fits = tuple(words for _, words in found_now(need, ui.typed)[:SHOWN]) if is_text and need.choices else ()
    return Entry(
        need.label,
        ui.typed,
        need.unit,
        ui.problem,
        letters=is_text,
        whole=need.whole,
        fits=fits,
        secret=need.secret,
        commands=need.kind is Kind.PALMS,
    )


def _is_hidden(ui: Ui, need: Need) -> bool:
    return need.secret and need.kind is Kind.TEXT and not ui.peek


def _whose_dice(request: DiceRequest, view: RefereeView) -> Text:
    """What the dice are for, with the fighter's name where each throws his own (`dice.A`)."""
    name = _who(request, view)
    if name is None:
        return request.purpose
    return Text(f"{name}: {request.purpose.en}", f"{name}: {request.purpose.es}")


def _who(request: DiceRequest, view: RefereeView) -> Text | None:
    """Whose dice they are, where each throws his own."""
    # a name may have a dot in it: St. John
    name = next((one.name for one in view.fighters if request.field.endswith(f".{one.id}")), None)
    return None if name is None else Text(name, name)
