"""Who wins a combat (section 2): victory cards, then opposition, then the values."""

from companion.games.galaxy_wrestling_federation.events import DrawnBy, WonBy
from companion.games.galaxy_wrestling_federation.model import Card, Combat, State


def beats(card: Card, other: Card, match: object) -> bool:
    """Whether the opposition value of `card` overcomes the strength of `other` (GWF-012, GWF-D08)."""
    if card.victory or other.victory or other.strength is None:
        return False
    if match == "at_most":
        return any(other.strength <= value for value in card.beats)
    return other.strength in card.beats


def better_value(card: Card, other: Card, kind: str) -> bool:
    """GWF-031, GWF-032."""
    assert card.strength is not None
    assert other.strength is not None
    return card.strength > other.strength if kind == "strength" else card.strength < other.strength


def result(state: State) -> tuple[str, WonBy] | DrawnBy:
    """The winner and why, or why there is none; both cards are known."""
    combat = state.running
    one, two = combat.seats
    mine, theirs = combat.committed[one], combat.committed[two]
    if mine.victory and theirs.victory:
        return "both_victory"
    if mine.victory or theirs.victory:
        return (one if mine.victory else two), "victory"
    match = state.rule("beats_match")
    first, second = beats(mine, theirs, match), beats(theirs, mine, match)
    if first and second:
        return "both_beat"
    if first or second:
        return (one if first else two), "opposition"
    if mine.strength == theirs.strength:
        return "equal"
    return (one if better_value(mine, theirs, combat.kind) else two), combat.kind


def interruption_succeeds(state: State, combat: Combat, card: Card, target: Card) -> bool:
    """GWF-052 with the decisions GWF-D09, D10, D25 and D27."""
    if target.victory:
        return False
    if card.victory:
        return True
    match = state.rule("beats_match")
    over, under = beats(card, target, match), beats(target, card, match)
    if over:
        return not under or state.rule("interrupt_mutual") == "succeeds"
    by_value = state.rule("interrupt_by") == "opposition_or_value"
    return by_value and not under and better_value(card, target, combat.kind)
