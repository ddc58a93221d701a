"""What people are told of a learned figure's height: as it was given, as it was seen, or that nobody knows it.

The eyes reckon with a height in any case: where neither tells it, with a usual one.
"""

from collections.abc import Mapping
from typing import Any, Literal

from companion.kernel.text import Text

HeightFrom = Literal["given", "measured", "unknown"]
# key of a learned figure's `model`: where its height comes from
HEIGHT_FROM = "height_from"
# a figure nobody measured and whose top cannot be seen from this camera
USUAL_HEIGHT_MM = 105.0

GIVEN = Text("{mm} mm high", "{mm} mm de alto")
MEASURED = Text("about {mm} mm high", "unos {mm} mm de alto")
UNKNOWN = Text("height: {mm} mm taken", "altura: vale {mm} mm")
_WORDS: Mapping[HeightFrom, Text] = {"given": GIVEN, "measured": MEASURED, "unknown": UNKNOWN}


def height_from(entry: Mapping[str, Any]) -> HeightFrom:
    """Where the height of a figure of the table file comes from.

    Tables of former versions do not say: the usual height is nobody's measure, another one may be given or seen.
    """
    model, height_mm = entry.get("model") or {}, entry.get("height_mm")
    if height_mm is None:
        return "unknown"
    if not model:
        return "given"
    former: HeightFrom = "unknown" if float(height_mm) == USUAL_HEIGHT_MM else "measured"
    # whatever a hand may have written there
    return next((one for one in _WORDS if one == model.get(HEIGHT_FROM)), former)


def height_words(entry: Mapping[str, Any]) -> Text:
    """How high a figure of the table file is, as people are told it."""
    return _WORDS[height_from(entry)].filled(mm=f"{float(entry.get('height_mm') or USUAL_HEIGHT_MM):.0f}")
