"""What a plain (unquoted) YAML scalar means here.

YAML 1.2 style, narrowed so that names survive (field notes H-01, H-02): only `true`, `false`, `null`, nothing at all,
and finite numbers without leading zeros are not text. `NO`, `On`, `Null`, `~`, `007`, `2:30`, `.inf` stay as written.
"""

import math
import re

# longer numbers are labels (serial numbers, hashes); it also keeps quadratic int() away from hostile files
LONGEST_NUMBER = 40
MAX_INTEGER = 2**63 - 1  # what the show file and every reader of JSON can hold
_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]*)")
_PREFIXED = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?")
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "": None}

Scalar = str | int | float | bool | None


def resolve(written: str) -> Scalar:
    """Give the value of a plain scalar; text that means nothing else is itself."""
    if written in _WORDS:
        return _WORDS[written]
    if len(written) > LONGEST_NUMBER or written[0] not in "+-.0123456789":
        return written
    if _INTEGER.fullmatch(written) or _PREFIXED.fullmatch(written):
        whole = int(written, 0)
        return whole if abs(whole) <= MAX_INTEGER else written
    if _FLOAT.fullmatch(written):
        number = float(written)
        return number if math.isfinite(number) else written
    return written
