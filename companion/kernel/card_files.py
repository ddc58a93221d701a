"""Card and deck data that people edit, held against a rulebook (K-14). Pure: the files are read elsewhere.

Null stays null: it is asked at the table when it is needed, and the answer is journalled. Every value that is there
says where it comes from.
"""

import difflib
import enum
import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from companion.errors import NotationError
from companion.kernel.codec import Plain
from companion.kernel.text import Text

PROVENANCE = "provenance"
_REF = re.compile(r"[^\W_]\w*")


class Provenance(enum.Enum):
    """Where a value comes from."""

    PRINTED = "printed"
    DERIVED = "derived"
    USER = "user"


FilePath = tuple[str | int, ...]
"""Keys and indices from the top of a file."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something in a file that the rules do not allow.

    Attributes:
        path: inside the entry or deck that was checked; the caller knows what stands above it.
        text: a whole clause, `punch = 4: three copies at most`.
        at_key: the key is meant, not its value.
        senseless: no game can be played with it, not even one of fixtures in a script.
    """

    path: FilePath
    text: Text
    rule: str
    at_key: bool = False
    senseless: bool = False


@dataclass(frozen=True)
class Content:
    """What the card files of one game say, laid over what its source says.

    Attributes:
        given: plain entries of the files with the provenance of each value, by section and reference.
        entries: the same read, over the bundled data, with everything that the files do not name.
        edition: the part that stands once in a file (Raw Deal's deck limits); plain, empty where no file has one.
    """

    given: Mapping[str, Mapping[str, Plain]] = field(default_factory=dict)
    entries: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    edition: Mapping[str, Plain] = field(default_factory=dict)


class CardFormat(ABC):
    """How the card file and the deck file of one game look.

    Attributes:
        sections: parts of a card file that hold entries by reference, with the entry's class.
        edition: class of the part that stands once; None where the game has none.
        deck: class of a deck file's `deck`.
        aliases: keys of entries that files may write otherwise, by the file's word.
        asked: values that the table is asked for where they are null.
        deck_example: a deck file, as an example to begin with.
    """

    game: ClassVar[str]
    sections: ClassVar[Mapping[str, type]]
    deck: ClassVar[type]
    edition: ClassVar[type | None] = None
    aliases: ClassVar[Mapping[str, str]] = {}
    asked: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    deck_example: ClassVar[str] = ""

    @abstractmethod
    def sample(self) -> Mapping[str, Mapping[str, Any]]:
        """What the source says, by section and reference, as entries; null where it says nothing."""

    def derived(self) -> frozenset[tuple[str, str]]:
        """`(reference, field)` of values that follow from a worked example; all others are printed."""
        return frozenset()

    @abstractmethod
    def laid_over(self, section: str, ref: str, plain: Mapping[str, Plain], where: str) -> Any:
        """The entry of a file over what the source says of that reference.

        Raises:
            NotationError: an unknown key or a value of another kind.
        """

    @abstractmethod
    def check(self, section: str, ref: str, content: Content) -> Iterator[Finding]:
        """What is wrong with an entry of a file."""

    def check_edition(self, content: Content) -> Iterator[Finding]:
        """What is wrong with the part that stands once."""
        del content
        return iter(())

    @abstractmethod
    def check_deck(self, deck: Any, content: Content) -> Iterator[Finding]:
        """What is wrong with a deck."""

    def check_decks(self, decks: Mapping[str, Any]) -> Iterator[Finding]:
        """What is wrong with decks that meet; the path begins with the seat."""
        del decks
        return iter(())

    def given_sections(self, content: Content) -> dict[str, Plain]:
        """What files give of each section, as a set-up takes it."""
        return {section: dict(content.given[section]) for section in self.sections if section in content.given}

    @abstractmethod
    def setup(self, content: Content, decks: Mapping[str, Any]) -> dict[str, Plain]:
        """The set-up of a match that starts with these cards and decks, by seat."""


def seats_of(decks: Mapping[str, Any], seats: Sequence[str], rule: str) -> Iterator[Finding]:
    """Decks for seats that the game does not have."""
    for seat in decks:
        if seat not in seats:
            those = Text(" and ".join(seats), " y ".join(seats))
            text = Text(f"there is no seat {seat}; {those.en} play", f"no existe el asiento {seat}; juegan {those.es}")
            yield Finding((seat,), text, rule)


def need_sound(
    form: CardFormat, entries: Mapping[str, Mapping[str, Any]], given: Mapping[str, Any], where: str
) -> None:
    """Hold that entries which a script or a command gives make sense: ranges of numbers, known effects.

    Args:
        entries: everything that is known, by section and reference.
        given: the references that were given, by section.

    Raises:
        NotationError: one is not; the first is told.
    """
    content = Content(entries=entries)
    for section, refs in given.items():
        for ref in refs:
            for finding in form.check(section, ref, content):
                if not finding.senseless:
                    continue
                key = ".".join([where, section, ref, *(str(part) for part in finding.path)])
                en, es = (f"{text} ({finding.rule})" for text in (finding.text.en, finding.text.es))
                raise NotationError(key, "this value", en, what_es="este valor", allowed_es=es)


def is_reference(word: str) -> bool:
    """A card, wrestler or ability in `snake_case` of its printed name; letters of any language."""
    return _REF.fullmatch(word) is not None and word == word.lower()


def with_provenance(plain: Mapping[str, Plain]) -> dict[str, Plain]:
    """The entry with the provenance of each value that it gives; what says nothing is the user's."""
    said = plain.get(PROVENANCE)
    values = {key: value for key, value in plain.items() if key not in {PROVENANCE, "fixture"} and value is not None}
    if isinstance(said, Mapping):
        found = {key: str(said.get(key, Provenance.USER.value)) for key in values}
    else:
        word = Provenance.USER.value if said is None else str(said)
        found = dict.fromkeys(values, word)
    rest = {key: value for key, value in plain.items() if key != PROVENANCE}
    return {**rest, PROVENANCE: found}


def check_provenance(plain: Mapping[str, Plain]) -> Iterator[Finding]:
    """What is wrong with the word or the words that say where the values come from."""
    said = plain.get(PROVENANCE)
    words = [member.value for member in Provenance]
    allowed = Text(f"give {', '.join(words)}", f"pon {', '.join(words)}")
    if said is None:
        return
    if not isinstance(said, Mapping):
        if said not in words:
            yield Finding((PROVENANCE,), unlike(PROVENANCE, said, allowed), "K-14")
        return
    for key, word in said.items():
        if word not in words:
            yield Finding((PROVENANCE, str(key)), unlike(f"{PROVENANCE}.{key}", word, allowed), "K-14")
        elif plain.get(str(key)) is None:
            text = Text(
                f"{PROVENANCE}.{key} says where a value comes from that is not there",
                f"{PROVENANCE}.{key} dice de dónde viene un valor que no está",
            )
            yield Finding((PROVENANCE, str(key)), text, "K-14", at_key=True)


def unlike(what: str, value: object, allowed: Text) -> Text:
    """`WHAT = VALUE is not allowed; ALLOWED`."""
    return Text(f"{what} = {value} is not allowed; {allowed.en}", f"{what} = {value} no está permitido; {allowed.es}")


def in_range(entry: Any, limits: Mapping[str, tuple[int, int | None]], rule: str) -> Iterator[Finding]:
    """Numbers of an entry that lie outside their limits; the upper one may be None."""
    for key, (low, high) in limits.items():
        value = getattr(entry, key)
        if value is None or (value >= low and (high is None or value <= high)):
            continue
        allowed = (
            Text(f"give at least {low}", f"pon al menos {low}")
            if high is None
            else Text(f"give {low} to {high}", f"pon de {low} a {high}")
        )
        yield Finding((key,), unlike(key, value, allowed), rule, senseless=True)


def unknown_refs(
    path: FilePath, refs: Sequence[str], known: Mapping[str, Any], rule: str, kind: Text | None = None
) -> Iterator[Finding]:
    """References of a list that no file and no source names."""
    what = kind or Text("card", "carta")
    for index, ref in enumerate(refs):
        if ref not in known:
            yield Finding((*path, index), no_such(what, ref, known), rule)


def no_such(kind: Text, ref: str, known: Mapping[str, Any]) -> Text:
    """There is no such card; the nearest known one is named."""
    near = difflib.get_close_matches(ref, known, n=1)
    hint = Text(f"; did you mean {near[0]}?", f"; ¿querías decir {near[0]}?") if near else Text("", "")
    return Text(f"there is no {kind.en} {ref}{hint.en}", f"no existe {kind.es} {ref}{hint.es}")


def copies_of(hand: Sequence[str], cards: Mapping[str, int]) -> Iterator[Finding]:
    """Cards of an entered hand that the deck has not, or not so often."""
    left = dict(cards)
    for index, ref in enumerate(hand):
        if left.get(ref, 0) < 1:
            text = Text(f"hand: the deck has no further {ref}", f"hand: el mazo no tiene más {ref}")
            yield Finding(("hand", index), text, "K-09")
        left[ref] = left.get(ref, 0) - 1


def need_held(hand: Sequence[str], cards: Mapping[str, int], where: str) -> None:
    """Hold that an entered hand comes out of its deck.

    Raises:
        NotationError: a card too many.
    """
    for finding in copies_of(hand, cards):
        index = finding.path[-1]
        raise NotationError(
            f"{where}.hand",
            hand[int(index)],
            finding.text.en,
            allowed_es=finding.text.es,
        )


def counts(cards: Mapping[str, int]) -> Iterator[Finding]:
    """Numbers of copies below 1."""
    for ref, copies in cards.items():
        if copies < 1:
            yield Finding(("cards", ref), unlike(ref, copies, Text("give at least 1", "pon al menos 1")), "K-09")
