"""Who is where from frame to frame.

The roster says how many figures there are; blobs never do. A figure cannot move without a hand, so a figure at rest
keeps its place while its own colour is still seen there or something hides it, and is looked for anew only once the
bare mat shows where it stood, or a hand has covered it and gone. A figure that has vanished is uncertain, never out.
"""

from collections.abc import Generator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from companion.vision.body import Pose
from companion.vision.colours import COST_SCALE
from companion.vision.doubles import Doubles
from companion.vision.explained import Explained
from companion.vision.follow import GONE_SEEN, UNTOUCHED, Follow, Sizes, State
from companion.vision.front_back import jumps
from companion.vision.hands_in_view import HandsInView
from companion.vision.pieces import best_piece
from companion.vision.placing import CENTROID_UP, Placed, Search, Shape
from companion.vision.segmentation import NOTHING, Scene, Seen

FloatArray = NDArray[np.float64]

# a pose that explains less than this of what is seen is no answer
POOREST_SCORE = 0.3
# it has gone when less than GONE_SEEN of them is seen and at least this part of its silhouette shows the bare mat
GONE_BARE = 0.4
GONE_FRAMES = 2
# while hands are about, a pixel shows the bare mat when that costs less than this
SURELY_BARE = 2.0
# of a figure that stands in front of another at least this part is seen
IN_FRONT_PART = 0.4
# a piece rests when its centroid stays within so many pixels for so many frames (clips show pictures twice)
STILL_PX, STILL_FRAMES = 1.2, 3
# after a hand has left, a figure is placed once more: fingers may still have hidden a part the first time
SECOND_LOOK_FRAMES = 3
# while hands are about elsewhere the second look waits for them so long, no longer
PATIENCE_FRAMES = 30
# so many times as many poses are tried in a frame while a figure has no place, or one found at a glance; and while
# nobody knows yet who stands where, before the bell
URGENT_TIMES, UNKNOWN_TIMES = 3, 10
_DONE = object()
# urgency, from here on, of figures that have their place
CALM = 2


class Tracker:
    """Follows the figures of one table through a stream of pictures."""

    def __init__(self, scene: Scene, shapes: Sequence[Shape], renders_per_frame: int | None = None) -> None:
        """Start with every figure to be found.

        Args:
            renders_per_frame: how many poses may be tried in one frame, `URGENT_TIMES` as many while a figure has no
                sure place; None for as many as it takes (offline).
        """
        self.scene = scene
        self.follows = [Follow(shape) for shape in shapes]
        self.renders_per_frame = renders_per_frame
        self._explained = Explained(self.follows, scene.camera.height, scene.camera.width)
        self._sizes = Sizes(scene, self.follows)
        self._hands = HandsInView(scene, self.follows, self._explained, self._sizes)
        self._eye = scene.camera.position_mm
        self._begun = 0
        self.doubles = Doubles(scene, self.follows, self._explained)

    @property
    def hand_present(self) -> bool:
        return self._hands.present

    def hand_near(self, follow: Follow) -> bool:
        """Whether a hand covers a figure or is about to."""
        return self._hands.near(follow)

    def update(self, seen: Seen) -> None:
        """Take one more picture into account."""
        seen = self.doubles.sorted_out(seen)
        self._hands.find(seen)
        for index, follow in enumerate(self.follows):
            if follow.state is State.RESTING:
                self._watch(index, follow, seen)
        for index, follow in enumerate(self.follows):
            if follow.state is not State.RESTING and follow.job is None:
                self._look_for(index, follow, seen)
        self.doubles.watch(hand_present=self.hand_present)
        left = self._work()
        if not self.hand_present:
            self.doubles.decide(seen, self._nearer)
        for pair in self.doubles.jobs():
            while pair.job is not None and (left is None or left > 0):
                left = None if left is None else left - 1
                if next(pair.job, _DONE) is _DONE:
                    pair.job = None

    # --- figures at rest -------------------------------------------------------------------------------------------

    def _watch(self, index: int, follow: Follow, seen: Seen) -> None:
        labels = seen.labels[follow.window.rows, follow.window.columns]
        inside = follow.silhouette
        total = max(int(np.count_nonzero(inside)), 1)
        own = int(np.count_nonzero(labels[inside] == index))
        follow.seen_part = own / total
        near_hand = self._hands.near(follow)
        is_bare = labels[inside] == NOTHING
        if self.hand_present:
            # a dark sleeve may look like the mat in deep shadow
            is_bare &= seen.background[follow.window.rows, follow.window.columns][inside] < SURELY_BARE * COST_SCALE
        bare = int(np.count_nonzero(is_bare))
        if not near_hand and own < GONE_SEEN * follow.usual_part * total:
            bare += self._explained.strangers(index, labels)
        if follow.seen_part >= UNTOUCHED * follow.usual_part:
            follow.bare_frames = 0
        elif near_hand or (self.hand_present and own < GONE_SEEN * follow.usual_part * total):
            # what hides it is the hand's, even if it looks like the mat in deep shadow; nobody sees a turn under it
            follow.touched = True
            follow.facing_deg = None
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
                self._begin(index, follow, seen, again=True)

    def _let_go(self, follow: Follow) -> None:
        follow.state = State.MOVING if self.hand_present else State.LOST
        follow.bare_frames = 0
        follow.touched = False
        follow.second_look = 0
        follow.job = None
        follow.piece_px = None
        follow.still_frames = 0
        follow.frames_since_seen = 0
        self._explained.draw()

    # --- figures to be found ---------------------------------------------------------------------------------------

    def _look_for(self, index: int, follow: Follow, seen: Seen) -> None:
        labelled = seen.labels == index
        piece = best_piece(index, labelled & self._explained.free, self._hands.mask, self._sizes)
        if piece is None:
            # in front of another figure, whose hidden part is drawn where this one is
            piece = best_piece(index, labelled & self._explained.open_silhouettes(), self._hands.mask, self._sizes)
            piece = piece if piece is not None and piece.part >= IN_FRONT_PART else None
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

    # --- placing ---------------------------------------------------------------------------------------------------

    def _distance(self, follow: Follow) -> float:
        if follow.placed is None or follow.state is not State.RESTING:
            return -1.0
        pose = follow.placed.pose
        return float(np.hypot(pose.x_mm - self._eye[0], pose.y_mm - self._eye[1]))

    def _begin(self, index: int, follow: Follow, seen: Seen, *, again: bool = False) -> None:
        """Start a search for where a figure stands now; where frames do not wait, a first one is in haste."""
        centre = self._centroid(index, follow, seen)
        if centre is None:
            return
        level = CENTROID_UP * follow.shape.figure.height_mm
        x, y = self.scene.view.to_level(float(centre[0]), float(centre[1]), level)
        away = float(np.hypot(x - self._eye[0], y - self._eye[1]))
        nearer = [i for i, other in enumerate(self.follows) if i != index and self._distance(other) < away]
        follow.looking_again = again
        self._begun += 1
        follow.begun = self._begun
        in_haste = self.renders_per_frame is not None and not again
        # fingers may have hidden a part of it at the first look: that one counts only where there were none
        earlier = follow.placed if again and follow.clear_look else None
        follow.clear_look = not self.hand_present
        search = Search(
            self.scene,
            seen,
            follow.shape,
            index,
            centre,
            nearer,
            follow.trusted,
            in_haste=in_haste,
            earlier=earlier,
        )
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

    def _nearer(self, index: int) -> list[int]:
        """Figures that stand nearer to the camera than one at rest."""
        away = self._distance(self.follows[index])
        return [i for i, other in enumerate(self.follows) if i != index and self._distance(other) < away]

    def _work(self) -> int | None:
        """Go on with the searches under way, as far as this frame's time allows: longer for figures without a place.

        Returns:
            Poses that may still be tried in this frame; None for as many as it takes.
        """
        left = self.renders_per_frame
        waiting = [follow for follow in self.follows if follow.job is not None]
        if left is not None and any(_urgency(follow) < CALM for follow in waiting):
            left *= UNKNOWN_TIMES if any(not follow.known for follow in waiting) else URGENT_TIMES
        for follow in sorted(waiting, key=lambda follow: (_urgency(follow), follow.begun)):
            while follow.job is not None and (left is None or left > 0):
                answer = _advance(follow.job)
                if answer is None:
                    left = None if left is None else left - 1
                else:
                    follow.job = None
                    follow.known = True
                    self._settle(follow, answer)
        return left

    def _settle(self, follow: Follow, answer: Placed) -> None:
        """Take an answer: the figure rests there, unless the answer explains next to nothing."""
        if answer.score < POOREST_SCORE:
            if follow.state is State.RESTING:
                self._let_go(follow)
            return
        self._rest(follow, answer)

    def _rest(self, follow: Follow, answer: Placed) -> None:
        """The figure rests there from now on."""
        if follow.looking_again and answer.facing_sure and jumps(follow.facing_deg, answer.pose.facing_deg):
            # two looks at a figure that nobody touched contradict each other: neither is sure
            answer = replace(answer, facing_sure=False)
        if follow.looking_again:
            follow.trusted = answer
        follow.stand(self.scene, answer)
        self._explained.draw()


def _urgency(follow: Follow) -> int:
    """Whose search goes first: figures without a place, those placed at a glance, those handled, then second looks."""
    if follow.state is not State.RESTING:
        return 0
    if follow.provisional:
        return 1
    return CALM + follow.looking_again


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
