"""The reveal of damage, and Stun Value (sections 1.6, 1.7, 1.9 and 1.10)."""

from companion.games.raw_deal import commands as cmd
from companion.games.raw_deal import events as ev
from companion.games.raw_deal.commands import NOTHING_TYPED
from companion.games.raw_deal.model import Damage, Phase, State, opponent, rating
from companion.games.raw_deal.playing import finish_card
from companion.games.raw_deal.reasons import no
from companion.games.raw_deal.table import Play, draw, need_active, need_card, need_count, need_owner, open_window
from companion.games.raw_deal.turn import finish_turn
from companion.games.raw_deal.values import fits, may_be, may_fit, need_fortitude, reversal_f


def reveal_result(play: Play, command: cmd.RevealResult) -> None:
    """RD-509..512, RD-601, RD-801."""
    state = play.state
    damage = state.damage
    owner = None if damage is None else damage.target
    need_owner(state, command.player, owner, Phase.REVEAL)
    assert damage is not None
    if command.reversal is not None:
        _need_reversal(state, damage, command.reversal)
    _need_counts(state, damage, command)
    _need_no_passed_reversal(state, damage, command)
    if command.reversal is not None:
        _stop(play, damage, command, command.reversal)
        return
    cards = command.cards or ()
    if command.revealed:
        play.tell(
            ev.CardsRevealed(player=damage.target, count=command.revealed, cards=cards, rules=("RD-601",)),
        )
    if command.revealed < damage.amount:
        play.tell(ev.MatchEnded(winner=opponent(state, damage.target), method="pin", rules=("RD-801",)))
        return
    _all_taken(play, damage)


def _need_reversal(state: State, damage: Damage, card: str) -> None:
    """The revealed reversal stops damage of a maneuver, fits, and its F can be paid (RD-509)."""
    if not damage.reversible:
        raise no("not_reversible")
    need_card(state, card)
    entry = state.cards[card]
    if not may_be(entry, "reversal"):
        raise no("wrong_kind", card=card, kind="reversal")
    if not may_fit(state, card, state.down):
        raise no("reversal_no_fit", card=card)
    need_fortitude(state, damage.target, card, reversal_f(state, card, state.down, NOTHING_TYPED))


def _need_counts(state: State, damage: Damage, command: cmd.RevealResult) -> None:
    arsenal = state.players[damage.target].arsenal
    most = min(damage.amount, arsenal)
    low = 1 if command.reversal is not None else most
    if not low <= command.revealed <= most:
        raise no("reveal_count", due=most, given=command.revealed)
    need_count(command.cards, command.revealed)
    if state.rule("reveal_entry") == "titles" and (command.cards is None or None in command.cards):
        raise no("value_missing", what="cards")
    for card in command.cards or ():
        if card is not None:
            need_card(state, card)
    last = command.cards[-1] if command.cards else None
    if command.reversal is not None and last is not None and last != command.reversal:
        raise no("reveal_count", due=command.revealed, given=command.revealed)


def _need_no_passed_reversal(state: State, damage: Damage, command: cmd.RevealResult) -> None:
    """A fitting, payable reversal must stop the damage (RD-D18)."""
    if not damage.reversible or state.rule("arsenal_reversal") == "optional":
        return
    passed = command.cards or ()
    if command.reversal is not None:
        passed = passed[:-1]
    for card in passed:
        if card is not None and _stops(state, damage, card):
            raise no("reversal_must_stop", card=card)


def _stops(state: State, damage: Damage, card: str) -> bool:
    entry = state.cards[card]
    if "reversal" not in entry.kinds or entry.f is None or fits(state, card, state.down) is not True:
        return False
    return rating(state, damage.target) >= entry.f + state.down.reversal_f


def _stop(play: Play, damage: Damage, command: cmd.RevealResult, reversal: str) -> None:
    """RD-509..511: the rest of the damage is stopped, the turn ends, unless Stun Value comes first."""
    state = play.state
    named = (command.cards or ())[:-1]
    before = command.revealed - 1
    if before:
        play.tell(ev.CardsRevealed(player=damage.target, count=before, cards=named, rules=("RD-601",)))
    play.tell(
        ev.CardToRingside(player=damage.target, card=reversal, from_="arsenal", rules=("RD-511",)),
        ev.CardReversed(card=state.down.card, by=reversal, from_="arsenal", rules=("RD-509",)),
        ev.DamageStopped(by=reversal, rules=("RD-509",)),
        ev.DamageEnded(rules=("RD-509",)),
    )
    value = _stun_value(play.state, last=command.revealed == damage.amount)
    finish_card(play)
    if value:
        play.tell(ev.StunOpened(value=value, rules=("RD-901",)))
    else:
        finish_turn(play, "reversed")


def _stun_value(state: State, *, last: bool) -> int:
    """Cards that may be drawn for the Stun Value (RD-901, RD-005, RD-D06, RD-D08)."""
    if state.rule("ruleset") != "advanced" or (last and not state.rule("stun_on_last_card")):
        return 0
    sv = state.cards[state.down.card].sv or 0
    return min(sv, state.players[state.down.player].arsenal)


def _all_taken(play: Play, damage: Damage) -> None:
    play.tell(ev.DamageEnded(rules=("RD-601",)))
    reversal = not damage.reversible
    finish_card(play)
    if reversal:
        finish_turn(play, "reversed")
    else:
        open_window(play, Phase.MAIN, "RD-303")


def stun_options(state: State) -> tuple[int, ...]:
    """RD-902, RD-D07."""
    return (state.stun,) if state.rule("stun_draw") == "mandatory" else tuple(range(state.stun + 1))


def stun_draw(play: Play, command: cmd.StunDraw) -> None:
    state = play.state
    need_active(state, command.player, Phase.STUN)
    if command.count not in stun_options(state):
        raise no("stun_count", given=command.count, due=" / ".join(map(str, stun_options(state))))
    draw(play, command.player, command.count, "RD-902")
    play.tell(ev.StunDrawn(count=command.count, rules=("RD-902",)))
    finish_turn(play, "reversed")
