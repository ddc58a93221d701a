"""Rulings from the menu of a card game: every field that its rules let the referee set (K-15), and values that no card
file tells, asked for as soon as a rule needs them (K-14). Pure.

As in the clay game what is about a seat stands behind key A and what is about the match behind key B: the topic, whose
it is, the value.
"""

import enum
import types
import typing
from collections.abc import Iterator, Mapping
from typing import Any, Final, Protocol

from companion.games.all_time_wrestling import ruling as all_time
from companion.games.all_time_wrestling.model import State as AllTime
from companion.games.galaxy_wrestling_federation import ruling as galaxy
from companion.games.galaxy_wrestling_federation.model import State as Galaxy
from companion.games.raw_deal import ruling as raw_deal
from companion.games.raw_deal.model import State as RawDeal
from companion.games.wrasslin_manager import ruling as wrasslin
from companion.games.wrasslin_manager.model import State as Wrasslin
from companion.kernel.decisions import REFEREE
from companion.kernel.text import Text
from companion.kernel.titles import readable, title_of
from companion.kernel.topic_words import TOPIC_WORDS
from companion.screens.card_words import same
from companion.screens.follow_up import MISSING
from companion.screens.needs import Kind, Need
from companion.screens.order_keys import RULING
from companion.screens.view_model import Action

RULED: Final = "ruled:"
"""A ruling's value is asked for by topic and seat: `ruled:stamina@p1`."""
TABLES: Final[Mapping[type, Any]] = {AllTime: all_time, Galaxy: galaxy, RawDeal: raw_deal, Wrasslin: wrasslin}
ON_SEAT: Final = Text("Referee ruling on a player", "Decisión sobre un jugador")
ON_GAME: Final = Text("Referee ruling on the game", "Decisión sobre la partida")
OF: Final = Text("{what} of …", "{what} de …")
NOBODY: Final = Text("nobody", "nadie")
YES, NO = Text("yes", "sí"), Text("no", "no")
NOTHING_THERE: Final = Text("none", "ninguno")
TOLD: Final = Text("{what} of {who}? No card file tells it.", "¿{what} de {who}? No lo dice ningún archivo de cartas.")
TOLD_NOTE: Final = "told at the table"
LIST_OF_CARDS: Final = Text("{what}: their names, with commas; - for none", "{what}: sus nombres, con comas; - ninguna")
WRITTEN: Final = Text("{what}, such as {example}", "{what}, por ejemplo {example}")
WORDS: Final = TOPIC_WORDS
"""Fields in words; a test holds that none is left out."""
EXAMPLES: Final[Mapping[str, str]] = {
    "house_rules": "deck_size=60",
    "cards": "punch.f=0 punch.d=3",
    "superstars": "kane.hand_size=6",
    "wrestlers": "alma.fue=3",
    "slots": "1.momentum=p1 1.resolved=true",
    "combo": "icons=circle,square",
    "pin": "attempts_left=2 attempts_total=3",
    "bonuses": "source=kick d=2",
    "last_card": "card=kick kind=maneuver damage=5",
    "combat": "kind=speed",
    "tokens": "reversal=true one_time_1=false",
    "board": "reversal.cost=2 reversal.damage=2",
    "star_moves": "deck=1 hand=0 discard=0",
    "table": "1, 1, 2",
    "stats": "3, 2, 2",
}
"""What is written where a topic has parts."""
CARD_EXAMPLES: Final[Mapping[type, Text]] = {
    AllTime: Text(
        "big_boot.cost=2 big_boot.damage=2 big_boot.tn=4 big_boot.momentum=1",
        "big_boot.coste=2 big_boot.daño=2 big_boot.objetivo=4 big_boot.momento=1",
    ),
    Wrasslin: Text("hold.effects=attrition,momentum", "hold.efectos=attrition,momentum"),
}
"""A card that is in no file, told at the table."""
SEATED: Final = frozenset({"active", "turn", "winner", "initiative", "starting_player", "previous_starting_player"})
"""Topics whose value is a seat."""
CLASSES: Final[Mapping[str, Text]] = {
    "ordinary": Text("ordinary", "normal"),
    "signature": Text("signature", "firma"),
    "finisher": Text("finisher", "remate"),
}


class Shown(Protocol):
    """How the screen calls what a ruling can set."""

    @property
    def phases(self) -> Mapping[Any, Text]: ...

    @property
    def methods(self) -> Mapping[str, Text]: ...


# -- entries ------------------------------------------------------------------------------------------------------


def entries(state: Any, called: Mapping[str, str]) -> tuple[Action, ...]:
    """Rulings on a seat, and on the match.

    Args:
        called: the wrestlers by seat.
    """
    table = TABLES[type(state)]
    seats = [seat for seat in called if seat in _players(state)]
    of_seats = tuple(
        Action(
            OF.filled(what=WORDS[topic]),
            RULING,
            {},
            REFEREE,
            children=tuple(_entry(topic, seat, _with_value(state, topic, seat, called)) for seat in seats),
        )
        for topic in table.OF_A_SEAT
    )
    of_game = tuple(_entry(topic, None, WORDS[topic]) for topic in table.OF_THE_GAME)
    on_seat = (Action(ON_SEAT, RULING, {}, REFEREE, children=of_seats, shortcut="a"),) if seats else ()
    return (*on_seat, Action(ON_GAME, RULING, {}, REFEREE, children=of_game, shortcut="b"))


def _entry(topic: str, seat: str | None, label: Text) -> Action:
    subject = {} if seat is None else {"subject": seat}
    return Action(label, RULING, {"topic": topic, **subject}, REFEREE, needs=(f"{RULED}{topic}@{seat or ''}",))


def _players(state: Any) -> Mapping[str, Any]:
    found: Mapping[str, Any] = state.managers if isinstance(state, Wrasslin) else state.players
    return found


def _with_value(state: Any, topic: str, seat: str, called: Mapping[str, str]) -> Text:
    """Whose it is, with the number that stands there now."""
    now = getattr(_players(state)[seat], topic, None)
    shown = YES if now is True else NO if now is False else same(str(now)) if isinstance(now, int) else None
    name = called[seat]
    return same(name) if shown is None else Text(f"{name} · {shown.en}", f"{name} · {shown.es}")


# -- values -------------------------------------------------------------------------------------------------------


def needs(state: Any, keys: tuple[str, ...], called: Mapping[str, str], shown: Shown) -> tuple[Need, ...]:
    """What a ruling still needs.

    Args:
        shown: how the screen calls phases and ways to win.
    """
    found = []
    for key in keys:
        if key.startswith(MISSING):
            found.append(_missing(state, key.removeprefix(MISSING), called))
        elif key.startswith(RULED):
            topic, _, seat = key.removeprefix(RULED).partition("@")
            found.append(_need(state, topic, seat, called, shown))
    return tuple(found)


def _need(state: Any, topic: str, seat: str, called: Mapping[str, str], shown: Shown) -> Need:
    table = TABLES[type(state)]
    what = WORDS[topic]
    label = Text(f"{what.en}: {called[seat]}", f"{what.es}: {called[seat]}") if seat else what
    parts = _parts((table.OF_A_SEAT if seat else table.OF_THE_GAME)[topic])
    choices = tuple(_choices(state, topic, parts, called, shown))
    if choices:
        return Need("value", label, Kind.CHOICE, choices)
    if topic in EXAMPLES:
        numbers = any(typing.get_origin(part) is tuple for part in parts) and topic in {"table", "stats"}
        example = CARD_EXAMPLES.get(type(state), same(EXAMPLES[topic])) if topic == "cards" else same(EXAMPLES[topic])
        text = WRITTEN.filled(what=label, example=example)
        none = type(None) in parts  # Enter alone: there is none any more
        return Need(
            "value",
            text,
            Kind.TEXT,
            many=numbers or topic == "combo",
            pairs=not numbers,
            whole=numbers,
            optional=none,
            single=topic == "bonuses",
        )
    if int in parts:
        return Need("value", label, Kind.NUMBER, whole=True)
    if any(typing.get_origin(part) is tuple for part in parts):
        return Need("value", LIST_OF_CARDS.filled(what=label), Kind.TEXT, many=True)
    return Need("value", label, Kind.TEXT)


def _parts(hint: Any) -> tuple[Any, ...]:
    if typing.get_origin(hint) in {typing.Union, types.UnionType}:
        return typing.get_args(hint)
    return (hint,)


def _choices(
    state: Any, topic: str, parts: tuple[Any, ...], called: Mapping[str, str], shown: Shown
) -> Iterator[tuple[Any, Text]]:
    """The values, where they are few: seats, yes and no, phases, Superstars."""
    if topic in SEATED:
        yield from ((seat, same(name)) for seat, name in called.items())
        if type(None) in parts:
            yield None, NOBODY
    elif topic == "momentum" and isinstance(state, Wrasslin):
        yield "center", Text("in the centre", "en el centro")
        yield from ((seat, same(name)) for seat, name in called.items())
    elif topic == "method":
        yield from shown.methods.items()
        yield None, NOTHING_THERE
    elif topic == "superstar":
        yield from ((ref, same(one.title or readable(ref))) for ref, one in state.superstars.items())
    elif topic == "finisher_at":
        yield from (
            ("draw", Text("in the deck", "en el mazo")),
            ("hand", Text("in hand", "en la mano")),
            ("in_play", Text("in play", "en juego")),
        )
    elif bool in parts:
        yield from ((True, YES), (False, NO))
        if type(None) in parts:
            yield None, Text("as the board says", "lo que diga el tablero")
    else:
        for part in parts:
            if isinstance(part, type) and issubclass(part, enum.Enum):
                yield from ((one.value, shown.phases.get(one, same(str(one.value)))) for one in part)


# -- values that no card file tells --------------------------------------------------------------------------------


def told_action(state: Any, path: str, called: Mapping[str, str]) -> Action:
    """The ruling that tells a value, by its place (`superstars.kane.hand_size`, `board.p1.reversal.cost`)."""
    topic, who, *_ = path.split(".")
    subject = {"subject": who} if topic == "board" else {}
    label = _missing(state, path, called).label
    return Action(label, RULING, {"topic": topic, **subject, "note": TOLD_NOTE}, REFEREE, needs=(f"{MISSING}{path}",))


def _missing(state: Any, path: str, called: Mapping[str, str]) -> Need:
    topic, who, *rest = path.split(".")
    name = called.get(who, who) if topic == "board" else _name(state, topic, who)
    if rest[0] == "abilities":
        name = f"{readable(rest[1])} ({name})"
    field = rest[-1]
    what = WORDS[field]
    if rest[0] == "reversal":
        what = Text(f"{what.en} (reversal)", f"{what.es} (reversión)")
    place = ".".join(["value", *([] if topic == "board" else [who]), *rest])
    label = TOLD.filled(what=what, who=name)
    if field == "class":
        return Need(place, label, Kind.CHOICE, tuple(CLASSES.items()))
    return Need(place, label, Kind.NUMBER, whole=True)


def _name(state: Any, topic: str, ref: str) -> str:
    if topic == "cards":
        return title_of(state.cards, ref)
    entry = getattr(state, topic).get(ref)
    known = getattr(entry, "title", None) or getattr(entry, "name", None)
    return known or readable(ref)
