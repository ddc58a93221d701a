"""A frozen value with some fields changed, at the speed that a fold of ten thousand events needs."""

from dataclasses import fields
from typing import Any, TypeVar, cast

T = TypeVar("T")
_NAMES: dict[type, frozenset[str]] = {}


def changed(value: T, **changes: Any) -> T:
    """`dataclasses.replace` for frozen dataclasses without slots and without `__post_init__`.

    The generated `__init__` sets one field after the other; here the whole of them is copied at once.

    Raises:
        TypeError: there is no such field.
    """
    cls = type(value)
    names = _NAMES.get(cls)
    if names is None:
        names = _NAMES[cls] = frozenset(item.name for item in fields(cast("Any", cls)))
    if not names.issuperset(changes):
        raise TypeError(f"{cls.__name__} has no {', '.join(sorted(changes.keys() - names))}")
    new = object.__new__(cls)
    new.__dict__.update(value.__dict__)
    new.__dict__.update(changes)
    return new
