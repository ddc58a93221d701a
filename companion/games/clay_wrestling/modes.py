"""Match modes, falls, eliminations and the end (CW-WIN, CW-MODE)."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from companion.games.clay_wrestling.bonds import (
    HELD,
    SUBMISSION,
    SUPLEX,
    join_late,
    leave_play,
)
from companion.games.clay_wrestling.draft import Draft, NeedFactError
from companion.games.clay_wrestling.events import (
    ClockSet,
    Disqualified,
    Eliminated,
    FallScored,
    Fouled,
    MatchDrawn,
    MatchWon,
    RefereeAsked,
    Returned,
    SuddenDeath,
    ZoneChanged,
)
from companion.games.clay_wrestling.model import (
    STAMINA_AT_THE_BELL,
    Asked,
    Fighter,
    Match,
    Mode,
    Phase,
    Posture,
    Zone,
    changed,
)
from companion.games.clay_wrestling.posture import set_posture
from companion.games.clay_wrestling.profile import number, rule_is
from companion.games.clay_wrestling.reasons import no

GENERAL_CAPACITY: Final = 8
"""CW-PLAYER-01."""
CAPACITY: Final[Mapping[Mode, int]] = MappingProxyType(
    {
        Mode.WRESTLING_MATCH: GENERAL_CAPACITY,
        Mode.ELIMINATION_MATCH: GENERAL_CAPACITY,
        Mode.IRON_MAN: GENERAL_CAPACITY,
        Mode.SURVIVOR_SERIES: 10,
        Mode.KATZ_RUMBLE: 20,
    }
)
"""CW-MODE-10; the mode's own number replaces the general one (DEC-01)."""
FEWEST: Final = 2
TEAM_SIZE: Final = 5
"""CW-MODE-06."""
SECONDS_A_MINUTE: Final = 60

FLAGS: Final = ("win_pin", "win_submission", "dq", "count_out", "last_man_standing", "top_rope")
PRESETS: Final[Mapping[Mode, Mapping[str, bool]]] = MappingProxyType(
    {
        mode: MappingProxyType(
            {
                "win_pin": mode is not Mode.KATZ_RUMBLE,
                "win_submission": mode is not Mode.KATZ_RUMBLE,
                "dq": True,
                "count_out": False,
                "last_man_standing": False,
                "top_rope": mode is Mode.KATZ_RUMBLE,
            }
        )
        for mode in Mode
    }
)
"""CW-MODE-10."""

ACTION_STEPS: Final = frozenset({Phase.GROUP_SLOTS, Phase.INITIATIVE, Phase.SLOTS, Phase.LATE_SLOTS, Phase.TURN_END})


class MatchEndedError(Exception):
    """The match has just ended: nothing more of the command happens."""


def capacity(match: Match, mode: Mode) -> int:
    """How many fighters fit."""
    return min(GENERAL_CAPACITY, CAPACITY[mode]) if rule_is(match, "capacity_rule", "hard_cap_8") else CAPACITY[mode]


def check_capacity(match: Match, mode: Mode, count: int) -> None:
    most = capacity(match, mode)
    if not FEWEST <= count <= most:
        raise no("capacity", "CW-PLAYER-01", count=count, most=most)


def side(match: Match, name: str) -> str:
    """The team, or the fighter himself where there are none."""
    return match.fighters[name].team or name


def opponents(match: Match, one: str, other: str) -> bool:
    return one != other and side(match, one) != side(match, other)


def falls_count(match: Match, flag: str) -> bool:
    """Whether a pin or submission means anything in this match (CW-MODE-08, DEC-106)."""
    if match.mode is Mode.KATZ_RUMBLE and rule_is(match, "rumble_falls", "eliminate"):
        return True
    return match.flags[flag]


def win(draft: Draft, winner: str, by: str, *rules: str) -> None:
    """The match is won.

    Raises:
        MatchEndedError: always; nothing more of the command happens.
    """
    draft.mark_turn(pending=[], active=None, asked=None, checks_due=[], pins_due=[])
    draft.emit(MatchWon(winner=winner, by=by, rules=rules))
    raise MatchEndedError


def draw(draft: Draft, by: str, *rules: str) -> None:
    draft.mark_turn(pending=[], active=None, asked=None, checks_due=[], pins_due=[])
    draft.emit(MatchDrawn(by=by, rules=rules))
    raise MatchEndedError


def fall(draft: Draft, winner: str, loser: str, by: str) -> None:
    """A pin or a submission (CW-WIN-02)."""
    match = draft.match
    if not falls_count(match, "win_pin" if by == "pin" else "win_submission"):
        return
    if match.mode is Mode.WRESTLING_MATCH:
        win(draft, side(match, winner), by, "CW-WIN-02", "CW-MODE-02")
    elif match.mode is Mode.IRON_MAN:
        score(draft, winner, loser, by)
    else:
        eliminate(draft, (loser,), by)


def disqualify(draft: Draft, offender: str, victim: str, foul: str, rule: str) -> None:
    """CW-FOUL, CW-WIN-03, DEC-21: final once the referee of a running match has confirmed it.

    Raises:
        NeedFactError: he has not been asked yet (Q-DQ); a bout script needs no confirmation.
        MatchEndedError: the match ends with it.
    """
    if draft.match.strict:
        if offender not in draft.turn.dq_ruled:
            raise NeedFactError("Q-DQ", (offender,))
        confirmed = draft.turn.dq_ruled[offender]
        draft.mark_turn(dq_ruled={name: word for name, word in draft.turn.dq_ruled.items() if name != offender})
        if not confirmed:
            draft.emit(Fouled(fighter=offender, on=victim, foul=foul, rules=(rule, "CW-FOUL-01")))
            return
    draft.emit(Fouled(fighter=offender, on=victim, foul=foul, rules=(rule,)))
    draft.emit(Disqualified(fighter=offender, on=victim, foul=foul, rules=("CW-FOUL-01", "CW-WIN-03")))
    mode = draft.match.mode
    one_fall = mode is Mode.WRESTLING_MATCH and rule_is(draft.match, "dq_effect", "auto")
    if one_fall or rule_is(draft.match, "dq_effect", "victim_wins"):
        win(draft, side(draft.match, victim), "dq", "CW-WIN-03", "DEC-21")
    if mode is Mode.IRON_MAN and rule_is(draft.match, "dq_effect", "auto"):
        score(draft, victim, offender, "dq")
    else:
        put_out(draft, (offender,), "dq")


def put_out(draft: Draft, losers: Sequence[str], cause: str) -> None:
    """Any other way out than a fall: count-out, unconsciousness, top rope, disqualification (DEC-105)."""
    mode = draft.match.mode
    if rule_is(draft.match, "elimination_by", "pin_submission_only") and mode in {
        Mode.ELIMINATION_MATCH,
        Mode.SURVIVOR_SERIES,
    }:
        return
    eliminate(draft, losers, cause)


def eliminate(draft: Draft, losers: Sequence[str], cause: str) -> None:
    """They leave the match for good; the last side left wins."""
    for loser in losers:
        _free_partner(draft, loser)
        leave_play(draft, loser)
        draft.emit(Eliminated(fighter=loser, cause=cause, turn=draft.match.turn_no, rules=("CW-MODE-03", "DEC-105")))
        _pass_the_tag(draft, loser)
    _last_side(draft, losers, cause)


def _free_partner(draft: Draft, name: str) -> None:
    """The rival of somebody who leaves: let down on his feet from a Suplex, left lying after a Submission."""
    hold = draft.fighter(name).hold
    if hold is None:
        return
    leave_hold = hold.partner
    partner = draft.fighter(leave_hold)
    if hold.kind == SUPLEX and partner.posture is Posture.HELD:
        set_posture(draft, leave_hold, Posture.STANDING, "released", "CW-SUPLEX-06")
        join_late(draft, leave_hold)
    elif hold.kind == SUBMISSION and partner.hold is not None and partner.hold.role == HELD and not partner.has_acted:
        join_late(draft, leave_hold)


def _pass_the_tag(draft: Draft, name: str) -> None:
    """A team whose legal fighter is out: the only one left takes over, else the referee says who (Q-TAG)."""
    team = draft.fighter(name).team
    if team is None or draft.match.teams[team].legal != name:
        return
    left = [one for one in draft.match.teams[team].members if draft.fighter(one).zone is not Zone.OUT]
    heir = left[0] if len(left) == 1 else None
    teams = {**draft.match.teams, team: changed(draft.match.teams[team], legal=heir)}
    draft.mark_match(teams=teams)
    if len(left) > 1:
        draft.emit(RefereeAsked(question="Q-TAG", about=(team,), rules=("CW-FOUL-03", "DEC-25")))


def _last_side(draft: Draft, losers: Sequence[str], cause: str) -> None:
    sides = sorted({side(draft.match, fighter.id) for fighter in draft.match.in_play})
    if len(sides) == 1:
        win(draft, sides[0], cause, "CW-MODE-03", "CW-MODE-07", "CW-MODE-09")
    if not sides:
        if rule_is(draft.match, "simultaneous_end", "draw"):
            draw(draft, cause, "DEC-15")
        draft.emit(RefereeAsked(question="Q-WINNER", about=tuple(losers), rules=("DEC-15",)))
        draft.mark_turn(asked=Asked("Q-WINNER", tuple(losers), "", {}), pending=[], active=None)


# -- Iron Man --------------------------------------------------------------------------------------------------------


def score(draft: Draft, winner: str, loser: str, by: str) -> None:
    """A fall in an Iron Man match (CW-MODE-04, -05)."""
    match = draft.match
    falls = match.falls.get(winner, 0) + 1
    draft.emit(FallScored(fighter=winner, on=loser, cause=by, falls=falls, rules=("CW-MODE-04",)))
    if match.sudden_death:
        win(draft, side(match, winner), "sudden_death", "DEC-104")
    # the first turn whose action steps begin after the fall is missed (DEC-104)
    first_missed = match.turn_no + (1 if match.phase in ACTION_STEPS else 0)
    _free_partner(draft, loser)
    leave_play(draft, loser)
    draft.mark(
        loser,
        out_until=first_missed + number(match, "iron_man_out_turns"),
        out_zone=match.fighters[loser].zone,
    )
    draft.emit(ZoneChanged(fighter=loser, to=Zone.OUT.value, rules=("CW-MODE-05",)))


def come_back(draft: Draft, fighter: Fighter) -> None:
    """Back at the place where he was left, standing, with half his Stamina (CW-MODE-05, DEC-103)."""
    half = STAMINA_AT_THE_BELL // 2
    if rule_is(draft.match, "iron_man_stamina", "half_of_current"):
        half = int(fighter.stamina / 2)  # toward zero
    draft.emit(ZoneChanged(fighter=fighter.id, to=fighter.out_zone.value, rules=("CW-MODE-05",)))
    set_posture(draft, fighter.id, Posture.STANDING, "returned", "CW-MODE-05")
    draft.mark(fighter.id, stamina=half, out_until=None, ko_turns=0, ringside_turns=0, lying_until=None)
    draft.emit(Returned(fighter=fighter.id, stamina=half, rules=("CW-MODE-05", "DEC-103")))


def set_clock(draft: Draft, seconds: float) -> None:
    """The clock of an Iron Man match (CW-MODE-04)."""
    match = draft.match
    if match.mode is not Mode.IRON_MAN:
        raise no("mode", "CW-MODE-04")
    draft.emit(ClockSet(seconds=seconds, rules=("CW-MODE-04",)))
    if seconds < number(match, "iron_man_minutes") * SECONDS_A_MINUTE or match.sudden_death:
        return
    by_side: dict[str, int] = {}
    for name in match.roster:
        by_side[side(match, name)] = by_side.get(side(match, name), 0) + match.falls.get(name, 0)
    most = max(by_side.values())
    best = [one for one, falls in by_side.items() if falls == most]
    if len(best) == 1:
        win(draft, best[0], "falls", "CW-MODE-04")
    if rule_is(match, "iron_man_tie", "sudden_death"):
        draft.emit(SuddenDeath(rules=("DEC-104",)))
        return
    draw(draft, "time", "DEC-104")
