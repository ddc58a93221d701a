"""House rules of a clay match from a file, of the same form as those of the card games (`about`, `house_rules`)."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.app.card_files import match_setup
from companion.config.document import Document
from companion.config.strict import load_file
from companion.errors import ConfigError, FileProblemError, NotationError, UsageProblemError
from companion.games import CLAY
from companion.games.clay_wrestling.profile import OPTIONS
from companion.kernel.text import Text

KEYS = ("game", "version", "about", "house_rules")
ABOUT = ("name", "source", "date", "version", "name_es")


def setup_of_files(game: str, cards: Sequence[Path], decks: Mapping[str, Path], rules: Path | None) -> dict[str, Any]:
    """What files bring to a new match: house rules of any game, cards and decks of a card game.

    Raises:
        ConfigError: something in a file is not allowed; names line and column.
        UsageProblemError: a clay match was given cards.
    """
    if game != CLAY:
        return match_setup(game, cards, decks, rules)
    if cards or decks or rules is None:
        named = next(filter(None, map(_game_of, (*cards, *decks.values()))), "ID")
        raise UsageProblemError(
            f"clay wrestling has no cards; these files need --game {named}",
            f"la lucha de plastelina no tiene cartas; estos archivos piden --game {named}",
        )
    return read_clay_rules(rules)


def _game_of(path: Path) -> str:
    """The game that a file says it is of; empty where it says none, or cannot be read."""
    try:
        value = load_file(path).value
    except (FileProblemError, ConfigError):
        return ""
    return str(value.get("game") or "") if isinstance(value, Mapping) else ""


def read_clay_rules(path: Path) -> dict[str, Any]:
    """`{house_rules: {..}, profile: {name, source, date}}` of a file; `profile` may have a `version` and a `name_es`.

    Raises:
        ConfigError, FileProblemError: it cannot be read, or a key or value is not allowed.
    """
    document = load_file(path)
    value = document.value
    if not isinstance(value, dict) or not isinstance(value.get("house_rules"), Mapping):
        raise document.error(
            (), "this file has no house_rules", "give `house_rules: {key: value}`",
            what_es="este archivo no tiene house_rules", allowed_es="pon `house_rules: {clave: valor}`",
        )  # fmt: skip
    for key in value:
        if key not in KEYS:
            raise _unknown(document, (key,), KEYS)
    if value.get("game", CLAY) != CLAY:
        raise document.error(
            ("game",), f"game = {value['game']} is another game", f"this is about {CLAY}",
            what_es=f"game = {value['game']} es otro juego", allowed_es=f"aquí se trata de {CLAY}",
        )  # fmt: skip
    head = _about(document, value.get("about"))
    rules = dict(value["house_rules"])
    for key, wanted in rules.items():
        _check(document, key, wanted)
    return {"house_rules": rules, "profile": head}


def _check(document: Document, key: str, wanted: Any) -> None:
    try:
        OPTIONS.resolve({key: wanted})
    except NotationError as error:
        raise document.error(
            ("house_rules", key), f"house_rules.{key} = {error.what} is not allowed", error.allowed,
            what_es=f"house_rules.{key} = {error.what} no está permitido",
            allowed_es=error.spanish.partition("; ")[2], at_key=key not in OPTIONS.options,
        ) from None  # fmt: skip


def _about(document: Document, value: Any) -> dict[str, Any]:
    """Who wrote the rules and when: sites of one game disagree (field note R-30)."""
    due = Text("give `about: {name, source, date}`", "pon `about: {name, source, date}`")
    if not isinstance(value, Mapping) or any(not value.get(key) for key in ABOUT[:3]):
        raise document.error(
            ("about",) if value is not None else (), "these house rules do not say who wrote them", due.en,
            what_es="estas reglas no dicen quién las escribió", allowed_es=due.es,
        )  # fmt: skip
    for key in value:
        if key not in ABOUT:
            raise _unknown(document, ("about", key), ABOUT)
    return {key: document.source_text(("about", key)) for key in value}


def _unknown(document: Document, path: tuple[str, ...], known: Sequence[str]) -> ConfigError:
    name, listed = ".".join(path), ", ".join(known)
    return document.error(
        path, f"{name} is an unknown key", f"known keys are {listed}",
        what_es=f"{name} es una clave desconocida", allowed_es=f"se conocen {listed}", at_key=True,
    )  # fmt: skip
