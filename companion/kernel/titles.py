"""Names of cards and people as they are read aloud: the printed title, else the reference in words."""

from collections.abc import Mapping
from typing import Any

SHORT = 3
"""References of so many letters (`c3`, `p1`) are shown in capitals."""


def readable(ref: str) -> str:
    """`kurt_angle` as `Kurt Angle`, `c3` as `C3`."""
    if len(ref) <= SHORT:
        return ref.upper()
    parts = ref.replace("-", " ").replace("_", " ").split()
    return " ".join(part if any(ch.isupper() for ch in part) else part.capitalize() for part in parts) or ref


def title_of(cards: Mapping[str, Any], ref: str) -> str:
    """The card's title on its card file, else its reference."""
    title = getattr(cards.get(ref), "title", None)
    return str(title) if title else readable(ref)
