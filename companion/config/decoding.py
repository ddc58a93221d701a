"""Bytes of a file that people edited, turned into text (field notes H-05)."""

import codecs
import re

from companion.errors import ConfigError

# the longer marks first: UTF-32 little endian begins like UTF-16 little endian
BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_WORD_WITH_ACCENT = re.compile(r"[^\W_]*[^\x00-\x7f]\w*")


class Warned(str):
    """A warning in English that knows its Spanish."""

    __slots__ = ("spanish",)
    spanish: str

    @classmethod
    def of(cls, en: str, es: str) -> "Warned":
        warned = cls(en)
        warned.spanish = es
        return warned


def position_of(text: str, index: int) -> tuple[int, int]:
    """Line and column, both from 1, of the character at `index`."""
    return text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index)


def decode(raw: bytes, name: str) -> tuple[str, list[Warned]]:
    """Read UTF-8 with or without a byte order mark, UTF-16 or UTF-32 with one, else cp1252.

    Returns:
        The text without its byte order mark, and warnings for people. A file that is no UTF-8 is read as cp1252, and
        the warning shows the first word that this made.

    Raises:
        ConfigError: the bytes are text in none of these encodings; names the place.
    """
    for mark, encoding in BYTE_ORDER_MARKS:
        if raw.startswith(mark):
            return _decode_strictly(raw[len(mark) :], encoding, name), []
    try:
        return raw.decode("utf-8"), []
    except UnicodeDecodeError:
        text = _decode_strictly(raw, "cp1252", name)
    match = _WORD_WITH_ACCENT.search(text)
    index, word = (match.start(), match.group()) if match else (0, "")
    line, column = position_of(text, index)
    place = f"{name}:{line}:{column}"
    warned = Warned.of(
        f'{place}: the file is no UTF-8, read as cp1252: "{word}"; save it as UTF-8',
        f"{place}: el archivo no es UTF-8, se lee como cp1252: «{word}»; guárdalo como UTF-8",
    )
    return text, [warned]


def _decode_strictly(raw: bytes, encoding: str, name: str) -> str:
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode(encoding, errors="replace")
        line, column = position_of(before, len(before))
        what = f"byte {raw[error.start]:02x} is no {encoding} text"
        what_es = f"el byte {raw[error.start]:02x} no es texto {encoding}"
        raise ConfigError(
            name,
            line,
            column,
            what,
            "save the file as UTF-8",
            what_es=what_es,
            allowed_es="guarda el archivo como UTF-8",
        ) from None
