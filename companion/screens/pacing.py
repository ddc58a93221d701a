"""The crowd board never flashes: its large pictures change at most as often as its share of the common limit allows.

What covers the board (a moment, "under review", the ending, another hall) is seen together with the lights, see
`kernel.flashing`. A referee who hammers a key makes the newest picture wait, never a queue of them.
"""

from dataclasses import dataclass, field, replace

from companion.kernel.flashing import SCREEN_CHANGES_PER_S, WINDOW_S, ChangePacer
from companion.screens.moments import moment_left_ms
from companion.screens.view_model import CrowdView, Ending, Moment

LEAST_MS = round(1000 * WINDOW_S)
"""A moment with less time left is not begun: its end would be one change too many."""


@dataclass(frozen=True, slots=True)
class Cover:
    """What makes the large part of the board's light."""

    review: bool = False
    moment: Moment | None = None
    ending: Ending | None = None
    light_hall: bool = False
    identify: int | None = None


def cover_of(view: CrowdView, now_ms: int) -> Cover:
    """What covers the board at `now_ms`: review before moment before ending, as it is drawn."""
    moment = view.moment if moment_left_ms(view.moment, now_ms) > 0 and not view.review else None
    ending = None if view.review or moment is not None else view.ending
    return Cover(view.review, moment, ending, view.light_hall, view.identify)


@dataclass
class CoverPacer:
    """Keeps what covers the board until the next change is allowed."""

    _pacer: ChangePacer = field(default_factory=lambda: ChangePacer(SCREEN_CHANGES_PER_S))
    _shown: Cover | None = None

    def paced(self, view: CrowdView, now_ms: int) -> CrowdView:
        """The view with what may cover it now; everything else is as new as it was."""
        wanted = cover_of(view, now_ms)
        if self._shown is None:  # the board's first picture
            self._shown = wanted
            return view
        nearly_over = wanted.moment is not None and moment_left_ms(wanted.moment, now_ms) < LEAST_MS
        if nearly_over and wanted.moment == self._shown.moment:
            wanted = self._shown  # whatever else is wanted comes when the moment ends, as one change
        elif nearly_over:
            wanted = cover_of(replace(view, moment=None), now_ms)
        if wanted != self._shown and self._pacer.may_change_at(now_ms / 1000) <= now_ms / 1000:
            self._pacer.changed(now_ms / 1000)
            self._shown = wanted
        shown = self._shown
        return replace(
            view,
            review=shown.review,
            moment=shown.moment,
            ending=shown.ending,
            light_hall=shown.light_hall,
            identify=shown.identify,
        )
