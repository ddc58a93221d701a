"""Facts of the table come in, from the camera or told by the referee (section 6)."""

import math
from collections.abc import Mapping
from typing import Any, Final, cast

from companion.games.clay_wrestling import held, turn
from companion.games.clay_wrestling.commands import Observe
from companion.games.clay_wrestling.draft import Draft, fact_about
from companion.games.clay_wrestling.events import Observed, ZoneChanged
from companion.games.clay_wrestling.health import to_ringside
from companion.games.clay_wrestling.model import Match, Phase, Pose, Zone, pair
from companion.games.clay_wrestling.profile import measure
from companion.games.clay_wrestling.reasons import no

FACTS: Final = ("adjacent", "near_ropes", "near_post", "behind")
FACT_ASKED: Final = {"Q-ADJ": "adjacent", "Q-BACK": "behind", "Q-ROPES": "near_ropes", "Q-POST": "near_post"}
GAP_OPTIONS: Final = {"ropes": "near_ropes_palms", "post": "near_post_palms"}


def observe(draft: Draft, command: Observe) -> None:
    """Each list that is named replaces the known one; a manual answer is not overruled by the camera."""
    match = draft.match
    if match.phase is Phase.SETUP:
        raise no("not_active", "section 6")
    seen: dict[str, Any] = {}
    if command.adjacent is not None:
        seen["adjacent"] = _pairs(draft, command.adjacent)
    if command.behind is not None:
        seen["behind"] = sorted({(a, b) for a, b in command.behind})
        _check_names(draft, {name for one in command.behind for name in one})
    for fact in ("near_ropes", "near_post"):
        names = getattr(command, fact)
        if names is not None:
            _check_names(draft, set(names))
            seen[fact] = list(dict.fromkeys(names))
    if command.distances is not None:
        _from_distances(draft, command.distances, seen)
    if command.poses is not None:
        _from_poses(draft, command.poses, seen)
    if command.source == "camera":
        held.let_go(draft, command.moved or {})
        seen = held.against_the_referee(draft, seen)
        answered = None
    else:
        answered = _answered(match, seen)
        held.remember(draft, seen, command.stood or {}, None if answered is None else answered[1:])
    if answered is None:
        unsure = {fact: names for fact, names in match.facts.unsure.items() if fact not in seen}
        if command.source == "camera":
            unsure |= {fact: names for fact in seen if (names := held.still_unsure(draft.match, fact))}
        told = [one for one in match.facts.told if one[0] not in seen]
        draft.mark_facts(**seen, unsure=unsure, **({"told": told} if match.facts.told else {}))
    else:
        draft.mark_facts(**seen, told=sorted({*match.facts.told, answered}))
    draft.emit(Observed(source=command.source, facts=tuple(sorted(seen)), rules=("section 6",)))
    for name, zone in (command.zone or {}).items():
        _zone(draft, name, zone)
    turn.go_on(draft)


def _answered(match: Match, seen: Mapping[str, Any]) -> tuple[str, ...] | None:
    """What an answer to an open question settles: that alone, not what has become of everybody else since he moved."""
    asked = match.turn.asked
    fact = None if asked is None else FACT_ASKED.get(asked.question)
    if asked is None or fact is None or set(seen) != {fact}:
        return None
    found = fact_about(fact, asked.about)
    item = found[1] if len(found) == 2 else found[1:]
    told, known = set(map(_key, seen[fact])), set(map(_key, getattr(match.facts, fact)))
    return found if told ^ known <= {item} else None


def _check_names(draft: Draft, names: set[str]) -> None:
    for name in sorted(names):
        if name not in draft.match.roster:
            raise no("target_out", "section 6", target=name)


def _pairs(draft: Draft, given: object) -> list[tuple[str, str]]:
    if given == "all":
        return all_pairs(draft.match)
    pairs = {pair(one, other) for one, other in cast("tuple[tuple[str, str], ...]", given)}
    _check_names(draft, {name for one in pairs for name in one})
    return sorted(pairs)


def all_pairs(match: Match) -> list[tuple[str, str]]:
    names = sorted(match.roster)
    return [(one, other) for place, one in enumerate(names) for other in names[place + 1 :]]


def _from_distances(draft: Draft, distances: Mapping[str, float], seen: dict[str, Any]) -> None:
    """Gaps in palms become "adjacent", "at the ropes", "at the post" (DEC-109)."""
    adjacent = set(seen.get("adjacent", draft.facts.adjacent))
    near = {word: list(seen.get(fact, getattr(draft.facts, fact))) for word, fact in _NEAR.items()}
    named: set[str] = set()
    for key, gap in distances.items():
        one, _, other = key.rpartition("-")
        _check_names(draft, {one} if other in GAP_OPTIONS else {one, other})
        if other in GAP_OPTIONS:
            names = near[other]
            if one in names:
                names.remove(one)
            if gap <= measure(draft.match, GAP_OPTIONS[other]):
                names.append(one)
            named.add(_NEAR[other])
        else:
            adjacent.discard(pair(one, other))
            if gap <= measure(draft.match, "adjacent_gap_palms"):
                adjacent.add(pair(one, other))
            named.add("adjacent")
    if "adjacent" in named:
        seen["adjacent"] = sorted(adjacent)
    for word, fact in _NEAR.items():
        if fact in named:
            seen[fact] = near[word]


_NEAR: Final = {"ropes": "near_ropes", "post": "near_post"}


def _from_poses(draft: Draft, poses: Mapping[str, Pose], seen: dict[str, Any]) -> None:
    """Places and facings; who stands in whose rear arc follows from them (DEC-75)."""
    _check_names(draft, set(poses))
    for name, pose in poses.items():
        draft.mark(name, pose=pose)
    if "behind" in seen:
        return
    named = sorted(poses)
    kept = [one for one in draft.facts.behind if one[0] not in poses or one[1] not in poses]
    arc = measure(draft.match, "rear_arc_deg")
    new = [
        (one, other) for one in named for other in named if one != other and in_rear_arc(poses[one], poses[other], arc)
    ]
    seen["behind"] = sorted({*kept, *new})


def in_rear_arc(one: Pose, other: Pose, arc_deg: float) -> bool:
    """Whether `one` stands behind `other`: within the arc centred on his back. Unknown places are not behind."""
    if None in {one.x_mm, one.y_mm, other.x_mm, other.y_mm, other.facing_deg}:
        return False
    assert one.x_mm is not None
    assert one.y_mm is not None
    assert other.x_mm is not None
    assert other.y_mm is not None
    assert other.facing_deg is not None
    towards = math.degrees(math.atan2(one.y_mm - other.y_mm, one.x_mm - other.x_mm))
    off = abs((towards - (other.facing_deg + 180) + 180) % 360 - 180)
    return off <= arc_deg / 2


def _key(value: Any) -> Any:
    return value if isinstance(value, str) else tuple(value)


def _zone(draft: Draft, name: str, zone: Zone) -> None:
    """Where a figure is seen; over the ropes is over the ropes, by whatever cause (DEC-24)."""
    _check_names(draft, {name})
    now = draft.fighter(name).zone
    if now is zone or Zone.OUT in {now, zone}:
        return  # a figure that somebody carries away from the table has not left the match
    if zone is Zone.RINGSIDE:
        to_ringside(draft, name, "observed", "CW-RING-04", "CW-WIN-06")
    else:
        draft.emit(ZoneChanged(fighter=name, to=zone.value, rules=("CW-RING-04",)))
        draft.mark(name, ringside_turns=0)
