"""Times of the journal as people read them; a clock that was far off gives its number, and stops nothing."""

from datetime import datetime, timedelta, timezone
from typing import Final

FIRST: Final = datetime(1970, 1, 1, tzinfo=timezone.utc)
"""From here the journal counts."""
MINUTES: Final = "%Y-%m-%d %H:%M"


def moment(at_ms: int, offset_min: int = 0) -> datetime | None:
    """The date and time in a zone that is `offset_min` ahead of UTC; None where no calendar goes so far."""
    try:
        return FIRST + timedelta(milliseconds=at_ms, minutes=offset_min)
    except OverflowError:
        return None


def shown(at_ms: int, offset_min: int = 0, form: str = MINUTES) -> str:
    """The moment in words of `strftime`."""
    found = moment(at_ms, offset_min)
    return str(at_ms) if found is None else found.strftime(form)
