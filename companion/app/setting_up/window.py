"""`companion setup` in its window: everything is opened here, and given back whatever happens."""

from collections.abc import Callable

from companion.app.setting_up.bench import Wanted
from companion.app.setting_up.desk import SetupDesk
from companion.app.setting_up.feed import Cameras
from companion.app.setting_up.guard import alone_at
from companion.app.setting_up.runner import thread_runner
from companion.app.signals import end_on_signals
from companion.app.window_memory import SETUP, keeper, was_whole
from companion.errors import FileProblemError
from companion.kernel.text import Text
from companion.screens import setup_window
from companion.screens.displays import Placement
from companion.screens.window import has_display, open_displays
from companion.vision.live import clock_ms
from companion.vision.table_file import read_markers

MOMENT_S = 1.0
ENDING = Text(
    "the window is closed; what was begun is brought to its end, wait a moment",
    "la ventana está cerrada; se termina lo que estaba empezado, espera un momento",
)


def run(wanted: Wanted, say: Callable[[Text], None]) -> SetupDesk:
    """The guided set-up until it is over or left; the desk tells how it stands.

    Args:
        say: hears why the program has not ended yet, where that takes longer than a moment.

    Raises:
        FileProblemError: there is no display, another set-up of this table is open, or the table, markers or progress
            file cannot be read.
        ConfigError: the markers file is wrong; told here, six pages before it is needed.
    """
    if wanted.markers is not None:
        read_markers(wanted.markers)
    end_on_signals()
    if not has_display():
        raise FileProblemError(
            "no display here for the set-up; each step alone works without: companion calibrate --help",
            "aquí no hay pantalla para la puesta a punto; cada paso suelto va sin ella: companion calibrate --help",
        )
    with alone_at(wanted.table):
        desk = SetupDesk(wanted, thread_runner(), Cameras(), clock_ms)
        try:
            placement = Placement(open_displays()[0], borderless=was_whole(SETUP))
            setup_window.run(desk, placement, clock_ms, keeper(SETUP), desk.bench.keys_due)
        finally:
            desk.close()
            if desk.bench.runner.is_held_after(MOMENT_S):
                say(ENDING)
    return desk
