"""Clays that will be taken for each other, told at the weigh-in: as the camera learned them, else by their names."""

from collections import Counter
from collections.abc import Iterable, Mapping
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
from companion.table.clays import colour_key
from companion.vision.colour_check import colour_notes
from companion.vision.colours import to_lab
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
    "{who}: {said} en la ficha, {learned} al aprenderla: elige {learned} aquí, o repite la figura en setup",
)


def learned_clays(figures: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """The clay of each learned figure by its name, as the sheets call both.

    What the shops do not sell is left out, and a name that two figures have.
    """
    entries = [(id_key(str(one.get("name") or "")), colour_key(str(one.get("colour", "")))) for one in figures]
    times = Counter(name for name, _ in entries)
    return {name: colour for name, colour in entries if name and times[name] == 1 and colour in CLAY}


def other_clay_notes(match: Match, learned: Mapping[str, str]) -> tuple[Text, ...]:
    """Fighters whose sheet says another clay than their figure was learned in.

    Args:
        learned: what `learned_clays` gives.
    """
    notes = []
    for one in match.fighters.values():
        said, due = colour_key(one.clay_colour), learned.get(id_key(one.name or one.id))
        if due is not None and said != due:
            words = CLAYS.get(said) or Text(one.clay_colour or "no clay", one.clay_colour or "sin color")
            notes.append(_OTHER_CLAY.filled(who=one.name or one.id, said=words, learned=CLAYS[due]))
    return tuple(notes)


def same_clay_notes(match: Match) -> tuple[Text, ...]:
    """Fighters whose sheets say one clay: no match begins with both (CW-PLAYER-02)."""
    first: dict[str, str] = {}
    notes = []
    for one in match.fighters.values():
        owner = first.setdefault(colour_key(one.clay_colour), one.name or one.id)
        if one.clay_colour and owner != (one.name or one.id):
            notes.append(SAME_CLAY.filled(who=owner, target=one.name or one.id))
    return tuple(notes)


def learned_notes(table: Table, scene: Scene, called: Mapping[str, str]) -> tuple[Text, ...]:
    """What the camera says of figures it has learned: among themselves, against the mat, against hands.

    Args:
        called: the figures that take part and their fighters' names; others stay on their shelf.
    """
    entries = [{**entry, "name": called[id_]} for entry in table.figures if (id_ := str(entry["id"])) in called]
    figures = [figure for entry in entries if (figure := from_entry(entry)) is not None]
    return tuple(colour_notes(figures, scene))


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
