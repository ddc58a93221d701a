"""One card, deck or rules file: read, every value with its place; what cannot be read is noted, the rest goes on."""

import difflib
import itertools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.config.document import Document
from companion.config.strict import load_file
from companion.errors import ConfigError, NotationError, UsageProblemError
from companion.games import GAMES, game
from companion.kernel.card_files import (
    PROVENANCE,
    CardFormat,
    Finding,
    check_provenance,
    is_reference,
    with_provenance,
)
from companion.kernel.codec import decode
from companion.kernel.game import Game
from companion.kernel.profile import Options, ProfileHead
from companion.kernel.text import Text

ABOUT, DECK, EDITION, HOUSE_RULES, GAME, VERSION = "about", "deck", "edition", "house_rules", "game", "version"
NEWEST = 1
_PART = re.compile(r"([^.\[\]]+)|\[(\d+)\]")
# texts that people write with digits alone: they stay as they are written
_TEXTS = frozenset({"title", "name", "text", "source", "date", "version", "logo"})
Place = tuple[str | int, ...]


@dataclass
class CardFile:
    """One file, read.

    Attributes:
        given: its entries, plain, with the provenance of each value, by section and reference.
        wrong: what cannot be read; the rest of the file was read all the same.
        partly: entries of which a value cannot be read, without it: what else is wrong with them is told too.
        about: who wrote it.
    """

    path: Path
    document: Document
    format: CardFormat
    game: Game[Any]
    given: dict[str, dict[str, Any]] = field(default_factory=dict)
    entries: dict[str, dict[str, Any]] = field(default_factory=dict)
    edition: Mapping[str, Any] | None = None
    deck: Any = None
    about: ProfileHead | None = None
    house_rules: Mapping[str, Any] | None = None
    wrong: list[ConfigError] = field(default_factory=list)
    partly: dict[str, dict[str, Any]] = field(default_factory=dict)

    def place(self, path: Place) -> Place:
        """The path of a value as the file writes it, which may use another word for a key."""
        if len(path) < 3 or path[0] not in self.format.sections:
            return path
        entry = self.document.value[path[0]].get(path[1])
        for written, key in self.format.aliases.items():
            if path[2] == key and isinstance(entry, Mapping) and written in entry:
                return (*path[:2], written, *path[3:])
        return path

    def problem(self, path: Place, finding: Finding) -> ConfigError:
        """What the rules do not allow, with its place: `FILE:LINE:COL: .. (RULE)`."""
        whole = self.place((*path, *finding.path))
        line, column = self.document.key_position(whole) if finding.at_key else self.document.position(whole)
        where = ".".join(str(part) for part in path)
        en, es = (f"{where}: {text}" if where else text for text in (finding.text.en, finding.text.es))
        return ConfigError(
            self.path, line, column, en.rstrip("."), finding.rule, what_es=es.rstrip("."), allowed_es=finding.rule
        )


def game_with_cards(name: str) -> Game[Any]:
    found = game(name)
    if found.card_format is None:
        with_cards = ", ".join(one for one in GAMES if game(one).card_format is not None)
        raise UsageProblemError(
            f"{name} has no card files; games with cards are {with_cards}",
            f"{name} no tiene archivos de cartas; los juegos con cartas son {with_cards}",
        )
    return found


def read_file(path: Path, wanted: str | None) -> CardFile:
    doubled: list[ConfigError] = []
    document = load_file(path, doubled)
    value = document.value
    if not isinstance(value, dict):
        raise document.error(
            (), "this is no mapping", "give a mapping with `game` and `cards`, `deck` or `house_rules`",
            what_es="esto no es un grupo", allowed_es="pon un grupo con `game` y `cards`, `deck` o `house_rules`",
        )  # fmt: skip
    named = value.get(GAME)
    if named is None and wanted is None:
        raise UsageProblemError(
            f"{path} does not say which game it is; add `game: ID` or give --game ID",
            f"{path} no dice de qué juego es; añade `game: ID` o da --game ID",
        )
    if named is not None and named not in GAMES:
        known = ", ".join(GAMES)
        raise document.error(
            (GAME,), f"game = {named} is not allowed", f"known games are {known}",
            what_es=f"game = {named} no está permitido", allowed_es=f"se conocen {known}",
        )  # fmt: skip
    if named is not None and wanted is not None and named != wanted:
        raise document.error(
            (GAME,), f"game = {named} is another game than {wanted}", f"give --game {named}, or a file of {wanted}",
            what_es=f"game = {named} es otro juego que {wanted}",
            allowed_es=f"pon --game {named}, o un archivo de {wanted}",
        )  # fmt: skip
    found = game_with_cards(str(named or wanted))
    assert found.card_format is not None
    one = CardFile(path, document, found.card_format, found, wrong=doubled)
    _read_parts(one, value)
    return one


def _read_parts(one: CardFile, value: Mapping[str, Any]) -> None:
    known = [GAME, VERSION, ABOUT, *one.format.sections, *([EDITION] if one.format.edition else []), DECK, HOUSE_RULES]
    for key in value:
        if key not in known:
            one.wrong.append(_unknown(one.document, (key,), known))
    if value.get(VERSION) not in {None, NEWEST}:
        one.wrong.append(_unlike(one.document, (VERSION,), value[VERSION], Text(f"give {NEWEST}", f"pon {NEWEST}")))
    for section in one.format.sections:
        _read_section(one, section, value.get(section))
    edition = one.format.edition
    if edition is not None and value.get(EDITION) is not None and _decoded(one, edition, (EDITION,)) is not None:
        one.edition = _plain_at(one, (EDITION,))
    if value.get(DECK) is not None:
        one.deck = _decoded(one, one.format.deck, (DECK,))
    if value.get(ABOUT) is not None:
        one.about = _decoded(one, ProfileHead, (ABOUT,))
    if value.get(HOUSE_RULES) is not None:
        _read_rules(one, value)


def _read_rules(one: CardFile, value: Mapping[str, Any]) -> None:
    """House rules say who wrote them and when: sites of one game disagree (field note R-30)."""
    if value.get(ABOUT) is None:
        said = Text("add `about: {name, source, date}`", "añade `about: {name, source, date}`")
        one.wrong.append(
            one.document.error(
                (HOUSE_RULES,),
                "these house rules do not say who wrote them",
                said.en,
                what_es="estas reglas no dicen quién las escribió",
                allowed_es=said.es,
                at_key=True,
            )
        )
    rules = value[HOUSE_RULES]
    if not isinstance(rules, Mapping):
        one.wrong.append(_not_a_mapping(one.document, (HOUSE_RULES,)))
        return
    assert one.game.options is not None
    for key in rules:
        error = _rule_problem(one.game.options, key, rules[key])
        if error is not None:
            one.wrong.append(_placed(one, (HOUSE_RULES,), error, "house_rules."))
    one.house_rules = rules


def _rule_problem(options: Options, key: str, value: Any) -> NotationError | None:
    try:
        options.resolve({key: value})
    except NotationError as error:
        return error
    return None


def _read_section(one: CardFile, section: str, value: Any) -> None:
    if value is None:
        return
    if not isinstance(value, Mapping):
        one.wrong.append(_not_a_mapping(one.document, (section,)))
        return
    one.given[section], one.entries[section] = {}, {}
    for ref in value:
        if not is_reference(ref):
            text = Text("give its printed name in snake_case", "pon su nombre impreso en snake_case")
            what = Text(f"{section}.{ref} is no reference", f"{section}.{ref} no es una referencia")
            one.wrong.append(
                one.document.error((section, ref), what.en, text.en, what_es=what.es, allowed_es=text.es, at_key=True)
            )
            continue
        _read_entry(one, section, ref, value[ref])


def _read_entry(one: CardFile, section: str, ref: str, value: Any) -> None:
    if value is not None and not isinstance(value, Mapping):
        one.wrong.append(_not_a_mapping(one.document, (section, ref)))
        return
    plain = _plain_at(one, (section, ref))
    wrong = [one.problem((section, ref), finding) for finding in check_provenance(plain)]
    readable: list[Any] = []
    entry = _decoded(one, one.format.sections[section], (section, ref), readable)
    if entry is None or wrong:
        one.wrong.extend(wrong)
        for partly in readable:
            one.partly.setdefault(section, {})[ref] = partly
        return
    given = with_provenance(plain)
    one.given[section][ref] = given
    one.entries[section][ref] = one.format.laid_over(section, ref, given, f"{section}.{ref}")


def _plain_at(one: CardFile, path: Place) -> Any:
    """The value there, texts as they are written, keys by their own names."""
    value: Any = one.document.value
    for part in path:
        value = value[part]
    plain = _as_written(one.document, path, value or {})
    if len(path) == 2 and path[0] in one.format.sections:
        plain = {one.format.aliases.get(key, key): item for key, item in plain.items()}
        said = plain.get(PROVENANCE)
        if isinstance(said, Mapping):
            plain[PROVENANCE] = {one.format.aliases.get(key, key): word for key, word in said.items()}
    return plain


def _as_written(document: Document, path: Place, value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _as_written(document, (*path, key), item) for key, item in value.items()}
    if isinstance(value, list):
        return [_as_written(document, (*path, index), item) for index, item in enumerate(value)]
    if path[-1] in _TEXTS and value is not None:
        return document.source_text(path)
    return value


def _decoded(one: CardFile, kind: type, path: Place, readable: list[Any] | None = None) -> Any:
    """The part at `path` as its class; what is wrong with it is noted, and None given.

    Args:
        readable: gets the part without the values that are wrong.
    """
    value: Any = one.document.value
    for part in path:
        value = value[part]
    if value is not None and not isinstance(value, Mapping):
        one.wrong.append(_not_a_mapping(one.document, path))
        return None
    plain = {key: item for key, item in _plain_at(one, path).items() if key != PROVENANCE}
    decoded, whole = None, True
    while decoded is None:
        decoded, error = _tried(kind, plain)
        if error is None:
            break
        one.wrong.append(_placed(one, path, error))
        whole = False
        if not _left_out(plain, error):
            break
    if readable is not None and decoded is not None:
        readable.append(decoded)
    return decoded if whole else None


def _tried(kind: type, plain: Mapping[str, Any]) -> tuple[Any, NotationError | None]:
    try:
        return decode(kind, plain, ""), None
    except NotationError as error:
        return None, error


def _left_out(plain: dict[str, Any], error: NotationError) -> bool:
    """Whether the value that is wrong could be left out, so that the next one is found; of a list the whole list."""
    names = [name for name, _ in itertools.takewhile(lambda part: not part[1], _PART.findall(error.key))]
    if error.what == "nothing" or not names:
        return False
    group: Any = plain
    for name in names[:-1]:
        group = group.get(name) if isinstance(group, dict) else None
    return isinstance(group, dict) and group.pop(names[-1], group) is not group


def _placed(one: CardFile, path: Place, error: NotationError, before: str = "") -> ConfigError:
    """An error about a key inside a part, at its place in the file."""
    inner = tuple(int(index) if index else name for name, index in _PART.findall(error.key))
    whole = one.place((*path, *inner))
    name = ".".join(str(part) for part in whole) if not before else f"{before}{error.key}"
    allowed_es = error.spanish.partition("; ")[2]
    if error.what == "this key":
        what = Text(f"{name} is an unknown key", f"{name} es una clave desconocida")
    elif error.what == "nothing":
        what = Text(f"{name} is missing", f"falta {name}")
    else:
        what = Text(f"{name} = {error.what} is not allowed", f"{name} = {error.what} no está permitido")
    at_key = error.what == "this key" or (bool(before) and "did you mean" in error.allowed)
    return one.document.error(whole, what.en, error.allowed, what_es=what.es, allowed_es=allowed_es, at_key=at_key)


def _unknown(document: Document, path: Place, known: Sequence[str]) -> ConfigError:
    name = ".".join(str(part) for part in path)
    near = difflib.get_close_matches(str(path[-1]), known, n=1)
    allowed = Text(f"did you mean {near[0]}?", f"¿querías decir {near[0]}?") if near else None
    listed = ", ".join(known)
    allowed = allowed or Text(f"known keys are {listed}", f"se conocen {listed}")
    return document.error(
        path, f"{name} is an unknown key", allowed.en,
        what_es=f"{name} es una clave desconocida", allowed_es=allowed.es, at_key=True,
    )  # fmt: skip


def _unlike(document: Document, path: Place, value: object, allowed: Text) -> ConfigError:
    name = ".".join(str(part) for part in path)
    return document.error(
        path, f"{name} = {value} is not allowed", allowed.en,
        what_es=f"{name} = {value} no está permitido", allowed_es=allowed.es,
    )  # fmt: skip


def _not_a_mapping(document: Document, path: Place) -> ConfigError:
    name = ".".join(str(part) for part in path)
    return document.error(
        path, f"{name} is no mapping", "give a mapping (key: value)",
        what_es=f"{name} no es un grupo", allowed_es="pon un grupo (clave: valor)",
    )  # fmt: skip


def asked_of(form: CardFormat, section: str, entry: Any) -> tuple[str, ...]:
    """Values that the table is asked for where they are null; a victory card has none."""
    return () if getattr(entry, "kind", None) == "victory" else form.asked.get(section, ())
