"""What the screen says where a key does nothing, or where a card has no room for its words. Pure."""

from collections.abc import Mapping
from dataclasses import replace

from companion.kernel.text import Text
from companion.screens.ui_state import Ui
from companion.screens.view_model import FinisherState, Notice, RefereeView, Tone

CAPS: Mapping[str, Text] = {
    "enter": Text("⏎", "⏎"),
    "escape": Text("Esc", "Esc"),
    "backspace": Text("⌫", "⌫"),
    "pagedown": Text("PgDn", "AvPág"),
    "pageup": Text("PgUp", "RePág"),
}
ONE_PAGE = Text("There is only this page.", "Solo hay esta página.")
NOTHING_TO_UNDO = Text("Nothing to undo.", "No hay nada que deshacer.")
TAKEN_BACK = Text(
    "Taken back: {what}. Choose what is right; Y puts it back.",
    "Deshecho: {what}. Elige lo correcto; Y lo vuelve a poner.",
)
LAST_STEP = Text("the last step", "el último paso")
NOTHING_TO_REDO = Text("Nothing to redo.", "No hay nada que rehacer.")
NOTHING_HERE = Text("{key} does nothing now. F1 shows all keys.", "{key} no hace nada ahora. F1 muestra las teclas.")
AGAIN = Text(
    "{key} twice in a row: the second press was left out. Press again if it is meant.",
    "{key} dos veces seguidas: la segunda no cuenta. Púlsala otra vez si es lo que quieres.",
)
WITH = Text("with {names}", "con {names}")
COUNTER_LOST = Text("Counter −{n}", "Contra −{n}")
FINISHER_STATES = {
    FinisherState.READY: Text("ready", "listo"),
    FinisherState.ACTIVE: Text("active", "activado"),
    FinisherState.SPENT: Text("spent", "gastado"),
}
SILENT: Mapping[str, Text] = {
    "c": Text("There is no clock to stop.", "No hay ningún reloj que parar."),
    "e": Text("There is no proposal to edit.", "No hay propuesta que editar."),
    "backspace": Text("There is nothing to reject.", "No hay nada que rechazar."),
    "j": Text("Nothing has been done yet.", "Todavía no se ha hecho nada."),
    "d": Text("No slot can be ended now.", "Ahora no hay momento que terminar."),
    "f": Text("No dice are due now.", "Ahora no se piden dados."),
    "v": Text(
        "Only the clay game has a review: here U takes back, J changes a past step.",
        "Solo la plastelina tiene revisión: aquí U deshace y J cambia un paso pasado.",
    ),
}
"""What keys say that usually do something."""


def hint(ui: Ui, text: Text | None) -> Ui:
    """A key that does nothing says so."""
    return ui if text is None else replace(ui, notice=Notice(Tone.WARN, text))


def has_review(view: RefereeView) -> bool:
    """Whether the game can be put under review: the clay game alone, which has neither seats nor panels."""
    return view.board is None and not view.panels


def silent(key: str) -> Text | None:
    """What a key says that does nothing now; None for what no person has pressed."""
    return SILENT.get(key) or (NOTHING_HERE.filled(key=key.upper()) if len(key) == 1 else None)


def again(key: str) -> Text:
    """The second press of a key came too soon to count."""
    return AGAIN.filled(key=CAPS.get(key) or key.upper())


def told_of(view: RefereeView, who: str) -> Text | None:
    """Everything on a fighter's card in whole words: a long name, his player, his finisher."""
    one = next((fighter for fighter in view.fighters if fighter.id == who), None)
    if one is None:
        return None
    parts = [Text(one.name, one.name), Text(one.player, one.player)]
    parts += [text for text in (one.klass, one.posture, *one.flags, *one.wounds) if text is not None]
    if one.partners:
        names = ", ".join(one.partners)
        parts.append(WITH.filled(names=names))
    for count in one.counts:
        reached = f"{count.value}/{count.limit}"
        parts.append(Text(f"{count.label.en} {reached}", f"{count.label.es} {reached}"))
    if one.counter_loss:
        parts.append(COUNTER_LOST.filled(n=one.counter_loss))
    if one.finisher is not None:
        state, named = FINISHER_STATES[one.finisher.state], one.finisher
        parts.append(
            Text(f"{named.name} ({named.position.en}): {state.en}", f"{named.name} ({named.position.es}): {state.es}")
        )
    told = [part for part in parts if part.en]
    return Text(" · ".join(part.en for part in told), " · ".join(part.es for part in told))
