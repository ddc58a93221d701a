"""Effective numbers of cards, and whether a reversal fits (sections 1.5, 1.6 and 2)."""

from dataclasses import replace

from companion.games.raw_deal.commands import Typed
from companion.games.raw_deal.model import (
    MANKIND,
    CardEntry,
    Function,
    LastCard,
    PutDown,
    State,
    opponent,
    rating,
)
from companion.games.raw_deal.reasons import no


def told(printed: int | None, typed: int | None, what: str) -> int:
    """A number of the card file, or the one typed for it (RD-D15).

    Raises:
        IllegalCommandError: `value_missing`.
    """
    value = typed if printed is None else printed
    if value is None:
        raise no("value_missing", f"cards.{what}", what=what)
    return value


def before(state: State) -> tuple[LastCard | None, LastCard | None]:
    """The card that a card played now follows, and the maneuver (RD-419, RD-D13)."""
    last = state.last_card
    if state.rule("strict_after"):
        maneuver = last if last is not None and last.kind == "maneuver" else None
        return last, maneuver
    return last, state.last_maneuver


def effective_f(state: State, card: str, typed: Typed) -> int:
    entry = state.cards[card]
    f = told(entry.f, typed.f, f"{card}.f")
    if entry.f_if is not None:
        last, maneuver = before(state)
        if any(one is not None and one.card == entry.f_if.after for one in (last, maneuver)):
            f += entry.f_if.f
    return max(0, f)


def need_requirement(state: State, card: str) -> None:
    """Some maneuvers come only after one of n damage or more (RD-419, RD-705, RD-D12)."""
    entry = state.cards[card]
    if entry.requires is None or entry.requires.after_d is None:
        return
    _, maneuver = before(state)
    due = entry.requires.after_d
    if maneuver is None or maneuver.reversed_:
        raise no("requirement", card=card, due=due)
    found = maneuver.damage if state.rule("requirement_damage") == "net" else maneuver.printed
    if found < due:
        raise no("requirement", card=card, due=due)


def reduction(state: State, target: str, *, maneuver: bool) -> int:
    """Mankind takes one less (RD-704, RD-D10)."""
    if state.players[target].superstar != MANKIND:
        return 0
    return int(maneuver or state.rule("mankind_reduces") == "all_damage")


def put_down(state: State, seat: str, card: str, function: Function, typed: Typed) -> PutDown:
    """The card with every modifier that counts now (section 2).

    Raises:
        IllegalCommandError: `value_missing`.
    """
    entry = state.cards[card]
    f = effective_f(state, card, typed)
    printed = told(entry.d, typed.d, f"{card}.d")
    types = entry.types or ((typed.type,) if typed.type is not None else ())
    if function == "action":
        return PutDown(seat, card, function, f, 0, printed=printed, types=())
    mine = [bonus for bonus in state.bonuses if bonus.owner == seat] if function == "maneuver" else []
    bonus = sum(one.d for one in mine)
    less = reduction(state, opponent(state, seat), maneuver=function == "maneuver")
    return PutDown(
        seat,
        card,
        function,
        f,
        max(0, printed + bonus - less),
        reversal_f=sum(one.reversal_f for one in mine),
        printed=printed,
        bonus=bonus,
        reduction=less,
        types=types,
    )


def need_fortitude(state: State, seat: str, card: str, f: int) -> None:
    """RD-304, RD-503."""
    if rating(state, seat) < f:
        raise no("fortitude", card=card, due=f, player=seat, given=rating(state, seat))


def may_be(entry: CardEntry, function: Function) -> bool:
    """Whether the card has the function; one whose kinds nobody knows has the one that people say."""
    return not entry.kinds or function in entry.kinds


def fits(state: State, card: str, down: PutDown) -> bool | None:
    """Whether the reversal reverses the card put down; None where only the referee can say (RD-408, RD-502)."""
    reverses = state.cards[card].reverses
    if reverses is None:
        return None
    if down.used_as == "reversal":
        return reverses.reversals
    if down.card in reverses.titles:
        return True
    if down.used_as == "action":
        return reverses.actions
    if not ("all" in reverses.types or set(reverses.types) & set(down.types)):
        return False
    measure = down.damage if state.rule("reversal_limit") == "net" else down.printed
    return reverses.max_d is None or measure <= reverses.max_d


def only_type_is_missing(state: State, card: str, down: PutDown) -> bool:
    """The referee's word may stand for a type that the card file does not give."""
    if down.used_as != "maneuver" or down.types or state.cards[card].hybrid:
        return False
    reverses = state.cards[card].reverses
    return reverses is not None and fits(state, card, replace(down, types=reverses.types)) is True


def may_fit(state: State, card: str, down: PutDown) -> bool:
    """Whether the reversal fits, or only the referee can say; a type that nobody knows forbids nothing."""
    return fits(state, card, down) is not False or only_type_is_missing(state, card, down)


def reversal_f(state: State, card: str, down: PutDown, typed: Typed) -> int:
    """F of a reversal with the penalties of the card that it reverses (section 2)."""
    return told(state.cards[card].f, typed.f, f"{card}.f") + down.reversal_f
