"""The roster as a table: in with a report, as one step that can be taken back, and out again (H-06, H-07)."""

import contextlib
import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.errors import FileProblemError
from companion.games.clay_wrestling.model import ABILITIES, COMBAT, MAIN
from companion.kernel.names import name_key, plain_word
from companion.kernel.text import Language, Text
from companion.store.glyphs import missing_note
from companion.store.people import People, Player, RosterImported, Sheet
from companion.store.roster_cells import LONGEST_NAME, choice_in, level_in, measure_in, name_in, not_allowed
from companion.store.roster_report import Report
from companion.store.roster_words import (
    CLASS_WORDS,
    CLASSES,
    COLUMN_WORDS,
    COLUMNS,
    HEADER,
    PHOTO,
    POSITION_WORDS,
    POSITIONS,
)
from companion.store.sheets import Sheet as Table
from companion.store.sheets import text_in, write_sheet
from companion.table.clays import colour_in, colour_key

PICTURES = (".jpg", ".jpeg", ".png")
POINTS = 10  # CW-SHEET-05, CW-SHEET-12
PALM_MM = (80.0, 320.0)  # thumb tip to little finger: a small child's hand to the largest known
HALF_PALM_MM = (30.0, 180.0)
FEW = 5
"""So many notes of a kind are told, then how many more there are."""

_UNKNOWN = Text("column {column!r} is not known and was left out{near}", "la columna {column!r} no se conoce{near}")
_NEAR = Text("; did you mean {name}?", "; ¿querías decir {name}?")
_NOTHING = Text("nothing was added", "no se añadió nada")
_NO_NAME = Text("it has neither a fighter's name nor a player", "no tiene nombre de luchador ni jugador")
_TWICE = Text("{name} stands already in line {line}", "{name} ya está en la línea {line}")
_PALMS = Text(
    "{player} has another {column} in line {line}",
    "{player} tiene otro {column} en la línea {line}",
)
_HALF = Text("half_palm_mm is not smaller than palm_mm", "medio_palmo_mm no es menor que palmo_mm")
_WIDE = Text("it has {n} cells, the header {due}", "tiene {n} celdas y la cabecera {due}")
_SUM = Text("{name}: {group} add up to {n}, due {due}", "{name}: {group} suman {n}, deben ser {due}")
_MAIN = Text("main abilities", "las habilidades principales")
_COMBAT = Text("combat abilities", "las habilidades de combate")
_COLOUR = Text(
    "{name} and {other} have the same clay: {colour}", "{name} y {other} tienen la misma plastelina: {colour}"
)
_NO_OWNER = Text("it measures a hand and names no player", "mide una mano y no nombra al jugador")
_COLUMN_TWICE = Text(
    "{file}:{line}: column {name} stands twice: {one!r} in cell {first}, {other!r} in cell {second}; give each once",
    "{file}:{line}: la columna {name} está dos veces: {one!r} en la celda {first}, {other!r} en la {second}; "
    "pon cada una una vez",
)
_MORE_SUMS = (
    Text("and {n} more sum that is not {due}", "y {n} suma más que no da {due}"),
    Text("and {n} more sums that are not {due}", "y {n} sumas más que no dan {due}"),
)
_MORE_CLAY = (
    Text("and {n} more with the clay of another", "y {n} más con la plastelina de otro"),
    Text("and {n} more with the clay of others", "y {n} más con la plastelina de otros"),
)


@dataclass
class _Import:
    """What is gathered while rows are read."""

    people: People
    players: dict[str, Player] = field(default_factory=dict)
    sheets: dict[str, Sheet] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    added: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    same: list[str] = field(default_factory=list)
    refused: list[tuple[int, tuple[Text, ...]]] = field(default_factory=list)
    notes: list[Text] = field(default_factory=list)


def import_roster(table: Table, people: People, file: str) -> tuple[RosterImported | None, Report]:
    """Hold a table against the roster. An empty cell says nothing: it never erases what is known.

    Args:
        file: what the step calls its source; a name without folders, since a show is handed on.

    Returns:
        One step with everything that is new or different, None if nothing is; and the report.

    Raises:
        FileProblemError: a column stands twice: which of the two is meant, nobody knows.
    """
    gathered = _Import(people)
    columns = _columns(table, gathered.notes)
    for line, cells in table.rows:
        if len(cells) > len(table.header):
            gathered.refused.append((line, (_WIDE.filled(n=len(cells), due=len(table.header)),)))
            continue
        row = {name: text_in(cell) for name, cell in zip(columns, cells, strict=True) if name and text_in(cell)}
        _take(gathered, line, row)
    gathered.notes += [*_few(_sums(gathered), *_MORE_SUMS), *_few(_same_clay(gathered), *_MORE_CLAY)]
    with contextlib.suppress(FileProblemError):  # without the type the roster is taken all the same; doctor tells
        letters = missing_note(_names(gathered))
        gathered.notes += [letters] if letters is not None else []
    if not gathered.added:
        gathered.notes.append(_NOTHING)
    report = Report(
        len(table.rows),
        tuple(gathered.added),
        tuple(gathered.changed),
        tuple(gathered.same),
        tuple(gathered.refused),
        tuple(gathered.notes),
    )
    if not gathered.players and not gathered.sheets:
        return None, report
    return RosterImported(file, tuple(gathered.players.values()), tuple(gathered.sheets.values())), report


def export_roster(people: People, separator: str, language: Language = "en") -> bytes:
    """The roster as a table: a row a fighter, then players without one; `import_roster` reads either language."""
    rows = [
        _cells(sheet, people.player(sheet.player) or Player(sheet.player), language) for sheet in people.sheets.values()
    ]
    rows += [_cells(Sheet(""), player, language) for player in players_alone(people)]
    header = [COLUMNS[name].of(language) for name in HEADER]
    if not any(sheet.photo for sheet in people.sheets.values()):
        return write_sheet(header, rows, separator)
    photos = [sheet.photo for sheet in people.sheets.values()] + [""] * (len(rows) - len(people.sheets))
    header.append(COLUMNS[PHOTO].of(language))
    return write_sheet(header, [[*row, photo] for row, photo in zip(rows, photos, strict=True)], separator)


def players_alone(people: People) -> list[Player]:
    """Who has no fighter: a palm that was measured before any sheet was filled in."""
    named = {name_key(sheet.player) for sheet in people.sheets.values()}
    return [player for key, player in people.players.items() if key not in named]


def _cells(sheet: Sheet, player: Player, language: Language) -> list[str | float | None]:
    abilities = [sheet.abilities.get(ability) for ability in ABILITIES]
    kind, position = CLASSES.get(sheet.class_), POSITIONS.get(sheet.finisher_position)
    return [
        player.name, sheet.name, colour_in(sheet.clay_colour, language),
        sheet.class_ if kind is None else kind.of(language), *abilities, sheet.finisher,
        sheet.finisher_position if position is None else position.of(language), player.palm_mm, player.half_palm_mm,
    ]  # fmt: skip


def _columns(table: Table, notes: list[Text]) -> list[str]:
    """The column each cell belongs to; empty for those that are not known.

    Raises:
        FileProblemError: one stands twice, in whichever words.
    """
    columns: list[str] = []
    for number, word in enumerate(table.header):
        plain = plain_word(word)
        name = COLUMN_WORDS.get(plain, "")
        if name and name in columns:
            first = columns.index(name)
            said = _COLUMN_TWICE.filled(
                file=table.name,
                line=table.header_line,
                name=COLUMNS[name],
                one=table.header[first][:LONGEST_NAME],
                first=first + 1,
                other=word[:LONGEST_NAME],
                second=number + 1,
            )
            raise FileProblemError(said.en, said.es)
        if not name and (plain or any(cells[number : number + 1] != ("",) for _, cells in table.rows)):
            near = difflib.get_close_matches(plain, COLUMN_WORDS, n=1)
            hint = _NEAR.filled(name=COLUMNS[COLUMN_WORDS[near[0]]]) if near else Text("", "")
            notes.append(_UNKNOWN.filled(column=word[:LONGEST_NAME], near=hint))
        columns.append(name)
    return columns


def _take(gathered: _Import, line: int, row: Mapping[str, str]) -> None:
    name, owner = row.get("name", ""), row.get("player", "")
    if not name and not owner:
        gathered.refused.append((line, (_NO_NAME,)))
        return
    problems: list[Text] = []
    known = gathered.people.sheet(name) or Sheet(name)
    sheet = _sheet(known, row, problems)
    player = _player(gathered, sheet.player, row, problems, line)
    key = f"sheet {name_key(name)}" if name else f"player {name_key(owner)}"
    if key in gathered.lines:
        problems.append(_TWICE.filled(name=name or owner, line=gathered.lines[key]))
    if problems:
        gathered.refused.append((line, tuple(problems)))
        return
    gathered.lines[key] = line
    is_new = gathered.people.sheet(name) is None if name else gathered.people.player(owner) is None
    is_changed = bool(name) and sheet != gathered.people.sheet(name)
    if is_changed:
        gathered.sheets[name_key(name)] = sheet
    if player.name and player != gathered.people.player(player.name):
        is_changed = True
        gathered.players[name_key(player.name)] = player
    if not row.keys().isdisjoint(("palm_mm", "half_palm_mm")):
        gathered.lines.setdefault(f"palms {name_key(player.name)}", line)
    where = gathered.added if is_new else gathered.changed if is_changed else gathered.same
    where.append(name or owner)


def _sheet(known: Sheet, row: Mapping[str, str], problems: list[Text]) -> Sheet:
    abilities = dict(known.abilities)
    for ability in ABILITIES:
        if ability in row:
            value = level_in(row, ability, problems)
            if value is not None:
                abilities[ability] = value
    return replace(
        known,
        name=name_in(row, "name", known.name, problems),
        player=name_in(row, "player", known.player, problems),
        clay_colour=_clay(row, known.clay_colour, problems),
        class_=choice_in(row, "class", CLASS_WORDS, known.class_, problems),
        abilities={ability: abilities[ability] for ability in ABILITIES if ability in abilities},
        finisher=name_in(row, "finisher", known.finisher, problems),
        finisher_position=choice_in(row, "finisher_position", POSITION_WORDS, known.finisher_position, problems),
        photo=_photo(row, known.photo, problems),
    )


def _clay(row: Mapping[str, str], known: str, problems: list[Text]) -> str:
    """A colour; in the other language's word it is the one that is known."""
    colour = name_in(row, "clay_colour", known, problems)
    is_translated = plain_word(colour) != plain_word(known) and colour_key(colour) == colour_key(known)
    return known if is_translated else colour


def _photo(row: Mapping[str, str], known: str, problems: list[Text]) -> str:
    """A file's name without folders: a show is handed on, and nothing outside its folder is looked at."""
    name = name_in(row, PHOTO, known, problems)
    if name and (not name.lower().endswith(PICTURES) or name != name.replace("\\", "/").split("/")[-1]):
        allowed = Text(
            "a file beside the show: NAME.jpg or NAME.png", "un archivo junto a la velada: NOMBRE.jpg o .png"
        )
        problems.append(not_allowed(PHOTO, name, allowed))
        return known
    return name


def _player(gathered: _Import, name: str, row: Mapping[str, str], problems: list[Text], line: int) -> Player:
    """The player of the row, with what the file said before; two rows of one player must agree on his hand."""
    key = name_key(name)
    before = gathered.players.get(key) or gathered.people.player(name) or Player(name)
    first_line = gathered.lines.get(f"palms {key}", line)
    measures: dict[str, float | None] = {}
    for column, limits in (("palm_mm", PALM_MM), ("half_palm_mm", HALF_PALM_MM)):
        known: float | None = getattr(before, column)
        measures[column] = measure_in(row, column, limits, known, problems)
        if first_line != line and known is not None and measures[column] != known:
            problems.append(_PALMS.filled(player=name, column=COLUMNS[column], line=first_line))
    player = replace(before, **measures)  # type: ignore[arg-type]  # the two columns are fields of a player
    if not name and not row.keys().isdisjoint(("palm_mm", "half_palm_mm")):
        problems.append(_NO_OWNER)
    if player.palm_mm is not None and player.half_palm_mm is not None and player.half_palm_mm >= player.palm_mm:
        problems.append(_HALF)
    return player


def _few(found: Sequence[Text], one: Text, many: Text) -> list[Text]:
    """The first few, then how many more there are."""
    left = len(found) - FEW
    if left <= 0:
        return list(found)
    more = one if left == 1 else many
    return [*found[:FEW], more.filled(n=left, due=POINTS)]


def _sums(gathered: _Import) -> list[Text]:
    found = []
    for sheet in gathered.sheets.values():
        for group, words in ((MAIN, _MAIN), (COMBAT, _COMBAT)):
            values = [sheet.abilities[ability] for ability in group if ability in sheet.abilities]
            if len(values) == len(group) and sum(values) != POINTS:
                found.append(_SUM.filled(name=sheet.name, group=words, n=sum(values), due=POINTS))
    return found


def _same_clay(gathered: _Import) -> list[Text]:
    """CW-PLAYER-02: a colour is an identity; it must differ within a match, so over a roster it is a note."""
    owners: dict[str, str] = {}
    found = []
    for key, sheet in {**gathered.people.sheets, **gathered.sheets}.items():
        colour = colour_key(sheet.clay_colour)
        if colour and colour in owners:
            if key in gathered.sheets:
                found.append(_COLOUR.filled(name=sheet.name, other=owners[colour], colour=sheet.clay_colour))
        elif colour:
            owners[colour] = sheet.name
    return found


def _names(gathered: _Import) -> list[str]:
    """Every text of the import that is drawn on screens and paper."""
    sheets = [text for sheet in gathered.sheets.values() for text in (sheet.name, sheet.clay_colour, sheet.finisher)]
    return [*sheets, *(player.name for player in gathered.players.values())]
