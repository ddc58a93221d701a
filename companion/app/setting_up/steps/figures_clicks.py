"""Figures that are clicked at their feet, all at once, until they are learned together."""

import math
from collections.abc import Sequence
from typing import Any

from companion.app.setting_up.figure_work import KINDS, Known, Place

Click = tuple[Known, Place]
# a click farther from the mat's middle is none
FARTHEST_MM = 3000.0
# a click so near another one means that one: no two figures stand so near
SAME_CLICK_MM = 25.0


def click_at(clicks: Sequence[Click], place: Place) -> Click | None:
    """The click that another one so near means."""
    return next(
        (one for one in clicks if math.hypot(one[1].x_mm - place.x_mm, one[1].y_mm - place.y_mm) < SAME_CLICK_MM), None
    )


def plain(click: Click) -> list[Any]:
    """A click for the progress file."""
    one, at = click
    return [one.id, one.name, one.colour, one.kind, at.x_mm, at.y_mm]


def click_from(told: object) -> Click | None:
    """A click as the progress file has it; None for what is none."""
    if not isinstance(told, list) or len(told) != len(("id", "name", "colour", "kind", "x_mm", "y_mm")):
        return None
    figure_id, name, colour, kind, x_mm, y_mm = told
    if not all(isinstance(one, int | float) and abs(one) < FARTHEST_MM for one in (x_mm, y_mm)):
        return None
    return Known(str(figure_id), str(name), str(colour), kind if kind in list(KINDS.values()) else None), Place(
        float(x_mm), float(y_mm)
    )
