"""Between the eyes and the match: what the camera would tell now, and the moves that wait for the referee's word.

Facts (who touches whom, who is at the ropes) go to the match as an observation by the camera, which a manual answer
overrules. A figure that came to rest somewhere else is a proposal: it waits until the referee takes it or leaves it.
So is one that is seen outside the ropes, or back inside, for a while: a figure that is merely gone proves nothing
(field note C-03).
"""

import math
from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.app.stage import poses_of
from companion.app.standing import Standing
from companion.games.clay_wrestling.held import as_told, settles
from companion.games.clay_wrestling.model import Match
from companion.screens.surroundings import CameraProposal, Track
from companion.table.facts import Facts, Move
from companion.table.geometry import Point
from companion.table.proposals import Proposal, TableFacts, from_camera, observation, propose

GRACE_MS = 1000.0
"""How long a figure must be seen on the other side of the ropes before it is proposed."""
FRAME_MS = 1000 / 30
"""Taken where nobody tells the time of a frame."""
BACK_MM = 15.0
"""A figure that a hand put back stands so near its former place; half a figure's foot."""
FACTS = ("adjacent", "near_ropes", "near_post", "behind")
MoveKey = tuple[str, int]
"""Which move: the figure and the frame in which it arrived."""


@dataclass(frozen=True)
class Waiting:
    """A move that the camera proposes.

    Attributes:
        over: earlier moves of the same figure that are no more than a remark: it has gone on since.
    """

    move: Move
    proposal: Proposal
    over: tuple[MoveKey, ...] = ()

    @property
    def key(self) -> MoveKey:
        return (self.move.id, self.move.to_frame)


@dataclass
class _Stand:
    """On which side of the ropes a figure is seen, and since when without a break.

    Attributes:
        agreed: the match had it there too; whatever the match says later, the figure has not gone there by itself.
    """

    zone: str
    since_ms: float
    since_frame: int
    agreed: bool = False


@dataclass
class CameraDesk:
    """Keeps the camera's newest facts and the moves nobody has decided yet.

    Attributes:
        palm_mm: span that measures each fighter's way.
        expected: whose move a person has told before the camera saw it, and in which turn.
        decided: moves that were taken or left already, before a restart too.
    """

    palm_mm: Mapping[str, float]
    decided: set[MoveKey] = field(default_factory=set)
    moves: deque[Move] = field(default_factory=deque)
    expected: dict[str, int] = field(default_factory=dict)
    tracks: Mapping[str, Track] = field(default_factory=dict)
    facts: Facts | None = None
    _now_ms: float = 0.0
    stood: Standing = field(default_factory=Standing)
    _stands: dict[str, _Stand] = field(default_factory=dict)

    def take(self, facts: Facts, tracks: Mapping[str, Track], at_ms: float | None = None) -> None:
        """The newest frame; its moves join those that wait.

        Args:
            at_ms: when it was taken, on a clock that never goes back.
        """
        self.facts, self.tracks = facts, tracks
        self._now_ms = facts.frame * FRAME_MS if at_ms is None else at_ms
        self._follow_zones(facts)
        self.stood.see(tracks, facts.uncertain, self._now_ms)
        self.moves.extend(move for move in facts.moves if (move.id, move.to_frame) not in self.decided)

    def _follow_zones(self, facts: Facts) -> None:
        """See who stands on which side; who is not seen for sure must be seen anew from the beginning."""
        seen = {name: zone.value for name, zone in facts.zone.items() if name not in facts.uncertain}
        for name, stand in list(self._stands.items()):
            if name not in seen and self._now_ms - stand.since_ms < GRACE_MS:
                del self._stands[name]
        for name, zone in seen.items():
            known = self._stands.get(name)
            if known is None or known.zone != zone:
                self._stands[name] = _Stand(zone, self._now_ms, facts.frame)

    def table_facts(self, match: Match, moves: Collection[Move] = ()) -> TableFacts | None:
        """The facts by the match's names; figures that are no fighters of it take no part."""
        if self.facts is None:
            return None
        inside = {fighter.id: fighter.id for fighter in match.in_play}
        confidence = {name: track.confidence for name, track in self.tracks.items()}
        return from_camera(replace(self.facts, moves=tuple(moves)), inside, self.palm_mm, confidence)

    def observation(self, match: Match) -> dict[str, Any] | None:
        """Parameters of the `observe` that is due, None while the match knows what the camera sees."""
        facts = self.table_facts(match)
        if facts is None or not match.roster:
            return None
        moved = self.stood.moved(match, self.palm_mm)
        gone = {fact: moved.get(fact, ()) for fact in FACTS}
        seen = observation(match, facts)
        seen |= {fact: as_told(match, fact, seen[fact], gone[fact]) for fact in FACTS}
        new = [
            fact
            for fact in FACTS
            if settles(match, fact, gone[fact]) or _differ(seen[fact], getattr(match.facts, fact))
        ]
        if not new and not moved:
            return None
        names = {fighter.id for fighter in match.in_play}
        poses = {name: pose for name, pose in poses_of(self.tracks).items() if name in names}
        kept = {fact: seen[fact] for fact in FACTS if fact in new or fact == "behind"}
        return {**kept, "poses": poses, **({"moved": moved} if moved else {}), "source": "camera"}

    def waiting(self, match: Match) -> tuple[Waiting, ...]:
        """The moves that nobody has decided, as this state of the match sees them; oldest first."""
        self._settle_expected(match)
        found = []
        for move in self.moves:
            facts = self.table_facts(match, [move])
            if facts is None:
                break
            told = [one for one in propose(match, facts) if one.kind == "move" and move.id in one.about]
            found += [Waiting(move, one) for one in told[:1]]
        return (*found, *self._over_the_ropes(match))

    def _over_the_ropes(self, match: Match) -> Iterator[Waiting]:
        """Figures that went out, or came back, and have been seen there long enough."""
        for name, stand in self._stands.items():
            fighter = match.fighters.get(name)
            track = self.tracks.get(name)
            if fighter is None or track is None or stand.agreed or self._now_ms - stand.since_ms < GRACE_MS:
                continue
            there = Point(track.x_mm, track.y_mm)
            move = Move(name, stand.since_frame, stand.since_frame, 0.0, there, there)
            facts = self.table_facts(match)
            if facts is None or (move.id, move.to_frame) in self.decided:
                continue
            told = [one for one in propose(match, facts) if one.kind == "zone" and one.about == (name,)]
            yield from (Waiting(move, one) for one in told[:1])

    def agree(self, match: Match) -> None:
        """Note who is where the match has him: should the match move him on, the camera does not take him back."""
        for name, stand in self._stands.items():
            fighter = match.fighters.get(name)
            stand.agreed = stand.agreed or (fighter is not None and fighter.zone.value == stand.zone)

    def remarks(self, match: Match) -> tuple[Proposal, ...]:
        """What the table shows besides moves: `back turned: no Counter`, `at the ropes`."""
        facts = self.table_facts(match)
        return () if facts is None else tuple(one for one in propose(match, facts) if one.kind != "move")

    def told(self, name: str, turn_no: int) -> None:
        """A person has told that a figure moves: what the camera sees of it now or next in this turn is that move."""
        seen = [move for move in self.moves if move.id == name]
        for move in seen:
            self.settle((move.id, move.to_frame))
        if not seen:
            self.expected[name] = turn_no

    def _settle_expected(self, match: Match) -> None:
        for move in list(self.moves):
            if self.expected.pop(move.id, None) == match.turn_no:
                self.settle((move.id, move.to_frame))

    def listed(self, match: Match) -> tuple[Waiting, ...]:
        """What waits, as the referee is told it: who moves about in a pause once, where it stands now.

        What a figure did that stands again where it stood before is over: it is not asked for later either.
        """
        waiting = self.waiting(match)
        wandered: dict[str, list[Waiting]] = {}
        for one in waiting:
            if one.proposal.is_late:
                wandered.setdefault(one.move.id, []).append(one)
        told = []
        for one in waiting:
            late = wandered.get(one.move.id, [])
            if not one.proposal.is_late:
                told.append(one)
            elif one is late[-1]:
                whole = replace(one, over=tuple(other.key for other in late[:-1]))
                if not self._is_back(late[0].move):
                    told.append(whole)
                elif _is_near(late[-1].move.end, late[0].move.start):
                    # the way back has been told of too: nothing of it comes later
                    self.decide(whole)
        return tuple(told)

    def _is_back(self, first: Move) -> bool:
        """Whether a figure is surely seen where it stood before that move."""
        at = self.tracks.get(first.id)
        if at is None or self.facts is None or first.id in self.facts.uncertain:
            return False
        return _is_near(Point(at.x_mm, at.y_mm), first.start)

    def decide(self, one: Waiting) -> None:
        """The referee has taken or left this one, and with it what it stands for."""
        for key in (*one.over, one.key):
            self.settle(key)

    def settle(self, key: MoveKey) -> None:
        """This move has been taken or left."""
        self.decided.add(key)
        self.moves = deque(move for move in self.moves if (move.id, move.to_frame) != key)


def _is_near(one: Point, other: Point) -> bool:
    return math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm) < BACK_MM


def on_screen(waiting: Sequence[Waiting]) -> tuple[CameraProposal, ...]:
    """Waiting moves as the referee screen lists them, with a ghost at the new place."""
    return tuple(
        CameraProposal(
            one.proposal.text,
            one.proposal.confidence,
            one.move.id,
            (one.move.end.x_mm, one.move.end.y_mm),
            ("move", {"fighter": one.move.id}, ("palms",)) if one.proposal.kind == "move" else None,
            changes=one.proposal.command is not None,
        )
        for one in waiting
    )


def _differ(seen: Sequence[Any], known: Sequence[Any]) -> bool:
    return sorted(map(_plain, seen)) != sorted(map(_plain, known))


def _plain(item: Any) -> str:
    return item if isinstance(item, str) else " ".join(item)
