"""Where one figure stands, how it faces and whether it lies: its body tried in many poses against one picture.

Each pose's silhouette slides over a map of evidence, positive where the figure's colour is seen, negative where the
empty ring or a figure behind is seen, nothing where a hand or a nearer figure hides what is there. The best sum wins;
how far the best facing leads any other tells whether the facing may be told.
"""

import math
from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from companion.errors import FileProblemError
from companion.vision.body import (
    REACH,
    TIPS,
    Pose,
    Tip,
    Window,
    best_shift,
    place,
    render,
    rotation_z,
    tip_over,
)
from companion.vision.colours import COST_SCALE, colour_index
from companion.vision.figures import Figure, tube
from companion.vision.front_back import (
    FACING_SCORE,
    LEAST_TOLD,
    OPPOSITE_TURNS_DEG,
    SAME_TURNS_DEG,
    away_from_known,
    guess_holds,
    guess_lead,
    lead_due,
)
from companion.vision.segmentation import NOTHING, OTHER, OTHER_COST, Scene, Seen
from companion.vision.view import View

FloatArray = NDArray[np.float64]

# height of the silhouette's centroid over the table, units of height (tracking notes, step 6)
CENTROID_UP = 0.47
SLIDE_PX = 10
# poses of one search stand this near to the first one, mostly
NEIGHBOURHOOD_PX = 30
COARSE_STEP_DEG, LYING_STEP_DEG = 30.0, 30.0
# evidence saturates: a pixel is seen or not, its colour's exactness is no further proof
EVIDENCE_SCALE = 4.0
# up to this cost a changed pixel's colour may well be the figure's
UNLIKE_COST = 4.0
# facings closer than this to the best are the same answer
SAME_FACING_DEG = 50.0
# upright is the rule: a lying body must explain the picture so much better, and so much of what the upright one leaves
# unexplained: in a picture that neither explains well a small lead is chance
LYING_LEAD, LYING_LEAD_PER_REST = 0.08, 0.3
# and a figure that is still where it was is taken for tipped over, or stood up, only on so much more
SAME_PLACE_LEAD, SAME_PLACE_MM = 0.08, 30.0
# a figure that was placed well before stays as it was unless another pose explains the picture so much better
BETTER_BY, SAME_PLACE_PX = 0.03, 1.6
# an upright pose that explains so much leaves no room for a lying one's lead, and none is tried
SURELY_UPRIGHT, UNASKED = 0.88, -1.0
# so many facings or ways to lie are tried with other builds
MOST_LEADERS = 4
FINEST_STEP_DEG = 7.5
GLANCE_TURNS_DEG = (0.0, 90.0, 180.0, 270.0)
# weight of poses in the mean place: so much of score behind counts 1/e. Scores are no finer than the rest that the best
# body leaves unexplained, so for upright poses the softness grows with it; a lying body's contact jumps from pose to
# pose, and a mean of jumps is nowhere
PLACE_SOFTNESS, SOFTNESS_PER_REST, LYING_SOFTNESS = 0.005, 0.3, 0.01
# the same for judging how sure the place is
SPREAD_SOFTNESS = 0.06


@dataclass(frozen=True, eq=False)
class Shape:
    """A figure with its bodies, one a build, upright and tipped over; made once per table."""

    figure: Figure
    bodies: tuple[dict[Tip, FloatArray], ...]

    @classmethod
    def of(cls, figure: Figure, scene: Scene) -> "Shape":
        """The bodies carved from the learned outline.

        Raises:
            FileProblemError: the table's camera stands elsewhere than the one that learned the figure.
        """
        upright = figure.bodies(scene.camera, scene.scale)
        if not all(len(body) for body in upright):
            called = figure.name or figure.id
            raise FileProblemError(
                f"figure {called} was learned before the camera was calibrated anew, and is not where its picture "
                "says; run `companion calibrate colours` again",
                f"la figura {called} se aprendió antes de calibrar otra vez la cámara, y no está donde dice su "
                "imagen; repite `companion calibrate colours`",
            )
        return cls(figure, tuple({tip: tip_over(body, tip) for tip in ("up", *TIPS)} for body in upright))

    @cached_property
    def _middles(self) -> list[dict[Tip, FloatArray]]:
        return [
            {tip: body.mean(axis=0) if len(body) else np.zeros(3) for tip, body in build.items()}
            for build in self.bodies
        ]

    def middle(self, tip: Tip, build: int) -> FloatArray:
        """What is behind the silhouette's centroid, body frame, shape (3,).

        Upright figures are alike enough for one height on the axis (tracking notes, step 6); one tipped over may lie
        flat or stand on a raised arm or tail.
        """
        if tip == "up":
            return np.array([0.0, 0.0, CENTROID_UP * self.figure.height_mm])
        return self._middles[build][tip]

    @property
    def reach_mm(self) -> float:
        return REACH[self.figure.kind] * self.figure.height_mm

    def silhouette(self, view: View, pose: Pose, window: Window) -> NDArray[np.uint8]:
        return render(place(self.bodies[pose.build][pose.tip], pose), view, window)

    def window(self, view: View, x_mm: float, y_mm: float, z_mm: float, margin_px: int = SLIDE_PX) -> Window:
        """The part of the picture this figure can fill when it is near a place, whichever way it faces or lies."""
        corners = view.project(tube(x_mm, y_mm, self.reach_mm, z_mm, z_mm + self.figure.height_mm * 1.05))
        corners = corners[np.isfinite(corners).all(axis=1)]
        if not len(corners):
            return Window(0, 0, 1, 1)
        left, top = np.floor(corners.min(axis=0)).astype(int) - margin_px
        right, bottom = np.ceil(corners.max(axis=0)).astype(int) + margin_px + 1
        left, top = min(max(left, 0), view.width - 1), min(max(top, 0), view.height - 1)
        right, bottom = min(max(right, left + 1), view.width), min(max(bottom, top + 1), view.height)
        return Window(int(left), int(top), int(right - left), int(bottom - top))


@dataclass(frozen=True, slots=True)
class Placed:
    """The answer of a search.

    Attributes:
        score: evidence inside the silhouette over all evidence for the figure; 1 is perfect, below 0.3 is a guess.
        facing_lead: how far the best facing's score leads the best one that is clearly another.
        lying_lead: score of the best lying pose minus that of the best upright one; `UNASKED` where none was tried.
        evidence_px: pixels that speak for the figure.
        spread_mm: how far apart the poses stand that explain the picture nearly as well, lying ones included.
        facing_sure: front and back can be told apart.
        guess_lead: by which part of what is open the facing led its opposites; None where it rests on no guess.
    """

    pose: Pose
    score: float
    facing_lead: float
    lying_lead: float
    evidence_px: float
    spread_mm: float = 0.0
    facing_sure: bool = False
    guess_lead: float | None = None


@dataclass(frozen=True, slots=True)
class _Try:
    pose: Pose
    score: float


def evidence_for(scene: Scene, seen: Seen, index: int, window: Window, hidden_by: Sequence[int]) -> NDArray[np.float32]:
    """What each pixel says about figure `index`: 1 surely it, -1 surely not, 0 cannot tell; shape of the window.

    Args:
        hidden_by: figures that stand nearer to the camera.
    """
    labels = seen.labels[window.rows, window.columns]
    pixels = seen.picture[window.rows, window.columns].reshape(-1, 3)
    own = scene.colours.costs[index][colour_index(pixels)].reshape(labels.shape).astype(np.float32)
    ring = seen.background[window.rows, window.columns].astype(np.float32)
    evidence = (np.minimum(ring, OTHER_COST * COST_SCALE) - own) / np.float32(EVIDENCE_SCALE * COST_SCALE)
    evidence = np.clip(evidence, -1.0, 1.0)
    # a pixel as it was: the less the figure's colour differs from the ring's there, the less it says
    unchanged = ring == 0
    evidence[unchanged] = np.minimum(evidence[unchanged], 0.0)
    # one that has changed and that the ring explains but little better, as a shadow: it cannot tell
    in_doubt = ~unchanged & (own < UNLIKE_COST * COST_SCALE)
    evidence[in_doubt] = np.maximum(evidence[in_doubt], 0.0)
    someone = (labels != index) & (labels != NOTHING)
    evidence[someone] = np.minimum(evidence[someone], 0.0)
    hides = np.zeros(256, dtype=bool)
    hides[[OTHER, *hidden_by]] = True
    evidence[hides[labels]] = 0.0
    return np.asarray(evidence, dtype=np.float32)


class Search:
    """Tries poses of one figure against one picture, one render a step, so that a frame can afford a few."""

    def __init__(
        self,
        scene: Scene,
        seen: Seen,
        shape: Shape,
        index: int,
        centroid_px: FloatArray,
        hidden_by: Sequence[int],
        former: Placed | None = None,
        *,
        in_haste: bool = False,
        earlier: Placed | None = None,
    ) -> None:
        """Prepare a search.

        Args:
            centroid_px: of the figure's visible pixels.
            hidden_by: figures that stand nearer to the camera.
            former: where it stood when it was last seen well, if it may never have been moved since.
            in_haste: with the usual build alone: an answer in half the time.
            earlier: another look at the same pose; the mean of both tells whether it lies, and front from back.
        """
        self.in_haste = in_haste
        self.earlier = earlier
        self.former = former
        self.scene = scene
        self.seen = seen
        self.shape = shape
        self.index = index
        self.centroid_px = centroid_px
        self.hidden_by = tuple(hidden_by)
        self._area: Window | None = None
        self._evidence: NDArray[np.float32] = np.zeros((0, 0), np.float32)

    def start(self, tip: Tip, facing_deg: float) -> Pose:
        """Where the figure is if its middle is behind the centroid of its pixels: on the mat, or else at ringside."""
        middle = self.shape.middle(tip, 0)
        height = float(middle[2])
        aside = rotation_z(facing_deg)[:2, :2] @ middle[:2]
        view, ring = self.scene.view, self.scene.ring
        column, row = (float(v) for v in self.centroid_px)
        x, y = np.array(view.to_level(column, row, height)) - aside
        z = 0.0
        if not np.isfinite(x) or max(abs(x) - ring.size_mm[0] / 2, abs(y) - ring.size_mm[1] / 2) > 0.0:
            z = ring.ringside_z_mm
            x, y = np.array(view.to_level(column, row, z + height)) - aside
        return Pose(float(x), float(y), z, facing_deg, tip)

    def glance(self) -> Placed:
        """A first answer from a few facings, upright: good for the place, not for posture or facing."""
        pose = self.start("up", self.shape.figure.learned_at.facing_deg)
        window, evidence = self._around(pose)
        total = max(float(np.clip(evidence, 0.0, None).sum()), 1.0)
        tries = [
            self._try(replace(pose, facing_deg=pose.facing_deg + turn), window, evidence, total)
            for turn in GLANCE_TURNS_DEG
        ]
        best = max(tries, key=lambda t: t.score)
        return Placed(best.pose, best.score, 0.0, UNASKED, total)

    def steps(self) -> Generator[None, None, Placed]:
        """Yield after each render; the generator's return value is the answer."""
        upright = self.start("up", self.shape.figure.learned_at.facing_deg)
        window, evidence = self._around(upright)
        total = max(float(np.clip(evidence, 0.0, None).sum()), 1.0)
        up: list[_Try] = []
        facings = np.arange(0.0, 360.0, COARSE_STEP_DEG) + upright.facing_deg
        for facing in facings:
            up.append(self._try(replace(upright, facing_deg=float(facing)), window, evidence, total))
            yield
        yield from self._refine(up, COARSE_STEP_DEG, total)
        if max(t.score for t in up) < SURELY_UPRIGHT:
            yield from self._other_builds(up, total)
        if max(t.score for t in up) >= SURELY_UPRIGHT and (self.former is None or self.former.pose.tip == "up"):
            return (yield from self._front_or_back(self._answer(up, [], total)))
        lying: list[_Try] = []
        for tip in TIPS:
            for facing in np.arange(0.0, 360.0, LYING_STEP_DEG) + upright.facing_deg:
                pose = self.start(tip, float(facing))
                window, evidence = self._around(pose)
                lying.append(self._try(pose, window, evidence, total))
                yield
        yield from self._refine(lying, LYING_STEP_DEG, total)
        yield from self._other_builds(lying, total)
        answer = yield from self._front_or_back(self._answer(up, lying, total))
        return answer if self.former is None else self._unless_unmoved(self.former, answer, total)

    def _front_or_back(self, answer: Placed) -> Generator[None, None, Placed]:
        """The answer with its `facing_sure`; one that rests on guessed depth is compared with its opposites."""
        figure, pose = self.shape.figure, answer.pose
        is_led = answer.facing_lead >= lead_due(figure.kind, answer.score)
        if not figure.facing_known or not is_led or answer.score < FACING_SCORE:
            return answer
        if pose.tip != "up":
            # lying bodies show another outline each way they turn
            return replace(answer, facing_sure=True)
        window = self.shape.window(self.scene.view, pose.x_mm, pose.y_mm, pose.z_mm)
        drawn = self.shape.silhouette(self.scene.view, pose, window) > 0
        labels = self.seen.labels[window.rows, window.columns][drawn]
        others = np.count_nonzero((labels < len(self.scene.colours.costs)) & (labels != self.index))
        area = max(len(labels), 1)
        if answer.evidence_px < LEAST_TOLD * (area - others):
            return answer
        turned = replace(pose, facing_deg=pose.facing_deg + 180.0)
        eye, middle = self.scene.camera.position_mm, float(self.shape.middle("up", 0)[2])
        learned_eye = eye if figure.seen_by is None else figure.seen_by.position_mm
        known, other = (away_from_known(figure.learned_at, one, learned_eye, eye, middle) for one in (pose, turned))
        if known <= other:
            return replace(answer, facing_sure=True)
        builds = range(1 if self.in_haste else len(self.shape.bodies))
        scores: dict[float, float] = {0.0: answer.score}
        for build in builds:
            for turn in (*SAME_TURNS_DEG, *OPPOSITE_TURNS_DEG):
                there = self._rebuilt(replace(pose, facing_deg=pose.facing_deg + turn), build)
                score = self._try(there, *self._around(there), answer.evidence_px).score
                scores[turn] = max(score, scores.get(turn, -1.0))
                yield
        same, opposite = ([scores[turn] for turn in turns] for turns in (SAME_TURNS_DEG, OPPOSITE_TURNS_DEG))
        lead = guess_lead(same, opposite, min(1.0, answer.evidence_px / area))
        leads, before = [lead], self.earlier
        if before is not None and before.guess_lead is not None and _apart(before.pose, pose) <= SAME_FACING_DEG:
            leads.append(before.guess_lead)
        return replace(answer, facing_sure=guess_holds(leads), guess_lead=lead)

    def _unless_unmoved(self, former: Placed, answer: Placed, total: float) -> Placed:
        """Keep a pose that still explains the picture nearly as well as the best one and has not slid."""
        window, evidence = self._around(former.pose)
        silhouette = self.shape.silhouette(self.scene.view, former.pose, window)
        best, right, down = best_shift(silhouette, evidence, SLIDE_PX)
        if best / total < answer.score - BETTER_BY or max(abs(right), abs(down)) > SAME_PLACE_PX:
            return answer
        return replace(former, evidence_px=answer.evidence_px)

    def _around(self, pose: Pose) -> tuple[Window, NDArray[np.float32]]:
        window = self.shape.window(self.scene.view, pose.x_mm, pose.y_mm, pose.z_mm)
        if self._area is None:
            # what the pixels say does not depend on the pose: asked once for all that stand about here
            self._area = window.grown(NEIGHBOURHOOD_PX, self.scene.view.width, self.scene.view.height)
            self._evidence = evidence_for(self.scene, self.seen, self.index, self._area, self.hidden_by)
        if window not in self._area:
            return window, evidence_for(self.scene, self.seen, self.index, window, self.hidden_by)
        top, left = window.top - self._area.top, window.left - self._area.left
        return window, self._evidence[top : top + window.height, left : left + window.width]

    def _try(self, pose: Pose, window: Window, evidence: NDArray[np.float32], total: float) -> _Try:
        view = self.scene.view
        silhouette = self.shape.silhouette(view, pose, window)
        best, right, down = best_shift(silhouette, evidence, SLIDE_PX)
        level = pose.z_mm + float(self.shape.middle(pose.tip, pose.build)[2])
        column, row = view.to_pixel(pose.x_mm, pose.y_mm, level)
        x, y = view.to_level(column + right, row + down, level)
        return _Try(replace(pose, x_mm=x, y_mm=y), best / total)

    def _refine(self, tries: list[_Try], step_deg: float, total: float) -> Generator[None, None, None]:
        """Halve the facing's step twice around the two best facings, drawing anew at the place found."""
        for _ in range(2):
            step_deg /= 2
            tries.sort(key=lambda t: t.score, reverse=True)
            leaders = [tries[0]]
            leaders += [t for t in tries if _apart(t.pose, tries[0].pose) > SAME_FACING_DEG][:1]
            for leader in leaders:
                window, evidence = self._around(leader.pose)
                for turn in (0.0, -step_deg, step_deg):
                    pose = replace(leader.pose, facing_deg=leader.pose.facing_deg + turn)
                    tries.append(self._try(pose, window, evidence, total))
                    yield

    def _other_builds(self, tries: list[_Try], total: float) -> Generator[None, None, None]:
        """Try the best facings with the body built in other ways, then turn the best of all once more."""
        builds = range(1, len(self.shape.bodies))
        if not builds or self.in_haste:
            return
        tries.sort(key=lambda t: t.score, reverse=True)
        leaders: list[_Try] = []
        for one in tries:
            if all(_apart(one.pose, other.pose) > SAME_FACING_DEG for other in leaders):
                leaders.append(one)
        rebuilt: list[_Try] = []
        for leader in leaders[:MOST_LEADERS]:
            for build in builds:
                pose = self._rebuilt(leader.pose, build)
                window, evidence = self._around(pose)
                rebuilt.append(self._try(pose, window, evidence, total))
                yield
        best = max(rebuilt, key=lambda t: t.score)
        window, evidence = self._around(best.pose)
        for turn in (0.0, -FINEST_STEP_DEG, FINEST_STEP_DEG):
            pose = replace(best.pose, facing_deg=best.pose.facing_deg + turn)
            rebuilt.append(self._try(pose, window, evidence, total))
            yield
        tries += rebuilt

    def _rebuilt(self, pose: Pose, build: int) -> Pose:
        """The pose of another build whose middle is seen where this one's is."""
        was, due = self.shape.middle(pose.tip, pose.build), self.shape.middle(pose.tip, build)
        turn = rotation_z(pose.facing_deg)[:2, :2]
        x, y = np.array([pose.x_mm, pose.y_mm]) + turn @ was[:2]
        view = self.scene.view
        column, row = view.to_pixel(float(x), float(y), pose.z_mm + float(was[2]))
        x, y = np.array(view.to_level(column, row, pose.z_mm + float(due[2]))) - turn @ due[:2]
        return replace(pose, x_mm=float(x), y_mm=float(y), build=build)

    def _lead_due(self, upright: _Try) -> float:
        """How far the best lying pose must lead to be believed."""
        due = max(LYING_LEAD, LYING_LEAD_PER_REST * (1.0 - upright.score))
        if self.former is None or _off(self.former.pose, upright.pose) > SAME_PLACE_MM:
            return due
        return due + (SAME_PLACE_LEAD if self.former.pose.tip == "up" else -SAME_PLACE_LEAD)

    def _answer(self, up: list[_Try], lying: list[_Try], total: float) -> Placed:
        best_up = max(up, key=lambda t: t.score)
        best_lying = max(lying, key=lambda t: t.score, default=best_up)
        lead = best_lying.score - best_up.score if lying else UNASKED
        is_asked_twice = self.earlier is not None and self.earlier.lying_lead > UNASKED
        voted = (lead + self.earlier.lying_lead) / 2 if self.earlier is not None and is_asked_twice else lead
        is_lying = voted > self._lead_due(best_up)
        chosen, best = (lying, best_lying) if is_lying else (up, best_up)
        others = [t.score for t in chosen if _apart(t.pose, best.pose) > SAME_FACING_DEG]
        softness = LYING_SOFTNESS if is_lying else PLACE_SOFTNESS + SOFTNESS_PER_REST * max(0.0, 1.0 - best.score)
        weights = np.exp([(t.score - best.score) / softness for t in chosen])
        places = np.array([(t.pose.x_mm, t.pose.y_mm) for t in chosen])
        x, y = weights @ places / weights.sum()
        facing = (best.pose.facing_deg + 180.0) % 360.0 - 180.0
        pose = replace(best.pose, x_mm=float(x), y_mm=float(y), facing_deg=facing)
        facing_lead = best.score - max(others, default=-1.0)
        return Placed(pose, best.score, facing_lead, lead, total, _spread([*up, *lying], best, pose))


def _spread(tries: Sequence[_Try], best: _Try, pose: Pose) -> float:
    """Root mean square distance from the answer of all poses tried, weighted by how well they do."""
    weights = np.exp([min(t.score - best.score, 0.0) / SPREAD_SOFTNESS for t in tries])
    squares = np.array([(t.pose.x_mm - pose.x_mm) ** 2 + (t.pose.y_mm - pose.y_mm) ** 2 for t in tries])
    return float(np.sqrt(weights @ squares / weights.sum()))


def _off(a: Pose, b: Pose) -> float:
    """Distance on the table, mm."""
    return math.hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm)


def _apart(a: Pose, b: Pose) -> float:
    """Angle between two poses' facings, 0..180; 180 when they are tipped differently."""
    if a.tip != b.tip:
        return 180.0
    return abs((a.facing_deg - b.facing_deg + 180.0) % 360.0 - 180.0)


def run(search: Search) -> Placed:
    """All steps at once."""
    answer: list[Placed] = []

    def keep() -> Generator[None, None, None]:
        answer.append((yield from search.steps()))

    for _ in keep():
        pass
    return answer[0]
