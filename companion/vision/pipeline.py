"""Frame in, tracks out: what the app, the command line and the tests call.

A `FigureTracker` holds everything one camera needs to follow the figures of one table; it keeps no clock and draws no
picture. Facts follow from its tracks in `companion.table.facts`.
"""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from companion.errors import BilingualValueError, FileProblemError
from companion.vision.figures import empty_picture_of, from_entry, shadow_of
from companion.vision.follow import Follow, State
from companion.vision.placing import CENTROID_UP, Placed, Shape
from companion.vision.resample import fresh_colours
from companion.vision.segmentation import Scene, Seen
from companion.vision.sources import read_picture
from companion.vision.table_file import Table, read_table
from companion.vision.tracker import Tracker, outside

Image = NDArray[np.uint8]
Posture = Literal["standing", "lying", "held", "ringside", "unknown"]

# below this a row counts as uncertain (DESIGN.md, section 4)
UNCERTAIN = 0.5
# poses that may be tried in one frame when the camera will not wait: about 6 ms
LIVE_RENDERS = 12
# a hand hides the figure: it should still be there, but nobody sees it
COVERED = 0.4
# it stands there, or another one of its clay does
MAYBE_EXCHANGED = 0.45
LYING_DOUBT = 0.2
# doubt a millimetre between poses that explain the picture as well; and more where the best facing leads the others by
# less than this: then they differ in everything
SPREAD_DOUBT, SPREAD_DOUBT_UNFACED, FACED_LEAD = 0.004, 0.01, 0.05
HARDLY_TOLD = 0.3
HARDLY_EXPLAINED = 0.35


@dataclass(frozen=True, slots=True)
class Track:
    """One figure in one frame, world frame of DESIGN.md section 4.

    Attributes:
        x_mm, y_mm: where it touches the table; None where nothing is known.
        facing_deg: -180..180; None where unknown.
        visible: part of its silhouette that is seen, 0..1.
        held: a hand has it.
        confidence: 0..1; under 0.5 the row is uncertain.
    """

    id: str
    x_mm: float | None
    y_mm: float | None
    facing_deg: float | None
    posture: Posture
    visible: float
    held: bool
    confidence: float

    @property
    def uncertain(self) -> bool:
        return self.confidence < UNCERTAIN


@dataclass(frozen=True, slots=True)
class FrameTracks:
    """All roster figures in one frame, in the order of the table file."""

    index: int
    time_ms: float
    tracks: tuple[Track, ...]
    hand_present: bool


class FigureTracker:
    """Follows the figures of a table."""

    def __init__(self, table: Table, empty: Image, *, live: bool = False) -> None:
        """Prepare for a table.

        Args:
            empty: shape (h, w, 3), BGR, the ring without figures, as `calibrate colours` kept it.
            live: spread the searches over frames; else each frame takes the time it needs.

        Raises:
            FileProblemError: the table has no camera or no figures yet; says which command comes first.
        """
        if table.camera is None:
            raise FileProblemError(
                "this table has no camera yet; run `companion calibrate ring` first",
                "esta mesa todavía no tiene cámara; usa antes `companion calibrate ring`",
            )
        figures = [figure for figure in map(from_entry, table.figures) if figure is not None]
        if not figures:
            raise FileProblemError(
                "this table knows no figure's colours yet; run `companion calibrate colours` first",
                "esta mesa todavía no conoce los colores de ninguna figura; usa antes `companion calibrate colours`",
            )
        self.table = table
        self.scene = Scene(
            table.camera, table.ring, empty, [figure.colours for figure in figures], shadow_of(table.figures)
        )
        self.figure_ids = tuple(figure.id for figure in figures)
        shapes = [Shape.of(figure, self.scene) for figure in figures]
        self._tracker = Tracker(self.scene, shapes, LIVE_RENDERS if live else None)
        self._weigh_in = [figure.colours for figure in figures]
        self._newest: Seen | None = None

    def update(self, frame_bgr: Image, index: int, time_ms: float) -> FrameTracks:
        """Follow the figures into one more frame.

        Args:
            frame_bgr: shape (h, w, 3), the size of the table's camera.
            index: the frame's number, from 0.
            time_ms: since the first frame.

        Raises:
            ValueError: a picture of another size; names both.
        """
        camera = self.table.camera
        assert camera is not None
        if frame_bgr.shape != (camera.height, camera.width, 3):
            raise BilingualValueError(
                f"picture of shape {frame_bgr.shape} received, {(camera.height, camera.width, 3)} due",
                f"imagen de forma {frame_bgr.shape}, tocaba {(camera.height, camera.width, 3)}",
            )
        self._newest = self.scene.look(frame_bgr)
        self._tracker.update(self._newest)
        tracks = tuple(self._track(follow) for follow in self._tracker.follows)
        return FrameTracks(index, time_ms, tracks, self._tracker.hand_present)

    def resample(self) -> tuple[str, ...]:
        """Sample the clay colours again from the newest picture; who stands where and which way stays as it is.

        Returns:
            Ids of the figures whose colours were taken; the others are not surely seen, or would be mixed up.
        """
        if self._newest is None:
            return ()
        follows = self._tracker.follows
        fresh = fresh_colours(self._tracker, self._newest, self._weigh_in)
        for index, colours in fresh.items():
            shape = follows[index].shape
            follows[index].shape = replace(shape, figure=replace(shape.figure, colours=colours))
        if fresh:
            self.scene.use_colours([follow.shape.figure.colours for follow in follows])
        return tuple(follows[index].shape.figure.id for index in fresh)

    def who_is_who(self) -> tuple[str, str] | None:
        """Two figures of like clay that stand still and may have changed places; None where nothing is to be asked."""
        pair = self._tracker.doubles.waiting()
        return None if pair is None else (self.figure_ids[pair.one], self.figure_ids[pair.other])

    def tell(self, ids: tuple[str, str], *, exchanged: bool) -> None:
        """Say who is who: the two stand as they are told to, or each at the other's place."""
        pair = self._tracker.doubles.waiting()
        if pair is None or ids != (self.figure_ids[pair.one], self.figure_ids[pair.other]):
            return
        if exchanged:
            self._tracker.doubles.exchange(pair)
        self._tracker.doubles.told(pair)

    def _track(self, follow: Follow) -> Track:
        if follow.state is State.RESTING and follow.placed is not None:
            return self._resting(follow)
        figure = follow.shape.figure
        held = self._tracker.hand_present
        posture: Posture = "held" if held else "unknown"
        x: float | None = None
        y: float | None = None
        if follow.piece_px is not None and follow.frames_since_seen < 15:
            level = CENTROID_UP * figure.height_mm
            x, y = self.scene.view.to_level(float(follow.piece_px[0]), float(follow.piece_px[1]), level)
        elif follow.placed is not None:
            x, y = follow.placed.pose.x_mm, follow.placed.pose.y_mm
        if x is None or y is None or not np.isfinite(x + y):
            x, y = None, None
        visible = follow.piece_area and 0.5
        return Track(figure.id, x, y, None, posture, visible, held, 0.3 if x is not None else 0.1)

    def _resting(self, follow: Follow) -> Track:
        assert follow.placed is not None
        placed, pose = follow.placed, follow.placed.pose
        half = (self.table.ring.size_mm[0] / 2, self.table.ring.size_mm[1] / 2)
        posture: Posture = "standing" if pose.tip == "up" else "lying"
        if follow.provisional:
            posture = "unknown"
        if outside(pose, half):
            posture = "ringside"
        visible = min(1.0, follow.seen_part)
        covered = self._tracker.hand_present and follow.seen_part < 0.25
        # what was found among hands counts as found once it has been looked at again, or explains the picture well
        is_final = follow.second_look == 0 or not self._tracker.hand_present
        confidence = COVERED if covered else sureness(placed, is_final=is_final, told_part=follow.usual_part)
        if self._tracker.doubles.in_doubt(self._tracker.follows.index(follow)):
            confidence = min(confidence, MAYBE_EXCHANGED)
        return Track(
            follow.shape.figure.id, pose.x_mm, pose.y_mm, follow.facing_deg, posture, visible, False, confidence
        )


def sureness(placed: Placed, *, is_final: bool = True, told_part: float = 1.0) -> float:
    """Confidence in a place: 1 less what the sample clips' errors went with.

    Those were a silhouette that explains little of what is seen, poses far apart that explain it as well, most of all
    where no facing stands out, and lying figures, whose contact with the table the weigh-in never showed; and, where
    most of a figure cannot be told from what is behind it (white clay on a white mat in too much light), that too. A
    figure whose place is final stays above `UNCERTAIN` unless hardly anything of it is explained.

    Args:
        told_part: part of its silhouette that speaks for the figure.
    """
    doubt = 0.7 * max(0.0, 0.95 - placed.score) + SPREAD_DOUBT * placed.spread_mm
    if is_final:
        doubt += HARDLY_TOLD * max(0.0, 0.7 - told_part)
    if placed.pose.tip != "up":
        doubt += LYING_DOUBT
    else:
        doubt += SPREAD_DOUBT_UNFACED * max(0.0, 1.0 - placed.facing_lead / FACED_LEAD) * placed.spread_mm
    floor = UNCERTAIN if is_final and placed.score >= HARDLY_EXPLAINED else 0.4
    return float(np.clip(0.99 - doubt, floor, 0.99))


def open_tracker(table_path: Path | str, *, live: bool = False) -> FigureTracker:
    """A tracker for a table file and the picture of the empty ring beside it.

    Raises:
        FileProblemError: the table, its empty picture, its camera or its figures are missing.
    """
    path = Path(table_path)
    table = read_table(path)
    name = empty_picture_of(table.figures)
    if name is None:
        raise FileProblemError(
            f"{path}: knows no figure's colours yet; run `companion calibrate colours` first",
            f"{path}: todavía no conoce los colores de ninguna figura; usa antes `companion calibrate colours`",
        )
    return FigureTracker(table, read_picture(path.parent / name), live=live)
