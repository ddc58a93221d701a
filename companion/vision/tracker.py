"""Who is where from frame to frame.

The roster says how many figures there are; blobs never do. A figure cannot move without a hand, so a figure at rest
keeps its place while its own colour is still seen there or something hides it, and is looked for anew only once the
bare mat shows where it stood, or a hand has covered it and gone. A figure that has vanished is uncertain, never out.
"""

import math
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from enum import Enum

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.body import Pose, Window
from companion.vision.placing import CENTROID_UP, Placed, Search, Shape
from companion.vision.segmentation import NOTHING, Scene, Seen

FloatArray = NDArray[np.float64]
Mask = NDArray[np.bool_]

# something that no figure at rest explains and larger than this (mm across) is a hand or a thing
HAND_MM = 34.0
# a loose piece that does not reach in from outside and stays the same for so many frames is a thing, not a hand
THING_FRAMES = 30
# a pose that explains less than this of what is seen is no answer
POOREST_SCORE = 0.3
# a figure at rest is untouched while this part of its usual own pixels is seen
UNTOUCHED = 0.8
# it has gone when less than this part is seen and at least GONE_BARE of its silhouette shows the bare mat
GONE_SEEN, GONE_BARE = 0.4, 0.4
GONE_FRAMES = 2
# a piece of colour must cover this part of the figure's expected area to be it
SMALLEST_PART, LARGEST_PART = 0.2, 2.3
# a loose piece of which so much is one figure's colour may be that figure alone
PURE_PART = 0.65
# a piece rests when its centroid stays within so many pixels for so many frames (clips show pictures twice)
STILL_PX, STILL_FRAMES = 1.2, 3
# after a hand has left, a figure is placed once more: fingers may still have hidden a part the first time
SECOND_LOOK_FRAMES = 3
# while hands are about elsewhere the second look waits for them so long, no longer
PATIENCE_FRAMES = 30
# facings are told from this lead on (tracking notes: an oblique view is a toss below it)
FACING_LEAD = 0.03
FACING_SCORE = 0.45


class State(Enum):
    """What the tracker believes about a figure."""

    RESTING = "resting"
    MOVING = "moving"
    LOST = "lost"


@dataclass(eq=False)
class Follow:
    """One figure being followed; changes from frame to frame.

    Attributes:
        usual_part, seen_part: part of its silhouette that shows its own colour, when it was placed and now.
        touched: a hand covered it since it was placed.
        second_look: frames until it is placed once more.
        patience: frames that the second look still waits for hands elsewhere.
        looking_again: the search under way is the second look.
        provisional: placed at a glance; posture and facing are still being looked for.
        trusted: what the last second look found; where it still fits, another pose must be clearly better.
        piece_px: centroid of its colour while it is looked for.
    """

    shape: Shape
    state: State = State.LOST
    placed: Placed | None = None
    window: Window = field(default_factory=lambda: Window(0, 0, 1, 1))
    silhouette: Mask = field(default_factory=lambda: np.zeros((1, 1), dtype=bool))
    usual_part: float = 1.0
    seen_part: float = 0.0
    touched: bool = False
    bare_frames: int = 0
    second_look: int = 0
    looking_again: bool = False
    patience: int = 0
    provisional: bool = False
    trusted: Placed | None = None
    facing_deg: float | None = None
    piece_px: FloatArray | None = None
    piece_area: float = 0.0
    still_frames: int = 0
    job: Generator[None, None, Placed] | None = None
    frames_since_seen: int = 0


@dataclass(frozen=True, slots=True)
class Piece:
    """Pixels of one figure's colour that belong together.

    Attributes:
        part: their number over the number expected of the whole figure there.
        in_hand: they hang together with a hand or arm.
    """

    centroid_px: FloatArray
    area: float
    part: float
    in_hand: bool


class Tracker:
    """Follows the figures of one table through a stream of pictures."""

    def __init__(self, scene: Scene, shapes: Sequence[Shape], renders_per_frame: int | None = None) -> None:
        """Start with every figure to be found.

        Args:
            renders_per_frame: how many poses may be tried in one frame; None for as many as it takes (offline).
        """
        self.scene = scene
        self.follows = [Follow(shape) for shape in shapes]
        self.renders_per_frame = renders_per_frame
        self.hand_present = False
        self._hand: NDArray[np.uint8] = np.zeros(scene.empty.shape[:2], np.uint8)
        height, width = scene.empty.shape[:2]
        # where each figure's own colour is accounted for, and the outlines where any colour may mix
        self._allowed: Mask = np.zeros((len(self.follows), height, width), dtype=bool)
        self._fringe: NDArray[np.uint8] = np.zeros((height, width), np.uint8)
        self._free: Mask = np.ones((height, width), dtype=bool)
        self._edge = _edge_of(scene.region)
        self._things: list[tuple[tuple[float, float, int], int]] = []
        self._hand_area = (HAND_MM / scene.mm_per_px) ** 2
        self._eye = scene.camera.position_mm
        self._areas: dict[int, float] = {}

    def update(self, seen: Seen) -> None:
        """Take one more picture into account."""
        self._find_hand(seen)
        for index, follow in enumerate(self.follows):
            if follow.state is State.RESTING:
                self._watch(index, follow, seen)
        for index, follow in enumerate(self.follows):
            if follow.state is not State.RESTING and follow.job is None:
                self._look_for(index, follow, seen)
        self._work()

    # --- hands -----------------------------------------------------------------------------------------------------

    def _find_hand(self, seen: Seen) -> None:
        """Everything that is neither the ring nor a figure at its place, in pieces of a hand's size.

        An arm reaches in from outside; a piece that does not and stays as it is for long is a thing, such as a card.
        """
        self._hand[:] = 0
        self.hand_present = False
        loose = self._loose(seen)
        pieces_now: list[tuple[float, float, int]] = []
        if np.count_nonzero(loose) >= self._hand_area / 2:
            count, pieces, stats, centres = cv2.connectedComponentsWithStats(loose, connectivity=8)
            for piece in range(1, count):
                left, top, wide, high, area = (int(v) for v in stats[piece])
                if area < self._hand_area:
                    continue
                box = (slice(top, top + high), slice(left, left + wide))
                inside = pieces[box] == piece
                excess = area - self._figures_in(seen.labels[box][inside], left + wide / 2, top + high / 2)
                reaches_in = bool((self._edge[box] & inside).any())
                if excess < self._hand_area * (0.5 if reaches_in else 1.5):
                    continue
                here = (float(centres[piece][0]), float(centres[piece][1]), area)
                pieces_now.append(here)
                if reaches_in or not self._is_thing(here):
                    self._hand[box][inside] = 1
                    self.hand_present = True
        self._age_things(pieces_now)

    def _loose(self, seen: Seen) -> NDArray[np.uint8]:
        """Pixels that show something which no figure at rest accounts for; specks removed."""
        loose = np.zeros(seen.labels.shape, np.uint8)
        where = np.flatnonzero(seen.labels.reshape(-1) != NOTHING)
        labels = seen.labels.reshape(-1)[where]
        accounted = self._fringe.reshape(-1)[where] > 0
        named = labels < len(self.follows)
        accounted[named] |= self._allowed.reshape(len(self.follows), -1)[labels[named], where[named]]
        loose.reshape(-1)[where[~accounted]] = 1
        return np.asarray(cv2.morphologyEx(loose, cv2.MORPH_OPEN, _SPECK), dtype=np.uint8)

    def _figures_in(self, labels: NDArray[np.uint8], column: float, row: float) -> float:
        """Pixels of a piece that may well be figures on their way, not hand."""
        counts = np.bincount(labels, minlength=256)
        total = 0.0
        # one colour alone is a figure up to the size it may have lying; among others it has its usual size
        pure = len(self.follows) > 0 and counts[: len(self.follows)].max() > PURE_PART * len(labels)
        largest = LARGEST_PART if pure else 1.4
        for index, follow in enumerate(self.follows):
            is_away = follow.state is not State.RESTING or follow.seen_part < GONE_SEEN * follow.usual_part
            if is_away and counts[index]:
                total += min(float(counts[index]), largest * self._usual_area(index, column, row))
        return total

    def _is_thing(self, here: tuple[float, float, int]) -> bool:
        return any(age >= THING_FRAMES and _same_piece(here, there) for there, age in self._things)

    def _age_things(self, pieces: list[tuple[float, float, int]]) -> None:
        ages = [max((age for there, age in self._things if _same_piece(here, there)), default=0) for here in pieces]
        self._things = [(here, age + 1) for here, age in zip(pieces, ages, strict=True)]

    def _usual_area(self, index: int, column: float, row: float) -> float:
        """Pixels that figure `index` fills when it stands around a pixel."""
        shape = self.follows[index].shape
        scene = self.scene
        height = CENTROID_UP * shape.figure.height_mm
        x, y = scene.view.to_level(column, row, height)
        if not math.isfinite(x):
            return 1.0
        learned = shape.figure.learned_at
        here = math.dist(self._eye, (x, y, height))
        there = math.dist(self._eye, (learned.x_mm, learned.y_mm, height))
        return self._learned_area(index) * (there / here) ** 2

    def _learned_area(self, index: int) -> float:
        shape = self.follows[index].shape
        if index not in self._areas:
            learned = shape.figure.learned_at
            window = shape.window(self.scene.view, learned.x_mm, learned.y_mm, 0.0)
            drawn = shape.silhouette(self.scene.view, learned, window)
            self._areas[index] = max(float(drawn.sum()), 1.0)
        return self._areas[index]

    # --- figures at rest -------------------------------------------------------------------------------------------

    def _watch(self, index: int, follow: Follow, seen: Seen) -> None:
        labels = seen.labels[follow.window.rows, follow.window.columns]
        inside = follow.silhouette
        total = max(int(np.count_nonzero(inside)), 1)
        own = int(np.count_nonzero(labels[inside] == index))
        follow.seen_part = own / total
        near_hand = self.hand_present and self._hand_near(follow)
        bare = int(np.count_nonzero(labels[inside] == NOTHING))
        if not near_hand and own < GONE_SEEN * follow.usual_part * total:
            bare += self._strangers(index, follow, labels)
        if follow.seen_part >= UNTOUCHED * follow.usual_part:
            follow.bare_frames = 0
        elif near_hand:
            follow.touched = True
        if own < GONE_SEEN * follow.usual_part * total and bare > GONE_BARE * total:
            follow.bare_frames += 1
            if follow.bare_frames >= GONE_FRAMES:
                self._let_go(follow)
                return
        if follow.job is not None:
            return
        if follow.touched and not near_hand and follow.seen_part > 0.3 * follow.usual_part:
            self._begin(index, follow, seen)
            follow.touched = False
            follow.second_look, follow.patience = SECOND_LOOK_FRAMES, PATIENCE_FRAMES
        elif follow.second_look and not near_hand:
            follow.second_look -= 1
            if follow.second_look == 0 and self.hand_present and follow.patience > 0:
                follow.patience -= 1
                follow.second_look = 1
            elif follow.second_look == 0:
                self._begin(index, follow, seen)
                follow.looking_again = True

    def _strangers(self, index: int, follow: Follow, labels: NDArray[np.uint8]) -> int:
        """Pixels of a silhouette that show figures which are not known to stand there: they stand in its place."""
        window = follow.window
        named = follow.silhouette & (labels < len(self.follows)) & (labels != index)
        rows, columns = np.nonzero(named)
        known = self._allowed[labels[rows, columns], rows + window.top, columns + window.left]
        return int(np.count_nonzero(~known))

    def _hand_near(self, follow: Follow) -> bool:
        """Whether a hand covers a figure or is about to: at its silhouette or a finger's width around."""
        hand = self._hand[follow.window.rows, follow.window.columns]
        if not hand.any():
            return False
        reach = np.asarray(cv2.dilate(follow.silhouette.astype(np.uint8), _FINGER), dtype=np.uint8)
        return bool((reach & hand).any())

    def _let_go(self, follow: Follow) -> None:
        follow.state = State.MOVING if self.hand_present else State.LOST
        follow.bare_frames = 0
        follow.touched = False
        follow.second_look = 0
        follow.job = None
        follow.piece_px = None
        follow.still_frames = 0
        follow.frames_since_seen = 0
        self._explain()

    # --- figures to be found ---------------------------------------------------------------------------------------

    def _look_for(self, index: int, follow: Follow, seen: Seen) -> None:
        piece = self._best_piece(index, seen)
        if piece is None:
            follow.frames_since_seen += 1
            follow.still_frames = 0
            follow.state = State.MOVING if self.hand_present else State.LOST
            return
        follow.frames_since_seen = 0
        moved = np.inf if follow.piece_px is None else float(np.linalg.norm(piece.centroid_px - follow.piece_px))
        follow.still_frames = follow.still_frames + 1 if moved < STILL_PX else 0
        follow.piece_px, follow.piece_area = piece.centroid_px, piece.area
        follow.state = State.MOVING
        settled = not self.hand_present or follow.still_frames >= STILL_FRAMES
        if settled and not piece.in_hand:
            self._begin(index, follow, seen)
            follow.second_look, follow.patience = SECOND_LOOK_FRAMES, PATIENCE_FRAMES

    def _best_piece(self, index: int, seen: Seen) -> Piece | None:
        """The likeliest place of a figure's colour that nobody at rest accounts for."""
        free = (seen.labels == index) & self._free
        rows, columns = np.flatnonzero(free.any(axis=1)), np.flatnonzero(free.any(axis=0))
        if not len(rows):
            return None
        top, left = int(rows[0]), int(columns[0])
        cut = free[top : rows[-1] + 1, left : columns[-1] + 1].astype(np.uint8)
        roomy = cv2.copyMakeBorder(cut, 3, 3, 3, 3, cv2.BORDER_CONSTANT, value=0)
        joined = cv2.morphologyEx(roomy, cv2.MORPH_CLOSE, _JOIN)[3:-3, 3:-3].copy()
        count, pieces, stats, centroids = cv2.connectedComponentsWithStats(joined, connectivity=8)
        best: Piece | None = None
        best_value = 0.0
        for number in range(1, count):
            x, y, wide, high, _ = (int(v) for v in stats[number])
            box = (slice(y, y + high), slice(x, x + wide))
            inside = (pieces[box] == number) & (cut[box] > 0)
            area = float(np.count_nonzero(inside))
            if area < 8:
                continue
            centre = centroids[number] + (left, top)
            part = area / self._usual_area(index, float(centre[0]), float(centre[1]))
            if not SMALLEST_PART <= part <= LARGEST_PART:
                continue
            hand = self._hand[top + y : top + y + high, left + x : left + x + wide]
            in_hand = bool((hand[inside] > 0).mean() > 0.2)
            value = min(part, 1.0) - (0.5 if in_hand else 0.0)
            if best is None or value > best_value:
                rows_in, columns_in = np.nonzero(inside)
                exact = np.array([columns_in.mean() + x + left, rows_in.mean() + y + top])
                best, best_value = Piece(exact, area, part, in_hand), value
        return best

    # --- placing ---------------------------------------------------------------------------------------------------

    def _distance(self, follow: Follow) -> float:
        if follow.placed is None or follow.state is not State.RESTING:
            return -1.0
        pose = follow.placed.pose
        return float(np.hypot(pose.x_mm - self._eye[0], pose.y_mm - self._eye[1]))

    def _begin(self, index: int, follow: Follow, seen: Seen) -> None:
        """Start a search for where a figure stands now."""
        centre = self._centroid(index, follow, seen)
        if centre is None:
            return
        level = CENTROID_UP * follow.shape.figure.height_mm
        x, y = self.scene.view.to_level(float(centre[0]), float(centre[1]), level)
        away = float(np.hypot(x - self._eye[0], y - self._eye[1]))
        nearer = [i for i, other in enumerate(self.follows) if i != index and self._distance(other) < away]
        follow.looking_again = False
        search = Search(self.scene, seen, follow.shape, index, centre, nearer, follow.trusted)
        if self.renders_per_frame is not None and follow.state is not State.RESTING:
            glance = search.glance()
            if glance.score >= POOREST_SCORE / 2:
                self._rest(follow, glance)
                follow.provisional = True
        follow.job = search.steps()

    def _centroid(self, index: int, follow: Follow, seen: Seen) -> FloatArray | None:
        if follow.state is not State.RESTING:
            return follow.piece_px
        own = seen.labels[follow.window.rows, follow.window.columns] == index
        rows, columns = np.nonzero(own)
        if not len(rows):
            return None
        return np.array([columns.mean() + follow.window.left, rows.mean() + follow.window.top])

    def _work(self) -> None:
        """Go on with the searches under way, as far as this frame's time allows."""
        left = self.renders_per_frame
        for follow in sorted(self.follows, key=_urgency):
            while follow.job is not None and (left is None or left > 0):
                answer = _advance(follow.job)
                if answer is None:
                    left = None if left is None else left - 1
                else:
                    follow.job = None
                    self._settle(follow, answer)

    def _settle(self, follow: Follow, answer: Placed) -> None:
        """Take an answer: the figure rests there, unless the answer explains next to nothing."""
        if answer.score < POOREST_SCORE:
            if follow.state is State.RESTING:
                self._let_go(follow)
            return
        self._rest(follow, answer)

    def _rest(self, follow: Follow, answer: Placed) -> None:
        """The figure rests there from now on."""
        follow.placed = answer
        follow.provisional = False
        if follow.looking_again:
            follow.trusted = answer
        told = follow.shape.figure.facing_known and answer.facing_lead >= FACING_LEAD and answer.score >= FACING_SCORE
        follow.facing_deg = answer.pose.facing_deg if told else None
        follow.state = State.RESTING
        follow.bare_frames = 0
        pose = answer.pose
        follow.window = follow.shape.window(self.scene.view, pose.x_mm, pose.y_mm, pose.z_mm)
        follow.silhouette = follow.shape.silhouette(self.scene.view, pose, follow.window) > 0
        total = max(int(follow.silhouette.sum()), 1)
        follow.usual_part = min(1.0, max(0.1, answer.evidence_px / total))
        follow.seen_part = follow.usual_part
        self._explain()

    def _explain(self) -> None:
        """Draw all figures at rest: what their colours cover is accounted for."""
        self._allowed[:] = False
        self._fringe[:] = 0
        for index, follow in enumerate(self.follows):
            if follow.state is not State.RESTING:
                continue
            drawn = follow.silhouette.astype(np.uint8)
            grown = cv2.dilate(drawn, _GROW)
            self._allowed[index, follow.window.rows, follow.window.columns] = grown > 0
            outline = (grown > 0) & (cv2.erode(drawn, _SPECK) == 0)
            self._fringe[follow.window.rows, follow.window.columns][outline] = 1
        self._free = (self._fringe == 0) & ~self._allowed.any(axis=0)


_JOIN = np.ones((5, 5), np.uint8)
_GROW = np.ones((7, 7), np.uint8)
_FINGER = np.ones((15, 15), np.uint8)
_SPECK = np.ones((3, 3), np.uint8)


def _edge_of(region: Mask) -> Mask:
    """The rim of what is watched: an arm that reaches in crosses it."""
    inner = cv2.erode(region.astype(np.uint8), np.ones((5, 5), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=0)
    return np.asarray(region & (inner == 0), dtype=bool)


def _same_piece(a: tuple[float, float, int], b: tuple[float, float, int]) -> bool:
    return abs(a[0] - b[0]) < 2.0 and abs(a[1] - b[1]) < 2.0 and abs(a[2] - b[2]) < 0.1 * max(a[2], b[2])


def _urgency(follow: Follow) -> int:
    """Whose search goes first: figures without a place, then those placed at a glance, then second looks."""
    if follow.state is not State.RESTING:
        return 0
    return 1 if follow.provisional else 2


def _advance(job: Generator[None, None, Placed]) -> Placed | None:
    """One more step of a search; its answer once there is one."""
    try:
        next(job)
    except StopIteration as done:
        answer: Placed = done.value
        return answer
    return None


def outside(pose: Pose, half_size_mm: tuple[float, float]) -> bool:
    """Whether a pose lies beyond the mat."""
    return abs(pose.x_mm) > half_size_mm[0] or abs(pose.y_mm) > half_size_mm[1]
