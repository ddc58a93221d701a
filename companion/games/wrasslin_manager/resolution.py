"""The Resolution phase (section 1.5)."""

from typing import Any

from companion.games.wrasslin_manager import commands as cmd
from companion.games.wrasslin_manager import events as ev
from companion.games.wrasslin_manager.maintenance import check_reward
from companion.games.wrasslin_manager.model import (
    REWARDS,
    SEATS,
    SLOTS,
    STAMINA,
    STAR_SLOT,
    STATS,
    Due,
    Phase,
    Reward,
    State,
    next_slot,
    rival,
)
from companion.games.wrasslin_manager.play import Play, need_phase, need_seat
from companion.games.wrasslin_manager.reasons import no

RECOVERABLE = (*STATS, "sta")


def resolve_event(play: Play, command: cmd.ResolveEvent) -> None:
    """WM-401..412: compare, then rewards."""
    state = play.state
    need_phase(state, Phase.RESOLVE)
    if state.due:
        raise no("reward_pending")
    number = command.slot
    if number not in SLOTS:
        raise no("unknown_event", slot=number)
    if state.slots[number].resolved:
        raise no("event_resolved")
    if number != next_slot(state):
        raise no("event_order")
    powers = {seat: power_in(state, seat, number) for seat in SEATS}
    winners = _winners(state, number, powers)
    play.tell(
        ev.PowerCompared(
            slot=number,
            p1=powers["p1"],
            p2=powers["p2"],
            winner=winners[0] if len(winners) == 1 else None,
            winners=winners,
            due=_rewards_due(state, number, winners),
            rules=("WM-410", "WM-411", "WM-412"),
        )
    )
    _grant_all(play)


def power_in(state: State, seat: str, number: int) -> int:
    """Power with the momentum marker (WM-411)."""
    return state.managers[seat].power + (state.slots[number].momentum == seat)


def _winners(state: State, number: int, powers: dict[str, int]) -> tuple[str, ...]:
    """Knock-outs go before the comparison (WM-337, WM-D17); then Power, then WM-D10."""
    able = [seat for seat in SEATS if not state.managers[seat].knocked_out]
    if not able:
        if state.rule("double_knockout") == "no_winner":
            return ()
        able = list(SEATS)
    if state.rule("central_needs_card"):
        able = [seat for seat in able if state.slots[number].zone[seat]]
    if len(able) < 2:
        return tuple(able)
    if powers["p1"] != powers["p2"]:
        return ("p1",) if powers["p1"] > powers["p2"] else ("p2",)
    tie = state.rule("power_tie")
    if tie == "starting_player" and state.starting_player is not None:
        return (state.starting_player,)
    return SEATS if tie == "both" else ()


def _rewards_due(state: State, number: int, winners: tuple[str, ...]) -> tuple[Due, ...]:
    """Lateral before central, the starting player's first (section 2)."""
    slot = state.slots[number]
    first = state.starting_player or "p1"
    due: list[Due] = []
    for seat in (first, rival(first)):
        kept = not state.managers[seat].knocked_out or state.rule("knockout_keeps_lateral")
        if slot.zone[seat] and kept:
            side = "left" if seat == "p1" else "right"
            due.append(Due(seat, side if state.rule("lateral_side") == "by_seat" else None))
        if seat in winners:
            due.append(Due(seat, "center"))
    return tuple(due)


def _grant_all(play: Play) -> None:
    """Grant what needs no answer, stop at the first that does, turn the Event over at the end (WM-430)."""
    while play.state.due:
        first = play.state.due[0]
        if first.section is None:
            return
        reward = _due_reward(play.state, first.section)
        if reward.kind == "unknown":
            return
        if reward.kind == "recovery":
            if recover_options(play.state, first.player):
                return
            _granted(play, first.player, first.section, reward)
            _settled(play)
        else:
            _granted(play, first.player, first.section, reward)
            _settled(play)
    number = play.state.resolving
    assert number is not None
    play.tell(ev.EventResolved(slot=number, rules=("WM-430",)))
    if number == STAR_SLOT or next_slot(play.state) is None:
        play.tell(ev.DiscardOpened(rules=("WM-011",)))
    elif play.state.rule("event_timing") == "event_by_event":
        play.tell(ev.ConfrontationOpened(rules=("WM-D01",)))


def _due_reward(state: State, section: str) -> Reward:
    assert state.resolving is not None
    return state.slots[state.resolving].reward(section)


def _settled(play: Play) -> None:
    play.tell(ev.RewardSettled(player=play.state.due[0].player, rules=("WM-420",)))


def _granted(play: Play, seat: str, section: str, reward: Reward) -> None:
    """WM-421..423."""
    if reward.kind == "nothing":
        return
    number = play.state.resolving
    assert number is not None
    amount = 1 if reward.amount is None else reward.amount
    rule = "WM-405" if section == "center" else "WM-403"
    play.tell(
        ev.RewardGranted(
            player=seat,
            slot=number,
            section=section,
            kind=reward.kind,
            amount=amount,
            card=reward.card,
            rules=(rule, "WM-420"),
        )
    )
    if reward.kind == "fans":
        play.tell(ev.FansChanged(player=seat, amount=amount, rules=("WM-421",)))


def grant_reward(play: Play, command: cmd.GrantReward) -> None:
    """A reward that was not entered is told when it falls due (WM-D28); under WM-D25 its side as well."""
    state = play.state
    if not state.due or (
        state.due[0].section is not None and _due_reward(state, state.due[0].section).kind != "unknown"
    ):
        raise no("reward_not_due")
    need_seat(command.player)
    first = state.due[0]
    if command.player != first.player:
        raise no("not_yours", other=first.player)
    fitting = (first.section,) if first.section is not None else side_options(state)
    if command.slot != state.resolving or command.section not in fitting:
        raise no("reward_not_due")
    if command.kind not in REWARDS:
        raise no("reward_kind", kind=command.kind)
    known = _due_reward(state, command.section)
    if known.kind not in {"unknown", command.kind}:
        raise no("reward_kind", kind=command.kind)
    reward = Reward(command.kind, command.amount, command.card) if known.kind == "unknown" else known
    check_reward(state, reward)
    if command.amount < 0:
        raise no("reward_kind", kind=f"{command.kind} {command.amount}")
    if first.section is None:
        play.tell(ev.RewardChosen(player=first.player, section=command.section, rules=("WM-D25",)))
    amount = 1 if reward.amount is None else reward.amount
    told: dict[str, Any] = {"slot": command.slot, "section": command.section, "kind": reward.kind, "amount": amount}
    if reward.kind == "recovery" and recover_options(play.state, first.player):
        play.tell(ev.RewardTold(**told, rules=("WM-420", "WM-D28")))
        return
    if reward.kind == "nothing":
        play.tell(ev.RewardGranted(player=first.player, **told, rules=("WM-420", "WM-D28")))
    else:
        _granted(play, first.player, command.section, reward)
    _settled(play)
    _grant_all(play)


def side_options(state: State) -> tuple[str, ...]:
    """Sides that are still free to choose (WM-D25)."""
    return ("left", "right") if state.due and state.due[0].section is None else ()


def _cap(state: State, seat: str, stat: str) -> int | None:
    """WM-D13; Stamina never exceeds its counter of 3."""
    if stat == "sta":
        return STAMINA
    return state.managers[seat].start(stat) if state.rule("recovery_cap") == "start_value" else None


def recover_options(state: State, seat: str) -> tuple[str, ...]:
    """Characteristics that Recovery can raise."""
    manager = state.managers[seat]
    found = []
    for stat in RECOVERABLE:
        cap = _cap(state, seat, stat)
        if cap is None or manager.stat(stat) < cap:
            found.append(stat)
    return tuple(found)


def recovery_due(state: State) -> Due | None:
    """The Recovery that waits for its owner's choice."""
    if not state.due or state.due[0].section is None:
        return None
    first = state.due[0]
    assert first.section is not None
    return first if _due_reward(state, first.section).kind == "recovery" else None


def recover(play: Play, command: cmd.Recover) -> None:
    """WM-424, WM-D12..D14."""
    state = play.state
    due = recovery_due(state)
    if due is None:
        raise no("reward_not_due")
    need_seat(command.player)
    seat = due.player
    if command.player != seat:
        raise no("not_yours", other=seat)
    stat = command.stat
    assert due.section is not None
    reward = _due_reward(state, due.section)
    if stat not in {None, "none"}:
        assert stat is not None
        if stat not in RECOVERABLE:
            raise no("unknown_stat", stat=stat)
        if stat not in recover_options(state, seat):
            raise no("stat_at_cap", stat=stat.upper())
    _granted(play, seat, due.section, reward)
    if stat not in {None, "none"}:
        assert stat is not None
        _recovered(play, seat, stat, 1 if reward.amount is None else reward.amount)
    _settled(play)
    _grant_all(play)


def _recovered(play: Play, seat: str, stat: str, points: int) -> None:
    state = play.state
    manager = state.managers[seat]
    before = manager.stat(stat)
    after = max(before + 1, manager.start(stat)) if state.rule("recovery_amount") == "full" else before + points
    cap = _cap(state, seat, stat)
    after = after if cap is None else min(after, cap)
    play.tell(ev.StatRecovered(player=seat, stat=stat, from_=before, to=after, rules=("WM-424", "WM-D12")))
    lifted = state.rule("knockout_lasts") == "while_at_floor" and manager.knocked_out
    if lifted and not play.state.managers[seat].at_floor:
        play.tell(ev.KnockoutLifted(player=seat, rules=("WM-D14",)))
