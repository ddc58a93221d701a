"""Palms: the one place where millimetres meet the rules' measure (CW-MOVE-02, DEC-42, DEC-109, DEC-110)."""

import math
from dataclasses import dataclass

# "adjacent", "near ropes" and "near post" are a gap of up to a quarter palm (DEC-109)
NEAR_PALMS = 0.25
# how far a move may pass the last finger (DEC-110)
TOLERANCE_PALMS = 0.1
# spans of hands, mm: outside these a number is a slip of the keyboard (vision notes, section 4)
SMALLEST_MM, LARGEST_MM = 90.0, 290.0


@dataclass(frozen=True, slots=True)
class Palm:
    """One player's hand.

    Attributes:
        span_mm: thumb tip to little finger tip, fingers spread.
        half_mm: width of the closed hand; None where nobody measured it.
    """

    span_mm: float
    half_mm: float | None = None

    def __post_init__(self) -> None:
        if not SMALLEST_MM <= self.span_mm <= LARGEST_MM:
            raise ValueError(f"palm of {self.span_mm:g} mm received, {SMALLEST_MM:g} to {LARGEST_MM:g} due")

    @property
    def half_palm_mm(self) -> float:
        """The closed hand, or half the open one where it was not measured (DEC-42)."""
        return self.span_mm / 2 if self.half_mm is None else self.half_mm

    @property
    def near_mm(self) -> float:
        """Largest gap that still counts as touching."""
        return NEAR_PALMS * self.span_mm

    def palms(self, length_mm: float) -> float:
        return length_mm / self.span_mm

    def palms_started(self, length_mm: float) -> int:
        """Palms to pay for a move: each started palm costs one, a tenth over is forgiven (CW-MOVE-01, DEC-110)."""
        return max(0, math.ceil(self.palms(length_mm) - TOLERANCE_PALMS))
