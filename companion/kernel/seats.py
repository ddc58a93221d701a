"""Seats round the table and whose turn comes next (K-16)."""

from collections.abc import Callable, Sequence

MAX_SEATS = 20


def clockwise_from(seats: Sequence[str], after: str) -> tuple[str, ...]:
    """Every other seat in turn order, the one after `after` first, `after` himself last."""
    start = seats.index(after) + 1
    return (*seats[start:], *seats[:start])


def next_seat(seats: Sequence[str], after: str, may_act: Callable[[str], bool]) -> tuple[str | None, tuple[str, ...]]:
    """The next seat that may act, and those passed over; None when nobody may."""
    passed: list[str] = []
    for seat in clockwise_from(seats, after):
        if may_act(seat):
            return seat, tuple(passed)
        passed.append(seat)
    return None, tuple(passed)
