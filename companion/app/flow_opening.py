"""Opens what the flow before the bell needs: a look at the table, its millimetres, the hand finder."""

from collections.abc import Callable
from pathlib import Path

from companion.app.clay_checks import learned_clays
from companion.app.evening_flow import EveningFlow
from companion.app.kept_page import PAGE, page_of
from companion.app.live import LiveEvening
from companion.app.palm_desk import PalmDesk
from companion.app.pictures import Watch
from companion.app.sheet_draft import DRAFT, draft_of
from companion.games.clay_wrestling.model import Match
from companion.kernel.text import Text
from companion.screens.flow_state import FlowUi
from companion.screens.sheet_form import SheetForm
from companion.vision.hand_worker import HandWorker
from companion.vision.references import scale_of_table
from companion.vision.sources import is_live_name
from companion.vision.table_file import Table

NO_CLIP = Text("{path}: no such clip; palms are typed", "{path}: no existe ese clip; los palmos se escriben")


def open_flow(
    live: LiveEvening,
    source: str | None,
    table: Table | None,
    clock_ms: Callable[[], float],
    say: Callable[[Text], None],
) -> EveningFlow:
    """The flow of this evening. A camera that the eyes use is not opened a second time.

    Args:
        source: as `--camera` named it; None: palms are typed.
    """
    watch = None
    if live.eyes is None and source is not None:
        if is_live_name(source) or Path(source).exists():
            watch = Watch(source, None if table is None else table.camera, clock_ms)
        else:
            say(NO_CLIP.filled(path=source))
    newest = live.eyes.picture if live.eyes is not None else watch.newest if watch is not None else None
    worker = HandWorker() if table is None else HandWorker(table.hand_model, warm_s=table.hands_warm_s)
    scale = None if table is None else scale_of_table(table)
    desk = PalmDesk(newest, scale, worker, clock_ms)
    # with eyes it is the camera's own advice, as the screen's top tells it
    desk.trouble = (lambda: live.table.camera_note) if watch is None else watch.trouble
    desk.when_closed(worker.close)
    if watch is not None:
        desk.when_closed(watch.close)
    known = None if table is None or table.camera is None else table.figures
    return EveningFlow(live, desk, clock_ms, {} if table is None else learned_clays(table.figures), known)


def open_sheet(live: LiveEvening) -> SheetForm | None:
    """The sheet that was being filled in when the program died."""
    state = live.evening.state
    if not isinstance(state, Match) or state.turn_no or state.over:
        return None
    return draft_of((live.journal.show.live() or {}).get(DRAFT), live.evening.number)


def first_page(live: LiveEvening) -> FlowUi | None:
    """The flow opens by itself before a clay match, at the page that was open; a match that runs is gone on with."""
    state = live.evening.state
    if not isinstance(state, Match):
        return None
    kept = page_of((live.journal.show.live() or {}).get(PAGE), live.evening.number)
    if kept is not None and not state.turn_no and not state.over:
        return kept
    return None if state.roster else FlowUi()
