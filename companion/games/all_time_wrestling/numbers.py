"""Numbers that are derived, never stored: target numbers, damage, low zones, attempts (section 2)."""

from companion.games.all_time_wrestling.model import (
    ATTEMPTS,
    ON_A_ROLL,
    SMALL_DAMAGE,
    UNSTOPPABLE,
    Attack,
    Player,
    State,
    is_finisher,
)
from companion.games.all_time_wrestling.reasons import no
from companion.kernel.counters import Breakdown
from companion.kernel.text import Text

_LOW = Text("the defender's stamina is low", "el defensor tiene poca resistencia")
_TIER = Text("momentum", "momento")
_SQUARE = Text("square combo", "combo de cuadrado")
_ABILITIES = Text("abilities", "habilidades")


def low_stamina(state: State, seat: str) -> bool:
    """ATW-026: the table's answer holds; else the board says; outside where neither does (ATW-D12)."""
    player = state.players[seat]
    if player.low_stamina is not None:
        return player.low_stamina
    return _in_zone(state, player.stamina, player.board.low_stamina_max)


def low_health(state: State, seat: str) -> bool:
    """ATW-027."""
    player = state.players[seat]
    if player.low_health is not None:
        return player.low_health
    return _in_zone(state, player.health, player.board.low_health_max)


def _in_zone(state: State, value: int, limit: int | None) -> bool:
    return state.rule("low_zone_source") == "board" and limit is not None and value <= limit


def on_side(state: State, seat: str) -> int:
    """Momentum as it counts for the seat."""
    return state.momentum if seat == "p1" else -state.momentum


def tier(state: State, seat: str) -> int:
    """ATW-042, ATW-043."""
    side = on_side(state, seat)
    if side >= UNSTOPPABLE:
        return -2
    return -1 if side >= ON_A_ROLL else 0


def target_number(state: State, card: str) -> Breakdown:
    """What a die must reach now for `card` of the attack in play (ATW-086, ATW-087).

    Raises:
        IllegalCommandError: `value_missing`, where a class or a number was never told.
    """
    entry = state.cards[card]
    attack = state.in_play
    if entry.tn is None:
        raise no("value_missing", f"cards.{card}.tn", what=f"{card}.tn")
    found = Breakdown(entry.tn)
    found = found.plus(-int(low_stamina(state, state.defender)), "low_stamina", _LOW)
    step = tier(state, state.attacker)
    if step and entry.class_ is None:
        raise no("value_missing", f"cards.{card}.class", what=f"{card}.class")
    if entry.class_ in {"signature", "finisher"}:
        found = found.plus(step, "momentum", _TIER)
    found = found.plus(-int("square" in attack.links), "square", _SQUARE)
    return found.plus(attack.tn_abilities, "abilities", _ABILITIES)


def damage_of(state: State, cards: tuple[str, ...], links: tuple[str, ...]) -> int:
    """Printed damage of the cards plus the circle of a combo (ATW-133)."""
    return sum(state.cards[card].damage or 0 for card in cards) + int("circle" in links)


def declared_damage(state: State, attack: Attack) -> int:
    """Effective damage, a rampage with its printed total (ATW-181)."""
    return damage_of(state, attack.cards, attack.links)


def blockable_with_stamina(state: State) -> bool:
    """ATW-180, ATW-D13."""
    if declared_damage(state, state.in_play) > SMALL_DAMAGE:
        return False
    before = state.small_streak
    match state.rule("stamina_block"):
        case "third_only":
            return before == 2
        case "every_third":
            return before >= 2 and before % 3 == 2
        case _:
            return before >= 2


def icons_in_play(state: State) -> tuple[str, ...]:
    """Icons that the offensive window may use: of cards that got a success (ATW-D17)."""
    attack = state.in_play
    counted = attack.cards if state.rule("rampage_icons_from") == "all" else attack.hits
    return tuple(icon for card in counted for icon in state.cards[card].icons)


def kickout_attempts(state: State) -> int:
    """ATW-220..223, ATW-D24, ATW-D25, ATW-D39."""
    attack = state.attack
    cards = () if attack is None else attack.hits
    finisher = any(is_finisher(state, card) for card in cards)
    icons = sum(state.cards[card].icons.count("reduction") for card in cards)
    later = state.rule("finisher_reduction_scope") == "rest_of_match" and state.players[state.attacker].finisher_hit
    reductions = icons + int(finisher or later)
    if finisher and state.rule("finisher_reduction") == "once":
        own = sum(state.cards[card].icons.count("reduction") for card in cards if is_finisher(state, card))
        reductions -= min(own, 1)
    reductions += int(low_health(state, state.defender))
    return max(int(state.rule("min_kickout_attempts")), ATTEMPTS - reductions)


def capped(state: State, player: Player, what: str, value: int) -> int:
    """A gain within the meters (ATW-D02, ATW-D03); never below 0 (ATW-D23)."""
    top = player.health_max if what == "health" else player.stamina_max
    before = player.health if what == "health" else player.stamina
    if state.rule(f"{what}_cap") == "printed_max":
        value = min(value, max(top, before))
    return max(0, value)
