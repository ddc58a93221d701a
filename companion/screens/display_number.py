"""A display's number over the crowd board, while displays are told apart (field note F-01)."""

from companion.screens.canvas import Canvas
from companion.screens.fonts import Face
from companion.screens.view_model import CrowdView


def identify(canvas: Canvas, view: CrowdView) -> None:
    """The display's number, so big that everybody sees which projector this is (field note F-01)."""
    if view.identify is None:
        return
    canvas.layer += 2
    canvas.shade(canvas.rect, canvas.theme.floor, 235)
    canvas.text(
        str(view.identify),
        canvas.rect,
        face=Face.NUMBER,
        size=canvas.height * 0.6 / canvas.unit,
        ink=canvas.theme.gold_ink,
        ground=canvas.theme.floor,
        align="centre",
    )
    canvas.layer -= 2
