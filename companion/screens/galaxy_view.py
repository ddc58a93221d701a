"""Galaxy Wrestling Federation on both screens: belts and pairs, the challenge, cards face down, the count. Pure."""

from collections.abc import Mapping
from typing import Any

from companion.games.galaxy_wrestling_federation.model import FACE_DOWN, PAIRS_TO_LOSE, VICTORY_REF, Phase, State
from companion.kernel.text import Text
from companion.screens import card_words as words
from companion.screens.card_parts import (
    ALWAYS,
    DETAIL,
    Badge,
    Block,
    Board,
    CardFaces,
    Flow,
    Item,
    Look,
    Pips,
    Row,
    SeatBlock,
    Side,
    Tally,
    Versus,
    Words,
)
from companion.screens.view_model import Chip, Rgb

PHASES = {
    Phase.SETUP: Text("Before the event", "Antes del evento"),
    Phase.CHALLENGE: Text("The challenge", "El desafío"),
    Phase.COMMIT: Text("Cards face down", "Cartas boca abajo"),
    Phase.COUNT: Text("One, two, three!", "¡Uno, dos, tres!"),
    Phase.INTERRUPT_SHOW: Text("Interrupted!", "¡Interrupción!"),
    Phase.NO_DECISION: Text("Equal: the referee decides", "Empate: decide el árbitro"),
    Phase.ENDED: Text("Event over", "Evento terminado"),
}
KINDS = {"strength": Text("Strength", "Fuerza"), "speed": Text("Speed", "Velocidad")}
BELTS = Text("belts", "cinturones")
BELT = Text("belt", "cinturón")
PAIRS = Text("pairs", "pares")
HAND = Text("in hand", "en mano")
VICTORY = Text("victory card", "carta de victoria")
VICTORY_SPENT = Text("victory spent", "victoria gastada")
TABLE = Text("on the table", "sobre la mesa")
CHALLENGES = Text("challenges", "desafía")
DEFENDS = Text("accepts", "acepta")
INTERRUPTS = Text("interrupts", "interrumpe")
NEXT = Text("{name} chooses a rival", "{name} elige rival")
WON = Text("{name} wins the event", "{name} gana el evento")
BEFORE = Text(
    "Everybody has ten fight cards and one of victory.", "Cada uno, diez cartas de combate y una de victoria."
)
CHOOSING = Text("choosing: {name}", "eligen: {name}")
READY = Text("Both cards lie face down", "Las dos cartas están boca abajo")
INTERRUPTED = Text("interrupted by {name}", "interrumpe {name}")
UNKNOWN = "?"
CAN_SHOW_BELTS = 5


def names(state: State) -> dict[str, str]:
    return {seat: words.seat_name(seat) for seat in state.seats or state.expected}


def board(state: State, seen: Mapping[str, Any], colours: Mapping[str, Rgb], *, full: bool) -> Board:
    """The table.

    Args:
        seen: `GAME.view` of whoever looks; hands, committed and victory cards are read from it alone.
        full: for the referee, with what a crowd does not need.
    """
    chips = words.seat_chips(names(state), colours)
    seats = tuple(_seat(state, seen, seat, chips[seat], full=full) for seat in state.players)
    if not seats:
        seats = tuple(SeatBlock(seat, words.seat_name(seat), chip) for seat, chip in chips.items())
    return Board(seats, ((_combat(state, seen, chips),),))


def asked(state: State) -> tuple[str, ...]:
    """Whose move it is; during a combat both of its seats until their cards lie."""
    if state.phase is Phase.CHALLENGE and state.active is not None:
        return (state.active,)
    if state.combat is None:
        return ()
    if state.phase is Phase.COMMIT:
        return tuple(seat for seat in state.running.seats if seat not in state.running.committed)
    return state.running.seats


def _seat(state: State, seen: Mapping[str, Any], seat: str, chip: Chip, *, full: bool) -> SeatBlock:
    pairs = seen["pairs"][seat]
    belts = seen["belts"][seat]
    first: list[Item] = [
        Pips(BELT if belts == 1 else BELTS, belts, belts)
        if 0 < belts <= CAN_SHOW_BELTS
        else Tally(BELTS, str(belts), Look.GOLD),
        Pips(PAIRS, min(pairs, PAIRS_TO_LOSE), PAIRS_TO_LOSE, Look.BAD),
    ]
    spent = seen["has_victory"][seat] in {False, "spent"}
    rows: list[Row] = [
        Flow(tuple(first), ALWAYS),
        Flow(
            (
                CardFaces(HAND, (None,))
                if seen["hand_count"][seat] == 1
                else Tally(HAND, str(seen["hand_count"][seat])),
                Badge(VICTORY_SPENT if spent else VICTORY, Look.SOFT if spent else Look.GOLD),
            )
        ),
    ]
    table = [str(value) for value in sorted(seen["table"][seat], key=lambda one: (one is None, one or 0))]
    if table:
        shown = " ".join(UNKNOWN if one == "None" else one for one in table)
        rows.append(Words(words.labelled(TABLE, shown), Look.PLAIN, keep=DETAIL))
    hand = seen.get("hand", {}).get(seat)
    if full and hand:
        rows.append(Words(words.labelled(words.HAND, ", ".join(_short(state, card) for card in hand)), Look.SOFT,
                          keep=DETAIL))  # fmt: skip
    role = _role(state, seat)
    out = state.phase is Phase.ENDED and seat in (state.losers or ())
    return SeatBlock(seat, words.seat_name(seat), chip, "", role, seat in asked(state), out, tuple(rows))


def _role(state: State, seat: str) -> Text | None:
    combat = state.combat
    if combat is None:
        return CHALLENGES if seat in asked(state) else None
    if seat == combat.challenger:
        return CHALLENGES
    if seat == combat.defender:
        return DEFENDS
    return INTERRUPTS if seat in combat.interrupted_by else None


def _combat(state: State, seen: Mapping[str, Any], chips: Mapping[str, Chip]) -> Block:
    shown = seen["combat"]
    if shown is None:
        return Block(PHASES[state.phase], (Words(_idle(state), Look.PLAIN, strong=True, keep=ALWAYS),))
    sides = [_side(state, seat, shown, chips) for seat in (shown["challenger"], shown["defender"])]
    rows: list[Row] = [Versus(sides[0], sides[1], KINDS[shown["kind"]])]
    rows += _told(state, shown)
    return Block(PHASES[state.phase], tuple(rows), lit=True)


def _idle(state: State) -> Text:
    if state.phase is Phase.ENDED:
        return WON.filled(name=", ".join(map(words.seat_name, state.winners or ("–",))))
    return BEFORE if state.active is None else NEXT.filled(name=words.seat_name(state.active))


def _side(state: State, seat: str, shown: Mapping[str, Any], chips: Mapping[str, Chip]) -> Side:
    lying = shown["committed"].get(seat)
    if lying is not None and state.phase in {Phase.COMMIT, Phase.COUNT} and seat not in state.running.shown:
        lying = FACE_DOWN  # the next player types his own card before this very screen
    face = None if lying is None or lying == FACE_DOWN else _face(state, lying)
    return Side(words.seat_name(seat), chips[seat], face, lying is not None)


def _face(state: State, lying: Any) -> str:
    """What stands on a card that may be seen: its strength."""
    if isinstance(lying, Mapping):
        return UNKNOWN if lying.get("strength") is None else str(lying["strength"])
    if lying == VICTORY_REF:
        return VICTORY_REF
    entry = state.cards.get(str(lying))
    return UNKNOWN if entry is None or entry.strength is None else str(entry.strength)


def _short(state: State, card: str) -> str:
    """A card of a hand for the referee: reference with strength and what it beats."""
    entry = state.cards.get(card)
    if entry is None or entry.strength is None:
        return card
    beats = entry.beats if isinstance(entry.beats, int) else "/".join(str(one) for one in entry.beats or ())
    return f"{card} {entry.strength}>{beats}"


def _told(state: State, shown: Mapping[str, Any]) -> list[Row]:
    rows: list[Row] = []
    if state.phase is Phase.COMMIT:
        missing = asked(state)
        told = CHOOSING.filled(name=", ".join(map(words.seat_name, missing))) if missing else READY
        rows.append(Words(told, Look.GOLD, strong=True, keep=ALWAYS))
    if state.phase is Phase.COUNT:
        rows.append(Words(READY, Look.GOLD, strong=True, keep=ALWAYS))
    lying = shown.get("interruption")
    if lying is not None:
        label = INTERRUPTED.filled(name=words.seat_name(lying["player"]))
        rows.append(Flow((CardFaces(label, (_face(state, lying["card"]),)),), ALWAYS))
        return rows
    rows += [
        Flow((Badge(INTERRUPTED.filled(name=words.seat_name(seat)), Look.BAD),)) for seat in shown["interrupted_by"]
    ]
    return rows
