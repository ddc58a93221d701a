"""Dice that fell badly: the throw waits until house rules or referee have decided each (field note I-06). Pure."""

from dataclasses import replace
from typing import Any

from companion.kernel.dice import DiceRequest
from companion.kernel.dice_calls import FAULT_WORDS, DiceCall, DiceRules, Fault, Ruling
from companion.kernel.text import Text
from companion.screens.dice_entry import DiceTypingError, accepts, faults_of, marked, read_faces
from companion.screens.ui_state import BadDice, Order, Ui
from companion.screens.view_model import Action, Decision, DiceDue

RULE = "I-06"
ASKED = Text("{purpose}: die {n} shows {face} and {fault}.", "{purpose}: el dado {n} marca {face} y {fault}.")
STANDS = Text("It stands: {face}", "Vale: {face}")
AGAIN = Text("Throw it again", "Se vuelve a tirar")
THROW = Text("{purpose}: die {n} again, it {fault}", "{purpose}: otra vez el dado {n}, {fault}")
WRONG_FACE = Text("No such face, or one die too many.", "No hay esa cara, o sobra un dado.")


def begun(order: Order, faces: tuple[int, ...], typed: str, rules: DiceRules) -> Order:
    """The order with its bad dice to be decided; without any, as it was."""
    open_dice = faults_of(typed)
    return _next(replace(order, bad=BadDice(faces, open_dice, asked=False)), rules) if open_dice else order


def _next(order: Order, rules: DiceRules) -> Order:
    """Decide what the house rules decide, up to the next die that somebody must look at."""
    bad = order.bad
    assert bad is not None
    while bad.open:
        place, fault = bad.open[0]
        ruling = rules.of(fault)
        if ruling is not Ruling.STANDS:
            return replace(order, bad=replace(bad, asked=ruling is Ruling.ASK))
        order = _decided(order, bad, Ruling.STANDS, bad.faces[place], by_rule=True)
        assert order.bad is not None
        bad = order.bad
    return order


def _decided(order: Order, bad: BadDice, ruling: Ruling, face: int, *, by_rule: bool) -> Order:
    place, fault = bad.open[0]
    field = order.dice[0].field
    call = DiceCall(field, place + 1, fault.value, bad.faces[place], ruling.value, face, by_rule)
    faces = (*bad.faces[:place], face, *bad.faces[place + 1 :])
    return replace(order, calls=(*order.calls, call), bad=replace(bad, faces=faces, open=bad.open[1:]))


def bad_key(ui: Ui, order: Order, key: str, rules: DiceRules) -> tuple[Ui, Order]:
    """A key while a bad die is looked at; when none is open any more, `order.bad.faces` is the result."""
    bad = order.bad
    assert bad is not None
    place, _ = bad.open[0]
    if bad.asked:
        if key == "1":
            return ui, _next(_decided(order, bad, Ruling.STANDS, bad.faces[place], by_rule=False), rules)
        return ui, replace(order, bad=replace(bad, asked=False)) if key == "2" else order
    one = _one(order.dice[0])
    if key == "f":
        return replace(ui, typed=marked(ui.typed)), order
    if key == "enter":
        return _thrown_again(ui, order, one, rules)
    if len(key) == 1 and key.isdigit():
        if not accepts(ui.typed, key, one):
            return replace(ui, problem=WRONG_FACE), order
        return replace(ui, typed=ui.typed + key, problem=None), order
    return ui, order


def _thrown_again(ui: Ui, order: Order, one: DiceRequest, rules: DiceRules) -> tuple[Ui, Order]:
    bad = order.bad
    assert bad is not None
    try:
        (face,) = read_faces(ui.typed, one)
    except DiceTypingError as error:
        return replace(ui, problem=error.text), order
    place, fault = bad.open[0]
    once_more = tuple((place, again) for _, again in faults_of(ui.typed))
    after = _decided(order, bad, Ruling.AGAIN, face, by_rule=rules.of(fault) is Ruling.AGAIN)
    assert after.bad is not None
    after = replace(after, bad=replace(after.bad, open=(*once_more, *after.bad.open)))
    return replace(ui, typed="", problem=None), _next(after, rules)


def _one(request: DiceRequest) -> DiceRequest:
    return replace(request, count=1)


def bad_shown(bad: BadDice, request: DiceRequest, purpose: Text, ui: Ui) -> dict[str, Any]:
    """The fields of the view: the question, or the one die that is due again."""
    place, fault = bad.open[0]
    words = {"purpose": purpose, "n": place + 1, "fault": _words(fault), "face": bad.faces[place]}
    if not bad.asked:
        due = DiceDue(1, request.sides, THROW.filled(**words), request.rule, None, ui.typed, ui.problem, here=False)
        return {"decision": None, "dice": due}
    options = (Action(STANDS.filled(face=bad.faces[place]), ""), Action(AGAIN, ""))
    return {"decision": Decision(ASKED.filled(**words), RULE, (), options), "dice": None}


def _words(fault: Fault) -> Text:
    return FAULT_WORDS[fault]
