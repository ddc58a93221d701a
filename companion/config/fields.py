"""Types for schemas of files that people edit. Imports pydantic: take it where a schema is defined, not at start-up."""

import re
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from companion.errors import BilingualValueError

_CLOCK = re.compile(r"(?:(?P<hours>[0-9]{1,3}):)?(?P<minutes>[0-9]{1,4}):(?P<seconds>[0-5]?[0-9](?:\.[0-9]{1,3})?)")
_SECONDS = re.compile(r"[0-9]{1,7}(?:\.[0-9]{1,3})?")


class StrictModel(BaseModel):
    """A mapping in a file: keys that it does not know are errors."""

    model_config = ConfigDict(extra="forbid")


def to_seconds(value: object) -> float:
    """Read a duration in seconds: `150`, `2:30`, "2:30", `03:30`, `1:02:03` (field notes H-02).

    Raises:
        ValueError: it is no duration.
    """
    if isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value < 1e7:
        return float(value)
    if isinstance(value, str):
        text = value.strip()
        if _SECONDS.fullmatch(text):
            return float(text)
        match = _CLOCK.fullmatch(text)
        if match:
            minutes = 60 * int(match["hours"] or 0) + int(match["minutes"])
            return 60 * minutes + float(match["seconds"])
    raise BilingualValueError(
        "give seconds (150) or minutes and seconds (2:30)", "pon segundos (150) o minutos y segundos (2:30)"
    )


Duration = Annotated[float, BeforeValidator(to_seconds), Field(description="seconds")]
