"""Between the eyes and the match: what the camera would tell now, and the moves that wait for the referee's word.

Facts (who touches whom, who is at the ropes) go to the match as an observation by the camera, which a manual answer
overrules. A figure that came to rest somewhere else is a proposal: it waits until the referee takes it or leaves it.
"""

from collections import deque
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.app.stage import poses_of
from companion.games.clay_wrestling.model import Match, Zone
from companion.screens.surroundings import CameraProposal, Track
from companion.table.facts import Facts, Move
from companion.table.proposals import Proposal, TableFacts, from_camera, observation, propose

FACTS = ("adjacent", "near_ropes", "near_post", "behind")
MoveKey = tuple[str, int]
"""Which move: the figure and the frame in which it arrived."""


@dataclass(frozen=True)
class Waiting:
    """A move that the camera proposes."""

    move: Move
    proposal: Proposal

    @property
    def key(self) -> MoveKey:
        return (self.move.id, self.move.to_frame)


@dataclass
class CameraDesk:
    """Keeps the camera's newest facts and the moves nobody has decided yet.

    Attributes:
        palm_mm: span that measures each fighter's way.
        decided: moves that were taken or left already, before a restart too.
    """

    palm_mm: Mapping[str, float]
    decided: set[MoveKey] = field(default_factory=set)
    moves: deque[Move] = field(default_factory=deque)
    tracks: Mapping[str, Track] = field(default_factory=dict)
    facts: Facts | None = None

    def take(self, facts: Facts, tracks: Mapping[str, Track]) -> None:
        """The newest frame; its moves join those that wait."""
        self.facts, self.tracks = facts, tracks
        self.moves.extend(move for move in facts.moves if (move.id, move.to_frame) not in self.decided)

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
        seen = observation(match, facts)
        free = [fact for fact in FACTS if fact not in match.facts.manual]
        new = [fact for fact in free if match.facts.unsure.get(fact) or _differ(seen[fact], getattr(match.facts, fact))]
        outside = {
            name: zone
            for name, zone in facts.zone.items()
            if zone == "ringside" and match.fighters[name].zone is Zone.RING and name not in facts.uncertain
        }
        if not new and not outside:
            return None
        names = {fighter.id for fighter in match.in_play}
        poses = {name: pose for name, pose in poses_of(self.tracks).items() if name in names}
        kept = {fact: seen[fact] for fact in FACTS if fact in new or fact == "behind"}
        return {**kept, "poses": poses, "zone": outside, "source": "camera"}

    def waiting(self, match: Match) -> tuple[Waiting, ...]:
        """The moves that nobody has decided, as this state of the match sees them; oldest first."""
        found = []
        for move in self.moves:
            facts = self.table_facts(match, [move])
            if facts is None:
                break
            told = [one for one in propose(match, facts) if one.kind == "move" and move.id in one.about]
            found += [Waiting(move, one) for one in told[:1]]
        return tuple(found)

    def remarks(self, match: Match) -> tuple[Proposal, ...]:
        """What the table shows besides moves: `back turned: no Counter`, `at the ropes`."""
        facts = self.table_facts(match)
        return () if facts is None else tuple(one for one in propose(match, facts) if one.kind != "move")

    def settle(self, key: MoveKey) -> None:
        """The referee has taken or left this move."""
        self.decided.add(key)
        self.moves = deque(move for move in self.moves if (move.id, move.to_frame) != key)


def on_screen(waiting: Sequence[Waiting]) -> tuple[CameraProposal, ...]:
    """Waiting moves as the referee screen lists them, with a ghost at the new place."""
    return tuple(
        CameraProposal(one.proposal.text, one.proposal.confidence, one.move.id, (one.move.end.x_mm, one.move.end.y_mm))
        for one in waiting
    )


def _differ(seen: Sequence[Any], known: Sequence[Any]) -> bool:
    return sorted(map(_plain, seen)) != sorted(map(_plain, known))


def _plain(item: Any) -> str:
    return item if isinstance(item, str) else " ".join(item)
