"""What the source of a card game says of its cards, as a card file that people edit."""

from collections.abc import Mapping
from dataclasses import fields as fields_of
from typing import Any

from companion.app.card_reading import DECK, GAME, NEWEST, VERSION, asked_of, game_with_cards
from companion.config.writing import dump
from companion.kernel.card_files import PROVENANCE, CardFormat
from companion.kernel.codec import encode, key_of


def sample_text(name: str) -> str:
    """What the source of the game says of its cards, as a card file that people edit; remarks in both languages.

    Raises:
        UsageProblemError: the game has no cards.
    """
    found = game_with_cards(name)
    form = found.card_format
    assert form is not None
    content: dict[str, Any] = {GAME: name, VERSION: NEWEST}
    for section, entries in form.sample().items():
        content[section] = {ref: _sample_entry(form, section, ref, entry) for ref, entry in entries.items()}
    head = (
        f"# {found.title.en}: the cards that the source names, with the values that it gives and no others.\n"
        "# null: asked at the table when it is needed; the answer goes into the journal, never into this file.\n"
        "# provenance: printed in the source, derived from one of its worked examples, or yours (user).\n"
        "# Written by `companion cards sample`; copy it, edit the copy, hold it with `companion cards check`.\n"
        "#\n"
        f"# {found.title.es}: las cartas que nombra la fuente, con los valores que da y ningún otro.\n"
        "# null: se pregunta en la mesa cuando hace falta; la respuesta va al diario, nunca a este archivo.\n"
        "# provenance: impreso en la fuente (printed), deducido de uno de sus ejemplos (derived) o tuyo (user).\n"
        "# Lo escribe `companion cards sample`; cópialo, cambia la copia y compruébala con `companion cards check`.\n"
    )
    return head + _about_decks(form) + dump(content)


def _about_decks(form: CardFormat) -> str:
    """How a deck is written, and how both are brought to the table; as comments."""
    lines = [
        "",
        "What somebody plays with is a file of its own, which begins so:",
        "Con lo que juega cada uno es un archivo propio, que empieza así:",
        f"  {GAME}: {form.game}",
        f"  {DECK}:",
        *(f"    {line}" for line in form.deck_example.splitlines()),
        f"`companion run --game {form.game} --cards my_cards.yaml --deck p1=ana.yaml --deck p2=bea.yaml`",
        "Without a deck file a hand is only counted, and a card is named when it is played.",
        "Sin archivo de mazo la mano solo se cuenta, y una carta se nombra al jugarla.",
        "",
    ]
    return "".join(f"# {line}".rstrip() + "\n" for line in lines)


def _sample_entry(form: CardFormat, section: str, ref: str, entry: Any) -> dict[str, Any]:
    blank = form.sections[section]()
    plain, asked = {}, asked_of(form, section, entry)
    for item in fields_of(entry):
        key, value = key_of(item), getattr(entry, item.name)
        if value != getattr(blank, item.name):
            plain[key] = _sparse(value)
        elif key in asked and value is None:
            plain[key] = None
    derived = {key for name, key in form.derived() if name == ref}
    if derived:
        given = [key for key, value in plain.items() if value is not None]
        plain[PROVENANCE] = {key: "derived" if key in derived else "printed" for key in given}
    elif any(value is not None for value in plain.values()):
        plain[PROVENANCE] = "printed"
    return plain


def _sparse(value: Any) -> Any:
    """Plain data of a value without what is null or empty in it."""
    plain = encode(value)
    if not isinstance(plain, Mapping):
        return plain
    return {key: _sparse(item) for key, item in plain.items() if item not in (None, [], {}, 0, False)}
