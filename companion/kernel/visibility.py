"""Who may see what: a tag on every field, public when nothing is said (K-10).

A dataclass field is tagged by `field(metadata=secret("owner"))`. The crowd receives public fields only.
"""

import enum
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from companion.kernel.codec import encode, key_of

PUBLIC = "public"
REFEREE_EYES = "referee"
_TAG = "see"


class Seen(enum.Enum):
    """Audience of a field."""

    PUBLIC = "public"
    OWNER = "owner"
    REFEREE = "referee"


def seen_by(audience: Seen) -> Mapping[str, Any]:
    """Metadata for a dataclass field."""
    return {_TAG: audience}


FACE_DOWN_ENTRY: Mapping[str, Any] = {"entered": "face_down"}
"""Metadata of a command's field that names what only one seat may know: it is typed unseen, and never shown again."""


def entered_face_down(command: type) -> tuple[str, ...]:
    """Keys of a command whose values are a seat's secret: a screen shows how many characters there are, not which."""
    return tuple(key_of(item) for item in fields(command) if item.metadata.get("entered") == "face_down")


def view(value: object, viewer: str, owner: str | None = None) -> Any:
    """Plain data of `value` as `viewer` may see it; what he may not see is left out.

    Args:
        value: dataclasses, mappings, sequences and plain values, nested. A mapping from seats to dataclasses
            hands the seat down as the owner of what is below.
        viewer: `public`, `referee`, or a seat.
        owner: the seat that owns `value`.
    """
    if is_dataclass(value) and not isinstance(value, type):
        return {
            key_of(item): view(getattr(value, item.name), viewer, owner)
            for item in fields(value)
            if _allowed(item.metadata.get(_TAG, Seen.PUBLIC), viewer, owner)
        }
    if isinstance(value, Mapping):
        return {
            str(encode(key)): view(item, viewer, str(key) if is_dataclass(item) else owner)
            for key, item in value.items()
        }
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [view(item, viewer, owner) for item in value]
    return encode(value)


def _allowed(audience: Seen, viewer: str, owner: str | None) -> bool:
    if viewer == REFEREE_EYES or audience is Seen.PUBLIC:
        return True
    return audience is Seen.OWNER and viewer == owner
