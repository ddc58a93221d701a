"""Figures of like clay: who is who where colour hardly tells, or does not tell at all (field note C-02).

At rest they are told apart by where they stand. When two of one clay were handled at once, hidden by one hand or
both on their way, they may have been exchanged: then colour decides where it can, else their shapes, else nobody
does, and both are in doubt until the referee has said who is who.
"""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.colours import COST_SCALE, colour_index, separation, to_lab
from companion.vision.explained import Explained
from companion.vision.figures import ONE_CLAY
from companion.vision.follow import UNTOUCHED, Follow, State
from companion.vision.placing import Placed, Search
from companion.vision.segmentation import Scene, Seen

FloatArray = NDArray[np.float64]

# hue and saturation of two clays differ at least so much (Lab) before they tell who is who; light changes less
TOLD_LAB = 6.0
# both together are then nearer to the one way round than to the middle; one alone must be so
COLOUR_LEAD = 0.5
# and so do two shapes whose silhouettes explain that much more of both places, the one way round than the other
SHAPE_LEAD = 0.12
# out of sight for so many frames while no hand was there: it is not on the table, and nobody exchanges it
AWAY_FRAMES = 15
FEWEST_PIXELS = 20


@dataclass(eq=False)
class Pair:
    """Two figures of like clay.

    Attributes:
        handled: those that were touched or on their way and have not been found at rest since.
        in_doubt: they may have been exchanged.
        is_due: a decision is to be tried once both rest.
        looked_at: where both stood when it was tried last.
    """

    one: int
    other: int
    in_doubt: bool = True
    is_due: bool = True
    handled: set[int] = field(default_factory=set)
    looked_at: tuple[Placed | None, Placed | None] = (None, None)
    job: Generator[None, None, None] | None = None

    @property
    def both(self) -> tuple[int, int]:
        return self.one, self.other

    def partner(self, index: int) -> int:
        """The one that it may be taken for."""
        return self.other if index == self.one else self.one


class Doubles:
    """Watches all figures of like clay; next to no work where there are none."""

    def __init__(self, scene: Scene, follows: Sequence[Follow], explained: Explained) -> None:
        self._scene = scene
        self._follows = follows
        self._explained = explained
        self._out = [0] * len(follows)
        self._is_back = [False] * len(follows)
        self.pairs: list[Pair] = []
        for one, other in combinations(range(len(follows)), 2):
            apart = separation(follows[one].shape.figure.colours, follows[other].shape.figure.colours)
            if apart < ONE_CLAY:
                self.pairs.append(Pair(one, other))

    def in_doubt(self, index: int) -> bool:
        """Whether a figure may stand where another one of its clay is said to stand."""
        return any(pair.in_doubt and index in pair.both for pair in self.pairs)

    def waiting(self) -> Pair | None:
        """The first pair that neither colour nor shape could tell apart: both rest, and nobody knows who is who."""
        tried = (pair for pair in self.pairs if pair.in_doubt and not pair.is_due and pair.job is None)
        return next((pair for pair in tried if self._are_settled(pair)), None)

    def told(self, pair: Pair) -> None:
        """Who is who is known now."""
        pair.in_doubt, pair.is_due, pair.job = False, False, None
        pair.handled.clear()

    # --- before a picture is taken into account ---------------------------------------------------------------------

    def sorted_out(self, seen: Seen) -> Seen:
        """The picture with pixels of like clay named by where they are: at a figure that rests they are that one's.

        Elsewhere they are the other's, while it alone is on its way; while both are, each piece is one figure's.
        """
        if not self.pairs:
            return seen
        labels = seen.labels.copy()
        for pair in self.pairs:
            for mine, yours in (pair.both, pair.both[::-1]):
                follow = self._follows[mine]
                if follow.state is State.RESTING:
                    box = (follow.window.rows, follow.window.columns)
                    here = self._explained.allowed(mine)[box] & ~self._explained.allowed(yours)[box]
                    labels[box][here & (labels[box] == yours)] = mine
            resting = [i for i in pair.both if self._follows[i].state is State.RESTING]
            if len(resting) == 1:
                (rests,) = resting
                labels[(labels == rests) & ~self._explained.allowed(rests)] = pair.partner(rests)
            elif not resting:
                self._share_out(pair, labels, seen)
        return replace(seen, labels=labels)

    def _share_out(self, pair: Pair, labels: NDArray[np.uint8], seen: Seen) -> None:
        """Give the two largest loose pieces of both colours to one figure each, the likelier way round."""
        loose = ((labels == pair.one) | (labels == pair.other)) & self._explained.free
        joined = cv2.morphologyEx(loose.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
        count, pieces, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
        areas = stats[1:, cv2.CC_STAT_AREA] if count > 1 else np.zeros(0)
        if np.count_nonzero(areas >= FEWEST_PIXELS) < len(pair.both):
            return
        first, second = (loose & (pieces == number) for number in 1 + np.argsort(-areas)[:2])
        leads = [self._lead(seen.picture[piece], pair) for piece in (first, second)]
        one, other = (first, second) if leads[0] >= leads[1] else (second, first)
        labels[one], labels[other] = pair.one, pair.other

    def _lead(self, bgr: NDArray[np.uint8], pair: Pair) -> float:
        """How much less some pixels cost as the first of a pair than as the other, a pixel."""
        costs = self._scene.colours.costs[list(pair.both)][:, colour_index(bgr)].astype(float) / COST_SCALE
        return float((costs[1] - costs[0]).mean())

    # --- after it ---------------------------------------------------------------------------------------------------

    def watch(self, *, hand_present: bool) -> None:
        """See who is handled now; two at once may have been exchanged."""
        if not self.pairs:
            return
        for index, follow in enumerate(self._follows):
            is_unseen = follow.state is State.LOST and not hand_present
            was_out = self._out[index] >= AWAY_FRAMES
            if is_unseen:
                self._out[index] += 1
            elif follow.frames_since_seen == 0:
                self._out[index] = 0
            self._is_back[index] = was_out and self._out[index] == 0
        for pair in self.pairs:
            for index in pair.both:
                if self._is_handled(index):
                    pair.handled.add(index)
                elif self._is_at_rest(self._follows[index]) or self._out[index] >= AWAY_FRAMES:
                    pair.handled.discard(index)
            if len(pair.handled) > 1:
                pair.in_doubt, pair.is_due, pair.job = True, True, None
            if pair.in_doubt and self._are_settled(pair):
                now = (self._follows[pair.one].placed, self._follows[pair.other].placed)
                pair.is_due = pair.is_due or now != pair.looked_at

    def _is_handled(self, index: int) -> bool:
        follow = self._follows[index]
        is_away = follow.state is not State.RESTING and self._out[index] < AWAY_FRAMES
        return is_away or self._is_back[index] or follow.touched or follow.bare_frames > 0

    def _is_at_rest(self, follow: Follow) -> bool:
        is_whole = follow.seen_part >= UNTOUCHED * follow.usual_part
        return follow.state is State.RESTING and follow.job is None and is_whole

    def _are_settled(self, pair: Pair) -> bool:
        return all(
            follow.state is State.RESTING and follow.job is None and not follow.provisional and not follow.touched
            for follow in (self._follows[pair.one], self._follows[pair.other])
        )

    # --- who is who -------------------------------------------------------------------------------------------------

    def decide(self, seen: Seen, nearer: Callable[[int], list[int]]) -> None:
        """Let colour tell who is who where a pair is in doubt; where it cannot, a comparison of shapes begins.

        Args:
            nearer: gives those that stand nearer to the camera than a figure.
        """
        for pair in self.pairs:
            if not (pair.in_doubt and pair.is_due):
                continue
            resting = [i for i in pair.both if self._follows[i].state is State.RESTING]
            if len(resting) == 1:
                # the other one is not here: what stands here has one of two colours
                (mine,) = resting
                yours = pair.partner(mine)
                if self._out[yours] >= AWAY_FRAMES and self._told_by_colour(seen, mine, yours) > COLOUR_LEAD:
                    self.told(pair)
                continue
            if not self._are_settled(pair):
                continue
            pair.is_due = False
            pair.looked_at = (self._follows[pair.one].placed, self._follows[pair.other].placed)
            lead = self._told_by_colour(seen, *pair.both) + self._told_by_colour(seen, *pair.both[::-1])
            lead /= len(pair.both)
            if abs(lead) > COLOUR_LEAD:
                self._settle(pair, lead, None)
            else:
                pair.job = self._compare(pair, seen, nearer)

    def jobs(self) -> list[Pair]:
        """Pairs whose shapes are being compared."""
        return [pair for pair in self.pairs if pair.job is not None]

    def _told_by_colour(self, seen: Seen, mine: int, yours: int) -> float:
        """Whose hue is seen where `mine` is said to stand: 1 its own, -1 the other's, 0 nobody knows."""
        colours = [self._follows[i].shape.figure.colours.mean[1:] for i in (mine, yours)]
        way = colours[0] - colours[1]
        rows, columns = self._pixels(seen, mine, yours)
        if len(rows) < FEWEST_PIXELS or np.hypot(*way) < TOLD_LAB:
            return 0.0
        seen_here = to_lab(seen.picture[rows, columns])[:, 1:].mean(axis=0)
        return float(2.0 * (seen_here - (colours[0] + colours[1]) / 2) @ way / (way @ way))

    def _pixels(self, seen: Seen, mine: int, yours: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Pixels of either colour where `mine` is said to stand."""
        follow = self._follows[mine]
        labels = seen.labels[follow.window.rows, follow.window.columns]
        rows, columns = np.nonzero(follow.silhouette & ((labels == mine) | (labels == yours)))
        return rows + follow.window.top, columns + follow.window.left

    def _compare(self, pair: Pair, seen: Seen, nearer: Callable[[int], list[int]]) -> Generator[None, None, None]:
        """Try both bodies at both places; yields after each pose."""
        found: dict[tuple[int, int], Placed] = {}
        for at, absent in (pair.both, pair.both[::-1]):
            rows, columns = self._pixels(seen, at, absent)
            if len(rows) < FEWEST_PIXELS:
                return
            centre = np.array([columns.mean(), rows.mean()])
            for body in pair.both:
                labels = seen.labels.copy()
                labels[rows, columns] = body
                hidden_by = [i for i in nearer(at) if i not in pair.both]
                search = Search(
                    self._scene, replace(seen, labels=labels), self._follows[body].shape, body, centre, hidden_by
                )
                found[body, at] = yield from search.steps()
        one, other = pair.both
        own = found[one, one].score + found[other, other].score
        crossed = found[one, other].score + found[other, one].score
        if abs(own - crossed) > SHAPE_LEAD:
            self._settle(pair, own - crossed, (found[one, other], found[other, one]))

    def _settle(self, pair: Pair, lead: float, crossed: tuple[Placed, Placed] | None) -> None:
        if lead < 0:
            self.exchange(pair, crossed)
        self.told(pair)

    def exchange(self, pair: Pair, crossed: tuple[Placed, Placed] | None = None) -> None:
        """Each of the two stands where the other was said to stand.

        Args:
            crossed: how each stands there; None: as the other was said to, to be looked at again.
        """
        one, other = self._follows[pair.one], self._follows[pair.other]
        if one.placed is None or other.placed is None:
            return
        # the other's pose for now, with the usual build of its own
        places = crossed or (_as_another(other.placed), _as_another(one.placed))
        for follow, placed in zip((one, other), places, strict=True):
            follow.stand(self._scene, placed)
            follow.trusted, follow.second_look, follow.touched = None, 2, False
        self._explained.draw()


def _as_another(placed: Placed) -> Placed:
    """A place as it is believed of another figure: with its usual build, facing nobody knows where."""
    return replace(placed, pose=replace(placed.pose, build=0), facing_sure=False)
