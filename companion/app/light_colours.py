"""What each light of the show does to each figure's colour, measured with the camera over the table."""

from collections.abc import Iterator
from pathlib import Path

from companion.errors import CompanionError
from companion.leds.interference import Colour, Shift, judge, measure_lights
from companion.leds.scenes import LightScene
from companion.leds.session import Session
from companion.vision.figure_names import called
from companion.vision.live import open_source
from companion.vision.pipeline import open_tracker
from companion.vision.sources import Frame
from companion.vision.table_file import read_table

SETTLE_S = 0.4  # light, exposure and the camera's own delay
FIND_FRAMES = 20
PATCH_PX = 4
USUAL_HEIGHT_MM = 80.0


class Measure:
    """Mean colours of the figures where they stood under the first light."""

    def __init__(self, frames: Iterator[Frame], table: Path) -> None:
        self._frames = frames
        self._table = table
        self._places: dict[str, tuple[int, int]] = {}

    def __call__(self) -> dict[str, Colour]:
        if not self._places:
            self._find()
        picture = self._picture().picture
        found: dict[str, Colour] = {}
        for name, (column, row) in self._places.items():
            top, left = max(0, row - PATCH_PX), max(0, column - PATCH_PX)
            patch = picture[top : row + PATCH_PX + 1, left : column + PATCH_PX + 1]
            if patch.size:
                blue, green, red = patch.reshape(-1, 3).mean(axis=0)
                found[name] = (float(red), float(green), float(blue))
        return found

    def _picture(self) -> Frame:
        frame = next(self._frames, None)
        if frame is None:
            raise CompanionError(
                "the pictures have ended before every light was measured; use a live camera",
                "las imágenes acabaron antes de medir todas las luces; usa una cámara en directo",
            )
        return frame

    def _find(self) -> None:
        tracker = open_tracker(self._table)
        table = read_table(self._table)
        assert table.camera is not None  # open_tracker has refused a table without one
        heights = {str(figure["id"]): float(figure.get("height_mm") or USUAL_HEIGHT_MM) for figure in table.figures}
        names = called(table.figures)
        for _ in range(FIND_FRAMES):
            frame = self._picture()
            tracks = tracker.update(frame.picture, frame.index, frame.time_ms).tracks
        for track in tracks:
            if track.x_mm is None or track.y_mm is None or track.uncertain or track.posture != "standing":
                continue
            middle_mm = heights.get(track.id, USUAL_HEIGHT_MM) / 2
            spot = table.camera.project([[track.x_mm, track.y_mm, middle_mm]])[0]
            self._places[names[track.id]] = (round(float(spot[0])), round(float(spot[1])))


def measure_shifts(source: str, table: Path, session: Session) -> tuple[Shift, ...]:
    """Every light on every figure that was found standing; the lights are neutral while figures are looked for.

    Raises:
        CompanionError: the pictures end too early, or no figure was found.
    """
    eyes = open_source([source])
    try:
        measure = Measure(eyes.frames(), table)

        def show(scene: LightScene) -> None:
            session.show(scene)
            session.run(SETTLE_S)

        samples = measure_lights(show, measure)
    finally:
        eyes.close()
    if not samples["neutral"]:
        raise CompanionError(
            "no figure was found standing on the mat; put them apart and take the hands away",
            "no se encontró ninguna figura de pie en la lona; sepáralas y aparta las manos",
        )
    return judge(samples)
