"""The character sheet as a form: fields, live totals, what is wrong with it. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from companion.games.clay_wrestling.model import COMBAT, MAIN, FinisherPosition
from companion.kernel.names import id_key
from companion.kernel.text import Text
from companion.screens.palette import CLAY

POINTS: Final = 10
LEAST, MOST = 1, 4
"""CW-SHEET-05, CW-SHEET-12, CW-SHEET-18; the engine has the last word, house rules included."""
COLOURS: Final = tuple(CLAY)
POSITIONS: Final = tuple(FinisherPosition)
ABILITIES: Final = (*MAIN, *COMBAT)
FIELDS: Final = ("name", "player", "finisher", "kind", "position", "colour", *ABILITIES, "register")
"""In the order in which eyes and Tab walk over the page: the left column down, the right one, the button."""
KINDS: Final = ("strike", "submission")
"""What a finisher is, where a house rule wants it on the sheet (DEC-09)."""
TEXTS: Final = frozenset({"name", "player", "finisher"})
LONGEST: Final = 24
NAME_MISSING: Final = Text("The fighter needs a name.", "El luchador necesita un nombre.")
SUGGESTED: Final = Text(
    "A figure that the camera has learned, in its clay: Enter keeps the name, a letter replaces it.",
    "Una figura que la cámara ha aprendido, con su plastelina: Intro deja el nombre, una letra lo cambia.",
)
WHEN: Final = Text(
    "The finisher may be activated on a rival just attacked who is as chosen below its name (CW-SHEET-20, CW-FIN-01).",
    "El Finisher se activa contra un rival recién atacado que esté como se elige bajo su nombre (CW-SHEET-20, "
    "CW-FIN-01).",
)
NAME_TAKEN: Final = Text("There is a fighter of this name already.", "Ya hay un luchador con ese nombre.")
TOO_LONG: Final = Text("{n} letters are the most here.", "Aquí caben {n} letras como mucho.")
COLOUR_TAKEN: Final = Text("Another fighter is made of this clay.", "Otro luchador es de esta plastelina.")
COLOUR_OF: Final = Text("{name} is made of this clay.", "{name} es de esta plastelina.")
MAIN_TOTAL: Final = Text("Main abilities: {n} of {all} points.", "Habilidades principales: {n} de {all} puntos.")
COMBAT_TOTAL: Final = Text("Combat abilities: {n} of {all} points.", "Habilidades de combate: {n} de {all} puntos.")


@dataclass(frozen=True, slots=True)
class SheetForm:
    """A sheet being filled in.

    Attributes:
        at: the field that the keys go to.
        names, colours: what other fighters have already; `owners` are the names to `colours`.
        barred: the taken clay that was pressed last, until another key.
        told: problems are shown; they are from the first try to register on.
        fighter: id of the one whose sheet is corrected; empty for a new one.
        kind: of the finisher, of `KINDS`; None where it is chosen when the finisher is activated.
        full: a letter more than a field holds was typed last.
        before: what `parameters` gave of the sheet that is corrected.
        leaving: Escape was pressed once on a sheet with something in it.
        learned: what the figures that the camera has learned may be made of, the likeliest first, by `id_key` of their
            names; under "" the clays of those that nobody has named.
        suggested: the name of a learned figure that the sheet began with.
        offered: the clay of the blank sheet; `picked`: somebody chose another one by hand.
        fresh: nothing was typed since the keys came to this field; the first letter takes the place of what stands
            there, Backspace clears it and the arrows keep it.
    """

    name: str = ""
    player: str = ""
    colour: str = COLOURS[0]
    levels: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys(ABILITIES, POINTS // len(MAIN)))
    finisher: str = ""
    position: FinisherPosition = POSITIONS[0]
    at: str = FIELDS[0]
    names: tuple[str, ...] = ()
    colours: tuple[str, ...] = ()
    told: bool = False
    fighter: str = ""
    kind: str | None = None
    leaving: bool = False
    owners: tuple[str, ...] = ()
    barred: str = ""
    full: bool = False
    before: Mapping[str, Any] = field(default_factory=dict)
    learned: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    suggested: str = ""
    offered: str = ""
    picked: bool = False
    fresh: bool = True

    @property
    def is_selected(self) -> bool:
        """Whether the next letter takes the place of what stands in the field."""
        return self.fresh and self.at in TEXTS and bool(_text(self))

    @property
    def main_total(self) -> int:
        return sum(self.levels[key] for key in MAIN)

    @property
    def combat_total(self) -> int:
        return sum(self.levels[key] for key in COMBAT)


def fields_of(form: SheetForm) -> tuple[str, ...]:
    """What can be filled in, in order."""
    return FIELDS if form.kind is not None else tuple(one for one in FIELDS if one != "kind")


def owner_of(form: SheetForm, colour: str) -> str | None:
    """Who is made of this clay already; an empty name where nobody knows it, None where it is free."""
    if colour not in form.colours:
        return None
    place = form.colours.index(colour)
    return form.owners[place] if place < len(form.owners) else ""


def taken_words(form: SheetForm, colour: str) -> Text:
    """That a clay is taken, and by whom."""
    name = owner_of(form, colour)
    return COLOUR_OF.filled(name=name) if name else COLOUR_TAKEN


def blank(
    names: tuple[str, ...], colours: tuple[str, ...], owners: tuple[str, ...] = (), *, with_kind: bool = False
) -> SheetForm:
    """An empty sheet in the clay that is farthest from all that are taken."""
    taken = [CLAY[one] for one in colours if one in CLAY]
    free = [one for one in COLOURS if one not in colours] or list(COLOURS)

    def nearest(clay: str) -> int:
        return min((sum((a - b) ** 2 for a, b in zip(CLAY[clay], other, strict=True)) for other in taken), default=0)

    kind = KINDS[0] if with_kind else None
    colour = max(free, key=nearest)
    return SheetForm(colour=colour, names=names, colours=colours, kind=kind, owners=owners, offered=colour)


def begun_with(form: SheetForm, name: str, learned: Mapping[str, tuple[str, ...]]) -> SheetForm:
    """A blank sheet in the name of a figure that the camera has learned, in its clay; a letter takes its place."""
    return _in_its_clay(replace(form, name=name, suggested=name, learned=learned)) if name else form


def filled(
    fighter: str,
    name: str,
    player: str,
    colour: str,
    sheet: Mapping[str, Any],
    others: Sequence[tuple[str, str]],
    *,
    with_kind: bool = False,
) -> SheetForm:
    """The sheet of a fighter who is registered already, to correct it.

    Args:
        sheet: as `register_fighter` took it (`main`, `combat_abilities`, `finisher`).
        others: name and clay of everybody else.
    """
    finisher = sheet.get("finisher") or {}
    form = SheetForm(
        name,
        player,
        colour,
        {**dict.fromkeys(ABILITIES, LEAST), **sheet.get("main", {}), **sheet.get("combat_abilities", {})},
        str(finisher.get("name", "")),
        FinisherPosition(finisher.get("position") or POSITIONS[0]),
        names=tuple(one for one, _ in others),
        colours=tuple(clay for _, clay in others if clay),
        owners=tuple(one for one, clay in others if clay),
        fighter=fighter,
        kind=finisher.get("kind") or (KINDS[0] if with_kind else None),
    )
    return replace(form, before=parameters(form))


def problems(form: SheetForm) -> tuple[Text, ...]:
    """Everything that keeps the sheet from being registered."""
    found = []
    name = form.name.strip()
    if not name:
        found.append(NAME_MISSING)
    elif name.casefold() in {one.casefold() for one in form.names}:
        found.append(NAME_TAKEN)
    if form.colour in form.colours:
        found.append(taken_words(form, form.colour))
    if form.main_total != POINTS:
        found.append(MAIN_TOTAL.filled(n=form.main_total, all=POINTS))
    if form.combat_total != POINTS:
        found.append(COMBAT_TOTAL.filled(n=form.combat_total, all=POINTS))
    return tuple(found)


def parameters(form: SheetForm) -> dict[str, Any]:
    """What `register_fighter` is given; a new fighter's name is his id, and stays it when the name is corrected."""
    name = form.name.strip()
    kind = {} if form.kind is None else {"kind": form.kind}
    return {
        "fighter": form.fighter or name,
        "name": name,
        "player": form.player.strip() or name,
        "clay_colour": form.colour,
        "main": {key: form.levels[key] for key in MAIN},
        "combat_abilities": {key: form.levels[key] for key in COMBAT},
        "finisher": {"name": form.finisher.strip(), "position": form.position.value, **kind},
    }


def press(form: SheetForm, key: str) -> tuple[SheetForm | None, dict[str, Any] | None]:
    """What one key does: the form after it (None: given up or done) and, when it is done, the parameters.

    Args:
        key: `text:X` for a character, a named key, or a place that was pressed (`field:name`, `set:combat:3`,
            `colour:red`, `position:on_ropes`, `register`).
    """
    if key == "escape":
        return (None if form.leaving or _is_unchanged(form) else replace(form, leaving=True)), None
    form = replace(form, leaving=False, barred="", full=False)
    if key == "register" or (key == "enter" and form.at == "register"):
        return _register(form)
    kind, _, rest = key.partition(":")
    match kind:
        case "field" if rest in fields_of(form):
            # another press on the field in which one is typing begins nothing anew
            return replace(form, at=rest, fresh=form.fresh or form.at != rest), None
        case "select":
            return replace(form, fresh=True), None
        case "set":
            ability, _, level = rest.partition(":")
            return _level(replace(form, at=ability), ability, int(level)), None
        case "colour" if rest in form.colours and any(one not in form.colours for one in COLOURS):
            return replace(form, at="colour", barred=rest), None
        case "colour" if rest in COLOURS:
            return replace(form, colour=rest, at="colour", picked=True), None
        case "position":
            return replace(form, position=FinisherPosition(rest), at="position"), None
        case "kind" if rest in KINDS:
            return replace(form, kind=rest, at="kind"), None
        case "text":
            return _typed(form, rest or ":"), None
        case "backspace" if form.at in TEXTS:
            left = "" if form.is_selected else _text(form)[:-1]
            return replace(_with_text(form, left), fresh=False), None
        case "enter" | "down" | "pagedown":
            return _moved(form, 1), None
        case "up" | "pageup":
            return _moved(form, -1), None
        case "left" | "right":
            return _stepped(form, 1 if kind == "right" else -1), None
    return form, None


def _register(form: SheetForm) -> tuple[SheetForm | None, dict[str, Any] | None]:
    if problems(form):
        return replace(form, told=True), None
    return None, parameters(form)


def _moved(form: SheetForm, step: int) -> SheetForm:
    fields = fields_of(form)
    if form.at not in fields:
        return replace(form, at=fields[0], fresh=True)
    return replace(form, at=fields[(fields.index(form.at) + step) % len(fields)], fresh=True)


def _stepped(form: SheetForm, step: int) -> SheetForm:
    if form.at in TEXTS:
        return replace(form, fresh=False)
    if form.at in ABILITIES:
        return _level(form, form.at, form.levels[form.at] + step)
    if form.at == "colour":
        return replace(form, colour=_free_clay(form, step), picked=True)
    if form.at == "kind" and form.kind is not None:
        return replace(form, kind=KINDS[(KINDS.index(form.kind) + step) % len(KINDS)])
    if form.at == "position":
        return replace(form, position=POSITIONS[(POSITIONS.index(form.position) + step) % len(POSITIONS)])
    return form


def _free_clay(form: SheetForm, step: int) -> str:
    """The next clay that nobody else is made of; where all are taken, simply the next one."""
    free = [one for one in COLOURS if one not in form.colours or one == form.colour] or list(COLOURS)
    return free[(free.index(form.colour) + step) % len(free)] if form.colour in free else free[0]


def _is_unchanged(form: SheetForm) -> bool:
    """Whether there is nothing to lose."""
    if form.before:
        return form.before == parameters(form)
    fresh = blank(form.names, form.colours, form.owners, with_kind=form.kind is not None)
    fresh = begun_with(fresh, form.suggested, form.learned)
    seen = replace(fresh, at=form.at, told=form.told, barred=form.barred, full=form.full, fresh=form.fresh)
    return form == replace(seen, learned=form.learned)


def _level(form: SheetForm, ability: str, level: int) -> SheetForm:
    if ability not in ABILITIES:
        return form
    return replace(form, levels={**form.levels, ability: min(MOST, max(LEAST, level))})


def _typed(form: SheetForm, character: str) -> SheetForm:
    if form.at in TEXTS:
        text = ("" if form.is_selected else _text(form)) + character
        return replace(_with_text(form, text[:LONGEST]), full=len(text) > LONGEST, fresh=False)
    if form.at in ABILITIES and character.isdigit():
        return _moved(_level(form, form.at, int(character)), 1)
    return form


def _text(form: SheetForm) -> str:
    return str(getattr(form, form.at))


def _with_text(form: SheetForm, text: str) -> SheetForm:
    match form.at:
        case "name":
            return _in_its_clay(replace(form, name=text))
        case "player":
            return replace(form, player=text)
    return replace(form, finisher=text)


def _in_its_clay(form: SheetForm) -> SheetForm:
    """A new fighter of a learned figure's name is made of that figure's clay, until somebody chooses another.

    One whose name no figure has is perhaps a figure that has no name yet.
    """
    if form.fighter or form.picked:
        return form
    name = id_key(form.name)
    due = () if not name else form.learned.get(name, form.learned.get("", ()))
    free = [clay for clay in due if clay in COLOURS and clay not in form.colours]
    return replace(form, colour=free[0] if free else form.offered or form.colour)
