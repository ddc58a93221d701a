"""A sheet that is being filled in, kept in the `live` row: a killed program comes back to it. No history."""

from dataclasses import asdict, replace
from typing import Any

from companion.games.clay_wrestling.model import FinisherPosition
from companion.screens.sheet_form import ABILITIES, COLOURS, KINDS, LEAST, LONGEST, MOST, SheetForm, fields_of

DRAFT = "draft"
"""Key of the `live` row."""
_WORDS = ("name", "player", "finisher", "fighter", "suggested")


def kept_draft(form: SheetForm | None, number: int) -> dict[str, Any] | None:
    """What is kept of the open sheet of match `number`."""
    if form is None:
        return None
    # what the camera has learned is the table file's
    return {**asdict(replace(form, learned={})), "position": form.position.value, "match": number}


def draft_of(kept: object, number: int) -> SheetForm | None:
    """The sheet of match `number` that was open when the program died; None where none is known."""
    if not isinstance(kept, dict) or kept.get("match") != number:
        return None
    levels, kind = kept.get("levels"), kept.get("kind")
    if not isinstance(levels, dict) or not isinstance(kept.get("names"), list) or not (kind is None or kind in KINDS):
        return None
    words = [str(kept.get(key, ""))[:LONGEST] for key in _WORDS]
    known = {one: levels.get(one) for one in ABILITIES}
    colour, position, at = kept.get("colour"), kept.get("position"), kept.get("at")
    name, player, finisher, fighter, suggested = words
    form = SheetForm(name, player, finisher=finisher, fighter=fighter, suggested=suggested)
    names, colours, owners = (tuple(map(str, kept.get(key) or ())) for key in ("names", "colours", "owners"))
    form = replace(form, names=names, colours=colours, owners=owners)
    right = {one: level for one, level in known.items() if isinstance(level, int) and LEAST <= level <= MOST}
    form = replace(form, levels={**form.levels, **right}, kind=kind, told=kept.get("told") is True)
    before = kept.get("before")
    form = replace(form, before=before if isinstance(before, dict) else {})
    if isinstance(colour, str) and (colour in COLOURS or colour.startswith("#")):
        form = replace(form, colour=colour)
    offered = kept.get("offered")
    form = replace(form, picked=kept.get("picked") is True, offered=offered if offered in COLOURS else "")
    form = replace(form, fresh=kept.get("fresh") is True)  # typing goes on where it was
    if any(position == one.value for one in FinisherPosition):
        form = replace(form, position=FinisherPosition(position))
    return replace(form, at=at) if isinstance(at, str) and at in fields_of(form) else form
