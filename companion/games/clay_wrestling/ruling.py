"""The referee rules: any field, a landing, a review, what the house says about the clay (K-15, field note J-03)."""

from collections.abc import Mapping
from typing import Any, Final, cast

from companion.errors import NotationError
from companion.games.clay_wrestling import turn
from companion.games.clay_wrestling.ability import effective
from companion.games.clay_wrestling.commands import RefereeRuling
from companion.games.clay_wrestling.draft import Draft
from companion.games.clay_wrestling.events import (
    FigureThrown,
    Fouled,
    MatchDrawn,
    MatchWon,
    ReviewAnnulled,
    ReviewOpened,
    ReviewUpheld,
    RulingMade,
)
from companion.games.clay_wrestling.model import Fighter, Match, Phase, Team, Zone, changed
from companion.games.clay_wrestling.profile import OPTIONS, rule_is
from companion.games.clay_wrestling.reasons import no
from companion.games.clay_wrestling.sheets import match_runs
from companion.kernel.rulings import set_field

REVIEW: Final = "review"
LANDING_WORDS: Final[Mapping[str, Zone]] = {"ring": Zone.RING, "mat": Zone.RING, "ringside": Zone.RINGSIDE}


def rule(draft: Draft, command: RefereeRuling) -> None:
    """Write a ruling; nothing in the rulebook can refuse it, only a field that does not exist."""
    topic = command.topic
    special = _SPECIAL.get(topic)
    if special is not None:
        special(draft, command)
    elif topic.startswith("profile."):
        _house_rule(draft, topic.removeprefix("profile."), command.value)
    elif command.subject in draft.match.fighters:
        _fighter_field(draft, command.subject, topic, command.value)
    elif command.subject in {"", "match"}:
        _match_field(draft, topic, command.value)
    else:
        raise NotationError(
            "referee_ruling.subject",
            repr(command.subject),
            "give a fighter, or match",
            allowed_es="pon un luchador, o match",
        )
    if topic == REVIEW:
        return
    draft.emit(
        RulingMade(
            topic=topic,
            subject=command.subject,
            value=command.value,
            note=command.note,
            early=draft.match.turn_no == 0,
            rules=("K-15",),
        )
    )
    if match_runs(draft.match):
        turn.go_on(draft)


def _fighter_field(draft: Draft, name: str, path: str, value: Any) -> None:
    fighter = draft.fighter(name)
    if path == "speed_left":
        left = _whole(path, value)
        draft.mark(name, speed_spent=effective(draft.match, fighter, "speed") - left)
        return
    after = set_field(fighter, path, value)
    _put_fighter(draft, name, fighter, after)


def _put_fighter(draft: Draft, name: str, before: Fighter, after: Fighter) -> None:
    differing = {key: item for key, item in after.__dict__.items() if item != before.__dict__[key]}
    draft.mark(name, **differing)


def _match_field(draft: Draft, path: str, value: Any) -> None:
    head, _, rest = path.partition(".")
    if head == "turn" and rest:
        after = set_field(draft.turn, rest, value)
        draft.mark_turn(**_differing(draft.turn.__dict__, after.__dict__))
    elif head == "facts" and rest:
        found = set_field(draft.facts, rest, value)
        draft.mark_facts(**_differing(draft.facts.__dict__, found.__dict__))
    elif head == "fighters":
        name, _, field = rest.partition(".")
        if name not in draft.match.fighters or not field:
            raise NotationError(
                path,
                "this field",
                "give fighters.NAME.FIELD",
                what_es="este campo",
                allowed_es="pon fighters.NOMBRE.CAMPO",
            )
        _fighter_field(draft, name, field, value)
    else:
        match = set_field(draft.match, path, value)
        draft.mark_match(**_differing(draft.match.__dict__, match.__dict__))


def _differing(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    return {key: item for key, item in after.items() if item != before[key]}


def _house_rule(draft: Draft, key: str, value: Any) -> None:
    """A change of the frozen profile, recorded as such (field note I-04)."""
    if key not in OPTIONS.options:
        raise NotationError(
            f"profile.{key}",
            "this key",
            f"known keys are {', '.join(OPTIONS.options)}",
            what_es="este parámetro",
            allowed_es=f"se conocen {', '.join(OPTIONS.options)}",
        )
    draft.mark_match(profile={**draft.match.profile, key: OPTIONS.options[key].check(value)})


def _whole(key: str, value: Any) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise NotationError(key, repr(value), "give a whole number", allowed_es="pon un número entero")


# -- topics with a meaning of their own ------------------------------------------------------------------------------


def _landing(draft: Draft, command: RefereeRuling) -> None:
    """Mat or ringside (Q-LAND, CW-SUPLEX-17)."""
    zone = LANDING_WORDS.get(str(command.value))
    if zone is None:
        raise NotationError(
            "landing",
            repr(command.value),
            f"give {' or '.join(LANDING_WORDS)}",
            allowed_es=f"pon {' o '.join(LANDING_WORDS)}",
        )
    draft.mark_turn(landing={**draft.turn.landing, command.subject: zone.value})


def _legal(draft: Draft, command: RefereeRuling) -> None:
    """Who holds the tag (Q-TAG)."""
    team = draft.match.teams.get(command.subject)
    if team is None or command.value not in team.members:
        raise NotationError(
            "legal",
            repr(command.value),
            "give a team as subject and one of its members",
            allowed_es="pon un equipo como subject y a uno de sus miembros",
        )
    teams = {**draft.match.teams, command.subject: changed(team, legal=str(command.value))}
    draft.mark_match(teams=cast("Mapping[str, Team]", teams))


def _dq(draft: Draft, command: RefereeRuling) -> None:
    """Whether the foul disqualifies (Q-DQ, CW-FOUL-01)."""
    if command.subject not in draft.match.roster or not isinstance(command.value, bool):
        raise NotationError(
            "dq",
            repr(command.value),
            "give a fighter of the match as subject, and true or false",
            allowed_es="pon un luchador del combate como subject, y true o false",
        )
    draft.mark_turn(dq_ruled={**draft.turn.dq_ruled, command.subject: command.value})


def _winner(draft: Draft, command: RefereeRuling) -> None:
    """A winner, a draw, or none after all (DEC-15, Q-WINNER)."""
    value = command.value
    if value is None:
        draft.mark_match(winner=None, ending=None, phase=Phase.TURN_END)
        return
    draft.mark_turn(pending=[], active=None, asked=None)
    if value == "draw":
        draft.emit(MatchDrawn(by="ruling", rules=("K-15",)))
        return
    if value not in draft.match.roster and value not in draft.match.teams:
        raise NotationError(
            "winner",
            repr(value),
            "give a fighter or team of the match, draw, or nothing",
            allowed_es="pon un luchador o equipo del combate, draw, o nada",
        )
    draft.emit(MatchWon(winner=str(value), by="ruling", rules=("K-15",)))


def line_of(match: Match, name: str) -> tuple[str, ...]:
    """The order that a fighter acts in now: of his tie-up or melee, of the late ones, or of the rest."""
    group = next((one for one in match.turn.groups if name in one.order), None)
    if group is not None:
        return group.order
    return match.turn.late if name in match.turn.late else match.turn.initiative


def _initiative(draft: Draft, command: RefereeRuling) -> None:
    """Before whom he acts in his order; nothing: last of all."""
    who, before = command.subject, command.value
    left = [one for one in line_of(draft.match, who) if one != who]
    if who not in draft.match.roster or (before is not None and before not in left):
        raise NotationError(
            "initiative",
            repr(before),
            "give a fighter of the same order before whom he acts, or nothing for the last place",
            allowed_es="pon un luchador del mismo orden antes del que actúa, o nada para el último lugar",
        )
    left.insert(len(left) if before is None else left.index(str(before)), who)
    turn = draft.turn
    if any(who in one.order for one in turn.groups):
        draft.mark_turn(groups=[changed(one, order=tuple(left)) if who in one.order else one for one in turn.groups])
    else:
        draft.mark_turn(**{"late" if who in turn.late else "initiative": left})
    if who in turn.order:  # the order as it is shown has those who still act
        draft.mark_turn(order=[one for one in left if one in turn.order])


def _figure_thrown(draft: Draft, command: RefereeRuling) -> None:
    """Who was thrown out may be thrown to the floor to deform him (CW-WHIP-14, DEC-04)."""
    if rule_is(draft.match, "deform_throw", False):
        raise no("mode", "DEC-04")
    draft.emit(FigureThrown(fighter=command.subject, rules=("CW-WHIP-14", "DEC-04")))


def _left_over(draft: Draft, command: RefereeRuling) -> None:
    """Clay left over: a note, or a fault where all of it is required (CW-CLAY-02, DEC-02)."""
    if rule_is(draft.match, "clay_full_use", "required") and command.value:
        draft.emit(Fouled(fighter=command.subject, on="", foul="clay_left_over", rules=("CW-CLAY-02", "DEC-02")))


def _cannot_stand(draft: Draft, command: RefereeRuling) -> None:
    """A figure that does not stand alone (CW-CLAY-05, DEC-03)."""
    if rule_is(draft.match, "shape_limits", "must_stand_alone") and command.value:
        draft.emit(Fouled(fighter=command.subject, on="", foul="cannot_stand", rules=("CW-CLAY-05", "DEC-03")))


def _foreign_clay(draft: Draft, command: RefereeRuling) -> None:
    """Clay of another colour is forbidden; no penalty is written, so it is only recorded (CW-CLAY-03)."""
    draft.emit(Fouled(fighter=command.subject, on="", foul="foreign_clay", rules=("CW-CLAY-03",)))


def _repair(draft: Draft, command: RefereeRuling) -> None:
    """`reattach` a broken part, or `resculpt` (CW-CLAY-04, DEC-04)."""
    if command.value not in {"reattach", "resculpt"}:
        raise NotationError(
            "repair", repr(command.value), "give reattach or resculpt", allowed_es="pon reattach o resculpt"
        )
    how = draft.match.profile["clay_repair"]
    between = how == "between_matches" and not match_runs(draft.match)
    allowed = between or (how == "reattach_only" and command.value == "reattach")
    if not allowed:
        raise no("mode", "DEC-04")


def _review(draft: Draft, command: RefereeRuling) -> None:
    """Hold an action, then uphold or annul it (field note J-03)."""
    value = command.value
    if value == "open":
        if draft.match.review is not None:
            raise no("not_active", "J-03")
        draft.emit(ReviewOpened(subject=command.subject, note=command.note, rules=("J-03",)))
        return
    if value not in {"uphold", "annul"}:
        raise NotationError("review", repr(value), "give open, uphold or annul", allowed_es="pon open, uphold o annul")
    if draft.match.review is None:
        raise no("nothing_pending", "J-03")
    if value == "uphold":
        draft.emit(ReviewUpheld(subject=command.subject, note=command.note, rules=("J-03",)))
    else:
        draft.emit(ReviewAnnulled(subject=command.subject, note=command.note, rules=("J-03",)))


_SPECIAL: Final = {
    "landing": _landing,
    "legal": _legal,
    "dq": _dq,
    "winner": _winner,
    "initiative": _initiative,
    "figure_thrown": _figure_thrown,
    "clay_left_over": _left_over,
    "cannot_stand": _cannot_stand,
    "foreign_clay": _foreign_clay,
    "repair": _repair,
    REVIEW: _review,
}
