"""A frozen value with some fields changed, at the speed that a fold of ten thousand events needs."""

from dataclasses import fields, replace
from typing import Any, TypeVar, cast

T = TypeVar("T")
_NAMES: dict[type, frozenset[str]] = {}


def changed(value: T, **changes: Any) -> T:
    """`dataclasses.replace` for frozen dataclasses without `__post_init__`.

    The generated `__init__` sets one field after the other; here the whole of them is copied at once. Values with
    slots have nothing to copy at once and take the ordinary way.

    Raises:
        TypeError: there is no such field.
    """
    cls = type(value)
    names = _NAMES.get(cls)
    if names is None:
        names = _NAMES[cls] = frozenset(item.name for item in fields(cast("Any", cls)))
    if not names.issuperset(changes):
        raise TypeError(f"{cls.__name__} has no {', '.join(sorted(changes.keys() - names))}")
    held = getattr(value, "__dict__", None)
    if held is None:
        return cast("T", replace(cast("Any", value), **changes))
    new = object.__new__(cls)
    new.__dict__.update(held)
    new.__dict__.update(changes)
    return new
