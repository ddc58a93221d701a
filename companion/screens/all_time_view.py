"""All Time Wrestling on both screens: meters, the momentum between the two, the attack and whose window it is. Pure."""

from collections.abc import Mapping
from typing import Any

from companion.games.all_time_wrestling.model import (
    MAX_MOMENTUM,
    ON_A_ROLL,
    SEATS,
    UNSTOPPABLE,
    Attack,
    Phase,
    Player,
    State,
)
from companion.games.all_time_wrestling.numbers import on_side, tier
from companion.kernel.text import Text
from companion.kernel.titles import readable, title_of
from companion.screens import card_words as words
from companion.screens.card_parts import (
    ALWAYS,
    DETAIL,
    Badge,
    Bar,
    Block,
    Board,
    DiceFaces,
    Flow,
    Item,
    Look,
    Pips,
    Poster,
    Row,
    SeatBlock,
    Tally,
    Tug,
    Words,
)
from companion.screens.card_words import same
from companion.screens.view_model import Chip, Rgb

PHASES = {
    Phase.SETUP_WRESTLERS: Text("The wrestlers", "Los luchadores"),
    Phase.OPENING_HANDS: Text("Opening hands", "Manos iniciales"),
    Phase.INITIATIVE_ROLL: Text("Roll for the initiative", "Tirada de iniciativa"),
    Phase.STARTER_PENALTY: Text("The starter gives one back", "El primero devuelve una"),
    Phase.ACTION: Text("Attack", "Ataque"),
    Phase.DEFENSE: Text("Defensive window", "Ventana de defensa"),
    Phase.COUNTER: Text("Countering", "Contrarresto"),
    Phase.ROLL: Text("The roll", "La tirada"),
    Phase.REROLL: Text("Roll again?", "¿Repetir?"),
    Phase.ASSIGN: Text("Which die for which card", "Qué dado a qué carta"),
    Phase.COMPENSATION: Text("Compensation", "Compensación"),
    Phase.OFFENSE: Text("Offensive window", "Ventana de ataque"),
    Phase.KICKOUT: Text("Kick out!", "¡A salir de la cuenta!"),
    Phase.ABILITY: Text("The ability's text", "Texto de la habilidad"),
    Phase.ENDED: Text("Match over", "Combate terminado"),
}
KINDS = {
    "single": Text("Attack", "Ataque"),
    "rampage": Text("Rampage", "Ataque desatado"),
    "blind": Text("Blind attack", "Ataque a ciegas"),
}
MOMENTUM = Text("Momentum", "Momento")
ROLLING = Text("{name} is on a roll: −1", "{name} en racha: −1")
STOPLESS = Text("{name} is unstoppable: −2", "{name} imparable: −2")
TARGET = Text("to hit", "para acertar")
COST = Text("stamina", "de coste")
REVERSAL = Text("reversal", "reversión")
COMBO = Text("combo", "combo")
LOW_STAMINA = Text("tired", "cansado")
LOW_HEALTH = Text("hurt", "tocado")
DEPLETED = Text("deck empty", "mazo agotado")
ATTEMPTS = Text("attempts left", "intentos")
TO_BEAT = Text("or less with two dice", "o menos con dos dados")
PINNED = Text("{name} is pinned", "{name}, en la cuenta")
NO_ATTACK = Text("{name} chooses", "{name} elige")
NOBODY = Text("No attack yet", "Aún no hay ataque")
KNOCKED = Text("{name} answers", "responde {name}")
REASONS = {
    "printed": Text("printed", "impreso"),
    "low_stamina": Text("rival tired", "rival cansado"),
    "momentum": Text("momentum", "momento"),
    "square": Text("combo", "combo"),
    "abilities": Text("abilities", "habilidades"),
}
ICONS = {
    "circle": Text("circle", "círculo"),
    "square": Text("square", "cuadrado"),
    "red_circle": Text("red circle", "círculo rojo"),
    "red_square": Text("red square", "cuadrado rojo"),
}


def names(state: State) -> dict[str, str]:
    """The wrestlers, by seat; the seat where nobody has chosen yet or both took the same one."""
    found = {seat: readable(player.wrestler or seat) for seat, player in state.players.items()}
    return found if len(set(found.values())) == len(found) else {seat: seat.upper() for seat in found}


def board(state: State, seen: Mapping[str, Any], colours: Mapping[str, Rgb], *, full: bool) -> Board:
    """The table.

    Args:
        seen: `GAME.view` of whoever looks; hands are read from it alone.
        full: for the referee, with what a crowd does not need.
    """
    chips = words.seat_chips(names(state), colours)
    seats = tuple(_seat(state, seen, seat, chips[seat], full=full) for seat in SEATS)
    return Board(seats, ((_momentum(state, chips),), (_in_play(state, seen),)))


def asked(state: State) -> tuple[str, ...]:
    """Who has the window."""
    match state.phase:
        case Phase.DEFENSE | Phase.COMPENSATION | Phase.KICKOUT:
            return (state.defender,)
        case Phase.SETUP_WRESTLERS | Phase.OPENING_HANDS:
            return tuple(seat for seat in SEATS if not state.players[seat].ready)
        case Phase.INITIATIVE_ROLL:
            return SEATS
        case Phase.ENDED:
            return ()
        case _:
            return (state.attacker,) if state.initiative else ()


def _seat(state: State, seen: Mapping[str, Any], seat: str, chip: Chip, *, full: bool) -> SeatBlock:
    player = state.players[seat]
    if not player.told:  # nobody has given a number yet
        waits = Flow(tuple(Tally(one, "–", big=True) for one in (words.HEALTH, words.STAMINA)), ALWAYS)
        return SeatBlock(seat, names(state)[seat], chip, active=seat in asked(state), rows=(waits,))
    rows: list[Row] = [
        Bar(
            words.HEALTH, player.health, player.board.health_max, player.board.low_health_max, seen["low_health"][seat]
        ),
        Bar(
            words.STAMINA,
            player.stamina,
            player.board.stamina_max,
            player.board.low_stamina_max,
            seen["low_stamina"][seat],
        ),
        Flow(
            (
                Tally(words.HAND, str(player.hand_count)),
                Tally(words.DECK, str(player.draw_count), Look.BAD if player.draw_count == 0 else Look.PLAIN),
                Tally(words.DISCARDED, str(player.discard_count)),
            )
        ),
    ]
    badges = _badges(state, seen, seat, full=full)
    if badges:
        rows.append(Flow(badges, DETAIL))
    if full and state.players[seat].hand:
        hand = [title_of(state.cards, card) for card in seen["hand"][seat]]
        rows.append(Words(words.labelled(words.HAND, ", ".join(hand)), Look.SOFT, keep=DETAIL))
    role = None
    if state.initiative is not None and state.phase is not Phase.ENDED:
        role = words.ATTACKS if seat == state.initiative else words.DEFENDS
    name = names(state)[seat]
    tag = "" if name == seat.upper() else seat.upper()
    return SeatBlock(seat, name, chip, tag, role, seat in asked(state), rows=tuple(rows))


def _badges(state: State, seen: Mapping[str, Any], seat: str, *, full: bool) -> tuple[Item, ...]:
    player = state.players[seat]
    found: list[Item] = []
    if seen["low_health"][seat]:
        found.append(Badge(LOW_HEALTH, Look.BAD))
    if seen["low_stamina"][seat]:
        found.append(Badge(LOW_STAMINA, Look.BAD))
    if player.depleted:
        found.append(Badge(Text(f"{DEPLETED.en} ×{player.depleted}", f"{DEPLETED.es} ×{player.depleted}"), Look.BAD))
    permanent = [ref for ref, ability in player.board.abilities.items() if ability.kind == "permanent"]
    found += [Badge(same(readable(ref)), Look.GOLD) for ref in permanent]
    found += [Badge(word, Look.PLAIN) for word in _tokens(player, full=full)]
    return tuple(found)


def _tokens(player: Player, *, full: bool) -> list[Text]:
    """What may still be used once, by name where the board tells it."""
    found = [REVERSAL] if player.tokens.reversal else []
    once = [ref for ref, ability in player.board.abilities.items() if ability.kind == "one_time"]
    for number, ref in enumerate(once[:2], start=1):
        if player.tokens.has(f"one_time_{number}"):
            found.append(same(readable(ref)))
    return found if full or len(found) <= 3 else found[:3]


def _momentum(state: State, chips: Mapping[str, Chip]) -> Block:
    leader = next((seat for seat in SEATS if on_side(state, seat) >= ON_A_ROLL), None)
    told = None
    if leader is not None:
        told = (STOPLESS if tier(state, leader) == -2 else ROLLING).filled(name=names(state)[leader])
    leads = 0 if leader is None else 1 if leader == SEATS[0] else -1
    row = Tug(chips[SEATS[0]], chips[SEATS[1]], state.momentum, MAX_MOMENTUM, (ON_A_ROLL, UNSTOPPABLE), told, leads)
    return Block(MOMENTUM, (row,))


def _in_play(state: State, seen: Mapping[str, Any]) -> Block:
    called = names(state)
    if state.phase is Phase.KICKOUT and state.pin is not None:
        pin = state.pin
        who = PINNED.filled(name=called[state.defender])
        health = state.players[state.defender].health
        items: tuple[Item, ...] = (
            Pips(ATTEMPTS, pin.attempts_left, pin.attempts_total, Look.BAD),
            Tally(TO_BEAT, str(health), Look.BAD, big=True),
        )
        return Block(PHASES[Phase.KICKOUT], (Poster(who, Look.BAD), Flow(items, ALWAYS)), lit=True)
    if state.attack is None or seen["attack"] is None:
        rows: list[Row] = [Words(_idle(state), Look.PLAIN, strong=True, keep=ALWAYS), *_combo(state)]
        return Block(PHASES[state.phase], tuple(rows))
    return _attack(state, state.attack, seen)


def _idle(state: State) -> Text:
    who = asked(state)
    return NOBODY if not who else NO_ATTACK.filled(name=" / ".join(names(state)[seat] for seat in who))


def _attack(state: State, attack: Attack, seen: Mapping[str, Any]) -> Block:
    shown = seen["attack"]
    title = " + ".join(title_of(state.cards, card) for card in attack.cards)
    who = names(state)[state.attacker]
    kind = KINDS[attack.kind]
    rows: list[Row] = [Poster(same(title or "?"))]
    numbers: list[Item] = [Tally(words.DAMAGE, str(shown["damage"]), Look.BAD, big=True)]
    if shown.get("tn") is not None:
        numbers.append(Tally(TARGET, f"{shown['tn']}+", Look.GOLD, big=True))
    numbers.append(Tally(COST, str(attack.cost), big=True))
    rows.append(Flow(tuple(numbers), ALWAYS))
    rows += _breakdown(shown.get("tn_breakdown"))
    rows += _targets(state, attack)
    rows += _dice(state, seen)
    rows += _combo(state)
    answering = asked(state)
    if answering and answering[0] != state.attacker:
        rows.append(Words(KNOCKED.filled(name=names(state)[answering[0]]), Look.GOLD, strong=True))
    return Block(Text(f"{kind.en}: {who}", f"{kind.es}: {who}"), tuple(rows), lit=True)


def _breakdown(parts: Mapping[str, int] | None) -> list[Row]:
    """Why the target number is what it is, where it is not the printed one."""
    if not parts or len([one for one in parts.values() if one]) < 2:
        return []
    told = [
        " ".join(
            f"{words.signed(value) if key != 'printed' else value} {REASONS[key].of(language)}"
            for key, value in parts.items()
            if value and key in REASONS
        )
        for language in ("en", "es")
    ]
    return [Words(Text(told[0], told[1]), Look.SOFT)]


def _targets(state: State, attack: Attack) -> list[Row]:
    """A rampage has a target number a card."""
    if attack.kind != "rampage":
        return []
    items = []
    for card in attack.cards:
        entry = state.cards.get(card)
        printed = "?" if entry is None or entry.tn is None else f"{entry.tn}+"
        items.append(Tally(same(title_of(state.cards, card)), printed, Look.GOLD))
    return [Flow(tuple(items))]


def _dice(state: State, seen: Mapping[str, Any]) -> list[Row]:
    attack = state.attack
    if attack is None or not attack.dice:
        return []
    need = None if seen["attack"] is None else seen["attack"].get("tn")
    hits = () if need is None else tuple(face >= need for face in attack.dice)
    return [Flow((DiceFaces(attack.dice, hits),))]


def _combo(state: State) -> list[Row]:
    if state.combo is None:
        return []
    told = [ICONS.get(icon, same(icon)) for icon in dict.fromkeys((*state.combo.icons, *state.combo.links))]
    shown = [" · ".join(one.of(language) for one in (COMBO, *told)) for language in ("en", "es")]
    return [Flow((Badge(Text(shown[0], shown[1]), Look.GOLD),))]
