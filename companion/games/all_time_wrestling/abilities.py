"""Effects of abilities: known ones, typed ones, Taunt and Recover (sections 1.3 and 1.7)."""

from collections.abc import Mapping
from typing import Any

from companion.errors import NotationError
from companion.games.all_time_wrestling import commands as cmd
from companion.games.all_time_wrestling import events as ev
from companion.games.all_time_wrestling.model import Ability, Asked, Benefit, Gain, Phase, State, rival
from companion.games.all_time_wrestling.reasons import no
from companion.games.all_time_wrestling.table import (
    Play,
    change_health,
    change_stamina,
    draw,
    move_momentum,
    need_seat,
)

BOARD_ABILITIES = ("taunt", "recover")
CHANGES = ("health", "stamina", "momentum", "cards", "tn", "attempts")
_SETUP = (Phase.SETUP_WRESTLERS, Phase.OPENING_HANDS, Phase.INITIATIVE_ROLL, Phase.STARTER_PENALTY)
_WITH_TN = (Phase.DEFENSE, Phase.ROLL, Phase.REROLL, Phase.ASSIGN)


def need_ability(state: State, seat: str, ref: str) -> Ability:
    found = state.players[seat].board.abilities.get(ref)
    if found is None:
        raise no("unknown_ability", player=seat, card=ref)
    return found


def ability_effect(play: Play, command: cmd.AbilityEffect) -> Asked | None:
    """The typed text of an ability. Returns what was waiting for it."""
    state = play.state
    seat, ref = command.player, command.ability
    if state.phase in _SETUP:
        raise no("wrong_window", phase=state.phase.value)
    need_seat(seat)
    asked = _asked(state, seat, ref)
    check_changes(state, ref, command.changes)
    apply_changes(play, seat, command.changes, "ATW-023")
    play.tell(ev.AbilityResolved(player=seat, ability=ref, rules=("ATW-023",)))
    return asked


def _asked(state: State, seat: str, ref: str) -> Asked | None:
    """What is being answered; None for an ability whose kind nobody knows, which may be told at any time."""
    asked = state.asked
    if state.phase is Phase.ABILITY and asked is not None and asked.ability == ref:
        if asked.player != seat:
            raise no("not_yours", other=asked.player)
        return asked
    if state.may_tell is not None and (state.may_tell.player, state.may_tell.ability) == (seat, ref):
        return None
    if ref in BOARD_ABILITIES:
        raise no("wrong_window", phase=state.phase.value)
    if need_ability(state, seat, ref).kind is not None:
        raise no("wrong_window", phase=state.phase.value)
    return None


def check_changes(state: State, ref: str, changes: Mapping[str, Any], *, inner: bool = False) -> None:
    """Hold that every change exists and fits the moment (section 5, `ability_effect`).

    Raises:
        IllegalCommandError: `unknown_change`, `ability_timing`.
        NotationError: a change is no whole number.
    """
    for key, value in changes.items():
        if key == "opponent" and not inner and isinstance(value, Mapping):
            check_changes(state, ref, value, inner=True)
            continue
        if key not in CHANGES:
            raise no("unknown_change", topic=key)
        if not isinstance(value, int) or isinstance(value, bool):
            raise NotationError(
                f"ability_effect.changes.{key}", repr(value), "give a whole number", allowed_es="pon un número entero"
            )
        if key == "tn" and (state.attack is None or state.phase not in _WITH_TN):
            raise no("ability_timing", card=ref)
        if key == "attempts" and (state.pin is None or state.pin.begun):
            raise no("ability_timing", card=ref)


def apply_changes(play: Play, seat: str, changes: Mapping[str, Any], rule: str) -> None:
    """Signed changes from the owner's side."""
    for key, value in changes.items():
        match key:
            case "opponent":
                apply_changes(play, rival(seat), value, rule)
            case "health":
                change_health(play, seat, value, rule)
            case "stamina":
                change_stamina(play, seat, value, rule)
            case "momentum":
                move_momentum(play, seat, value, rule)
            case "cards":
                _change_cards(play, seat, value, rule)
            case "tn":
                play.tell(ev.TargetNumberChanged(change=value, rules=(rule,)))
            case "attempts":
                play.tell(ev.AttemptsChanged(change=value, rules=(rule,)))


def _change_cards(play: Play, seat: str, count: int, rule: str) -> None:
    if count >= 0:
        draw(play, seat, count, rule)
        return
    lost = min(-count, play.state.players[seat].hand_count)
    if lost:
        play.tell(ev.CardsDiscarded(player=seat, count=lost, rules=(rule,)))


def apply_benefit(play: Play, benefit: Benefit, rule: str) -> None:
    """Taunt or Recover: the attacker's gains, then the defender's (ATW-103, ATW-104)."""
    for seat, gain in ((play.state.attacker, benefit.attacker), (play.state.defender, benefit.defender)):
        _gain(play, seat, gain, rule)


def _gain(play: Play, seat: str, gain: Gain, rule: str) -> None:
    change_health(play, seat, gain.health, rule)
    change_stamina(play, seat, gain.stamina, rule)
    draw(play, seat, gain.cards, rule)
    move_momentum(play, seat, gain.momentum, rule)
