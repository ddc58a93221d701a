"""What a command still needs from a person, read off its definition: a number, one of some words, a fighter. Pure."""

import enum
import types
import typing
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, Union

from companion.kernel.codec import key_of
from companion.kernel.game import Command
from companion.kernel.refusals import Refusal
from companion.kernel.text import Text


class Kind(enum.Enum):
    """How a value is given."""

    NUMBER = "number"
    PALMS = "palms"
    """One digit is enough; ½ before it adds half a palm."""
    CHOICE = "choice"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Need:
    """One parameter that a person gives.

    Attributes:
        choices: values with their words, for `CHOICE`; of a text what can be meant, by its name.
        many: several choices may be taken; Enter ends. Of a text: several words, with spaces or commas between them.
        pairs: a text is `key=value key=value`, `one.two=value` within a group; with `many` every value is a list.
        word: instead of pairs a plain word does too (a card by its name, or by its values).
        whole: a number without a fraction; of a list of words: they are numbers.
        optional: Enter alone gives nothing.
        most: a number above it is asked for once more.
        least: with `most` the range of a whole number, which is taken as soon as no digit more could follow.
        merge: the value is a group of parameters, each of which is given by its own name.
        assign: a text is `field=value`; it gives a ruling's topic and value, `into` before the topic.
        into: of a number: it is the value of a ruling on this topic.
        two: every pick is two of the choices, one after the other; `ordered` where the first is not the second.
        default: what Enter alone gives, where it gives something.
        single: the value stands alone in a list.
        secret: only one seat may know it: written as dots until it is confirmed.
        given: what is picked before anybody has chosen: what is known already.
        numbers: of a text: what bare numbers are, in their order; the last one may be several.
        barred: choices that the rules refuse now, each with its reason: shown grey, and not taken.
    """

    key: str
    label: Text
    kind: Kind
    choices: tuple[tuple[Any, Text], ...] = ()
    unit: Text | None = None
    many: bool = False
    whole: bool = False
    optional: bool = False
    most: float | None = None
    least: int | None = None
    pairs: bool = False
    word: bool = False
    merge: bool = False
    assign: bool = False
    into: str = ""
    two: bool = False
    ordered: bool = False
    single: bool = False
    default: Any = None
    secret: bool = False
    given: tuple[Any, ...] = ()
    numbers: tuple[str, ...] = ()
    barred: tuple[tuple[Any, Refusal], ...] = ()

    def refusal_of(self, value: Any) -> Refusal | None:
        """Why this choice cannot be taken now."""
        return next((why for one, why in self.barred if one == value), None)


LABELS: Mapping[str, Text] = {
    "palms": Text("How many palms?", "¿Cuántos palmos?"),
    "distance": Text("After how many palms?", "¿A cuántos palmos?"),
    "direction_deg": Text("Which direction?", "¿En qué dirección?"),
    "facing_deg": Text("Which way does he face?", "¿Hacia dónde mira?"),
    "direction": Text("Where to?", "¿Hacia dónde?"),
    "obstacle": Text("What does he run into?", "¿Con qué choca?"),
    "target": Text("Whom?", "¿A quién?"),
    "hits": Text("Whom does the figure hit? Enter: nobody.", "¿Contra quién choca? Intro: nadie."),
    "touched": Text("Whom did the jumper touch? Then Enter.", "¿A quién ha tocado el saltador? Después, Intro."),
    "fighters": Text("Who fights? Then Enter.", "¿Quiénes luchan? Después, Intro."),
    "defenders": Text("Whom?", "¿A quién?"),
    "defender": Text("Whom?", "¿A quién?"),
    "adjacent": Text(
        "Who touches whom? One, then the other; then Enter.", "¿Quién toca a quién? Uno, luego el otro; después, Intro."
    ),
    "near_ropes": Text("Who is at the ropes? Then Enter.", "¿Quién está en las cuerdas? Después, Intro."),
    "near_post": Text("Who is at a post? Then Enter.", "¿Quién está en un poste? Después, Intro."),
    "behind": Text(
        "Who is behind whom? One, then whose back it is; then Enter.",
        "¿Quién está detrás de quién? Uno, luego aquel cuya espalda es; después, Intro.",
    ),
    "to": Text("Mat or ringside?", "¿Lona o ringside?"),
    "choice": Text("Grab the ropes, rebound or ringside?", "¿Agarrarse, rebotar o ringside?"),
    "side": Text("Left or right?", "¿Izquierda o derecha?"),
    "stand": Text("Does he stand up?", "¿Se levanta?"),
    "landing": Text("How does he land?", "¿Cómo cae?"),
    "seconds": Text("How many seconds?", "¿Cuántos segundos?"),
    "class": Text("Which class is this figure?", "¿Qué clase es esta figura?"),
    "points": Text("How many points?", "¿Cuántos puntos?"),
    "card": Text("Which card?", "¿Qué carta?"),
    "reason": Text("Why?", "¿Por qué?"),
    "zone": Text("Where is he?", "¿Dónde está?"),
}
WORDS: Mapping[str, Text] = {
    "back": Text("backwards", "hacia atrás"),
    "front": Text("forwards", "hacia delante"),
    "left": Text("left", "izquierda"),
    "right": Text("right", "derecha"),
    "ring": Text("mat", "lona"),
    "ringside": Text("ringside", "ringside"),
    "out": Text("out", "fuera"),
    "none": Text("nothing", "nada"),
    "ropes": Text("ropes", "cuerdas"),
    "post": Text("post", "poste"),
    "fighter": Text("fighter", "luchador"),
    "grab": Text("grab the ropes", "agarrarse a las cuerdas"),
    "rebound": Text("rebound", "rebotar"),
    "humanoid": Text("Humanoid", "Humanoide"),
    "beast": Text("Beast", "Bicharraco"),
    "absurd": Text("Absurd", "Absurdo"),
    "True": Text("yes", "sí"),
    "False": Text("no", "no"),
}
UNITS: Mapping[str, Text] = {
    "palms": Text("palms", "palmos"),
    "distance": Text("palms", "palmos"),
    "direction_deg": Text("degrees", "grados"),
    "facing_deg": Text("degrees", "grados"),
    "seconds": Text("s", "s"),
}
COMPASS: tuple[tuple[Any, Text], ...] = (
    (0.0, Text("east", "este")),
    (90.0, Text("north", "norte")),
    (180.0, Text("west", "oeste")),
    (-90.0, Text("south", "sur")),
    (45.0, Text("north-east", "noreste")),
    (135.0, Text("north-west", "noroeste")),
    (-135.0, Text("south-west", "suroeste")),
    (-45.0, Text("south-east", "sureste")),
)
"""Eight directions do where the referee has no protractor; a degree can still be typed in a script."""
_WHO = frozenset({"target", "hits", "touched", "defender", "defenders", "fighter", "attacker", "opponent", "player"})


def needs_of(command: type[Command], keys: tuple[str, ...], fighters: Mapping[str, str]) -> tuple[Need, ...]:
    """The needs named by `keys`, in that order.

    Args:
        fighters: names of those who may be chosen, by id.
    """
    hints = typing.get_type_hints(command)
    by_key = {key_of(item): hints[item.name] for item in fields(command)}
    return tuple(_need(key, by_key.get(key, str), fighters) for key in keys)


def with_barred(need: Need, barred: tuple[tuple[Any, Refusal], ...]) -> Need:
    """With what the rules refuse of it: that stands last."""
    if not barred:
        return need
    need = replace(need, barred=barred)
    return replace(need, choices=tuple(sorted(need.choices, key=lambda one: need.refusal_of(one[0]) is not None)))


def _need(key: str, hint: Any, fighters: Mapping[str, str]) -> Need:
    label = LABELS.get(key, Text(key.replace("_", " "), key.replace("_", " ")))
    unit = UNITS.get(key)
    parts = _alternatives(hint)
    if key in _WHO:
        many = any(typing.get_origin(part) is tuple for part in parts)
        people = tuple((one, Text(name, name)) for one, name in fighters.items())
        return Need(key, label, Kind.CHOICE, people, many=many)
    if key.endswith("_deg"):
        return Need(key, label, Kind.CHOICE, COMPASS, unit)
    for part in parts:
        choices = _choices(part)
        if choices:
            return Need(key, label, Kind.CHOICE, choices)
    if any(part in {int, float} for part in parts):
        return Need(key, label, Kind.NUMBER, unit=unit, whole=float not in parts)
    if any(typing.get_origin(part) is Mapping or is_dataclass(part) for part in parts):
        lists = any(_holds_lists(part) for part in parts)
        return Need(key, label, Kind.TEXT, pairs=True, many=lists, word=str in parts)
    return Need(key, label, Kind.TEXT, many=any(typing.get_origin(part) is tuple for part in parts))


def _holds_lists(hint: Any) -> bool:
    """Whether every value of a group is a list, such as the cards that an ability moves."""
    if not is_dataclass(hint):
        return False
    kinds = typing.get_type_hints(hint).values()
    return all(any(typing.get_origin(part) is tuple for part in _alternatives(kind)) for kind in kinds)


def _alternatives(hint: Any) -> tuple[Any, ...]:
    if typing.get_origin(hint) in {Union, types.UnionType}:
        return tuple(part for part in typing.get_args(hint) if part is not type(None))
    return (hint,)


def _choices(hint: Any) -> tuple[tuple[Any, Text], ...]:
    values: tuple[Any, ...] = ()
    if hint is bool:
        values = (True, False)
    elif typing.get_origin(hint) is typing.Literal:
        values = typing.get_args(hint)
    elif isinstance(hint, type) and issubclass(hint, enum.Enum):
        values = tuple(member.value for member in hint)
    return tuple((value, WORDS.get(str(value), Text(str(value), str(value)))) for value in values)


def is_whole_entry(need: Need, typed: str) -> bool:
    """Whether the number that is typed can only be this one: no digit more would leave it in its range."""
    value = parse_number(typed, whole=True)
    if need.least is None or need.most is None or value is None or not need.least <= value <= need.most:
        return False
    longer = (parse_number(f"{typed}{digit}", whole=True) for digit in range(10))
    return value == 0 or not any(one is not None and need.least <= one <= need.most for one in longer)


TOO_LARGE = 1e9
"""No number of a table comes near it, and none below it loses a digit."""


def parse_number(typed: str, *, whole: bool = False) -> float | int | None:
    """`1.5`, `1,5`, `1½`, `-2`; None for anything else."""
    text = typed.strip().replace(",", ".")
    half = 0.0
    if text.endswith("½"):
        half, text = 0.5, text[:-1] or "0"
    try:
        value = float(text)
    except ValueError:
        return None
    value += -half if text.startswith("-") else half
    if not abs(value) < TOO_LARGE:  # nan, too
        return None
    if whole:
        return int(value) if value == int(value) else None
    return value
