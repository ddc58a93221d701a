"""Starting a match: mode, flags, fighters, teams, places (CW-WIN-07, CW-START, CW-MODE-10)."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any, Final

from companion.games.clay_wrestling.commands import StartMatch
from companion.games.clay_wrestling.draft import Draft
from companion.games.clay_wrestling.events import CapacityChecked, MatchStarted, Placed
from companion.games.clay_wrestling.model import (
    STAMINA_AT_THE_BELL,
    Facts,
    Fighter,
    Match,
    Mode,
    Phase,
    Pose,
    Team,
    Turn,
    Zone,
    changed,
)
from companion.games.clay_wrestling.modes import (
    CAPACITY,
    FLAGS,
    GENERAL_CAPACITY,
    PRESETS,
    TEAM_SIZE,
    check_capacity,
)
from companion.games.clay_wrestling.profile import OPTIONS, rule_is
from companion.games.clay_wrestling.reasons import RUNS, SAME_CLAY, TWO_TEAMS, no, no_class, not_so
from companion.games.clay_wrestling.sheets import match_runs
from companion.games.clay_wrestling.strike import INJURY_AT
from companion.kernel.codec import encode

ON_THE_SHEET: Final = frozenset(
    {"id", "player", "name", "clay_colour", "class_", "main", "combat_abilities", "title_points"}
)
"""What a fighter brings into a match; everything else begins anew."""
FRESH: Final[Mapping[str, Any]] = {
    item.name: encode(getattr(Fighter(""), item.name)) for item in fields(Fighter) if item.name not in ON_THE_SHEET
}
UNKNOWN_FACTS: Final = ("adjacent", "near_ropes", "near_post", "behind")


def start(draft: Draft, command: StartMatch) -> None:
    """Freeze mode, flags, house rules and fighters (CW-WIN-07)."""
    if match_runs(draft.match):
        raise not_so(RUNS, "CW-WIN-07")
    if command.fighters is None:
        count = command.count or 0
        check_capacity(draft.match, command.mode, count)
        draft.emit(CapacityChecked(mode=command.mode.value, count=count, rules=("CW-PLAYER-01",)))
        return
    roster = tuple(command.fighters)
    check_capacity(draft.match, command.mode, len(roster))
    _check_fighters(draft, roster)
    flags = _flags(command)
    teams = _teams(command, roster)
    for name in roster:
        _begin_anew(draft, name, teams)
    draft.mark_match(
        mode=command.mode,
        flags=flags,
        roster=roster,
        teams=teams,
        turn_no=0,
        phase=Phase.PLACEMENT,
        falls=dict.fromkeys(roster, 0) if command.mode is Mode.IRON_MAN else {},
        eliminated=[],
        clock_s=0.0,
        sudden_death=False,
        winner=None,
        ending=None,
        strict=draft.match.live,
        notes=[],
    )
    draft.mark_turn(**encode(Turn()))
    unsure = dict.fromkeys(UNKNOWN_FACTS, ("*",)) if draft.match.live else {}
    draft.mark_facts(**encode(Facts(unsure=unsure)))
    draft.emit(
        MatchStarted(
            mode=command.mode.value,
            roster=roster,
            flags=flags,
            profile_name=draft.match.profile_name,
            profile_name_es=draft.match.profile_name_es,
            changed=dict(OPTIONS.changed(draft.match.profile)),
            warnings=warnings(command, roster),
            rules=("CW-WIN-07", "CW-MODE-10"),
        )
    )


def warnings(command: StartMatch, roster: Sequence[str]) -> tuple[str, ...]:
    """What is unusual and allowed: a Rumble short of twenty, teams short of five (CW-MODE-06, -08)."""
    short = command.mode in {Mode.KATZ_RUMBLE, Mode.SURVIVOR_SERIES} and len(roster) < CAPACITY[command.mode]
    return ("fewer_fighters",) if short else ()


def _check_fighters(draft: Draft, roster: Sequence[str]) -> None:
    """Registered, classified, each once, each with a colour of his own (CW-PLAYER-02, -03)."""
    if len(set(roster)) != len(roster):
        raise no("capacity", "CW-PLAYER-01", count=len(set(roster)), most=len(roster))
    owners: dict[str, str] = {}
    for name in roster:
        fighter = draft.match.fighters.get(name)
        if fighter is None:
            raise no("target_out", "CW-PLAYER-03", target=name)
        # a script that never speaks of classes needs none (section 7, set-up defaults)
        if fighter.class_ is None and draft.match.live:
            raise no_class(draft.called(name))
        first = owners.setdefault(fighter.clay_colour, name)
        if fighter.clay_colour and first != name:
            raise not_so(SAME_CLAY, "CW-PLAYER-02", who=draft.called(first), target=draft.called(name))


def _flags(command: StartMatch) -> dict[str, bool]:
    flags = dict(PRESETS[command.mode])
    for flag, value in (command.flags or {}).items():
        if flag not in FLAGS:
            raise no("mode", "CW-WIN-07")
        flags[flag] = value
    return flags


def _teams(command: StartMatch, roster: Sequence[str]) -> dict[str, Team]:
    """Each fighter in one team; the first of a team holds the tag unless somebody else is named (CW-MODE-06)."""
    given = command.teams or {}
    if command.mode is Mode.SURVIVOR_SERIES and len(given) != 2:
        raise not_so(TWO_TEAMS, "CW-MODE-06")
    members = [name for team in given.values() for name in team]
    if given and sorted(members) != sorted(roster):
        raise not_so(TWO_TEAMS, "CW-MODE-06")
    if command.mode is Mode.SURVIVOR_SERIES and any(not 1 <= len(team) <= TEAM_SIZE for team in given.values()):
        raise no("capacity", "CW-MODE-06", count=len(roster), most=2 * TEAM_SIZE)
    teams = {}
    for name, team in given.items():
        legal = (command.legal or {}).get(name, team[0] if team else None)
        if legal not in team:
            raise no("mode", "CW-FOUL-03")
        teams[name] = Team(tuple(team), legal)
    return teams


def _begin_anew(draft: Draft, name: str, teams: Mapping[str, Team]) -> None:
    """Full Stamina; wounds are gone, an injury leaves its mark for one match (DEC-80, DEC-102, CW-STATUS-23)."""
    fighter = draft.fighter(name)
    team = next((one for one, members in teams.items() if name in members.members), None)
    keeps = rule_is(draft.match, "wound_persistence", "event")
    spent = fighter.finisher.spent and rule_is(draft.match, "finisher_scope", "event")
    finisher = fighter.finisher
    draft.mark(
        name,
        **{
            **FRESH,
            "team": team,
            "wounds": fighter.wounds if keeps else {},
            "carry_malus": {} if keeps else next_malus(fighter),
            "finisher": changed(finisher, spent=spent, active_until=None, target=None, waits=False, bonus=False),
            "stamina": STAMINA_AT_THE_BELL,
        },
    )


def next_malus(fighter: Fighter) -> dict[str, int]:
    """What injuries take off at the start of the next match (CW-STATUS-23)."""
    return {ability: 1 for ability, wounds in fighter.wounds.items() if wounds >= INJURY_AT}


def place(draft: Draft, name: str, zone: Zone, pose: Pose | None) -> None:
    """Where a figure stands before the first turn; late entrants of a Rumble come in here (CW-START-01, DEC-01)."""
    rule = "CW-START-01"
    if name not in draft.match.fighters:
        raise no("target_out", rule, target=name)
    if zone is Zone.OUT:
        raise no("target_out", rule, target=draft.called(name))
    if name not in draft.match.roster:
        _enter_late(draft, name)
    elif draft.match.phase is not Phase.PLACEMENT:
        raise no("not_active", rule, who=draft.called(name))
    marks: dict[str, object] = {"zone": zone}
    if pose is not None:
        marks["pose"] = pose
    draft.mark(name, **marks)
    draft.emit(Placed(fighter=name, zone=zone.value, rules=(rule, "CW-START-02")))


def _enter_late(draft: Draft, name: str) -> None:
    """With eight at once, the Rumble is filled up as places fall free (DEC-01)."""
    match: Match = draft.match
    feeds = rule_is(match, "capacity_rule", "hard_cap_8") and match.mode is Mode.KATZ_RUMBLE
    if not feeds or not match_runs(match):
        raise no("not_active", "CW-START-01", who=draft.called(name))
    if len(match.in_play) >= GENERAL_CAPACITY or len(match.roster) >= CAPACITY[Mode.KATZ_RUMBLE]:
        raise no("capacity", "DEC-01", count=len(match.in_play) + 1, most=GENERAL_CAPACITY)
    _check_fighters(draft, (*match.roster, name))
    _begin_anew(draft, name, {})
    draft.mark_match(roster=[*match.roster, name])
    draft.has_moved_away(name)
