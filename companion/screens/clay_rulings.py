"""Rulings from the menu: every field that the referee may set by hand, and the decision of a review (K-15, J-03). Pure.

What is about a fighter stands behind one entry (key A), what is about the match behind another (key B); each is three
presses away, the name not counted: the topic, whose it is, the value. The reason is the one that stands in the menu
(key W chooses another); so no ruling waits for one to be typed.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from companion.games.clay_wrestling.ability import speed_left
from companion.games.clay_wrestling.events import RulingMade
from companion.games.clay_wrestling.model import (
    ABILITIES,
    KNOCK_OUT_AT,
    STAMINA_AT_THE_BELL,
    ClayClass,
    Fighter,
    Match,
    Mode,
    Posture,
    Zone,
)
from companion.games.clay_wrestling.ruling import line_of
from companion.kernel.codec import encode
from companion.kernel.decisions import REFEREE
from companion.kernel.refusals import Refusal
from companion.kernel.text import Text
from companion.screens import clay_words as words
from companion.screens.menu import CHOICE_KEYS
from companion.screens.needs import Kind, Need, with_barred
from companion.screens.ruling_reasons import ON_BOUT, ON_FIGHTER
from companion.screens.view_model import Action

UPHOLD: Final = Text("Review: it stands", "Revisión: vale")
ANNUL: Final = Text("Review: annulled", "Revisión: anulado")
REVIEW_NOTE: Final = "review"
RULED: Final = "ruled:"
"""A ruling's value is asked for by topic and fighter: `ruled:stamina@Momia`."""
COMMAND: Final = "referee_ruling"
OF_A_FIGHTER: Final[Mapping[str, Text]] = {
    "stamina": Text("Stamina of …", "Estamina de …"),
    "place": Text("Posture or place of …", "Postura o lugar de …"),
    "flags": Text("Status of …", "Estatus de …"),
    "finisher": Text("Finisher or class of …", "Finisher o clase de …"),
    "initiative": Text("Initiative of …", "Iniciativa de …"),
    "wounded": Text("One wound more for …", "Una herida más para …"),
    "healed": Text("One wound less for …", "Una herida menos para …"),
    "counts": Text("Counts of … (ringside, K.O.)", "Cuentas de … (ringside, K.O.)"),
    "left": Text("Counter lost, Speed left of …", "Contra perdida, Velocidad de …"),
    "done": Text("What … has done this turn", "Lo que … ha hecho este turno"),
}
OF_THE_MATCH: Final[Mapping[str, Text]] = {
    "winner": Text("The winner is …", "Gana …"),
    "ways": Text("Ways of winning", "Formas de ganar"),
    "turn_no": Text("Number of the turn", "Número del turno"),
    "mode": Text("Match mode", "Modalidad"),
    "clock_s": Text("Clock of the match", "Reloj del combate"),
    "falls": Text("Falls of …", "Caídas de …"),
    "titled": Text("One title point more for …", "Un punto de título más para …"),
    "profile": Text("A house rule (written)", "Una regla de la casa (escrita)"),
    "field": Text("Another field of … (written)", "Otro campo de … (escrito)"),
    "match": Text("Another field of the match (written)", "Otro campo del combate (escrito)"),
}
_EVERYBODYS: Final = frozenset({"winner", "ways", "turn_no", "mode", "clock_s", "profile", "match"})
"""Topics of the match that are about nobody in particular."""
_OF_THE_TURN: Final = frozenset({"initiative", "left", "done"})
"""Topics of the turn: nothing of it is left for who is out."""
CORRECTS: Final = Text("The referee corrects.", "El árbitro corrige.")
"""All that the crowd hears of an undo or a change of the past."""
_IS: Final = Text("The referee decides: {name} is {what}", "El árbitro decide: {name} está {what}")
_HAS: Final = Text(
    "The referee decides: {name} has stamina {what}", "El árbitro decide: {name} tiene {what} de estamina"
)
WRITTEN: Final = Text("field=value, such as {example}", "campo=valor, por ejemplo {example}")
NOBODY_AFTER_ALL: Final = Text("Nobody: the match goes on", "Nadie: el combate sigue")
FIRST: Final = Text("before {name}", "antes de {name}")
LAST: Final = Text("last of all", "el último de todos")
IS_OUT: Final = Text(
    "{name} is out of the match: a ruling on his place brings him back.",
    "{name} está fuera del combate: una decisión sobre su lugar lo devuelve.",
)
UNHURT: Final = Text("{name} has no wound.", "{name} no tiene heridas.")
PUT_ON: Final = Text("put on: {what}", "poner: {what}")
TAKE_OFF: Final = Text("take off: {what}", "quitar: {what}")
READY: Final = Text("finisher ready", "finisher listo")
SPENT: Final = Text("finisher spent", "finisher gastado")
DONE_WORDS: Final[Mapping[str, tuple[Text, Text]]] = {
    "has_moved": (Text("has moved", "se ha movido"), Text("has not moved", "no se ha movido")),
    "has_attacked": (Text("has attacked", "ha atacado"), Text("has not attacked", "no ha atacado")),
    "pin_used": (Text("has tried a pin", "ha intentado un Pin"), Text("has tried no pin", "no ha intentado un Pin")),
    "has_acted": (Text("his slot is over", "su momento ha pasado"), Text("he still acts", "aún le toca actuar")),
    "facing_used": (Text("has turned", "ha girado"), Text("has not turned", "no ha girado")),
}
WAYS: Final[Mapping[str, Text]] = {
    "win_pin": Text("pin", "Pin"),
    "win_submission": Text("submission", "Sumisión"),
    "dq": Text("disqualification", "descalificación"),
    "count_out": Text("count-out", "Count Out"),
    "last_man_standing": Text("last man standing", "Last Man Standing"),
    "top_rope": Text("over the top rope", "sobre la tercera cuerda"),
}
COUNT_WORDS: Final[Mapping[str, Text]] = {
    "ringside_turns": Text("ringside {n}", "ringside {n}"),
    "ko_turns": Text("K.O. {n}", "K.O. {n}"),
    "counter_loss": Text("Counter −{n}", "Contra −{n}"),
    "speed_left": Text("Speed left {n}", "Velocidad que queda {n}"),
}
PLACES: Final[Mapping[Zone, Text]] = {
    Zone.RING: Text("in the ring", "en el ring"),
    Zone.RINGSIDE: Text("at ringside", "en ringside"),
    Zone.OUT: Text("out", "fuera"),
}
MOST_TURNS: Final = 4
"""CW-WIN-04, CW-WIN-05: at four he is out."""


# -- entries -----------------------------------------------------------------------------------------------------


def ruling_entries(match: Match) -> tuple[Action, ...]:
    """Rulings on a fighter, and on the match."""
    about = tuple(_of_a_fighter(match, topic, label) for topic, label in OF_A_FIGHTER.items())
    whole = tuple(
        Action(label, COMMAND, {"subject": "match"}, REFEREE, needs=(f"{RULED}{topic}@",))
        if topic in _EVERYBODYS
        else _of_a_fighter(match, topic, label)
        for topic, label in OF_THE_MATCH.items()
    )
    return (
        Action(ON_FIGHTER, COMMAND, {}, REFEREE, children=about, shortcut="a"),
        Action(ON_BOUT, COMMAND, {}, REFEREE, children=whole, shortcut="b"),
    )


def _of_a_fighter(match: Match, topic: str, label: Text) -> Action:
    """A topic with everybody behind it, each with what he has now."""
    children = []
    for who in match.roster or match.fighters:
        fighter = match.fighters[who]
        now = _now(match, fighter, topic)
        name = fighter.name or who
        told = Text(f"{name} · {now.en}", f"{name} · {now.es}") if now is not None else Text(name, name)
        one = Action(told, COMMAND, {"subject": who}, REFEREE, needs=(f"{RULED}{topic}@{who}",))
        if topic == "healed" and not any(fighter.wounds.values()):
            one = replace(one, legal=False, reason=UNHURT.filled(name=name), rule="CW-STATUS-23")
        if topic in _OF_THE_TURN and fighter.zone is Zone.OUT:
            one = replace(one, legal=False, reason=IS_OUT.filled(name=name), rule="CW-WIN-01")
        children.append(one)
    return Action(label, COMMAND, {}, REFEREE, children=tuple(children))


def _now(match: Match, fighter: Fighter, topic: str) -> Text | None:
    """What stands there now, where few words tell it."""
    match topic:
        case "stamina":
            return Text(str(fighter.stamina), str(fighter.stamina))
        case "place":
            inside = fighter.zone is Zone.RING
            return words.POSTURES[fighter.posture] if inside else PLACES[fighter.zone]
        case "finisher":
            return SPENT if fighter.finisher.spent else READY
        case "counts":
            ringside, out = fighter.ringside_turns, fighter.ko_turns
            return Text(f"ringside {ringside}, K.O. {out}", f"ringside {ringside}, K.O. {out}")
        case "falls":
            falls = match.falls.get(fighter.id, 0)
            return Text(str(falls), str(falls))
    return None


def review_answers(match: Match) -> Iterator[Action]:
    """What ends a review that is open; nothing else is on while it lasts but to go on playing."""
    if match.review is None:
        return
    for value, label in (("uphold", UPHOLD), ("annul", ANNUL)):
        given: dict[str, Any] = {"topic": "review", "value": value, "note": REVIEW_NOTE}
        yield Action(label, COMMAND, given, REFEREE)


def ruled(match: Match, event: RulingMade) -> Text | None:
    """A ruling in words for the crowd, without its reason; None for what only the referee minds."""
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


# -- values ------------------------------------------------------------------------------------------------------


def ruling_need(match: Match, key: str) -> Need | None:
    """What a ruling still needs, by `ruled:TOPIC@FIGHTER`; None for a key that is no part of one."""
    if not key.startswith(RULED):
        return None
    topic, _, who = key.removeprefix(RULED).partition("@")
    label = _label(match, topic, who)
    if topic == "stamina":
        return Need("value", label, Kind.NUMBER, whole=True, most=STAMINA_AT_THE_BELL, least=KNOCK_OUT_AT, into=topic)
    if topic in {"turn_no", "clock_s"}:
        return Need("value", label, Kind.NUMBER, whole=topic == "turn_no", into=topic)
    if topic in _WRITTEN:
        example, before = _WRITTEN[topic]
        return Need("value", example, Kind.TEXT, assign=True, into=before)
    choices = tuple(_values(match, topic, match.fighters.get(who)))
    barred = tuple(_out_of_it(match)) if topic == "winner" else ()
    return with_barred(Need("value", label, Kind.CHOICE, choices, merge=True), barred)


def _out_of_it(match: Match) -> Iterator[tuple[Any, Refusal]]:
    """Nobody who is out wins."""
    for who in match.roster:
        fighter = match.fighters[who]
        if fighter.zone is Zone.OUT and who != match.winner:
            reason = IS_OUT.filled(name=fighter.name or who)
            yield {"topic": "winner", "value": who}, Refusal("target_out", "CW-WIN-01", reason)


def _label(match: Match, topic: str, who: str) -> Text:
    """The topic with the fighter's name in it."""
    label = {**OF_A_FIGHTER, **OF_THE_MATCH}[topic]
    fighter = match.fighters.get(who)
    name = "…" if fighter is None else fighter.name or who
    return Text(label.en.replace("…", name), label.es.replace("…", name))


_WRITTEN: Final[Mapping[str, tuple[Text, str]]] = {
    "profile": (WRITTEN.filled(example="fatigue_cap=3"), "profile."),
    "field": (WRITTEN.filled(example="hold.successes=2"), ""),
    "match": (WRITTEN.filled(example="sudden_death=true"), ""),
}


def _values(match: Match, topic: str, fighter: Fighter | None) -> Iterator[tuple[Any, Text]]:
    """Everything that a topic can be set to: parameters of the ruling, and words."""
    if fighter is None:
        yield from _of_everybody(match, topic)
        return
    match topic:
        case "place":
            yield from (_value("posture", one.value, words.POSTURES[one]) for one in Posture)
            yield from (_value("zone", one.value, text) for one, text in PLACES.items())
        case "flags":
            yield from _flags(fighter)
        case "finisher":
            yield from _finisher(fighter)
        case "initiative":
            yield from _initiative(match, fighter)
        case "wounded":
            yield from (_more("wounds", fighter.wounds, one, 1) for one in ABILITIES)
        case "healed":
            yield from (_more("wounds", fighter.wounds, one, -1) for one in ABILITIES if fighter.wounds.get(one))
        case "counts":
            yield from _numbers("ringside_turns", MOST_TURNS)
            yield from _numbers("ko_turns", MOST_TURNS)
        case "left":
            yield from _left(match, fighter)
        case "done":
            yield from _done()
        case "falls":
            for falls in range(10):
                value, text = _value(f"falls.{fighter.id}", falls, Text(str(falls), str(falls)))
                yield {**value, "subject": "match"}, text
        case "titled":
            yield from (_more("title_points", fighter.title_points, one, 1) for one in ABILITIES)


def _value(topic: str, value: Any, text: Text) -> tuple[Any, Text]:
    return {"topic": topic, "value": value}, text


def _numbers(topic: str, most: int) -> Iterator[tuple[Any, Text]]:
    return (_value(topic, n, COUNT_WORDS[topic].filled(n=n)) for n in range(most + 1))


def _left(match: Match, fighter: Fighter) -> Iterator[tuple[Any, Text]]:
    """Counter dice lost and Speed left, without what stands there already: they all have room on one page.

    With many title points of Speed it is the middle of a long row that has none: a ruling in writing sets it.
    """
    speed = speed_left(match, fighter)
    lost = [n for n in range(MOST_TURNS + 1) if n != fighter.counter_loss]
    room = len(CHOICE_KEYS) - len(lost)
    left = [n for n in range(max(MOST_TURNS, speed) + 1) if n != speed]
    for topic, numbers in (("counter_loss", lost), ("speed_left", [*left[: room - 1], *left[room - 1 :][-1:]])):
        yield from (_value(topic, n, COUNT_WORDS[topic].filled(n=n)) for n in numbers)


def _more(topic: str, now: Mapping[str, int], ability: str, step: int) -> tuple[Any, Text]:
    had = now.get(ability, 0)
    name = words.ABILITIES[ability]
    return _value(
        f"{topic}.{ability}",
        had + step,
        Text(f"{name.en}: {had} → {had + step}", f"{name.es}: {had} → {had + step}"),
    )


def _flags(fighter: Fighter) -> Iterator[tuple[Any, Text]]:
    for flag, text in words.FLAGS.items():
        after = fighter.flags ^ {flag}
        yield _value("flags", sorted(after), (TAKE_OFF if flag in fighter.flags else PUT_ON).filled(what=text))


def _finisher(fighter: Fighter) -> Iterator[tuple[Any, Text]]:
    kept = {key: value for key, value in encode(fighter.finisher).items() if key in {"name", "position", "kind"}}
    yield _value("finisher", {**kept, "spent": False}, READY)
    yield _value("finisher", {**kept, "spent": True}, SPENT)
    yield from (_value("class", one.value, words.CLASSES[one]) for one in ClayClass)


def _initiative(match: Match, fighter: Fighter) -> Iterator[tuple[Any, Text]]:
    for one in line_of(match, fighter.id):
        if one == fighter.id:
            continue
        yield _value("initiative", one, FIRST.filled(name=match.fighters[one].name or one))
    yield _value("initiative", None, LAST)


def _done() -> Iterator[tuple[Any, Text]]:
    for field, told in DONE_WORDS.items():
        yield from (_value(field, value, text) for value, text in zip((True, False), told, strict=True))


def _of_everybody(match: Match, topic: str) -> Iterator[tuple[Any, Text]]:
    match topic:
        case "winner":
            if match.over:
                yield _value("winner", None, NOBODY_AFTER_ALL)
            for who in match.roster or match.fighters:
                name = match.fighters[who].name or who
                yield _value("winner", who, Text(name, name))
            yield from (_value("winner", team, Text(team, team)) for team in match.teams)
            yield _value("winner", "draw", words.DRAW)
        case "ways":
            for flag, text in WAYS.items():
                counts = bool(match.flags.get(flag))
                yield _value(f"flags.{flag}", not counts, (TAKE_OFF if counts else PUT_ON).filled(what=text))
        case "mode":
            yield from (_value("mode", one.value, words.MODES[one]) for one in Mode)
