"""Discard, the end of a Round and of the season (sections 1.1 and 1.6)."""

from companion.games.wrasslin_manager import commands as cmd
from companion.games.wrasslin_manager import events as ev
from companion.games.wrasslin_manager.model import ROUNDS, SEATS, STAMINA, Phase, State, rival, star_moves_owned
from companion.games.wrasslin_manager.play import Play, need_phase, need_seat
from companion.games.wrasslin_manager.reasons import no

BOTH = "both"


def finish_discard(play: Play) -> None:
    """WM-011, WM-D19."""
    state = play.state
    need_phase(state, Phase.DISCARD)
    for slot in state.slots.values():
        for lying in slot.zone.values():
            for card in lying:
                play.tell(ev.CardDiscarded(player=card.owner, card=card.card, from_="zone", rules=("WM-D09",)))
    if state.rule("discard_routing") == "all_to_discard":
        for seat in SEATS:
            for ref in state.managers[seat].played_support:
                play.tell(ev.CardDiscarded(player=seat, card=ref, from_="support", rules=("WM-D19",)))
    play.tell(ev.RoundEnded(round=state.round, rules=("WM-011",)))
    if state.round < ROUNDS:
        play.tell(ev.RoundStarted(round=state.round + 1, rules=("WM-001", "WM-005")))
    else:
        _final_count(play)


def counts(state: State, seat: str) -> dict[str, int]:
    """What the final count compares, in its order (WM-602, WM-603, WM-D24)."""
    manager = state.managers[seat]
    played = state.rule("tiebreak_count") == "owned_plus_played"
    return {
        "fans": manager.fans,
        "star_moves": star_moves_owned(state, seat),
        "training": len(manager.training) + (manager.training_played if played else 0),
        "strategy": len(manager.strategy) + (manager.strategy_played if played else 0),
    }


def _final_count(play: Play) -> None:
    one, two = counts(play.state, "p1"), counts(play.state, "p2")
    hurt = [seat for seat in SEATS if play.state.managers[seat].gravely_injured]
    if hurt:
        _ended(play, None if len(hurt) > 1 else rival(hurt[0]), "grave_injury", "WM-601")
        return
    if one["fans"] != two["fans"]:
        _ended(play, "p1" if one["fans"] > two["fans"] else "p2", "fans", "WM-602")
        return
    methods: tuple[ev.Method, ...] = ("star_moves", "training", "strategy")
    for method in methods:
        if one[method] != two[method]:
            _ended(play, "p1" if one[method] > two[method] else "p2", method, "WM-603")
            return
    _ended(play, None, "none", "WM-604")


def _ended(play: Play, winner: str | None, method: ev.Method, rule: str) -> None:
    play.tell(ev.SeasonEnded(winner=winner, method=method, rules=(rule,)))


def declare_grave_injury(play: Play, command: cmd.DeclareGraveInjury) -> None:
    """WM-601, WM-D20."""
    if play.state.rule("grave_injury") == "never":
        raise no("grave_injury_disabled")
    seats = SEATS if command.player == BOTH else (command.player,)
    for seat in seats:
        need_seat(seat)
    for seat in seats:
        play.tell(ev.GraveInjury(player=seat, reason=command.reason, rules=("WM-601",)))
    _ended(play, None if len(seats) > 1 else rival(seats[0]), "grave_injury", "WM-601")


def adjust_stamina(play: Play, command: cmd.AdjustStamina) -> None:
    """The counter of Stamina by hand (WM-D18), kept between 0 and 3."""
    need_seat(command.player)
    amount = play.state.managers[command.player].sta + command.delta
    play.tell(
        ev.StaminaChanged(
            player=command.player,
            amount=max(0, min(STAMINA, amount)),
            reason=command.reason,
            rules=("WM-D18",),
        )
    )
