"""Words that the card games' panels share, and names of cards and wrestlers as people read them. Pure."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from companion.kernel.text import Text
from companion.screens.clay import chips
from companion.screens.view_model import Chip, Rgb

HAND = Text("hand", "mano")
DECK = Text("deck", "mazo")
DISCARDED = Text("discarded", "descarte")
STAMINA = Text("Stamina", "Resistencia")
HEALTH = Text("Health", "Salud")
ATTACKS = Text("attacks", "ataca")
DEFENDS = Text("defends", "defiende")
DAMAGE = Text("damage", "daño")
_SEAT = re.compile(r"^[pP](\d+)$")


def same(words: str) -> Text:
    """A name, which is the same in every language."""
    return Text(words, words)


def readable(ref: str) -> str:
    """`kurt_angle` as `Kurt Angle`; short references of cards (`c3`, `p1`) in capitals."""
    if len(ref) <= 3:
        return ref.upper()
    parts = ref.replace("-", " ").replace("_", " ").split()
    return " ".join(part if any(ch.isupper() for ch in part) else part.capitalize() for part in parts) or ref


def title_of(cards: Mapping[str, Any], ref: str) -> str:
    """The card's title on its card file, else its reference."""
    entry = cards.get(ref)
    title = getattr(entry, "title", None)
    return str(title) if title else readable(ref)


def listed(names: Sequence[str], most: int) -> Text:
    """The newest names of a pile, and how many more lie below."""
    shown = ", ".join(names[::-1][:most])
    more = len(names) - most
    if more <= 0:
        return same(shown)
    return Text(f"{shown} and {more} more", f"{shown} y {more} más")


def called(text: Text, names: Mapping[str, str]) -> Text:
    """`text` with the wrestlers' names where it says `p1` or `p2`."""
    told = [text.of("en"), text.of("es")]
    for seat, name in names.items():
        if _SEAT.match(seat):
            pattern, safe = re.compile(rf"\b{seat}\b"), name.replace("\\", "")
            told = [pattern.sub(safe, one) for one in told]
    return Text(told[0], told[1])


def seat_chips(names: Mapping[str, str], colours: Mapping[str, Rgb]) -> dict[str, Chip]:
    """Everybody's chip, by seat; of `p1` and `p2` the figure is the letter."""
    numbered = {seat: _SEAT.sub(r"\1", name) for seat, name in names.items()}
    return chips(numbered, colours, {})


def labelled(label: Text, value: Text | str) -> Text:
    """`label: value`."""
    told = same(value) if isinstance(value, str) else value
    return Text(f"{label.en}: {told.en}", f"{label.es}: {told.es}")


def signed(value: int) -> str:
    """With its sign, and a true minus."""
    return f"+{value}" if value >= 0 else f"\u2212{-value}"
