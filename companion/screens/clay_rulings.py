"""Rulings from the menu: what the referee may set by hand, and the decision of a review (K-15, J-03). Pure."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from companion.games.clay_wrestling.events import RulingMade
from companion.games.clay_wrestling.model import STAMINA_AT_THE_BELL, Match, Posture, Zone
from companion.kernel.decisions import REFEREE
from companion.kernel.text import Text
from companion.screens import clay_words as words
from companion.screens.needs import Kind, Need
from companion.screens.view_model import Action

RULING: Final = Text("Referee ruling", "Decisión del árbitro")
UPHOLD: Final = Text("Review: it stands", "Revisión: vale")
ANNUL: Final = Text("Review: annulled", "Revisión: anulado")
REVIEW_NOTE: Final = "review"
VALUE: Final = "value:"
"""A ruling's value is asked for by its topic: `value:stamina`."""
TOPICS: Final[Mapping[str, Text]] = {
    "stamina": Text("Stamina of …", "Estamina de …"),
    "posture": Text("Posture of …", "Postura de …"),
    "zone": Text("Place of …", "Lugar de …"),
    "counter_loss": Text("Counter dice lost of …", "Dados de Contra perdidos de …"),
    "speed_left": Text("Speed left of …", "Velocidad que le queda a …"),
    "winner": Text("The winner is …", "Gana …"),
}
CORRECTS: Final = Text("The referee corrects.", "El árbitro corrige.")
"""All that the crowd hears of an undo or a change of the past."""
_IS: Final = Text("The referee decides: {name} is {what}", "El árbitro decide: {name} está {what}")
_HAS: Final = Text(
    "The referee decides: {name} has stamina {what}", "El árbitro decide: {name} tiene {what} de estamina"
)
REASON: Final = Text("Why?", "¿Por qué?")
WHOSE: Final = Text("Whose?", "¿De quién?")
HOW_MUCH: Final = Text("How much?", "¿Cuánto?")
WHICH: Final = Text("Which?", "¿Cuál?")
PLACES: Final[Mapping[Zone, Text]] = {
    Zone.RING: Text("in the ring", "en el ring"),
    Zone.RINGSIDE: Text("at ringside", "en ringside"),
    Zone.OUT: Text("out", "fuera"),
}


def ruling_entry() -> Action:
    """One entry with every topic behind it; each asks whose, what, and why."""
    children = []
    for topic, label in TOPICS.items():
        of_match = topic == "winner"
        given = {"topic": topic, "subject": "match"} if of_match else {"topic": topic}
        asked = (f"{VALUE}{topic}", "note") if of_match else ("subject", f"{VALUE}{topic}", "note")
        children.append(Action(label, "referee_ruling", given, REFEREE, needs=tuple(asked)))
    return Action(RULING, "referee_ruling", {}, REFEREE, children=tuple(children))


def review_answers(match: Match) -> Iterator[Action]:
    """What ends a review that is open; nothing else is on while it lasts but to go on playing."""
    if match.review is None:
        return
    for value, label in (("uphold", UPHOLD), ("annul", ANNUL)):
        given: dict[str, Any] = {"topic": "review", "value": value, "note": REVIEW_NOTE}
        yield Action(label, "referee_ruling", given, REFEREE)


def ruled(match: Match, event: RulingMade) -> Text | None:
    """A ruling in words for the crowd, without the reason that was typed; None for what only the referee minds."""
    fighter = match.fighters.get(event.subject)
    if fighter is None:
        return None
    name = fighter.name or fighter.id
    match event.topic:
        case "posture" if event.value in {one.value for one in words.POSTURES}:
            return _IS.filled(name=name, what=words.POSTURES[Posture(event.value)])
        case "zone" if event.value in {one.value for one in PLACES}:
            return _IS.filled(name=name, what=PLACES[Zone(event.value)])
        case "stamina":
            return _HAS.filled(name=name, what=event.value)
    return None


def ruling_need(key: str, people: Mapping[str, str]) -> Need | None:
    """The need of a ruling's parameter; None for a key that is no part of a ruling."""
    everybody = tuple((one, Text(name, name)) for one, name in people.items())
    match key:
        case "subject":
            return Need("subject", WHOSE, Kind.CHOICE, everybody)
        case "note":
            return Need("note", REASON, Kind.TEXT)
        case "value:posture":
            postures = tuple((one.value, words.POSTURES[one]) for one in Posture)
            return Need("value", WHICH, Kind.CHOICE, postures)
        case "value:zone":
            return Need("value", WHICH, Kind.CHOICE, tuple((one.value, text) for one, text in PLACES.items()))
        case "value:winner":
            return Need("value", WHICH, Kind.CHOICE, (*everybody, ("draw", words.DRAW)))
    if key == "value:stamina":
        return Need("value", HOW_MUCH, Kind.NUMBER, whole=True, most=STAMINA_AT_THE_BELL)
    if key.startswith(VALUE):
        return Need("value", HOW_MUCH, Kind.NUMBER, whole=True)
    return None
