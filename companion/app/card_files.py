"""Card, deck and rules files: read together, held against the rulebook, and made into the set-up of a match.

A file has a `game` and any of: entries by section (`cards`, `superstars`, ..), `edition`, `deck`, and `house_rules`
with the `about` that says who wrote them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import fields as fields_of
from pathlib import Path
from typing import Any

from companion.app.card_reading import DECK, EDITION, CardFile, Place, asked_of, game_with_cards, read_file
from companion.errors import ConfigError, UsageProblemError
from companion.kernel.card_files import CardFormat, Content, Finding
from companion.kernel.codec import decode, encode, key_of
from companion.kernel.game import Game
from companion.kernel.profile import ProfileHead
from companion.kernel.text import Text


@dataclass(frozen=True)
class Gathered:
    """All files of one match or check.

    Attributes:
        unreadable: places that cannot be read (exit 2).
        illegal: places that the rules do not allow (exit 1).
    """

    game: Game[Any]
    files: tuple[CardFile, ...]
    content: Content
    unreadable: tuple[ConfigError, ...]
    illegal: tuple[ConfigError, ...]

    def summary(self) -> Text:
        """What was read, and how much of it the table will be asked."""
        given = self.content.given
        parts = [f"{section} {len(entries)}" for section, entries in given.items()]
        decks = sum(one.deck is not None for one in self.files)
        rules = sum(one.house_rules is not None for one in self.files)
        parts_en = [*parts, *([f"decks {decks}"] if decks else []), *([f"house rules {rules}"] if rules else [])]
        parts_es = [*parts, *([f"mazos {decks}"] if decks else []), *([f"reglas {rules}"] if rules else [])]
        asked = self.asked()
        return Text(
            f"ok: {', '.join(parts_en) or 'nothing'}; {asked} values are null and will be asked at the table",
            f"ok: {', '.join(parts_es) or 'nada'}; {asked} valores son null y se preguntarán en la mesa",
        )

    def asked(self) -> int:
        """Values that are null in the entries of the files."""
        found = 0
        for section, entries in self.content.given.items():
            for ref in entries:
                entry = self.content.entries[section][ref]
                plain = {key_of(item): getattr(entry, item.name) for item in fields_of(entry)}
                found += sum(plain[key] is None for key in asked_of(self._format, section, entry))
        return found

    @property
    def _format(self) -> CardFormat:
        assert self.game.card_format is not None
        return self.game.card_format


def gather(paths: Sequence[Path], wanted: str | None = None, decks: Mapping[str, Path] | None = None) -> Gathered:
    """Read the files together and hold them against the rulebook.

    Args:
        wanted: the game; else the files say it.
        decks: the deck file of each seat; seats are held against the rules too.

    Raises:
        ConfigError, FileProblemError: a file cannot be read as YAML, or is of another game.
        UsageProblemError: nobody says which game it is, or it has no cards.
    """
    found: list[CardFile] = []
    for path in paths:
        found.append(read_file(path, wanted))
        wanted = wanted or found[-1].game.id
    game_of_files = found[0].game if found else game_with_cards(str(wanted))
    content, twice = _together(found, game_of_files)
    unreadable = [*(error for one in found for error in one.wrong), *twice]
    illegal = list(_illegal(found, content, decks or {}, whole=not unreadable))
    return Gathered(game_of_files, tuple(found), content, tuple(unreadable), tuple(illegal))


def match_setup(wanted: str, cards: Sequence[Path], decks: Mapping[str, Path], rules: Path | None) -> dict[str, Any]:
    """The set-up of a match that starts with these cards, decks and house rules.

    Raises:
        ConfigError: the first thing in the files that cannot be read or that the rules do not allow.
    """
    paths = [*cards, *decks.values(), *([] if rules is None else [rules])]
    unique = list(dict.fromkeys(paths))
    gathered = gather(unique, wanted, decks)
    for error in (*gathered.unreadable, *gathered.illegal):
        raise error
    by_path = {one.path: one for one in gathered.files}
    brought: dict[str, Any] = {}
    for seat, path in decks.items():
        if by_path[path].deck is None:
            raise ConfigError(
                path, 1, 1, "this file has no deck", "add `deck:`", what_es="este archivo no tiene mazo",
                allowed_es="añade `deck:`",
            )  # fmt: skip
        brought[seat] = by_path[path].deck
    form = gathered.game.card_format
    assert form is not None
    setup = form.setup(gathered.content, brought)
    gathered.game.set_up(setup)
    profile = next((one for one in reversed(gathered.files) if one.house_rules is not None), None)
    if profile is not None:
        setup["house_rules"] = dict(profile.house_rules or {})
        setup["profile"] = encode(profile.about)
    return setup


def decks_by_seat(words: Sequence[str]) -> dict[str, Path]:
    """`--deck SEAT=FILE`, several times.

    Raises:
        UsageProblemError: not of that form, or a seat twice.
    """
    found: dict[str, Path] = {}
    for word in words:
        seat, separator, path = word.partition("=")
        if not (seat and separator and path):
            raise UsageProblemError(f"--deck {word}: give SEAT=FILE", f"--deck {word}: pon ASIENTO=ARCHIVO")
        if seat in found:
            raise UsageProblemError(f"--deck: {seat} has two decks", f"--deck: {seat} tiene dos mazos")
        found[seat] = Path(path)
    return found


def profile_of(setup: Mapping[str, Any]) -> Text | None:
    """What people are told of the house rules when a match starts (field note I-04)."""
    if setup.get("profile") is None:
        return None
    head = decode(ProfileHead, setup["profile"], "profile").text()
    told = ", ".join(f"{key} = {str(value).lower()}" for key, value in setup["house_rules"].items())
    return Text(f"{head.en}: {told}", f"{head.es}: {told}") if told else head


# -- all files together ---------------------------------------------------------------------------------------------


def _together(files: Sequence[CardFile], of_game: Game[Any]) -> tuple[Content, list[ConfigError]]:
    form = of_game.card_format
    assert form is not None
    given: dict[str, dict[str, Any]] = {}
    entries = {section: dict(known) for section, known in form.sample().items()}
    edition: Mapping[str, Any] = {}
    twice: list[ConfigError] = []
    first: dict[tuple[str, str], CardFile] = {}
    for one in files:
        edition = one.edition or edition
        for section, found in one.given.items():
            for ref, plain in found.items():
                before = first.setdefault((section, ref), one)
                if before is not one:
                    line, _ = before.document.key_position((section, ref))
                    said = Text(f"it stands in {before.path}:{line} too", f"también está en {before.path}:{line}")
                    what = Text(f"{section}.{ref} is there twice", f"{section}.{ref} está dos veces")
                    twice.append(
                        one.document.error(
                            (section, ref), what.en, said.en, what_es=what.es, allowed_es=said.es, at_key=True
                        )
                    )
                given.setdefault(section, {})[ref] = plain
                entries[section][ref] = one.entries[section][ref]
    return Content(given, entries, edition), twice


LONGEST_TITLE = 80
"""Letters; the longest printed title known has about fifty, and the crowd board must find room for it in one block."""


def _too_long(entry: object) -> Iterator[Finding]:
    for key in ("title", "name"):
        said = getattr(entry, key, None)
        if isinstance(said, str) and len(said) > LONGEST_TITLE:
            words = Text(
                f"{key} has {len(said)} letters; {LONGEST_TITLE} find room on the crowd board",
                f"{key} tiene {len(said)} letras; en el marcador caben {LONGEST_TITLE}",
            )
            yield Finding((key,), words, "F-04")


def _illegal(
    files: Sequence[CardFile], content: Content, decks: Mapping[str, Path], *, whole: bool
) -> Iterator[ConfigError]:
    """What the rules do not allow.

    Args:
        whole: everything could be read; else decks are left aside, whose cards may be among what could not.
    """
    brought = {seat: next(one.deck for one in files if one.path == path) for seat, path in decks.items()}
    entries = {section: dict(found) for section, found in content.entries.items()}
    for one in files:
        for section, partly in one.partly.items():
            entries[section] |= partly
    known = replace(content, entries=entries)
    for one in files:
        found: list[tuple[Place, Finding]] = []
        for section in one.format.sections:
            for ref in (*one.given.get(section, {}), *one.partly.get(section, {})):
                found.extend(((section, ref), finding) for finding in one.format.check(section, ref, known))
                found.extend(((section, ref), finding) for finding in _too_long(known.entries[section].get(ref)))
        if not whole:
            yield from sorted((one.problem(path, finding) for path, finding in found), key=lambda e: (e.line, e.column))
            continue
        if one.edition is not None:
            found.extend(((EDITION,), finding) for finding in one.format.check_edition(content))
        if one.deck is not None:
            found.extend(((DECK,), finding) for finding in one.format.check_deck(one.deck, content))
            met = one.format.check_decks(brought)
            found.extend(((DECK,), replace(f, path=f.path[1:])) for f in met if decks[str(f.path[0])] == one.path)
        yield from sorted((one.problem(path, finding) for path, finding in found), key=lambda e: (e.line, e.column))
