"""The roster as a table: in with a report, as one step that can be taken back, and out again (H-06, H-07)."""

import difflib
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.games.clay_wrestling.model import ABILITIES, COMBAT, MAIN, ClayClass, FinisherPosition
from companion.kernel.text import Text
from companion.store.people import People, Player, RosterImported, Sheet, key_of
from companion.store.sheets import Sheet as Table
from companion.store.sheets import number_in, text_in, write_sheet

HEADER = (
    "player", "name", "clay_colour", "class", *ABILITIES, "finisher", "finisher_position", "palm_mm", "half_palm_mm",
)  # fmt: skip
"""Columns of the table, in order (DESIGN.md section 4)."""
PHOTO = "photo"
"""A column that may follow: the name of a picture file of the figure, beside the show."""
PICTURES = (".jpg", ".jpeg", ".png")
LONGEST_NAME = 60
LOWEST, HIGHEST = 0, 5  # on a sheet with every house rule (DEC-06, DEC-07); only titles go above
POINTS = 10  # CW-SHEET-05, CW-SHEET-12
PALM_MM = (80.0, 320.0)  # thumb tip to little finger: a small child's hand to the largest known
HALF_PALM_MM = (30.0, 180.0)
# what a Spanish sheet calls its columns and its words
COLUMN_WORDS = {
    "jugador": "player", "nombre": "name", "luchador": "name", "fighter": "name", "color": "clay_colour",
    "colour": "clay_colour", "clase": "class", "combate": "combat", "velocidad": "speed", "fuerza": "strength",
    "tecnica": "technique", "resistencia": "resistance", "golpear": "strike", "latigo": "whip",
    "latigo_irlandes": "whip", "irish_whip": "whip", "sumision": "submission", "contra": "counter",
    "finisher_posicion": "finisher_position", "posicion": "finisher_position", "palmo_mm": "palm_mm",
    "medio_palmo_mm": "half_palm_mm", "palmo": "palm_mm", "medio_palmo": "half_palm_mm", "foto": PHOTO,
}  # fmt: skip
CLASSES = {
    **{word.value: word.value for word in ClayClass},
    "humanoide": "humanoid",
    "bicharraco": "beast",
    "absurdo": "absurd",
}
POSITIONS = {
    **{word.value: word.value for word in FinisherPosition},
    "derribado": "knocked_down",
    "en_las_cuerdas": "on_ropes",
    "de_espaldas": "back_turned",
    "en_la_esquina": "in_corner",
}

_UNKNOWN = Text("column {column!r} is not known and was left out{near}", "la columna {column!r} no se conoce{near}")
_NEAR = Text("; did you mean {name}?", "; ¿querías decir {name}?")
_NOTHING = Text("nothing was added", "no se añadió nada")
_NO_NAME = Text("it has neither a fighter's name nor a player", "no tiene nombre de luchador ni jugador")
_VALUE = Text("{column} = {value} is not allowed; give {allowed}", "{column} = {value} no vale; pon {allowed}")
_TWICE = Text("{name} stands already in line {line}", "{name} ya está en la línea {line}")
_PALMS = Text(
    "{player} has another {column} in line {line}",
    "{player} tiene otro {column} en la línea {line}",
)
_HALF = Text("half_palm_mm is not smaller than palm_mm", "half_palm_mm no es menor que palm_mm")
_WIDE = Text("it has {n} cells, the header {due}", "tiene {n} celdas y la cabecera {due}")
_SUM = Text("{name}: {group} add up to {n}, due {due}", "{name}: {group} suman {n}, deben ser {due}")
_MAIN = Text("main abilities", "las habilidades principales")
_COMBAT = Text("combat abilities", "las habilidades de combate")
_COLOUR = Text(
    "{name} and {other} have the same clay: {colour}", "{name} y {other} tienen la misma plastilina: {colour}"
)
_NO_OWNER = Text("it measures a hand and names no player", "mide una mano y no nombra al jugador")
_READ = Text(
    "{read} rows read: {added} added, {changed} changed, {same} as they were, {refused} refused",
    "{read} filas leídas: {added} añadidas, {changed} cambiadas, {same} iguales, {refused} rechazadas",
)
_LINE = Text("line {line} refused: {reason}", "línea {line} rechazada: {reason}")


@dataclass(frozen=True)
class Report:
    """What an import did.

    Attributes:
        refused: line in the file and reasons of each row that was left out.
        notes: what people should look at; the rows were taken all the same.
    """

    read: int = 0
    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    same: tuple[str, ...] = ()
    refused: tuple[tuple[int, tuple[Text, ...]], ...] = ()
    notes: tuple[Text, ...] = ()

    @property
    def failed(self) -> bool:
        """Nothing was taken over, and not because all was there already."""
        return not self.added and not self.changed and not self.same

    def lines(self, language: str) -> list[str]:
        """The report as people read it: the count, refusals by line, notes."""
        total = _READ.filled(
            read=self.read,
            added=len(self.added),
            changed=len(self.changed),
            same=len(self.same),
            refused=len(self.refused),
        )
        lines = [total.of(language)]
        for line, reasons in self.refused:
            reason = "; ".join(text.of(language) for text in reasons)
            lines.append(_LINE.of(language).format(line=line, reason=reason))
        return lines + [note.of(language) for note in self.notes]


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
    """
    gathered = _Import(people)
    columns = _columns(table.header, gathered.notes)
    for line, cells in table.rows:
        if len(cells) > len(table.header):
            gathered.refused.append((line, (_WIDE.filled(n=len(cells), due=len(table.header)),)))
            continue
        row = {name: text_in(cell) for name, cell in zip(columns, cells, strict=True) if name and text_in(cell)}
        _take(gathered, line, row)
    _note_same_clay(gathered)
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


def export_roster(people: People, separator: str) -> bytes:
    """The roster as a table: a row a fighter, then players without one."""
    rows = []
    named = set()
    for sheet in people.sheets.values():
        player = people.player(sheet.player) or Player(sheet.player)
        named.add(key_of(sheet.player))
        rows.append(_cells(sheet, player))
    rows += [_cells(Sheet(""), player) for key, player in people.players.items() if key not in named]
    if not any(sheet.photo for sheet in people.sheets.values()):
        return write_sheet(HEADER, rows, separator)
    photos = [sheet.photo for sheet in people.sheets.values()] + [""] * (len(rows) - len(people.sheets))
    return write_sheet((*HEADER, PHOTO), [[*row, photo] for row, photo in zip(rows, photos, strict=True)], separator)


def _cells(sheet: Sheet, player: Player) -> list[str | float | None]:
    abilities = [sheet.abilities.get(ability) for ability in ABILITIES]
    return [
        player.name, sheet.name, sheet.clay_colour, sheet.class_, *abilities, sheet.finisher, sheet.finisher_position,
        player.palm_mm, player.half_palm_mm,
    ]  # fmt: skip


def _columns(header: Sequence[str], notes: list[Text]) -> list[str]:
    """The column each cell belongs to; empty for unknown ones and for a name that comes twice."""
    columns: list[str] = []
    for word in header:
        plain = _word(word)
        name = plain if plain in {*HEADER, PHOTO} else COLUMN_WORDS.get(plain, "")
        if not name or name in columns:
            near = difflib.get_close_matches(plain, [*HEADER, *COLUMN_WORDS], n=1)
            meant = COLUMN_WORDS.get(near[0], near[0]) if near else ""
            hint = _NEAR.filled(name=meant) if meant else Text("", "")
            notes.append(_UNKNOWN.filled(column=word[:LONGEST_NAME], near=hint))
            name = ""
        columns.append(name)
    return columns


def _word(text: str) -> str:
    """`Técnica ` -> `tecnica`, `half palm mm` -> `half_palm_mm`."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(c for c in plain if not unicodedata.combining(c))
    return "_".join(letters.replace("-", " ").replace("_", " ").split())


def _take(gathered: _Import, line: int, row: Mapping[str, str]) -> None:
    name, owner = row.get("name", ""), row.get("player", "")
    if not name and not owner:
        gathered.refused.append((line, (_NO_NAME,)))
        return
    problems: list[Text] = []
    known = gathered.people.sheet(name) or Sheet(name)
    sheet = _sheet(known, row, problems)
    player = _player(gathered, sheet.player, row, problems, line)
    key = f"sheet {key_of(name)}" if name else f"player {key_of(owner)}"
    if key in gathered.lines:
        problems.append(_TWICE.filled(name=name or owner, line=gathered.lines[key]))
    if problems:
        gathered.refused.append((line, tuple(problems)))
        return
    gathered.lines[key] = line
    is_new = gathered.people.sheet(name) is None if name else gathered.people.player(owner) is None
    is_changed = bool(name) and sheet != gathered.people.sheet(name)
    if is_changed:
        gathered.sheets[key_of(name)] = sheet
        _note_sums(sheet, gathered.notes)
    if player.name and player != gathered.people.player(player.name):
        is_changed = True
        gathered.players[key_of(player.name)] = player
    if not row.keys().isdisjoint(("palm_mm", "half_palm_mm")):
        gathered.lines.setdefault(f"palms {key_of(player.name)}", line)
    where = gathered.added if is_new else gathered.changed if is_changed else gathered.same
    where.append(name or owner)


def _sheet(known: Sheet, row: Mapping[str, str], problems: list[Text]) -> Sheet:
    abilities = dict(known.abilities)
    for ability in ABILITIES:
        if ability in row:
            value = _whole(row, ability, problems)
            if value is not None:
                abilities[ability] = value
    return replace(
        known,
        name=_name(row, "name", known.name, problems),
        player=_name(row, "player", known.player, problems),
        clay_colour=_name(row, "clay_colour", known.clay_colour, problems),
        class_=_choice(row, "class", CLASSES, known.class_, problems),
        abilities={ability: abilities[ability] for ability in ABILITIES if ability in abilities},
        finisher=_name(row, "finisher", known.finisher, problems),
        finisher_position=_choice(row, "finisher_position", POSITIONS, known.finisher_position, problems),
        photo=_photo(row, known.photo, problems),
    )


def _photo(row: Mapping[str, str], known: str, problems: list[Text]) -> str:
    """A file's name without folders: a show is handed on, and nothing outside its folder is looked at."""
    name = _name(row, PHOTO, known, problems)
    if name and (not name.lower().endswith(PICTURES) or name != name.replace("\\", "/").split("/")[-1]):
        allowed = Text(
            "a file beside the show: NAME.jpg or NAME.png", "un archivo junto a la velada: NOMBRE.jpg o .png"
        )
        problems.append(_bad(PHOTO, name, allowed))
        return known
    return name


def _player(gathered: _Import, name: str, row: Mapping[str, str], problems: list[Text], line: int) -> Player:
    """The player of the row, with what the file said before; two rows of one player must agree on his hand."""
    key = key_of(name)
    before = gathered.players.get(key) or gathered.people.player(name) or Player(name)
    first_line = gathered.lines.get(f"palms {key}", line)
    measures: dict[str, float | None] = {}
    for column, limits in (("palm_mm", PALM_MM), ("half_palm_mm", HALF_PALM_MM)):
        known: float | None = getattr(before, column)
        measures[column] = _measure(row, column, limits, known, problems)
        if first_line != line and known is not None and measures[column] != known:
            problems.append(_PALMS.filled(player=name, column=column, line=first_line))
    player = replace(before, **measures)  # type: ignore[arg-type]  # the two columns are fields of a player
    if not name and not row.keys().isdisjoint(("palm_mm", "half_palm_mm")):
        problems.append(_NO_OWNER)
    if player.palm_mm is not None and player.half_palm_mm is not None and player.half_palm_mm >= player.palm_mm:
        problems.append(_HALF)
    return player


def _name(row: Mapping[str, str], column: str, known: str, problems: list[Text]) -> str:
    text = row.get(column, "")
    if not text:
        return known
    clean = " ".join("".join(c for c in text if not is_hidden(c)).split())
    if not clean or len(clean) > LONGEST_NAME:
        problems.append(_bad(column, text, Text(f"1 to {LONGEST_NAME} letters", f"de 1 a {LONGEST_NAME} letras")))
        return known
    return clean


def is_hidden(character: str) -> bool:
    """Signs that turn the writing direction or are not seen at all (I-03)."""
    return unicodedata.category(character) in {"Cc", "Cf", "Co", "Cs"} and character not in "\u200d\t\n"


def _choice(row: Mapping[str, str], column: str, words: Mapping[str, str], known: str, problems: list[Text]) -> str:
    text = row.get(column, "")
    if not text:
        return known
    value = words.get(_word(text))
    if value is None:
        allowed = list(dict.fromkeys(words.values()))
        problems.append(_bad(column, text, Text(" or ".join(allowed), " o ".join(allowed))))
        return known
    return value


def _whole(row: Mapping[str, str], column: str, problems: list[Text]) -> int | None:
    try:
        number = number_in(row[column])
    except ValueError:
        number = -1
    if number != int(number) or not LOWEST <= number <= HIGHEST:
        problems.append(_bad(column, row[column], Text(f"{LOWEST} to {HIGHEST}", f"de {LOWEST} a {HIGHEST}")))
        return None
    return int(number)


def _measure(
    row: Mapping[str, str], column: str, limits: tuple[float, float], known: float | None, problems: list[Text]
) -> float | None:
    text = row.get(column, "")
    if not text:
        return known
    low, high = limits
    try:
        number = number_in(text)
    except ValueError:
        number = -1.0
    if not low <= number <= high:
        problems.append(_bad(column, text, Text(f"{low:g} to {high:g}", f"de {low:g} a {high:g}")))
        return known
    return number


def _bad(column: str, value: str, allowed: Text) -> Text:
    return _VALUE.filled(column=column, value=value[:LONGEST_NAME], allowed=allowed)


def _note_sums(sheet: Sheet, notes: list[Text]) -> None:
    for group, words in ((MAIN, _MAIN), (COMBAT, _COMBAT)):
        values = [sheet.abilities[ability] for ability in group if ability in sheet.abilities]
        if len(values) == len(group) and sum(values) != POINTS:
            notes.append(_SUM.filled(name=sheet.name, group=words, n=sum(values), due=POINTS))


def _note_same_clay(gathered: _Import) -> None:
    """CW-PLAYER-02: a colour is an identity; it must differ within a match, so over a roster it is a note."""
    owners: dict[str, str] = {}
    for sheet in {**gathered.people.sheets, **gathered.sheets}.values():
        colour = key_of(sheet.clay_colour)
        if colour and colour in owners:
            if key_of(sheet.name) in gathered.sheets:
                note = _COLOUR.filled(name=sheet.name, other=owners[colour], colour=sheet.clay_colour)
                gathered.notes.append(note)
        elif colour:
            owners[colour] = sheet.name
