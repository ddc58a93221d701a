"""A set-up step's light."""

from companion.screens import signs
from companion.screens.canvas import Canvas
from companion.screens.setup_view import Lamp
from companion.screens.view_model import Tone

TONES = {Lamp.GREEN: Tone.GOOD, Lamp.AMBER: Tone.WARN, Lamp.RED: Tone.BAD, Lamp.SKIPPED: Tone.OFF}


def lamp(canvas: Canvas, centre: tuple[float, float], radius: float, state: Lamp) -> None:
    """A step's light: a sign of its own for each state, told apart without colour too."""
    if state is Lamp.NOT_YET:
        canvas.circle(centre, radius, canvas.theme.off, 2)
        return
    if state is Lamp.SKIPPED:
        canvas.circle(centre, radius, canvas.theme.off, 2)
        canvas.line((centre[0] - radius * 0.5, centre[1]), (centre[0] + radius * 0.5, centre[1]), canvas.theme.off, 3)
        return
    signs.tone_sign(canvas, centre, radius, TONES[state])
