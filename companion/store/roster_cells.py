"""A cell of a roster: its value, or what is known already and a problem more; an empty cell says nothing."""

from collections.abc import Mapping

from companion.kernel.names import plain_word
from companion.kernel.text import Text
from companion.kernel.visible import is_hidden
from companion.store.roster_words import CLASSES, COLUMNS, POSITIONS
from companion.store.sheets import number_in

LONGEST_NAME = 60
LOWEST, HIGHEST = 0, 5  # on a sheet with every house rule (DEC-06, DEC-07); only titles go above
_VALUE = Text("{column} = {value} is not allowed; give {allowed}", "{column} = {value} no vale; pon {allowed}")


def name_in(row: Mapping[str, str], column: str, known: str, problems: list[Text]) -> str:
    """A name of one line, without signs that are not seen."""
    text = row.get(column, "")
    if not text:
        return known
    clean = " ".join("".join(c for c in text if not is_hidden(c)).split())
    if not clean or len(clean) > LONGEST_NAME:
        due = Text(f"1 to {LONGEST_NAME} letters", f"de 1 a {LONGEST_NAME} letras")
        problems.append(not_allowed(column, text, due))
        return known
    return clean


def choice_in(row: Mapping[str, str], column: str, words: Mapping[str, str], known: str, problems: list[Text]) -> str:
    """A class or a position, by what people call it."""
    text = row.get(column, "")
    if not text:
        return known
    value = words.get(plain_word(text))
    if value is None:
        allowed = CLASSES if column == "class" else POSITIONS
        either = Text(" or ".join(w.en for w in allowed.values()), " o ".join(w.es for w in allowed.values()))
        problems.append(not_allowed(column, text, either))
        return known
    return value


def level_in(row: Mapping[str, str], column: str, problems: list[Text]) -> int | None:
    """The level of an ability, from a cell that is not empty; None where it is none."""
    try:
        number = number_in(row[column])
    except ValueError:
        number = -1
    if number != int(number) or not LOWEST <= number <= HIGHEST:
        problems.append(not_allowed(column, row[column], Text(f"{LOWEST} to {HIGHEST}", f"de {LOWEST} a {HIGHEST}")))
        return None
    return int(number)


def measure_in(
    row: Mapping[str, str], column: str, limits: tuple[float, float], known: float | None, problems: list[Text]
) -> float | None:
    """A length in mm within `limits`."""
    text = row.get(column, "")
    if not text:
        return known
    low, high = limits
    try:
        number = number_in(text)
    except ValueError:
        number = -1.0
    if not low <= number <= high:
        problems.append(not_allowed(column, text, Text(f"{low:g} to {high:g}", f"de {low:g} a {high:g}")))
        return known
    return number


def not_allowed(column: str, value: str, allowed: Text) -> Text:
    return _VALUE.filled(column=COLUMNS[column], value=value[:LONGEST_NAME], allowed=allowed)
