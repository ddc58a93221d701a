"""Keys while dice are due: faces typed or read from the tray, rolled here, dice that fell badly. Pure."""

from dataclasses import replace

from companion.kernel.text import Text
from companion.screens.bad_dice import WRONG_FACE, bad_key, begun
from companion.screens.dice_entry import DiceTypingError, accepts, marked, placed, read_faces
from companion.screens.inputs import TRAY
from companion.screens.menu import typed_faces
from companion.screens.order_keys import back, fresh, go_on
from companion.screens.ui_state import Game, Give, Order, Request, Ui

NOT_READ = Text(
    "The tray shows {n} dice it cannot read: type the faces.",
    "La bandeja tiene {n} dados que no se leen: escribe las caras.",
)
OTHER_COUNT = Text(
    "The tray shows {n} dice, {due} are due.",
    "La bandeja tiene {n} dados y tocan {due}.",
)
ROLL_ALL = Text(
    "{n} of {due} typed: R again rolls all of them here instead, Backspace erases one.",
    "Escritas {n} de {due}: otra vez R las tira todas aquí, Retroceso borra una.",
)


def dice_wanted(ui: Ui) -> bool:
    """Whether faces are waited for now; a reading of the tray counts at no other time."""
    return ui.order is not None and bool(ui.order.dice) and not ui.order.needs


def dice_key(ui: Ui, key: str, game: Game) -> tuple[Ui, tuple[Request, ...]]:
    assert ui.order is not None
    order = ui.order
    if key == "escape":
        return back(ui), ()
    if key == "backspace":
        return _back(ui, order), ()
    if order.bad is not None:
        after, order = bad_key(ui, order, key, game.dice_rules)
        return _settled(replace(after, order=order), order, game)
    if key == "r":
        asked = ROLL_ALL.filled(n=len(typed_faces(ui.typed)), due=order.dice[0].count)
        if ui.typed.strip() and ui.problem != asked:  # what was typed is not thrown away by one key
            return replace(ui, problem=asked), ()
        return fresh(ui), (Give(order.action.command, order.parameters, "digital"),)
    if key.startswith(TRAY):
        return _from_tray(ui, order, key.removeprefix(TRAY)), ()
    if key == "enter":
        return _typed(ui, order, game)
    if key == "f":
        return replace(ui, typed=marked(ui.typed), problem=None), ()
    if key == "space" or (len(key) == 1 and key.isdigit()):
        return _digit(ui, order, key, game)
    return ui, ()


def _digit(ui: Ui, order: Order, key: str, game: Game) -> tuple[Ui, tuple[Request, ...]]:
    request = order.dice[0]
    if not accepts(ui.typed, key, request):
        return replace(ui, problem=WRONG_FACE), ()
    order = replace(order, method="typed")
    longer = replace(ui, order=order, typed=ui.typed + (" " if key == "space" else key), problem=None)
    if len(order.dice) > 1 and len(typed_faces(longer.typed)) == request.count and key != "space":
        # the next fighter's dice follow: Enter is pressed once, after the last
        return _typed(longer, order, game)
    return longer, ()


def _from_tray(ui: Ui, order: Order, words: str) -> Ui:
    """What the tray shows stands in the dice, to be taken by Enter or typed over."""
    dice, due = words.split(), order.dice[0].count
    unread = sum(1 for die in dice if die.endswith("?"))
    if unread:
        return replace(ui, problem=NOT_READ.filled(n=unread))
    if len(dice) != due:
        return replace(ui, problem=OTHER_COUNT.filled(n=len(dice), due=due))
    return replace(ui, typed=words, problem=None, order=replace(order, method="camera"))


def _typed(ui: Ui, order: Order, game: Game) -> tuple[Ui, tuple[Request, ...]]:
    try:
        faces = read_faces(ui.typed, order.dice[0])
    except DiceTypingError as error:
        return replace(ui, problem=error.text), ()
    order = begun(order, faces, ui.typed, game.dice_rules)
    if order.bad is not None:
        return _settled(replace(ui, order=order, typed="", problem=None), order, game)
    return _done(ui, order, faces, game)


def _settled(ui: Ui, order: Order, game: Game) -> tuple[Ui, tuple[Request, ...]]:
    """The result, once no die is open any more."""
    if order.bad is None or order.bad.open:
        return ui, ()
    return _done(ui, replace(order, bad=None), order.bad.faces, game)


def _done(ui: Ui, order: Order, faces: tuple[int, ...], game: Game) -> tuple[Ui, tuple[Request, ...]]:
    request = order.dice[0]
    filled = placed(order.parameters, request, faces)
    thrown = (*order.thrown, request)
    return go_on(ui, replace(order, parameters=filled, dice=order.dice[1:], thrown=thrown), game)


def _back(ui: Ui, order: Order) -> Ui:
    """Erase a digit; at the first one go back to the dice before, and from the first dice to the menu."""
    if ui.typed:
        # the space before a face stays: the face that follows is a face of its own
        return replace(ui, typed=ui.typed.rstrip()[:-1].lstrip(), problem=None)
    if order.bad is not None:  # the throw is typed anew
        kept = tuple(one for one in order.calls if one.field != order.dice[0].field)
        return replace(ui, order=replace(order, bad=None, calls=kept), problem=None)
    if not order.thrown:
        return back(ui)
    before = order.thrown[-1]
    kept = tuple(one for one in order.calls if one.field != before.field)
    again = replace(order, dice=(before, *order.dice), thrown=order.thrown[:-1], calls=kept)
    return replace(ui, order=again, problem=None)
