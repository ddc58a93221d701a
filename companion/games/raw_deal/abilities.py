"""Abilities of the Superstars (section 1.8)."""

from companion.games.raw_deal import commands as cmd
from companion.games.raw_deal import events as ev
from companion.games.raw_deal.effects import run_effects
from companion.games.raw_deal.model import (
    AUSTIN,
    JERICHO,
    KANE,
    ROCK,
    UNDERTAKER,
    EffectDue,
    Phase,
    State,
    opponent,
)
from companion.games.raw_deal.reasons import no
from companion.games.raw_deal.table import Play, draw, mill, move, need_active, need_count, need_named

UNDERTAKER_PAYS = 2
WHEN: dict[str, tuple[Phase, ...]] = {
    AUSTIN: (Phase.PRE_DRAW, Phase.MAIN),
    ROCK: (Phase.PRE_DRAW,),
    KANE: (Phase.PRE_DRAW,),
    UNDERTAKER: (Phase.MAIN,),
    JERICHO: (Phase.MAIN,),
}


def use_ability(play: Play, command: cmd.UseAbility) -> None:
    """RD-112, RD-301, RD-701..709."""
    state = play.state
    seat = command.player
    need_active(state, seat, Phase.PRE_DRAW, Phase.MAIN)
    superstar = state.players[seat].superstar
    if superstar not in WHEN or command.ability not in {None, superstar}:
        raise no("no_ability", player=seat)
    if superstar in state.ability_used:
        raise no("ability_used")
    if state.phase not in WHEN[superstar]:
        raise no("ability_timing")
    _CHECKS[superstar](state, seat, command.cards)
    play.tell(ev.AbilityUsed(player=seat, superstar=superstar, rules=("RD-112",)))
    _USES[superstar](play, seat, command.cards)


def _check_austin(state: State, seat: str, cards: cmd.AbilityCards) -> None:
    """RD-701, RD-D05."""
    player = state.players[seat]
    if player.arsenal == 0:
        raise no("arsenal_empty", player=seat)
    drawn_first = state.rule("austin_order") == "draw_then_bottom"
    if player.hand_count == 0 and not drawn_first:
        raise no("hand_too_small", player=seat)
    need_count(cards.drawn, 1)
    need_count(cards.bottom, 1)
    need_named(state, seat, "arsenal", cards.drawn or ())
    if not (drawn_first and cards.drawn is not None and cards.bottom == cards.drawn):
        known = cards.bottom or ()
        if not (drawn_first and cards.drawn is None):
            need_named(state, seat, "hand", known)
        else:
            need_named(state, seat, "arsenal", known)


def _austin(play: Play, seat: str, cards: cmd.AbilityCards) -> None:
    drawn, bottom = cards.drawn or (), cards.bottom or ()
    if play.state.rule("austin_order") == "draw_then_bottom":
        draw(play, seat, 1, "RD-701", drawn)
        move(play, seat, 1, "hand", "arsenal", "RD-701", bottom)
    else:
        move(play, seat, 1, "hand", "arsenal", "RD-701", bottom)
        draw(play, seat, 1, "RD-701", drawn)


def _check_rock(state: State, seat: str, cards: cmd.AbilityCards) -> None:
    """RD-702."""
    if state.players[seat].ringside_count == 0:
        raise no("ringside_empty", player=seat)
    need_count(cards.ringside, 1)
    need_named(state, seat, "ringside", cards.ringside or ())


def _rock(play: Play, seat: str, cards: cmd.AbilityCards) -> None:
    move(play, seat, 1, "ringside", "arsenal", "RD-702", cards.ringside or ())


def _check_undertaker(state: State, seat: str, cards: cmd.AbilityCards) -> None:
    """RD-706, RD-D23."""
    if state.players[seat].hand_count < UNDERTAKER_PAYS:
        raise no("hand_too_small", player=seat)
    need_count(cards.hand, UNDERTAKER_PAYS)
    need_count(cards.ringside, 1)
    need_named(state, seat, "hand", cards.hand or ())
    taken = cards.ringside or ()
    if not set(taken) <= set(cards.hand or ()):
        need_named(state, seat, "ringside", taken)


def _undertaker(play: Play, seat: str, cards: cmd.AbilityCards) -> None:
    move(play, seat, UNDERTAKER_PAYS, "hand", "ringside", "RD-706", cards.hand or ())
    move(play, seat, 1, "ringside", "hand", "RD-706", cards.ringside or ())


def _check_kane(state: State, seat: str, cards: cmd.AbilityCards) -> None:
    """RD-707: nothing can keep him from it."""
    del state, seat, cards


def _kane(play: Play, seat: str, cards: cmd.AbilityCards) -> None:
    del cards
    mill(play, opponent(play.state, seat), 1, "RD-707")


def _check_jericho(state: State, seat: str, cards: cmd.AbilityCards) -> None:
    """RD-709."""
    if state.players[seat].hand_count == 0:
        raise no("hand_too_small", player=seat)
    need_count(cards.hand, 1)
    need_named(state, seat, "hand", cards.hand or ())


def _jericho(play: Play, seat: str, cards: cmd.AbilityCards) -> None:
    move(play, seat, 1, "hand", "ringside", "RD-709", cards.hand or ())
    other = opponent(play.state, seat)
    due = EffectDue("opponent_discard", 1, other, JERICHO)
    play.tell(ev.EffectsQueued(effects=(due,), rules=("RD-709", "RD-414")))
    run_effects(play)


_CHECKS = {
    AUSTIN: _check_austin,
    ROCK: _check_rock,
    UNDERTAKER: _check_undertaker,
    KANE: _check_kane,
    JERICHO: _check_jericho,
}
_USES = {AUSTIN: _austin, ROCK: _rock, UNDERTAKER: _undertaker, KANE: _kane, JERICHO: _jericho}
