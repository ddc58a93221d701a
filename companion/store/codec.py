"""Journal rows as bytes: the text of an event, and the hash that chains the rows.

The hash of a row is the SHA-256, as 64 lower-case hex digits, of the UTF-8 bytes of the JSON array

    [previous hash, seq, at_ms, by, v, event]

without spaces (separators `,` and `:`), characters outside ASCII as they are, where `previous hash` is the hash of the
row before (64 zeros for the first one) and `event` is the row's own column: a JSON object as text, hence a string here.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.errors import BilingualValueError, NotationError
from companion.kernel.text import Text

EVENT_VERSION = 1
FIRST_PREVIOUS_HASH = "0" * 64
_TOO_DEEP = Text("too many levels inside each other", "demasiados niveles uno dentro de otro")
_NOT_FINITE = Text("a number that is not finite", "un número que no es finito")
_NOT_PLAIN = Text("what is no plain data", "algo que no son datos sencillos")


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the journal.

    Attributes:
        at_ms: milliseconds since 1970 UTC, told by the writer.
        by: who or what decided: "referee", "ana", "roster import".
        v: version of the event's format.
        hash: 64 hex digits, chained over the row before.
    """

    seq: int
    at_ms: int
    by: str
    v: int
    event: dict[str, Any]
    hash: str


def event_text(event: Mapping[str, Any]) -> str:
    """An event as JSON text on one line, keys in the order given.

    Raises:
        NotationError: it is not plain data, or has no `name`.
    """
    name = event.get("name")
    if not isinstance(name, str) or not name:
        raise NotationError("name", repr(name), "give each event a name", allowed_es="pon un nombre a cada evento")
    try:
        text = plain_text(dict(event))
    except (TypeError, ValueError, RecursionError) as error:
        raise NotationError(
            name,
            _refused(error).en,
            "give plain data: mappings, lists, texts, finite numbers",
            what_es=_refused(error).es,
            allowed_es="pon datos sencillos: grupos, listas, textos, números finitos",
        ) from None
    return text


def _refused(error: Exception) -> Text:
    """Why something is no JSON; the standard library speaks English, and to programmers."""
    if isinstance(error, RecursionError):
        return _TOO_DEEP
    return _NOT_FINITE if "Out of range float" in str(error) else _NOT_PLAIN


def plain_text(value: Any) -> str:
    """JSON without spaces; accents as they are, half characters (which no file can hold) escaped."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    try:
        text.encode()
    except UnicodeEncodeError:
        return json.dumps(value, ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    return text


def event_of(text: str) -> dict[str, Any]:
    """Read an event's text.

    Raises:
        ValueError: it is no JSON object with a name.
    """
    try:
        event = json.loads(text)
    except RecursionError:
        raise BilingualValueError(_TOO_DEEP.en, _TOO_DEEP.es) from None
    if not isinstance(event, dict) or not isinstance(event.get("name"), str):
        raise BilingualValueError(
            "no JSON object with a name", "no es un objeto JSON con nombre"
        )  # it is the text that is wrong
    return event


def row_hash(previous: str, seq: int, at_ms: int, by: str, v: int, event: str) -> str:
    """The hash of a row; `event` is its text. The canonical bytes are told at the top of this file."""
    canonical = json.dumps([previous, seq, at_ms, by, v, event], ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(canonical.encode("utf-8", "surrogatepass")).hexdigest()
