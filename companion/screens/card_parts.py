"""What the two screens show of a card game's table, as values: seats with their rows, and what lies between them. Pure.

`card_rows.py` draws a row, `card_board.py` lays the rows of both screens out; each game's view builds a `Board`.
"""

import enum
from dataclasses import dataclass

from companion.kernel.text import Text
from companion.screens.fighter_parts import Chip

ALWAYS, USEFUL, DETAIL = 3, 2, 1
"""How long a row stays where there is no room for all of them: details go first."""
NO_LABEL = Text("", "")


class Look(enum.Enum):
    """What a word or a number says besides itself; never by colour alone, see `card_items.py` and `card_meters.py`."""

    PLAIN = "plain"
    SOFT = "soft"
    GOLD = "gold"
    GOOD = "good"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Tally:
    """A number with its label: `37 Arsenal`."""

    label: Text
    value: str
    look: Look = Look.PLAIN
    big: bool = False


@dataclass(frozen=True, slots=True)
class Badge:
    """A word on a small ribbon: an ability in play, a state."""

    word: Text
    look: Look = Look.SOFT


@dataclass(frozen=True, slots=True)
class Pips:
    """`value` of `of` marks filled, with a label: pairs, rounds, attempts."""

    label: Text
    value: int
    of: int
    look: Look = Look.GOLD


@dataclass(frozen=True, slots=True)
class CardFaces:
    """Cards on the table: what stands on each, None for a back."""

    label: Text
    faces: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class DiceFaces:
    """Dice that were rolled; `hits` marks those that count."""

    faces: tuple[int, ...]
    hits: tuple[bool, ...] = ()


Item = Tally | Badge | Pips | CardFaces | DiceFaces


@dataclass(frozen=True, slots=True)
class Flow:
    """Items side by side, in as many lines as they need."""

    items: tuple[Item, ...]
    keep: int = USEFUL


@dataclass(frozen=True, slots=True)
class Bar:
    """A bounded value with its bar: health, stamina.

    Attributes:
        high: None: nobody has told it, and a dash stands for it.
        low: up to this value it is in its low zone; None: there is no such zone.
        is_low: it is, whatever `low` says (the table may have ruled it).
    """

    label: Text
    value: int
    high: int | None
    low: int | None = None
    is_low: bool = False
    keep: int = ALWAYS


@dataclass(frozen=True, slots=True)
class Tug:
    """A marker between two sides: momentum.

    Attributes:
        value: -span..span, + towards the left side.
        marks: distances from the middle from which more holds, nearest first.
        words: what holds now, if anything.
        leads: 1: the left side leads, -1 the right side, 0 nobody; the words stand on that side.
        figure: the marker bears the number.
    """

    left: Chip
    right: Chip
    value: int
    span: int
    marks: tuple[int, ...] = ()
    words: Text | None = None
    leads: int = 0
    figure: bool = True
    keep: int = ALWAYS


@dataclass(frozen=True, slots=True)
class Side:
    """One of two who face each other: a card, face down while `face` is None and `lies` is true."""

    name: str
    chip: Chip
    face: str | None = None
    lies: bool = False
    won: bool = False


@dataclass(frozen=True, slots=True)
class Versus:
    """Two who face each other, with what it is about between them."""

    left: Side
    right: Side
    middle: Text
    keep: int = ALWAYS


@dataclass(frozen=True, slots=True)
class Words:
    """A line or more of text."""

    text: Text
    look: Look = Look.PLAIN
    strong: bool = False
    keep: int = USEFUL


@dataclass(frozen=True, slots=True)
class Poster:
    """Words in the type of the posters: the card in play."""

    text: Text
    look: Look = Look.PLAIN
    keep: int = ALWAYS


Row = Flow | Bar | Tug | Versus | Words | Poster


@dataclass(frozen=True, slots=True)
class Block:
    """Rows with a title; `lit` when it is what matters now."""

    title: Text | None
    rows: tuple[Row, ...]
    lit: bool = False


@dataclass(frozen=True, slots=True)
class SeatBlock:
    """One seat: who, whether he is asked now, and his rows.

    Attributes:
        tag: the seat's own name where `name` is the wrestler's.
        role: attacker, defender, challenger.
    """

    id: str
    name: str
    chip: Chip
    tag: str = ""
    role: Text | None = None
    active: bool = False
    out: bool = False
    rows: tuple[Row, ...] = ()


@dataclass(frozen=True, slots=True)
class Board:
    """The table: the seats, and bands of blocks below each other, the blocks of a band abreast."""

    seats: tuple[SeatBlock, ...]
    bands: tuple[tuple[Block, ...], ...] = ()
