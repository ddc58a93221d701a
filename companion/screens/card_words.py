"""Words that the card games' panels share, and names of cards and wrestlers as people read them. Pure."""

import re
from collections.abc import Mapping, Sequence

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
_SEATS = re.compile(r"\b[pP]\d+\b")


def same(words: str) -> Text:
    """A name, which is the same in every language."""
    return Text(words, words)


def seat_name(seat: str) -> str:
    """A seat that nobody gave a name: `p1` as on the board of every game."""
    return seat.upper() if _SEAT.match(seat) else seat


def listed(names: Sequence[str], most: int) -> Text:
    """The newest names of a pile, and how many more lie below."""
    shown = ", ".join(names[::-1][:most])
    more = len(names) - most
    if more <= 0:
        return same(shown)
    return Text(f"{shown} and {more} more", f"{shown} y {more} más")


def called(text: Text, names: Mapping[str, str]) -> Text:
    """`text` with the wrestlers' names where it says `p1` or `p2`; `p1 is Kane` stays `P1 is Kane`."""
    return Text(*(_called(text.of(language), names) for language in ("en", "es")))


def _called(told: str, names: Mapping[str, str]) -> str:
    safe = {seat: name.replace("\\", "") for seat, name in names.items() if _SEAT.match(seat)}
    shown = {seat: seat.upper() if _says(told, name) else name for seat, name in safe.items()}
    return _SEATS.sub(lambda seat: shown.get(seat[0], seat[0]), told)


def _says(told: str, name: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", told) is not None


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
