"""What is told of learned figures: sentences of a kind, so that nobody has to read one to know what it is about."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from companion.kernel.text import Text


class NoteKind(Enum):
    """What a note is about; the values stand in progress files."""

    # figures of the table file, told anew each time
    MIXED_UP = "mixed_up"
    BAD_LIGHT = "bad_light"
    HIDDEN = "hidden"
    LIKE_SURROUNDINGS = "like_surroundings"
    CARDS = "cards"
    NAMES = "names"
    # one figure as it was learned, until it is learned anew
    HALF_SEEN = "half_seen"
    MISPLACED = "misplaced"
    OTHER_CLAY = "other_clay"
    # due again and not learned again
    LAST_TIME = "last_time"
    # the picture that figures were learned from
    EXCHANGED = "exchanged"
    STRANGER = "stranger"
    PICTURE = "picture"
    # of a set-up whose notes had no kind yet
    OTHER = "other"


OF_TABLE = frozenset(
    {
        NoteKind.MIXED_UP,
        NoteKind.BAD_LIGHT,
        NoteKind.HIDDEN,
        NoteKind.LIKE_SURROUNDINGS,
        NoteKind.CARDS,
        NoteKind.NAMES,
        NoteKind.OTHER,
    }
)
# told, and asking nobody to do anything: matters in bad light only, or is told apart by place and size
HINTS = frozenset({NoteKind.BAD_LIGHT, NoteKind.LIKE_SURROUNDINGS, NoteKind.CARDS, NoteKind.NAMES, NoteKind.OTHER})
OF_PICTURE = frozenset({NoteKind.EXCHANGED, NoteKind.STRANGER, NoteKind.PICTURE})


@dataclass(frozen=True)
class FigureNote:
    """One sentence.

    Attributes:
        ids: of the figures that it is about; none where it is about the picture, or all.
        nameless: the sentence with `{who}` where it names its one figure, so that it can be told with another name.
    """

    kind: NoteKind
    text: Text
    ids: tuple[str, ...] = ()
    nameless: Text | None = None

    @classmethod
    def of_figure(cls, kind: NoteKind, figure_id: str, who: str, told: Text, **values: object) -> "FigureNote":
        """A note about one figure.

        Args:
            told: with `{who}`; `values` fill its other places.
        """
        nameless = told.filled(who="{who}", **values)
        return cls(kind, nameless.filled(who=who), (figure_id,), nameless)

    def with_name(self, figure_id: str, who: str) -> "FigureNote":
        """The same with the name that its figure has now."""
        if self.nameless is None or self.ids != (figure_id,):
            return self
        return replace(self, text=self.nameless.filled(who=who))

    def plain(self) -> list[Any]:
        """As plain data: a progress file keeps it."""
        nameless = None if self.nameless is None else [self.nameless.en, self.nameless.es]
        return [self.kind.value, [self.text.en, self.text.es], list(self.ids), nameless]


def note_from(told: object) -> FigureNote:
    """Read what `plain` gave.

    Raises:
        TypeError, ValueError: it is none.
    """
    if not isinstance(told, list):
        raise TypeError("a note is a list")
    kind, text, ids, nameless = told
    if not isinstance(ids, list) or not all(_is_words(one) for one in ids):
        raise TypeError("ids are words")
    return FigureNote(NoteKind(kind), _text(text), tuple(ids), None if nameless is None else _open(_text(nameless)))


def of_kind(kind: NoteKind, texts: Sequence[Text]) -> list[FigureNote]:
    return [FigureNote(kind, text) for text in texts]


def texts_of(notes: Sequence[FigureNote]) -> tuple[Text, ...]:
    return tuple(note.text for note in notes)


def _is_words(told: object) -> bool:
    return isinstance(told, str) and "\0" not in told


def _text(told: object) -> Text:
    if not isinstance(told, list) or len(told) != len(("en", "es")) or not all(map(_is_words, told)):
        raise TypeError("a sentence is words in two languages")
    return Text(*told)


def _open(text: Text) -> Text:
    try:
        text.filled(who="")
    except (KeyError, IndexError, AttributeError) as problem:
        raise ValueError("a sentence has a place for a name and no other") from problem
    return text
