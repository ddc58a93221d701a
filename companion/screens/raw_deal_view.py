"""Raw Deal on both screens: Superstars with their Fortitude and piles, the card put down and its windows. Pure."""

from collections.abc import Mapping
from typing import Any

from companion.games.raw_deal.model import Phase, PutDown, State, opponent
from companion.kernel.text import Text
from companion.kernel.titles import readable, title_of
from companion.screens import card_words as words
from companion.screens.card_parts import (
    ALWAYS,
    DETAIL,
    Badge,
    Block,
    Board,
    Flow,
    Item,
    Look,
    Poster,
    Row,
    SeatBlock,
    Tally,
    Words,
)
from companion.screens.card_words import same
from companion.screens.view_model import Chip, Rgb

PHASES = {
    Phase.SETUP: Text("The Superstars", "Las Superstars"),
    Phase.FIRST_PLAYER: Text("Who begins?", "¿Quién empieza?"),
    Phase.TEAM_ACTIVE: Text("Who begins for each team?", "¿Quién empieza en cada equipo?"),
    Phase.PRE_DRAW: Text("Before the draw", "Antes de robar"),
    Phase.MAIN: Text("Main segment", "Segmento principal"),
    Phase.REVERSAL: Text("Reversal from hand?", "¿Reversal desde la mano?"),
    Phase.EFFECT: Text("The card's effect", "Efecto de la carta"),
    Phase.REVEAL: Text("Damage from the arsenal", "Daño desde el arsenal"),
    Phase.STUN: Text("Stun Value", "Stun Value"),
    Phase.ENDED: Text("Match over", "Partida terminada"),
}
FUNCTIONS = {
    "maneuver": Text("Maneuver", "Maniobra"),
    "action": Text("Action", "Acción"),
    "reversal": Text("Reversal", "Reversa"),
}
TYPES = {
    "strike": Text("strike", "golpe"),
    "grapple": Text("grapple", "agarre"),
    "submission": Text("submission", "sumisión"),
    "high_risk": Text("high risk", "alto riesgo"),
    "foreign_object": Text("foreign object", "objeto"),
    "trademark_finisher": Text("trademark finisher", "finisher"),
}
ALIGNMENTS = {"heel": Text("Heel", "Heel"), "face": Text("Face", "Face")}
EFFECTS = {
    "mill": Text("from the arsenal to Ringside", "del arsenal al Ringside"),
    "opponent_mill": Text("the rival's arsenal to Ringside", "del arsenal rival al Ringside"),
    "draw": Text("draw", "robar"),
    "discard": Text("discard", "descartar"),
    "opponent_discard": Text("the rival discards", "el rival descarta"),
    "to_hand": Text("Ringside to hand", "del Ringside a la mano"),
    "to_arsenal": Text("Ringside to arsenal", "del Ringside al arsenal"),
    "look_top": Text("look at the top cards", "mirar las primeras"),
    "look_hand": Text("look at the hand", "mirar la mano"),
    "next_d": Text("bonus for the next Maneuver", "bono a la siguiente maniobra"),
    "next_reversal_f": Text("Reversals cost more", "las reversas cuestan más"),
}
FORTITUDE = Text("Fortitude", "Fortitude")
ARSENAL = Text("Arsenal", "Arsenal")
RING = Text("Ring", "Ring")
RINGSIDE = Text("Ringside", "Ringside")
STUN = Text("Stun Value", "Stun Value")
NEEDS = Text("Fortitude Value", "Fortitude Value")
LAST = Text("Last card", "Última carta")
REVERSED = Text("reversed", "invertida")
NOTHING = Text("No card put down yet", "Aún no hay carta en juego")
PLAYS = Text("{name} plays", "juega {name}")
TO_REVEAL = Text("{name} turns up", "{name} revela")
REVERSIBLE = Text("a Reversal can stop it", "una reversa lo para")
FIXED = Text("cannot be reversed", "no se puede invertir")
ASKS = Text("{name}: reverse it?", "{name}: ¿la invierte?")
NEXT_D = Text("next Maneuver", "siguiente maniobra")
NEXT_F = Text("F for Reversals", "F para reversas")
COUNT_OUT = Text("arsenal empty: count-out at the turn's end", "arsenal vacío: count out al acabar el turno")
USED = Text("ability used", "habilidad usada")
SEATS = ("p1", "p2")
LOW_ARSENAL = 5
"""At so few cards in the arsenal a pin is near."""


def names(state: State) -> dict[str, str]:
    """The Superstars, by seat; the seat where none is known yet or two took the same one."""
    if not state.players:  # before the match
        return {seat: words.seat_name(seat) for seat in state.seats or SEATS}
    found = {}
    for seat, player in state.players.items():
        entry = state.superstars.get(player.superstar or "")
        found[seat] = readable(player.superstar or seat) if entry is None or entry.title is None else entry.title
    return found if len(set(found.values())) == len(found) else {seat: seat.upper() for seat in found}


def board(state: State, seen: Mapping[str, Any], colours: Mapping[str, Rgb], *, full: bool) -> Board:
    """The table.

    Args:
        seen: `GAME.view` of whoever looks; hands and Ringside piles are read from it alone.
        full: for the referee, with what a crowd does not need.
    """
    chips = words.seat_chips(names(state), colours)
    if not state.players:
        waiting = tuple(SeatBlock(seat, words.seat_name(seat), chip, rows=_not_yet()) for seat, chip in chips.items())
        return Board(waiting, ((_in_play(state),),))
    order = [seat for members in state.teams.values() for seat in members] or list(state.players)
    seats = tuple(_seat(state, seen, seat, chips[seat], full=full) for seat in order)
    bands: list[tuple[Block, ...]] = [(_in_play(state),)]
    if full and not state.teams:
        bands.append(tuple(_ring(state, seat) for seat in order))
    return Board(seats, tuple(bands))


def _not_yet() -> tuple[Row, ...]:
    """Numbers that nobody has given yet."""
    return (Flow((Tally(FORTITUDE, "–", big=True), Tally(ARSENAL, "–", big=True)), ALWAYS),)


def asked(state: State) -> tuple[str, ...]:
    """Who has the window."""
    match state.phase:
        case Phase.SETUP | Phase.FIRST_PLAYER | Phase.TEAM_ACTIVE | Phase.ENDED:
            return ()
        case Phase.REVERSAL:
            return (opponent(state, state.down.player),)
        case Phase.EFFECT if state.effects:
            return (state.effects[0].owner,)
        case Phase.REVEAL if state.damage is not None:
            return (state.damage.target,)
        case _:
            return () if state.active is None else (state.active,)


def _ring(state: State, seat: str) -> Block:
    """What lies in the ring of a seat with its damage, the newest first, for the referee."""
    name = names(state)[seat]
    cards = [f"{title_of(state.cards, one.card) if one.card else '?'} ({one.d})" for one in state.players[seat].ring]
    shown = words.listed(cards, 10) if cards else same("–")
    return Block(Text(f"{RING.en}: {name}", f"{RING.es}: {name}"), (Words(shown, Look.PLAIN),))


def _seat(state: State, seen: Mapping[str, Any], seat: str, chip: Chip, *, full: bool) -> SeatBlock:
    player = state.players[seat]
    danger = Look.BAD if player.arsenal <= LOW_ARSENAL else Look.PLAIN
    rows: list[Row] = [
        Flow(
            (
                Tally(FORTITUDE, str(seen["fr"][seat]), Look.GOLD, big=True),
                Tally(ARSENAL, str(player.arsenal), danger, big=True),
            ),
            ALWAYS,
        ),
        Flow(
            (
                Tally(words.HAND, str(player.hand_count)),
                Tally(RING, str(len(player.ring))),
                Tally(RINGSIDE, str(player.ringside_count)),
            )
        ),
    ]
    badges: list[Item] = []
    if player.arsenal == 0 and state.phase is not Phase.ENDED:
        badges.append(Badge(COUNT_OUT, Look.BAD))
    alignments = {entry.alignment for one in player.ring if (entry := state.cards.get(one.card or "")) is not None}
    badges += [Badge(ALIGNMENTS[one], Look.GOLD) for one in sorted(filter(None, alignments))]
    if seat in state.ability_used:
        badges.append(Badge(USED, Look.SOFT))
    if badges:
        rows.append(Flow(tuple(badges), DETAIL))
    if seen["ring"][seat] and not full:
        shown = words.listed([title_of(state.cards, card) for card in seen["ring"][seat]], 2)
        rows.append(Words(words.labelled(RING, shown), Look.SOFT, keep=DETAIL))
    if full:
        rows += _piles(state, seen, seat)
    name = names(state)[seat]
    team = next((team for team, members in state.teams.items() if seat in members), "")
    parts = [team, "" if name == seat.upper() else seat.upper()]
    tag = " · ".join(part for part in parts if part)
    role = None if seat not in asked(state) else PHASES_SHORT.get(state.phase)
    return SeatBlock(seat, name, chip, tag, role, seat in asked(state), rows=tuple(rows))


PHASES_SHORT = {
    Phase.MAIN: Text("plays", "juega"),
    Phase.PRE_DRAW: Text("draws", "roba"),
    Phase.REVERSAL: Text("reverses?", "¿invierte?"),
    Phase.REVEAL: Text("takes damage", "recibe daño"),
    Phase.STUN: Text("Stun", "Stun"),
}


def _piles(state: State, seen: Mapping[str, Any], seat: str) -> list[Row]:
    """Hand and Ringside by name, as far as they are known, for the referee."""
    found: list[Row] = []
    for key, label in (("hand", words.HAND), ("ringside", RINGSIDE)):
        cards = seen[key][seat]
        if isinstance(cards, list) and cards:
            shown = words.listed([title_of(state.cards, card) for card in cards], 6)
            found.append(Words(words.labelled(label, shown), Look.SOFT, keep=DETAIL))
    return found


def _in_play(state: State) -> Block:
    down = state.play
    if down is None:
        return Block(PHASES[state.phase], (*_waiting(state), *_bonuses(state)))
    return Block(_heading(state, down), (*_put_down(state, down), *_window(state), *_bonuses(state)), lit=True)


def _heading(state: State, down: PutDown) -> Text:
    kind = FUNCTIONS[down.used_as]
    who = names(state)[down.player]
    return Text(f"{kind.en}: {who}", f"{kind.es}: {who}")


def _put_down(state: State, down: PutDown) -> list[Row]:
    numbers: list[Item] = []
    if down.used_as != "action":
        numbers.append(Tally(words.DAMAGE, str(down.damage), Look.BAD, big=True))
    numbers.append(Tally(NEEDS, str(down.f), Look.GOLD, big=True))
    entry = state.cards.get(down.card)
    if entry is not None and entry.sv:
        numbers.append(Tally(STUN, str(entry.sv)))
    numbers += [Badge(TYPES.get(one, same(readable(one))), Look.PLAIN) for one in down.types]
    rows: list[Row] = [Poster(same(title_of(state.cards, down.card))), Flow(tuple(numbers), ALWAYS)]
    if down.bonus or down.reduction:
        changes = [words.signed(value) for value in (down.bonus, -down.reduction) if value]
        told = " ".join((str(down.printed), *changes))
        rows.append(Words(Text(f"damage {told}", f"daño {told}"), Look.SOFT, keep=DETAIL))
    return rows


def _window(state: State) -> list[Row]:
    called = names(state)
    match state.phase:
        case Phase.REVERSAL:
            return [Words(ASKS.filled(name=called[asked(state)[0]]), Look.GOLD, strong=True, keep=ALWAYS)]
        case Phase.REVEAL if state.damage is not None:
            damage = state.damage
            label = TO_REVEAL.filled(name=called[damage.target])
            note = REVERSIBLE if damage.reversible else FIXED
            return [
                Flow((Tally(label, str(damage.amount), Look.BAD, big=True),), ALWAYS),
                Words(note, Look.GOLD if damage.reversible else Look.SOFT),
            ]
        case Phase.EFFECT if state.effects:
            due = state.effects[0]
            what = EFFECTS[due.kind]
            told = Text(f"{called[due.owner]}: {what.en} {due.number}", f"{called[due.owner]}: {what.es} {due.number}")
            return [Words(told, Look.GOLD, strong=True, keep=ALWAYS)]
        case _:
            return []


def _waiting(state: State) -> list[Row]:
    """Between two cards: whose move it is and what came before."""
    called = names(state)
    rows: list[Row] = []
    who = asked(state)
    if who:
        rows.append(Words(PLAYS.filled(name=called[who[0]]), Look.PLAIN, strong=True, keep=ALWAYS))
    if state.phase is Phase.REVEAL or state.phase is Phase.STUN:
        rows += _window(state)
    if state.phase is Phase.STUN:
        rows.append(Flow((Tally(STUN, str(state.stun), Look.GOLD),), ALWAYS))
    last = state.last_card
    if last is not None:
        title = title_of(state.cards, last.card)
        rows.append(Words(words.labelled(LAST, f"{title} ({last.damage})"), Look.SOFT))
        if last.reversed_:
            rows.append(Flow((Badge(REVERSED, Look.BAD),)))
    return rows or [Words(NOTHING, Look.SOFT, keep=ALWAYS)]


def _bonuses(state: State) -> list[Row]:
    damage = sum(one.d for one in state.bonuses)
    cost = sum(one.reversal_f for one in state.bonuses)
    items: list[Item] = []
    if damage:
        items.append(Tally(NEXT_D, words.signed(damage), Look.GOLD))
    if cost:
        items.append(Tally(NEXT_F, words.signed(cost), Look.GOLD))
    return [Flow(tuple(items))] if items else []
