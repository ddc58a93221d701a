"""Frozen dataclasses to plain data and back, by their annotations.

Commands and events are dataclasses; scripts, journal and JSON carry them as `name: {fields}` with the names of the
rules files. An unknown or missing key, or a value of the wrong type, is a `NotationError` that names the key.
"""

import enum
import re
import types
import typing
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from typing import Any, TypeVar, Union

from companion.errors import NotationError

T = TypeVar("T")
Plain = Any
"""None, bool, int, float, str, list of Plain, or dict of str to Plain."""

_WHOLE = re.compile(r"-?(0|[1-9][0-9]*)")
_WORD = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
# a keyword or a built-in as a field's name is written with an underscore after it: `class_`, `from_`
_UNDERSCORED = "_"
_PLAIN = frozenset({str, int, bool, float, type(None)})
# what annotations say is looked up once a class: commands and events pass here many times a second
_NAMES: dict[type, str] = {}
_KEYS: dict[type, tuple[tuple[str, str], ...]] = {}
_SPECS: dict[type, Mapping[str, tuple["Field[Any]", Any]]] = {}


def name_of(cls: type) -> str:
    """`SuplexThrow` -> `suplex_throw`; a class may set `NAME` where the two differ."""
    given = getattr(cls, "NAME", None)
    return given if isinstance(given, str) else _WORD.sub("_", cls.__name__).lower()


def registry(*classes: type) -> Mapping[str, type]:
    """Classes by their name in scripts and journal."""
    found = {name_of(cls): cls for cls in classes}
    assert len(found) == len(classes), "two classes with one name"
    return types.MappingProxyType(found)


def key_of(field: "Field[Any]") -> str:
    """The key of a field in plain data: its name without the underscore that avoids a keyword."""
    return field.name.removesuffix(_UNDERSCORED)


def encode(value: object) -> Plain:
    """Plain data of a dataclass, enum, tuple, set, mapping or plain value. Sets are sorted."""
    kind = type(value)
    if kind in _PLAIN:  # most of what comes here, many thousand times a second
        return value
    if kind is tuple or kind is list:
        return [encode(item) for item in value]  # type: ignore[attr-defined]  # tuples and lists have items
    if value is None or (isinstance(value, (bool, int, float, str)) and not isinstance(value, enum.Enum)):
        return value
    if isinstance(value, enum.Enum):
        return value.value
    if is_dataclass(value) and not isinstance(value, type):
        return {key: encode(getattr(value, name)) for name, key in _names(type(value))}
    if isinstance(value, Mapping):
        return {str(encode(key)): encode(item) for key, item in value.items()}
    if isinstance(value, (set, frozenset)):
        return sorted((encode(item) for item in value), key=str)
    if isinstance(value, Sequence):
        return [encode(item) for item in value]
    raise TypeError(f"{type(value).__name__} has no plain form")


def decode(cls: type[T], data: Plain, where: str = "") -> T:
    """A dataclass from a mapping.

    Raises:
        NotationError: a key is unknown or missing, or a value has another type than the field.
    """
    if not isinstance(data, Mapping):
        raise NotationError(where or name_of(cls), repr(data), "give a mapping of its parameters")
    spec = _spec(cls)
    for key in data:
        if key not in spec:
            known = ", ".join(spec) or "none"
            raise NotationError(_join(where, str(key)), "this key", f"known keys are {known}")
    values = {}
    for key, (field, annotation) in spec.items():
        if key in data:
            values[field.name] = decode_as(annotation, data[key], _join(where, key))
        elif field.default is MISSING and field.default_factory is MISSING:
            raise NotationError(_join(where, key), "nothing", "this key is needed")
    return cls(**values)


def decode_as(annotation: Any, value: Plain, where: str) -> Any:
    """`value` as the annotated type.

    Raises:
        NotationError: it has another type.
    """
    origin = typing.get_origin(annotation)
    arguments = typing.get_args(annotation)
    if annotation is Any or annotation is object:
        return value
    if origin in (Union, types.UnionType):
        return _decode_union(arguments, value, where)
    if origin is typing.Literal:
        if value in arguments and not (isinstance(value, bool) and not any(isinstance(a, bool) for a in arguments)):
            return value
        raise NotationError(where, repr(value), "give " + " or ".join(str(a) for a in arguments))
    if origin is tuple:
        return _decode_tuple(arguments, value, where)
    if origin in (frozenset, set):
        _need(isinstance(value, Sequence) and not isinstance(value, str), where, value, "give a list")
        return frozenset(decode_as(arguments[0], item, f"{where}[{n}]") for n, item in enumerate(value))
    if origin is not None and issubclass(origin, Mapping):
        _need(isinstance(value, Mapping), where, value, "give a mapping")
        return {
            _decode_key(arguments[0], key, where): decode_as(arguments[1], item, _join(where, str(key)))
            for key, item in value.items()
        }
    return _decode_plain(annotation, value, where)


def _decode_key(annotation: Any, key: Plain, where: str) -> Any:
    """A mapping's key; JSON and our YAML have none but texts, so a whole number comes as one."""
    if annotation is int and isinstance(key, str) and _WHOLE.fullmatch(key):
        return int(key)
    return decode_as(annotation, key, where)


def _decode_union(arguments: tuple[Any, ...], value: Plain, where: str) -> Any:
    if value is None and type(None) in arguments:
        return None
    if type(value) in arguments:  # a number stays a number where both a text and a number would do
        return value
    problem: NotationError | None = None
    for argument in arguments:
        if argument is type(None):
            continue
        try:
            return decode_as(argument, value, where)
        except NotationError as error:
            problem = problem or error
    assert problem is not None
    raise problem


def _decode_tuple(arguments: tuple[Any, ...], value: Plain, where: str) -> Any:
    _need(isinstance(value, Sequence) and not isinstance(value, str), where, value, "give a list")
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        return tuple(decode_as(arguments[0], item, f"{where}[{n}]") for n, item in enumerate(value))
    _need(len(value) == len(arguments), where, value, f"give a list of {len(arguments)}")
    return tuple(
        decode_as(argument, item, f"{where}[{n}]")
        for n, (argument, item) in enumerate(zip(arguments, value, strict=True))
    )


def _decode_plain(annotation: Any, value: Plain, where: str) -> Any:
    if isinstance(annotation, type) and issubclass(annotation, enum.Enum):
        try:
            return annotation(value)
        except ValueError:
            allowed = " or ".join(str(member.value) for member in annotation)
            raise NotationError(where, repr(value), f"give {allowed}") from None
    if is_dataclass(annotation):
        return decode(typing.cast("type[Any]", annotation), value, where)
    if annotation is float:
        _need(isinstance(value, (int, float)) and not isinstance(value, bool), where, value, "give a number")
        return float(value)
    if annotation is int:
        _need(isinstance(value, int) and not isinstance(value, bool), where, value, "give a whole number")
        return value
    if annotation is str:
        # a fighter or a seat may be called 7 in a script; true and 2.5 are no names
        _need(isinstance(value, (str, int)) and not isinstance(value, bool), where, value, "give a text")
        return str(value)
    if annotation is bool:
        _need(isinstance(value, bool), where, value, "give true or false")
        return value
    if annotation is type(None):
        _need(value is None, where, value, "give nothing")
        return None
    raise TypeError(f"{where}: no reader for {annotation}")


def _need(condition: bool, where: str, value: Plain, allowed: str) -> None:
    if not condition:
        raise NotationError(where, repr(value), allowed)


def _join(where: str, key: str) -> str:
    return f"{where}.{key}" if where else key


def _names(cls: type) -> tuple[tuple[str, str], ...]:
    found = _KEYS.get(cls)
    if found is None:
        found = _KEYS[cls] = tuple((field.name, key_of(field)) for field in fields(cls))
    return found


def _spec(cls: type) -> Mapping[str, tuple["Field[Any]", Any]]:
    found = _SPECS.get(cls)
    if found is None:
        hints = typing.get_type_hints(cls)
        found = _SPECS[cls] = {key_of(field): (field, hints[field.name]) for field in fields(cls)}
    return found
