"""What a person told of the table holds against the camera, until a person says otherwise or the figure surely moves.

A told list speaks of everybody: who is not in it was told apart, or away from the ropes. So a fact is held for figures,
and what is said of figures that are all held stays as it was told (section 6.1, "a manual answer always overrides").
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from companion.games.clay_wrestling.draft import Draft
from companion.games.clay_wrestling.events import CameraConflict
from companion.games.clay_wrestling.model import Match, Pose

Place = tuple[float, ...]
"""Where the camera saw a figure as the fact was told: x and y in millimetres; empty where it did not."""


def held_for(match: Match, fact: str) -> Mapping[str, Place]:
    """For whom a fact holds as a person told it, and where each stood then."""
    if fact not in match.facts.manual:
        return {}
    # journals of before this was kept: for everybody
    return match.facts.stood.get(fact, dict.fromkeys(match.roster, ()))


def remember(
    draft: Draft, seen: Collection[str], stood: Mapping[str, Pose], about: Collection[str] | None = None
) -> None:
    """A person has told these facts.

    Args:
        stood: where the camera sees the figures now.
        about: of whom alone it was told, as an answer to a question; None: of everybody.
    """
    match = draft.match
    if not match.strict or not seen:
        return
    names = {fighter.id for fighter in match.in_play} if about is None else set(about)
    now = {name: _place(stood.get(name)) for name in sorted(names)}
    kept = {fact: held_for(match, fact) for fact in match.facts.manual}
    told = {fact: {**kept.get(fact, {}), **now} if about is not None else now for fact in seen}
    stood_now, manual = {**kept, **told}, tuple(sorted({*kept, *told}))
    if (manual, stood_now) != (match.facts.manual, match.facts.stood):
        draft.mark_facts(manual=manual, stood=stood_now)
    conflicts = [fact for fact in match.facts.conflicts if fact not in told]
    if len(conflicts) < len(match.facts.conflicts):
        draft.mark_facts(conflicts=conflicts)


def _place(pose: Pose | None) -> Place:
    return () if pose is None or pose.x_mm is None or pose.y_mm is None else (pose.x_mm, pose.y_mm)


def let_go(draft: Draft, moved: Mapping[str, Collection[str]]) -> None:
    """The camera surely sees these figures elsewhere than when the fact was told: from now on it tells of them."""
    match = draft.match
    left = {
        fact: {name: place for name, place in held_for(match, fact).items() if name not in moved.get(fact, ())}
        for fact in match.facts.manual
    }
    left = {fact: names for fact, names in left.items() if names}
    if moved:
        draft.mark_facts(manual=sorted(left), stood=left)


def as_told(match: Match, fact: str, seen: Iterable[Any], moved: Collection[str] = ()) -> list[Any]:
    """What the camera sees, with what is held of it as a person told it.

    Args:
        moved: who is not held any more.
    """
    held = held_for(match, fact).keys() - set(moved)
    known = [one for one in getattr(match.facts, fact) if held.issuperset(_names(one))]
    return [*known, *(one for one in seen if not held.issuperset(_names(one)))]


def against_the_referee(draft: Draft, seen: Mapping[str, Any]) -> dict[str, Any]:
    """Where the camera disagrees with what a person told it is told once, and nothing changes (section 6.1)."""
    kept = {}
    for fact, value in seen.items():
        kept[fact] = as_told(draft.match, fact, value)
        if not _same(kept[fact], value) and fact not in draft.facts.conflicts:
            draft.mark_facts(conflicts=[*draft.facts.conflicts, fact])
            draft.emit(CameraConflict(fact=fact, rules=("section 6",)))
    return kept


def still_unsure(match: Match, fact: str) -> tuple[str, ...]:
    """Of whom the fact is not known though the camera sees it: who is held is asked about, for a person told it."""
    held = held_for(match, fact)
    return tuple(name for name in match.facts.unsure.get(fact, ()) if name in held)


def settles(match: Match, fact: str, moved: Collection[str] = ()) -> bool:
    """Whether the camera makes a fact known of somebody, `moved` being held no more."""
    held = held_for(match, fact).keys() - set(moved)
    return any(name not in held for name in match.facts.unsure.get(fact, ()))


def _names(item: Any) -> tuple[str, ...]:
    return (item,) if isinstance(item, str) else tuple(item)


def _same(one: Iterable[Any], other: Iterable[Any]) -> bool:
    return set(map(_names, one)) == set(map(_names, other))
