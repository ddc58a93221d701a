"""Clocks as values: the present time is always given in, in milliseconds of a monotonic clock (K-11)."""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Timer:
    """A countdown (`total_ms` given) or a stopwatch (None).

    Attributes:
        spent_ms: what had passed when it last stopped.
        since_ms: when it was last started; None while it stands still.
    """

    total_ms: int | None = None
    spent_ms: int = 0
    since_ms: int | None = None

    @property
    def running(self) -> bool:
        return self.since_ms is not None

    def started(self, now_ms: int) -> "Timer":
        return self if self.running else replace(self, since_ms=now_ms)

    def stopped(self, now_ms: int) -> "Timer":
        return replace(self, spent_ms=self.elapsed_ms(now_ms), since_ms=None)

    def elapsed_ms(self, now_ms: int) -> int:
        """Time that has passed; a clock that went backwards adds nothing."""
        running = 0 if self.since_ms is None else max(0, now_ms - self.since_ms)
        return self.spent_ms + running

    def left_ms(self, now_ms: int) -> int:
        """Time left of a countdown, never below 0.

        Raises:
            ValueError: this is a stopwatch.
        """
        if self.total_ms is None:
            raise ValueError("a stopwatch has no end")
        return max(0, self.total_ms - self.elapsed_ms(now_ms))

    def shown(self, now_ms: int) -> str:
        """`14:59`, or `1:02:03` from an hour on; a countdown shows what is left, rounded up."""
        seconds = self.elapsed_ms(now_ms) // 1000 if self.total_ms is None else -(-self.left_ms(now_ms) // 1000)
        minutes, second = divmod(seconds, 60)
        hours, minute = divmod(minutes, 60)
        return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"

    def rung(self, now_ms: int) -> bool:
        return self.total_ms is not None and self.elapsed_ms(now_ms) >= self.total_ms
