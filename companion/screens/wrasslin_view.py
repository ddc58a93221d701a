"""Wrasslin' Manager on both screens: managers, the three Events with their bouts, effect icons in order. Pure."""

from collections.abc import Mapping
from typing import Any

from companion.games.wrasslin_manager.model import (
    CENTER,
    ROUNDS,
    SEATS,
    SLOTS,
    STAMINA,
    Phase,
    Slot,
    State,
    next_slot,
)
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
    Pips,
    Row,
    SeatBlock,
    Tally,
    Tug,
    Words,
)
from companion.screens.card_words import same
from companion.screens.view_model import Chip, Rgb

PHASES = {
    Phase.SETUP: Text("Before the season", "Antes de la temporada"),
    Phase.REFILL: Text("Hands are filled", "Se llenan las manos"),
    Phase.STARTER: Text("Who begins?", "¿Quién empieza?"),
    Phase.EVENTS: Text("The Events are laid out", "Se colocan los Eventos"),
    Phase.CONFRONT: Text("Confrontation", "Enfrentamiento"),
    Phase.RESOLVE: Text("The Events are resolved", "Resolución de los Eventos"),
    Phase.DISCARD: Text("The table is cleared", "Se recoge la mesa"),
    Phase.ENDED: Text("Season over", "Temporada terminada"),
}
ICONS = {
    "momentum": Text("Momentum", "Momentum"),
    "breather": Text("Breather", "Respiro"),
    "attrition": Text("Attrition", "Desgaste"),
    "remove": Text("Remove", "Eliminar"),
    "cancel": Text("Cancel", "Anular"),
    "return": Text("Return", "Devolver"),
}
REWARDS = {
    "nothing": Text("nothing", "nada"),
    "unknown": Text("?", "?"),
    "fans": Text("fans", "fans"),
    "maneuver": Text("Maneuver", "Maniobra"),
    "training": Text("Training", "Entrenamiento"),
    "strategy": Text("Strategy", "Estrategia"),
    "recovery": Text("Recovery", "Recuperación"),
}
ROUND = Text("Round {n} of {of}", "Ronda {n} de {of}")
FANS = Text("fans", "fans")
FAN = Text("fan", "fan")
POWER = Text("Power", "Poder")
STATS = {"fue": Text("STR", "FUE"), "agi": Text("AGI", "AGI"), "tec": Text("TEC", "TEC")}
STA = Text("stamina", "aguante")
TRAINING = Text("training", "entrenam.")
STRATEGY = Text("strategy", "estrategia")
KNOCKED_OUT = Text("Knocked out", "Noqueado")
GRAVE = Text("Grave injury", "Lesión grave")
PASSED = Text("passed", "ha pasado")
BEGINS = Text("begins", "empieza")
ACTS = Text("acts", "actúa")
EVENT = Text("Event {n}", "Evento {n}")
STAR = Text("Star Event", "Evento estelar")
TITLE = Text("World Title", "Título mundial")
EMPTY = Text("not laid out yet", "sin colocar")
NEXT = Text("next", "siguiente")
WINNER = Text("won by {name}", "gana {name}")
TIED = Text("equal", "empate")
ORDER = Text("Effects in order", "Efectos en orden")
BLOCKED = Text("blocked", "bloqueado")
ONE_CARD = Text("card", "carta")
CARDS = Text("cards", "cartas")
CENTRE = Text("centre", "centro")
POWERS = Text("Power {one} to {two}", "Poder {one} a {two}")


def names(state: State) -> dict[str, str]:
    """The wrestlers by seat, once the season has begun; two of the same wrestler are told apart by their seats."""
    found = {}
    for seat in SEATS:
        ref = state.managers[seat].wrestler
        entry = None if ref is None else state.wrestlers.get(ref)
        shown = seat.upper() if ref is None else readable(ref)
        found[seat] = shown if entry is None or entry.name is None else entry.name
    alike = len(set(found.values())) < len(SEATS)
    return {seat: f"{name} ({seat.upper()})" for seat, name in found.items()} if alike else found


def board(state: State, seen: Mapping[str, Any], colours: Mapping[str, Rgb], *, full: bool) -> Board:
    """The table.

    Args:
        seen: `GAME.view` of whoever looks; hands, supports and star moves are read from it alone.
        full: for the referee, with what a crowd does not need.
    """
    chips = words.seat_chips(names(state), colours)
    seats = tuple(_seat(state, seen, seat, chips[seat], full=full) for seat in SEATS)
    bands: list[tuple[Block, ...]] = [tuple(_event(state, number, chips) for number in SLOTS)]
    if state.effects:
        bands.append((_effects(state),))
    return Board(seats, tuple(bands))


def asked(state: State) -> tuple[str, ...]:
    """Whose move it is."""
    if state.phase is Phase.ENDED:
        return ()
    if state.knockout is not None:
        return (state.knockout,)
    if state.effects:
        return (state.effects[0].owner,)
    if state.phase is Phase.REFILL:
        return tuple(seat for seat in SEATS if not state.managers[seat].refilled)
    if state.phase is Phase.EVENTS and state.starting_player is not None:
        return (state.starting_player,)
    if state.phase is Phase.RESOLVE and state.due:
        return (state.due[0].player,)
    return (state.turn,) if state.phase is Phase.CONFRONT and state.turn is not None else ()


def round_text(state: State) -> Text:
    return ROUND.filled(n=state.round, of=ROUNDS)


def _seat(state: State, seen: Mapping[str, Any], seat: str, chip: Chip, *, full: bool) -> SeatBlock:
    manager = state.managers[seat]
    rival_fans = max(one.fans for name, one in state.managers.items() if name != seat)
    leads = manager.fans > rival_fans
    rows: list[Row] = [
        Flow(
            (
                Tally(
                    FAN if manager.fans == 1 else FANS, str(manager.fans), Look.GOLD if leads else Look.PLAIN, big=True
                ),
                Tally(POWER, str(manager.power), big=True),
                Pips(STA, manager.sta, STAMINA, Look.GOOD),
            ),
            ALWAYS,
        ),
        Flow(tuple(Tally(STATS[stat], str(manager.stat(stat)), _look(manager, stat)) for stat in STATS)),
        Flow(
            (
                Tally(words.HAND, str(manager.hand_count)),
                Tally(words.DECK, str(manager.deck_count)),
                *((Tally(words.DISCARDED, str(manager.discard_count)),) if full else ()),
                Tally(TRAINING, str(len(manager.training))),
                Tally(STRATEGY, str(len(manager.strategy))),
            ),
            DETAIL,
        ),
    ]
    badges = _badges(state, seat)
    if badges:
        rows.append(Flow(badges))
    if full and seen["hand"][seat]:
        hand = ", ".join(title_of(state.cards, card) for card in seen["hand"][seat])
        rows.append(Words(words.labelled(words.HAND, hand), Look.SOFT, keep=DETAIL))
    if state.phase is Phase.SETUP:  # nobody has given a number yet
        rows = [Flow(tuple(Tally(one, "–", big=True) for one in (FANS, POWER)), ALWAYS)]
    name = names(state)[seat]
    tag = "" if name == seat.upper() else seat.upper()
    active = seat in asked(state)
    role = ACTS if active else BEGINS if seat == state.starting_player else None
    return SeatBlock(seat, name, chip, tag, role, active, manager.gravely_injured, tuple(rows))


def _fans(count: int | None) -> Text:
    return FAN if count in {None, 1} else FANS


def _look(manager: Any, stat: str) -> Look:
    return Look.BAD if manager.stat(stat) < manager.start(stat) else Look.PLAIN


def _badges(state: State, seat: str) -> tuple[Item, ...]:
    manager = state.managers[seat]
    found: list[Item] = []
    if manager.gravely_injured:
        found.append(Badge(GRAVE, Look.BAD))
    if manager.knocked_out:
        found.append(Badge(KNOCKED_OUT, Look.BAD))
    if manager.passed and state.phase is Phase.CONFRONT:
        found.append(Badge(PASSED, Look.SOFT))
    return tuple(found)


def _event(state: State, number: int, chips: Mapping[str, Chip]) -> Block:
    slot = state.slots[number]
    title = TITLE if slot.world_title else STAR if slot.kind == "star" else EVENT.filled(n=number)
    if slot.kind is None:
        return Block(title, (Words(EMPTY, Look.SOFT, keep=ALWAYS),))
    lit = state.phase is Phase.RESOLVE and next_slot(state) == number
    if slot.card is not None:
        card = title_of(state.cards, slot.card)
        title = Text(f"{title.en}: {card}", f"{title.es}: {card}")
    rows: list[Row] = [_marker(slot, chips), *_rewards(slot), *_bout(state, slot)]
    result = _result(state, slot)
    if result is not None:
        rows.append(result)
    return Block(title, tuple(rows), lit=lit)


def _marker(slot: Slot, chips: Mapping[str, Chip]) -> Tug:
    """Where the momentum marker stands: left is the side of the first manager."""
    value = {SEATS[0]: 1, CENTER: 0, SEATS[1]: -1}.get(slot.momentum, 0)
    return Tug(chips[SEATS[0]], chips[SEATS[1]], value, 1, figure=False)


def _rewards(slot: Slot) -> list[Row]:
    shown: list[Text] = []
    for section in ("left", "center", "right"):
        reward = slot.reward(section)
        what = _fans(reward.amount) if reward.kind == "fans" else REWARDS[reward.kind]
        amount = "" if reward.kind in {"nothing", "unknown"} else f"{1 if reward.amount is None else reward.amount} "
        shown.append(Text(amount + what.en, amount + what.es))
    told = [" | ".join(one.of(language) for one in shown) for language in ("en", "es")]
    return [Words(Text(told[0], told[1]), Look.GOLD)]


def _bout(state: State, slot: Slot) -> list[Row]:
    """Cards that each has laid at the Event, in the order of play."""
    called = names(state)
    found: list[Row] = []
    for seat in SEATS:
        lying = sorted(slot.zone[seat], key=lambda card: card.seq)
        if not lying:
            continue
        shown = words.listed([title_of(state.cards, card.card) for card in lying], 3)
        found.append(Words(words.labelled(same(called[seat]), shown), Look.PLAIN))
    return found


def _result(state: State, slot: Slot) -> Row | None:
    if not slot.resolved and slot.power is None:
        return None
    who = WINNER.filled(name=names(state)[slot.winner]) if slot.winner else TIED
    if slot.power is not None:
        power = POWERS.filled(one=slot.power.get(SEATS[0], 0), two=slot.power.get(SEATS[1], 0))
        who = Text(f"{who.en} · {power.en}", f"{who.es} · {power.es}")
    return Words(who, Look.GOLD if slot.winner else Look.SOFT, strong=True, keep=ALWAYS)


def _effects(state: State) -> Block:
    """Icons that wait, the next one first."""
    called = names(state)
    items: list[Item] = []
    for place, effect in enumerate(state.effects, start=1):
        icon = ICONS[effect.icon]
        rest = f" ({called[effect.owner]})"
        word = Text(f"{place}. {icon.en}{rest}", f"{place}. {icon.es}{rest}")
        items.append(Badge(word, Look.GOLD if place == 1 else Look.PLAIN))
    return Block(ORDER, (Flow(tuple(items), ALWAYS),), lit=True)
