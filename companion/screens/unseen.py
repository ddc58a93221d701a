"""Keys that were pressed before a page could be seen: nobody confirms what nobody has seen. Pure."""

from collections.abc import Callable
from dataclasses import dataclass

CONFIRMS = "enter"
SOON_MS = 1
"""So long is waited for keys behind a page's first picture: what comes then was pressed before it."""


@dataclass
class Unseen:
    """Which page was drawn last, and whether the keys that come now may have been meant for the one before."""

    _drawn: object = None
    _is_new: bool = True

    def draws(self, page: object) -> None:
        """A round begins: this page is on the screen now."""
        self._is_new = page != self._drawn
        self._drawn = page

    def wait_ms(self, usual_ms: int) -> int:
        """How long to wait for keys in this round."""
        return SOON_MS if self._is_new else usual_ms

    def drops(self, key: str, page: Callable[[], object]) -> bool:
        """Whether a key confirms a page that nobody could see yet.

        Args:
            page: the one that would take the key: an earlier key of the same round may have gone on.
        """
        return key == CONFIRMS and (self._is_new or page() != self._drawn)
