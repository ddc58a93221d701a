"""Which display a window goes to: bound by number and geometry, with a plain answer when it is missing (F-01). Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.kernel.text import Text

_STORED = re.compile(r"^(\d+)(?::(\d+)x(\d+))?$")


Area = tuple[int, int, int, int]
"""Left, top, width, height in pixels."""
TITLE_PX, EDGE_PX = 40, 8
"""So much a window manager may put round a window: its title above, an edge at the other sides."""


@dataclass(frozen=True, slots=True)
class Display:
    """A display as the system lists it, from 0.

    Attributes:
        usable: what task bars leave of it, in the pixels of the whole desktop; None: all of it, as far as is known.
    """

    index: int
    width: int
    height: int
    usable: Area | None = None

    @property
    def has_bars(self) -> bool:
        """Whether something of the desktop's own lies on it."""
        return self.usable is not None and self.usable[2:] != (self.width, self.height)

    def framed(self, size: tuple[int, int]) -> Area | None:
        """Where a window of at most `size` lies clear of task bars with its frame round it; None: anywhere does."""
        if self.usable is None or not self.has_bars:
            return None
        left, top, width, height = self.usable
        wide = min(size[0], width - 2 * EDGE_PX)
        high = min(size[1], height - TITLE_PX - EDGE_PX)
        return left + (width - wide) // 2, top + TITLE_PX + (height - TITLE_PX - EDGE_PX - high) // 2, wide, high

    @property
    def stored(self) -> str:
        """How a table file or a command line names it: `1:1920x1080`, counted from 1."""
        return f"{self.index + 1}:{self.width}x{self.height}"


@dataclass(frozen=True, slots=True)
class Placement:
    """Where a window opens.

    Attributes:
        borderless: over the whole display without a frame; else a normal window on the first display.
        note: what the operator is told.
        aside: a small window in the corner, minimised: somebody else needs this display.
        up: that window is not minimised: somebody had brought it up before it died.
    """

    display: Display
    borderless: bool
    note: Text | None = None
    aside: bool = False
    up: bool = False


def listed(sizes: Sequence[tuple[int, int]], usable: Sequence[Area | None] = ()) -> tuple[Display, ...]:
    """Displays from their sizes, and what can be used of them, in the system's order."""
    parts = [*usable, *[None] * len(sizes)]
    return tuple(Display(index, *size, parts[index]) for index, size in enumerate(sizes))


def beside_the_referee(placement: Placement, *, shown: bool = False) -> Placement:
    """Where a board opens that the referee's program started: never over the referee's own window (field note F-01).

    Args:
        shown: people had brought up the one that it replaces.
    """
    return placement if placement.borderless else replace(placement, aside=True, up=shown)


def shares_display(displays: Sequence[Display], wanted: str | None) -> bool:
    """Whether board and referee have only one display between them."""
    return not place_crowd(displays, wanted).borderless


def place_crowd(displays: Sequence[Display], wanted: str | None) -> Placement:
    """Where the crowd board opens.

    Args:
        wanted: as `Display.stored`, or a bare number from 1; None: the second display, if there is one.
    """
    first = displays[0]
    if wanted is None:
        return Placement(displays[1], borderless=True) if len(displays) > 1 else Placement(first, borderless=False)
    found = _STORED.match(wanted.strip())
    if found is None:
        return Placement(first, borderless=False, note=_missing(wanted))
    index, size = int(found[1]) - 1, found[2] and (int(found[2]), int(found[3]))
    same_size = [one for one in displays if size and (one.width, one.height) == size]
    if 0 <= index < len(displays):
        there = displays[index]
        if not size or there in same_size:
            return Placement(there, borderless=True)
    # plugged in again in another order: the geometry tells which one it is, when only one has it
    if len(same_size) == 1 and len(displays) > 1:
        return Placement(same_size[0], borderless=True)
    return Placement(first, borderless=False, note=_missing(wanted))


def _missing(wanted: str) -> Text:
    return Text(
        f"Display {wanted} is not there: the crowd board opens as a window.",
        f"La pantalla {wanted} no está: el marcador se abre como ventana.",
    )
