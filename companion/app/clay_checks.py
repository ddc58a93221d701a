"""Clays that will be taken for each other, told at the weigh-in: as the camera learned them, else by their names."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from companion.games.clay_wrestling.model import Match
from companion.games.clay_wrestling.reasons import SAME_CLAY
from companion.kernel.names import id_key
from companion.kernel.text import Text
from companion.screens.clay_words import CLAYS
from companion.screens.palette import CLAY
from companion.screens.view_model import Chip
from companion.table.clays import colour_in, colour_key
from companion.vision.clay_words import EITHER, clay_key, clays_of, colour_of
from companion.vision.colour_check import colour_notes
from companion.vision.colours import to_lab
from companion.vision.figure_names import own_name
from companion.vision.figure_notes import HINTS, texts_of
from companion.vision.figures import from_entry
from companion.vision.segmentation import Scene
from companion.vision.table_file import Table

ALIKE_LAB = 33.0
"""Distance of two shop clays in CIE Lab under which a crowd takes one for the other: red and dark red are 30 apart."""
_ALIKE = Text(
    "{one} and {other} are of much the same clay: give one of them another",
    "{one} y {other} son de plastelina casi igual: da otra a uno de los dos",
)

_OTHER_CLAY = Text(
    "{who}: {said} on the sheet, {learned} as learned: choose {learned} here, or learn the figure again in set-up",
    "{who}: {said} en la ficha, {learned} al aprenderla: elige {learned} aquí, o repite la figura en la puesta a punto",
)


def learned_clays(figures: Iterable[Mapping[str, Any]]) -> dict[str, tuple[str, ...]]:
    """What each learned figure may be made of by its name, as the sheets call both, the likeliest first.

    A clay that a person named is the only one; where nobody did, what its learned colours look like. Under an empty
    name: the likeliest clay of each figure that has no name. What the shops do not sell is left out, and a name that
    two figures have. A nameless figure is also found under what it is called by: the word for its clay in either
    language, its number.
    """
    entries = [(_name_of(one), tuple(clay for clay in clays_of(one) if clay in CLAY), one) for one in figures]
    times = Counter(name for name, _, _ in entries)
    named = {name: clays for name, clays, _ in entries if name and times[name] == 1 and clays}
    nameless = tuple(dict.fromkeys(clays[0] for name, clays, _ in entries if not name and clays))
    words = [(word, clays) for name, clays, one in entries if not name and clays for word in _words_for(one)]
    shared = Counter(word for word, _ in words)
    called = {word: clays for word, clays in words if shared[word] == 1 and word not in times}
    return {**called, **named, **({"": nameless} if nameless else {})}


def _words_for(figure: Mapping[str, Any]) -> set[str]:
    """What a figure without a name is called by, as names are compared."""
    clay = colour_of(figure)
    words = {own_name(figure), clay, colour_in(clay, "en"), colour_in(clay, "es"), str(figure["id"])}
    return {id_key(word) for word in words if word}


def _name_of(figure: Mapping[str, Any]) -> str:
    """As the sheets call it; empty for one that has its number for a name, or its clay."""
    name = own_name(figure)
    return "" if colour_key(name) == colour_key(str(figure.get("colour") or "")) else id_key(name)


def other_clay_notes(match: Match, learned: Mapping[str, Sequence[str]]) -> tuple[Text, ...]:
    """Fighters whose sheet says another clay than their figure was learned in, or may be of.

    Args:
        learned: what `learned_clays` gives.
    """
    notes = []
    for one in match.fighters.values():
        said, due = clay_key(one.clay_colour), learned.get(id_key(one.name or one.id), ())
        if due and said not in due:
            words = CLAYS.get(said) or Text(one.clay_colour or "no clay", one.clay_colour or "sin color")
            notes.append(_OTHER_CLAY.filled(who=one.name or one.id, said=words, learned=_either(due)))
    return tuple(notes)


def _either(clays: Sequence[str]) -> Text:
    """The likeliest clay, and the next one where it may be that too."""
    first, *others = (CLAYS[clay] for clay in clays)
    return EITHER.filled(one=first, other=others[0]) if others else first


def same_clay_notes(match: Match) -> tuple[Text, ...]:
    """Fighters whose sheets say one clay: no match begins with both (CW-PLAYER-02)."""
    first: dict[str, str] = {}
    notes = []
    for one in match.fighters.values():
        owner = first.setdefault(colour_key(one.clay_colour), one.name or one.id)
        if one.clay_colour and owner != (one.name or one.id):
            notes.append(SAME_CLAY.filled(who=owner, target=one.name or one.id))
    return tuple(notes)


def learned_notes(table: Table, scene: Scene, called: Mapping[str, str]) -> tuple[tuple[Text, ...], tuple[Text, ...]]:
    """What the camera says of figures it has learned: among themselves, against the mat, against hands.

    Warnings, and what is only a hint, in the same words as in the set-up: what is suggested looks at all figures of
    the table.

    Args:
        called: the figures that take part and their fighters' names; others stay on their shelf.
    """
    entries = [{**entry, "name": called.get(str(entry["id"]), entry.get("name"))} for entry in table.figures]
    figures = [figure for entry in entries if (figure := from_entry(entry)) is not None]
    notes = colour_notes(figures, scene, called)
    hints = [note for note in notes if note.kind in HINTS]
    return texts_of([note for note in notes if note not in hints]), texts_of(hints)


def named_notes(match: Match, signs: Mapping[str, Chip]) -> tuple[Text, ...]:
    """What the clays' names say, for a table without a camera; the closest pair first."""
    ids = list(match.fighters)
    if len(ids) < 2:
        return ()
    bgr = np.array([signs[one].rgb[::-1] for one in ids], dtype=np.uint8)
    lab = dict(zip(ids, to_lab(bgr).astype(float), strict=True))
    close = sorted((float(np.linalg.norm(lab[one] - lab[other])), one, other) for one, other in combinations(ids, 2))
    names = {one: fighter.name or one for one, fighter in match.fighters.items()}
    return tuple(_ALIKE.filled(one=names[one], other=names[other]) for apart, one, other in close if apart < ALIKE_LAB)
