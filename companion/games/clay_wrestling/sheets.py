"""Players, figures, classes, sheets, titles and house rules before a match (CW-PLAYER, CW-CLAY, CW-SHEET)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from companion.games.clay_wrestling import profile
from companion.games.clay_wrestling.ability import sheet
from companion.games.clay_wrestling.commands import (
    Classify,
    GrantTitle,
    LoadProfile,
    RegisterFighter,
    RegisterPlayer,
    SculptTimer,
)
from companion.games.clay_wrestling.draft import Draft
from companion.games.clay_wrestling.events import (
    Classified,
    FighterRegistered,
    PlayerRegistered,
    ProfileLoaded,
    SculptEnded,
    SculptStarted,
    TitleGranted,
)
from companion.games.clay_wrestling.model import (
    ABILITIES,
    COMBAT,
    MAIN,
    ClayClass,
    Finisher,
    Match,
    Phase,
    Player,
    plain_changes,
)
from companion.games.clay_wrestling.profile import number, rule_is, word
from companion.games.clay_wrestling.reasons import RUNS, no, not_so

POINTS: Final = 10
"""To share among five abilities, twice (CW-SHEET-05, -12)."""
MINIMUM: Final = 1
ANNOTATED: Final = frozenset({"combat", "speed", "strength"})
"""The abilities whose minimum the sheet notes (DEC-06)."""
SCULPT_SECONDS: Final = 900
"""CW-CLAY-01."""
FIRST_CLASS: Final[Mapping[str, ClayClass]] = MappingProxyType(
    {
        "beast_first": ClayClass.BEAST,
        "humanoid_first": ClayClass.HUMANOID,
        "absurd_first": ClayClass.ABSURD,
    }
)
"""DEC-05."""


def match_runs(match: Match) -> bool:
    """Between the start of a match and its end."""
    return bool(match.roster) and not match.over and match.phase is not Phase.SETUP


def load_profile(draft: Draft, command: LoadProfile) -> None:
    """House rules are frozen while a match runs (CW-WIN-07, field note I-04)."""
    if match_runs(draft.match):
        raise not_so(RUNS, "CW-WIN-07")
    resolved = profile.resolve(command.profile)
    name = command.name or str(command.profile.get("profile", profile.CLASSIC))
    draft.emit(
        ProfileLoaded(
            profile_name=name,
            profile_name_es=command.name_es,
            profile=resolved,
            changed=dict(profile.OPTIONS.changed(resolved)),
            rules=("section 2.1",),
        )
    )


def register_player(draft: Draft, command: RegisterPlayer) -> None:
    player = Player(command.player, command.name, command.palm_mm, command.half_palm_mm)
    draft.mark_match(players={**draft.match.players, command.player: player})
    draft.emit(
        PlayerRegistered(
            player=command.player,
            player_name=command.name,
            palm_mm=command.palm_mm,
            half_palm_mm=command.half_palm_mm,
            rules=("CW-MOVE-02",),
        )
    )


def register_fighter(draft: Draft, command: RegisterFighter) -> None:
    """A sheet: ten points twice, each ability within its limits (CW-SHEET-05, -12, -18)."""
    if match_runs(draft.match):
        raise not_so(RUNS, "CW-PLAYER-03")
    _check_half(draft.match, command.main, MAIN, "CW-SHEET-05")
    _check_half(draft.match, command.combat_abilities, COMBAT, "CW-SHEET-12")
    entry = command.finisher
    finisher = Finisher() if entry is None else Finisher(entry.name, entry.position, entry.kind)
    if rule_is(draft.match, "finisher_attack_choice", "on_sheet") and entry is not None and entry.kind is None:
        raise no("finisher_kind", "DEC-09")
    known = draft.match.fighters.get(command.fighter)
    fields = {
        "player": command.player,
        "name": command.name,
        "clay_colour": command.clay_colour,
        "main": dict(command.main),
        "combat_abilities": dict(command.combat_abilities),
        "finisher": finisher,
        "class_": known.class_ if known else None,
        "title_points": known.title_points if known else {},
        "carry_malus": known.carry_malus if known else {},
        "wounds": known.wounds if known else {},
    }
    draft.emit(FighterRegistered(fighter=command.fighter, fields=plain_changes(fields), rules=("CW-SHEET-01",)))


def _check_half(match: Match, values: Mapping[str, int], names: tuple[str, ...], rule: str) -> None:
    for name in (*names, *values):
        if name not in names:
            raise no("ability_over_max", rule, ability=name, most=0)
        low = minimum(match, name)
        if values.get(name, 0) < low:
            raise no("ability_under_min", rule, ability=name, most=low)
        if values[name] > number(match, "sheet_max"):
            raise no("ability_over_max", "CW-SHEET-18", ability=name, most=number(match, "sheet_max"))
    if sum(values.values()) != POINTS:
        raise no("points_total", rule, count=sum(values.values()), most=POINTS)


def minimum(match: Match, ability: str) -> int:
    """1 for all, or only where the sheet notes it (DEC-06)."""
    if rule_is(match, "min_points_rule", "annotated_only") and ability not in ANNOTATED:
        return 0
    return MINIMUM


def classify(draft: Draft, command: Classify) -> None:
    """The referees' ruling on the figure (CW-CLAY-06 to -09, DEC-05)."""
    if command.fighter not in draft.match.fighters:
        raise no("target_out", "CW-CLAY-06", target=command.fighter)
    if match_runs(draft.match):
        raise not_so(RUNS, "CW-CLAY-06")
    first = FIRST_CLASS.get(word(draft.match, "class_overlap"))
    if first is not None and first in command.traits and command.class_ is not first:
        raise no("wrong_class", "DEC-05", who=draft.called(command.fighter))
    draft.mark(command.fighter, class_=command.class_)
    draft.emit(Classified(fighter=command.fighter, class_=command.class_.value, rules=("CW-CLAY-06", "CW-CLAY-10")))


def grant_title(draft: Draft, command: GrantTitle) -> None:
    """Only a title raises an ability above 4 (CW-SHEET-19, DEC-07)."""
    if command.fighter not in draft.match.fighters:
        raise no("target_out", "CW-SHEET-19", target=command.fighter)
    if command.ability not in ABILITIES:
        raise no("ability_over_max", "CW-SHEET-19", ability=command.ability, most=0)
    fixed = draft.match.profile["title_points"]
    points = command.points if command.points is not None or fixed == "ask" else int(fixed)
    if points is None or points < 1 or fixed not in {"ask", points}:
        raise no("points_total", "DEC-07", count=points, most=fixed)
    fighter = draft.fighter(command.fighter)
    total = fighter.title_points.get(command.ability, 0) + points
    cap = draft.match.profile["title_cap"]
    if cap != "none" and sheet(fighter, command.ability) + total > int(cap):
        raise no("ability_over_max", "DEC-07", ability=command.ability, most=cap)
    draft.mark(command.fighter, title_points={**fighter.title_points, command.ability: total})
    draft.emit(TitleGranted(fighter=command.fighter, ability=command.ability, points=points, rules=("CW-SHEET-19",)))


def sculpt_timer(draft: Draft, command: SculptTimer) -> None:
    """Fifteen minutes; after them nothing more is built (CW-CLAY-01, -04)."""
    now: Mapping[str, Any] = draft.match.sculpting
    state = now.get(command.player)
    if command.action == "start":
        if state is not None:
            raise no("already_acted", "CW-CLAY-04", who=command.player)
        draft.mark_match(sculpting={**now, command.player: "running"})
        draft.emit(SculptStarted(player=command.player, seconds=SCULPT_SECONDS, rules=("CW-CLAY-01",)))
        return
    if state != "running":
        raise no("nothing_pending", "CW-CLAY-01")
    draft.mark_match(sculpting={**now, command.player: "ended"})
    draft.emit(SculptEnded(player=command.player, rules=("CW-CLAY-01", "CW-CLAY-04")))
