"""Why the referee rules: ready reasons, one of which always stands; and the words of the two menus of rulings. Pure."""

from companion.kernel.text import Text
from companion.screens.needs import Kind, Need
from companion.screens.view_model import Action

ON_FIGHTER = Text("Referee ruling on a fighter", "Decisión sobre un luchador")
ON_BOUT = Text("Referee ruling on the match", "Decisión sobre el combate")
REASON = "ruling_reason"
"""The menu's own entry: which reason stands."""
WHY = Text("Why?", "¿Por qué?")
WRITE = Text("Write another reason", "Escribir otro motivo")
READY = (
    Text("as the table shows", "según se ve en la mesa"),
    Text("a die was misread", "un dado mal leído"),
    Text("a wrong press", "una tecla equivocada"),
    Text("as both players agree", "de acuerdo ambos jugadores"),
    Text("as the rulebook says", "según el reglamento"),
    Text("a fault of the program", "un fallo del programa"),
    Text("clay fell or broke", "la figura se cayó o rompió"),
)
STANDING = READY[0]
"""The reason until the referee chooses another."""


def reason_menu() -> Action:
    """The list of reasons, with one to be written."""
    ready = tuple(Action(one, REASON, {"note": one}) for one in READY)
    return Action(WHY, REASON, children=(*ready, Action(WRITE, REASON, needs=("note",))))


def reason_need() -> Need:
    """A reason of the referee's own."""
    return Need("note", WHY, Kind.TEXT)
