"""Placements in, facts out: who touches whom, who is at the ropes, who has moved how far.

Facts are what the camera may say; what follows from them in the match is the game's business. A figure that is held or
uncertain takes part in no fact until it stands still again (field notes C-02, C-03, C-06).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Literal

from companion.table.facing import is_behind
from companion.table.geometry import Point, distance_mm, gap_mm
from companion.table.palm import Palm
from companion.table.ring import RingPlan, Zone
from companion.table.steady import Steady

Posture = Literal["standing", "lying", "held", "ringside", "unknown"]

# a gap must shrink this far under the limit's outer edge before a fact ends
HYSTERESIS_MM = 4.0
# a fact counts once it has held so long
HOLD_MS = 300.0
# a figure has arrived once it has rested so long (field note C-06)
REST_MS = 500.0
# a place that changes less than this without a hand is the same place, measured better
SAME_PLACE_MM = 9.0
UNCERTAIN = 0.5


@dataclass(frozen=True, slots=True)
class Placement:
    """One figure at one moment, as the eyes report it.

    Attributes:
        x_mm, y_mm: contact point; None where nothing is known.
        facing_deg: 0 = +x, counter-clockwise; None where unknown.
        confidence: 0..1; under 0.5 is uncertain.
    """

    id: str
    x_mm: float | None
    y_mm: float | None
    facing_deg: float | None = None
    posture: Posture = "standing"
    held: bool = False
    confidence: float = 1.0

    @property
    def point(self) -> Point | None:
        return None if self.x_mm is None or self.y_mm is None else Point(self.x_mm, self.y_mm)

    @property
    def counts(self) -> bool:
        """Whether the rules may build on where it is."""
        return self.point is not None and not self.held and self.confidence >= UNCERTAIN


@dataclass(frozen=True, slots=True)
class Move:
    """A figure went from one place of rest to the next.

    Attributes:
        from_frame: last frame at the old place.
        to_frame: first frame at the new one.
        path_mm: length of the way; each place where it rested in between ends one move and begins the next.
    """

    id: str
    from_frame: int
    to_frame: int
    path_mm: float
    start: Point
    end: Point


@dataclass(frozen=True, slots=True)
class Facts:
    """What holds in one frame."""

    frame: int
    adjacent: tuple[tuple[str, str], ...]
    near_ropes: Mapping[str, tuple[str, ...]]
    near_post: Mapping[str, str]
    zone: Mapping[str, Zone]
    uncertain: tuple[str, ...]
    moves: tuple[Move, ...]
    behind: tuple[tuple[str, str], ...] = ()

    @property
    def groups(self) -> tuple[tuple[str, ...], ...]:
        """Figures that touch each other directly or through others, two or more; each sorted."""
        return groups_of(self.adjacent)

    def to_json(self) -> dict[str, Any]:
        """The facts line of DESIGN.md section 4, as plain data; roster ids that are numbers become numbers."""
        return {
            "frame": self.frame,
            "adjacent": [[_plain(a), _plain(b)] for a, b in self.adjacent],
            "near_ropes": {id_: list(sides) for id_, sides in self.near_ropes.items()},
            "near_post": dict(self.near_post),
            "zone": {id_: zone.value for id_, zone in self.zone.items()},
            "uncertain": [_plain(id_) for id_ in self.uncertain],
            "moves": [
                {
                    "id": _plain(move.id),
                    "from_frame": move.from_frame,
                    "to_frame": move.to_frame,
                    "path_mm": round(move.path_mm, 1),
                }
                for move in self.moves
            ],
            "behind": [[_plain(a), _plain(b)] for a, b in self.behind],
        }


def groups_of(pairs: Iterable[tuple[str, str]]) -> tuple[tuple[str, ...], ...]:
    """Connected groups of touching figures."""
    groups: list[set[str]] = []
    for pair in pairs:
        touching = [group for group in groups if group & set(pair)]
        groups = [group for group in groups if group not in touching]
        groups.append(set(pair).union(*touching))
    return tuple(sorted(tuple(sorted(group, key=_order)) for group in groups))


def _order(id_: str) -> tuple[int, str]:
    return (int(id_), "") if id_.isdigit() else (10**9, id_)


def _plain(id_: str) -> int | str:
    return int(id_) if id_.isdigit() else id_


@dataclass(slots=True)
class _Stay:
    """Where one figure rests, and where it may have come to rest since.

    Attributes:
        home: last place of rest; None before the first.
        home_frame: last frame in which it was seen resting there.
        candidate: where it seems to rest now.
    """

    home: Point | None = None
    home_frame: int = 0
    candidate: Point | None = None
    since_ms: float = 0.0
    since_frame: int = 0


class FactKeeper:
    """Keeps the facts of one table over time."""

    def __init__(self, ring: RingPlan, footprints_mm: Mapping[str, float], palm_mm: float = 200.0) -> None:
        """Start knowing nothing.

        Args:
            footprints_mm: radius of each roster figure's contact circle.
            palm_mm: the acting player's span; `palm_mm` may be set anew each turn.
        """
        self.ring = ring
        self.footprints_mm = dict(footprints_mm)
        self._before: dict[str, Point] = {}
        self._stays: dict[str, _Stay] = {id_: _Stay() for id_ in footprints_mm}
        self.palm_mm = palm_mm

    @property
    def palm_mm(self) -> float:
        return self._palm.span_mm

    @palm_mm.setter
    def palm_mm(self, span_mm: float) -> None:
        """Measure with another player's hand from now on; what is near is judged anew."""
        self._palm = Palm(span_mm)
        near = self._palm.near_mm
        self._adjacent: Steady[tuple[str, str]] = Steady(near, near + HYSTERESIS_MM, HOLD_MS)
        self._ropes: Steady[tuple[str, str]] = Steady(near, near + HYSTERESIS_MM, HOLD_MS)
        self._posts: Steady[tuple[str, str]] = Steady(near, near + HYSTERESIS_MM, HOLD_MS)

    def update(self, index: int, time_ms: float, placements: Sequence[Placement]) -> Facts:
        """Take one frame's placements.

        Args:
            index: the frame's number.
            time_ms: since the first frame; rising.
            placements: one for each roster figure.
        """
        sure = {p.id: p.point for p in placements if p.counts and p.point is not None}
        self._forget_old_places(sure)
        zones = {id_: self.ring.zone(point) for id_, point in sure.items()}
        adjacent = self._adjacent.update(time_ms, self._gaps(sure))
        ropes = self._ropes.update(time_ms, self._to(sure, self.ring.to_ropes_mm))
        posts = self._posts.update(time_ms, self._to(sure, self.ring.to_posts_mm))
        moves = [move for p in placements if (move := self._moved(p, index, time_ms)) is not None]
        pairs = tuple(sorted(adjacent, key=lambda pair: (_order(pair[0]), _order(pair[1]))))
        return Facts(
            frame=index,
            adjacent=pairs,
            near_ropes=_sides(ropes),
            near_post={id_: self._nearest_post(id_, sure, posts) for id_ in sorted({i for i, _ in posts}, key=_order)},
            zone=zones,
            uncertain=tuple(p.id for p in placements if p.confidence < UNCERTAIN),
            moves=tuple(moves),
            behind=_behind(pairs, {p.id: p for p in placements}),
        )

    def _forget_old_places(self, sure: Mapping[str, Point]) -> None:
        """A figure that is suddenly elsewhere without a hand was misplaced before: what held there says nothing."""
        jumped = {
            id_
            for id_, point in sure.items()
            if id_ in self._before and distance_mm(self._before[id_], point) > SAME_PLACE_MM
        }
        self._before = dict(sure)
        if jumped:
            for facts in (self._adjacent, self._ropes, self._posts):
                facts.forget(lambda key: not jumped.isdisjoint(key))

    def _gaps(self, sure: Mapping[str, Point]) -> dict[tuple[str, str], float]:
        ids = sorted(sure, key=_order)
        return {
            (a, b): gap_mm(sure[a], self.footprints_mm[a], sure[b], self.footprints_mm[b])
            for a, b in combinations(ids, 2)
        }

    def _to(self, sure: Mapping[str, Point], measure: Any) -> dict[tuple[str, str], float]:
        return {
            (id_, name): length - self.footprints_mm[id_]
            for id_, point in sure.items()
            for name, length in measure(point).items()
        }

    def _nearest_post(self, id_: str, sure: Mapping[str, Point], posts: frozenset[tuple[str, str]]) -> str:
        away = self.ring.to_posts_mm(sure[id_])
        return min((name for i, name in posts if i == id_), key=lambda name: away[name])

    def _moved(self, placement: Placement, index: int, time_ms: float) -> Move | None:
        """Follow one figure's stops; a move is told once it has rested at its new place."""
        stay, point = self._stays[placement.id], placement.point
        if not placement.counts or point is None:
            stay.candidate = None
            return None
        if stay.candidate is None or distance_mm(stay.candidate, point) > SAME_PLACE_MM:
            stay.candidate, stay.since_ms, stay.since_frame = point, time_ms, index
        stay.candidate = point
        # placed at a glance: the search goes on, and what it corrects is no move
        if time_ms - stay.since_ms < REST_MS or placement.posture == "unknown":
            return None
        home, home_frame = stay.home, stay.home_frame
        stay.home, stay.home_frame = point, index
        if home is None or distance_mm(home, point) <= SAME_PLACE_MM or stay.since_frame <= home_frame:
            return None
        return Move(placement.id, home_frame, stay.since_frame, distance_mm(home, point), home, point)


def _sides(ropes: frozenset[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    sides: dict[str, tuple[str, ...]] = {}
    for id_, side in sorted(ropes, key=lambda pair: (_order(pair[0]), pair[1])):
        sides[id_] = (*sides.get(id_, ()), side)
    return sides


def _behind(pairs: Sequence[tuple[str, str]], placements: Mapping[str, Placement]) -> tuple[tuple[str, str], ...]:
    """Pairs (figure, the one behind it) among touching figures whose facing is known."""
    found: list[tuple[str, str]] = []
    for a, b in (*pairs, *((b, a) for a, b in pairs)):
        here, other = placements[a].point, placements[b].point
        if here is not None and other is not None and is_behind(here, placements[a].facing_deg, other):
            found.append((a, b))
    return tuple(sorted(found, key=lambda pair: (_order(pair[0]), _order(pair[1]))))
