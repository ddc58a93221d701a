"""Ring, ringside and equipment: checked with warnings, never with a block (CW-GEN-03, CW-RING, CW-START-02)."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from companion.kernel.text import Text

RING_MM: Final = (600.0, 800.0)
"""CW-RING-02; "about"."""
RINGSIDE_MM: Final = (200.0, 300.0)
"""CW-RING-04."""
POSTS: Final = 4
ROPES_A_SIDE: Final = 3
"""CW-RING-03: three ropes on four sides are the twelve of CW-GEN-03."""
SIDES: Final = ("south", "east", "north", "west")

EQUIPMENT: Final = {
    "ring": Text("a raised ring with four posts", "un cuadrilátero elevado con cuatro postes"),
    "ropes": Text("twelve ropes", "doce cuerdas"),
    "clay": Text("one bar of clay for each player", "una barra de plastelina por jugador"),
    "sheets": Text("character sheets", "fichas de personaje"),
    "pencils": Text("pencils", "lápices"),
    "d6": Text("six-sided dice", "dados de seis caras"),
    "d10": Text("ten-sided dice", "dados de diez caras"),
}
"""CW-GEN-03."""


@dataclass(frozen=True)
class RingWarning:
    """Something unusual that the event may play with."""

    code: str
    rule: str
    text: Text


def check_ring(width_mm: float, depth_mm: float, ringside_mm: float) -> tuple[RingWarning, ...]:
    """What is out of the usual measures."""
    found = []
    low, high = RING_MM
    for side in (width_mm, depth_mm):
        if not low <= side <= high:
            text = Text(
                "A side of {n} mm; about {low} to {high} is usual.",
                "Un lado de {n} mm; lo normal es de {low} a {high}.",
            )
            found.append(
                RingWarning("ring_size", "CW-RING-02", text.filled(n=f"{side:g}", low=f"{low:g}", high=f"{high:g}"))
            )
    low, high = RINGSIDE_MM
    if not low <= ringside_mm <= high:
        text = Text(
            "Ringside of {n} mm; {low} to {high} is usual.", "Ringside de {n} mm; lo normal es de {low} a {high}."
        )
        found.append(
            RingWarning(
                "ringside_width", "CW-RING-04", text.filled(n=f"{ringside_mm:g}", low=f"{low:g}", high=f"{high:g}")
            )
        )
    return tuple(found)


def missing_equipment(present: Collection[str]) -> tuple[Text, ...]:
    """The checklist without what is there."""
    return tuple(text for item, text in EQUIPMENT.items() if item not in present)


def ideal_spots(
    count: int, width_mm: float, depth_mm: float, inset_mm: float = 40.0
) -> tuple[tuple[float, float], ...]:
    """One in each corner, the others along the sides, near the ropes and apart (CW-START-02).

    Returns:
        Millimetres from the ring centre, x right, y away from the south side.
    """
    x, y = width_mm / 2 - inset_mm, depth_mm / 2 - inset_mm
    spots = [(-x, -y), (x, y), (x, -y), (-x, y)]
    a_side = -(-max(0, count - POSTS) // len(SIDES))
    for place in range(1, a_side + 1):
        share = 2 * place / (a_side + 1) - 1
        spots += [(share * x, -y), (x, share * y), (-share * x, y), (-x, -share * y)]
    return tuple(spots[:count])
