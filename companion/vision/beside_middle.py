"""A place on the mat in people's words: so far to which sides of its middle. Files and options keep their numbers."""

import re

from companion.kernel.text import Text
from companion.vision.geometry import FloatArray

_MIDDLE = Text("in the middle of the mat", "en el centro de la lona")
_BESIDE = Text("{way} of the mat's middle", "{way} del centro de la lona")
_CAMERA = Text("the camera stands {z} mm over the mat, {where}", "la cámara está a {z} mm sobre la lona, {where}")
_AND = Text("{one} and {other}", "{one} y {other}")
# by axis: towards less, towards more
_WAYS = (
    (Text("{mm} mm west", "{mm} mm al oeste"), Text("{mm} mm east", "{mm} mm al este")),
    (Text("{mm} mm south", "{mm} mm al sur"), Text("{mm} mm north", "{mm} mm al norte")),
)
_NUMBERS = re.compile(r"(?:\b(?:at about|at|near|en|cerca de|hacia) )?x_mm (-?[\d.]+), y_mm (-?[\d.]+)")


def beside_middle(x_mm: float, y_mm: float) -> Text:
    """Whole millimetres west or east, south or north of the mat's middle."""
    ways = [
        words[at_mm > 0].filled(mm=abs(round(at_mm)))
        for at_mm, words in zip((x_mm, y_mm), _WAYS, strict=True)
        if round(at_mm)
    ]
    if not ways:
        return _MIDDLE
    return _BESIDE.filled(way=ways[0] if len(ways) == 1 else _AND.filled(one=ways[0], other=ways[1]))


def camera_stands(position_mm: FloatArray) -> Text:
    """Where a camera is, from the mat's middle."""
    x_mm, y_mm, z_mm = (float(length) for length in position_mm)
    return _CAMERA.filled(z=round(z_mm), where=beside_middle(x_mm, y_mm))


def places_told(sentence: str, language: str) -> str:
    """A sentence with its `x_mm 12, y_mm -34`, as figure files have them, in words."""
    return _NUMBERS.sub(lambda found: beside_middle(float(found[1]), float(found[2])).of(language), sentence)
