"""Frozen dataclasses to plain data and back, by their annotations.

Commands and events are dataclasses; scripts, journal and JSON carry them as `name: {fields}` with the names of the
rules files. An unknown or missing key, or a value of the wrong type, is a `NotationError` that names the key.
"""

import difflib
import enum
import functools
import re
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from typing import Any, TypeVar, Union

from companion.errors import NotationError

T = TypeVar("T")
Plain = Any
"""None, bool, int, float, str, list of Plain, or dict of str to Plain."""
Reader = Callable[[Plain, str], Any]
"""Reads a value that stands at a dotted path."""

_WHOLE = re.compile(r"-?(0|[1-9][0-9]*)")
_WORD = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
# a keyword or a built-in as a field's name is written with an underscore after it: `class_`, `from_`
_UNDERSCORED = "_"
_PLAIN = frozenset({str, int, bool, float, type(None)})
# what annotations say is looked up once a class: commands and events pass here many times a second
_NAMES: dict[type, str] = {}
_KEYS: dict[type, tuple[tuple[str, str], ...]] = {}
_SPECS: dict[type, Mapping[str, tuple["Field[Any]", "Reader"]]] = {}


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
        raise NotationError(
            where or name_of(cls),
            repr(data),
            "give a mapping of its parameters",
            allowed_es="pon un grupo con sus parámetros",
        )
    spec = _spec(cls)
    for key in data:
        if key not in spec:
            near = difflib.get_close_matches(str(key), spec, n=1)
            hint, pista = (f"did you mean {near[0]}? ", f"¿querías decir {near[0]}? ") if near else ("", "")
            known = ", ".join(spec) or "none"
            raise NotationError(
                _join(where, str(key)),
                "this key",
                f"{hint}known keys are {known}",
                what_es="este parámetro",
                allowed_es=f"{pista}se conocen {', '.join(spec) or 'ninguno'}",
            )
    values = {}
    for key, (field, reader) in spec.items():
        if key in data:
            values[field.name] = reader(data[key], _join(where, key))
        elif field.default is MISSING and field.default_factory is MISSING:
            raise NotationError(
                _join(where, key),
                "nothing",
                "this key is needed",
                what_es="nada",
                allowed_es="este parámetro hace falta",
            )
    return cls(**values)


def decode_as(annotation: Any, value: Plain, where: str) -> Any:
    """`value` as the annotated type.

    Raises:
        NotationError: it has another type.
    """
    return _reader(annotation)(value, where)


def _reader(annotation: Any) -> Reader:
    """How values of the annotated type are read; built once a field, because journals are read by the thousand."""
    if annotation is Any or annotation is object:
        return _read_anything
    origin = typing.get_origin(annotation)
    arguments = typing.get_args(annotation)
    if origin in (Union, types.UnionType):
        return _union_reader(arguments)
    if origin is typing.Literal:
        return _literal_reader(arguments)
    if origin is tuple:
        return _tuple_reader(arguments)
    if origin in (frozenset, set):
        return _set_reader(arguments[0])
    if origin is not None and issubclass(origin, Mapping):
        return _mapping_reader(*arguments)
    if isinstance(annotation, type) and issubclass(annotation, enum.Enum):
        return _enum_reader(annotation)
    if is_dataclass(annotation):
        return functools.partial(decode, typing.cast("type[Any]", annotation))
    if annotation in _PLAIN_READERS:
        return _PLAIN_READERS[annotation]
    return functools.partial(_refuse_to_read, annotation)


def _refuse_to_read(annotation: Any, value: Plain, where: str) -> Any:
    del value
    raise TypeError(f"{where}: no reader for {annotation}")


def _read_anything(value: Plain, where: str) -> Any:
    del where
    return value


def _union_reader(arguments: tuple[Any, ...]) -> Reader:
    readers = [_reader(argument) for argument in arguments if argument is not type(None)]
    may_be_none = type(None) in arguments

    def read(value: Plain, where: str) -> Any:
        if value is None and may_be_none:
            return None
        if type(value) in arguments:  # a number stays a number where both a text and a number would do
            return value
        problem: NotationError | None = None
        for reader in readers:
            found, error = _tried(reader, value, where)
            if error is None:
                return found
            problem = problem or error
        assert problem is not None
        raise problem

    return read


def _tried(reader: Reader, value: Plain, where: str) -> tuple[Any, NotationError | None]:
    try:
        return reader(value, where), None
    except NotationError as error:
        return None, error


def _literal_reader(arguments: tuple[Any, ...]) -> Reader:
    with_flags = any(isinstance(argument, bool) for argument in arguments)

    def read(value: Plain, where: str) -> Any:
        if value in arguments and (with_flags or not isinstance(value, bool)):
            return value
        raise NotationError(
            where,
            repr(value),
            "give " + " or ".join(str(argument) for argument in arguments),
            allowed_es="pon " + " o ".join(str(argument) for argument in arguments),
        )

    return read


def _tuple_reader(arguments: tuple[Any, ...]) -> Reader:
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        one = _reader(arguments[0])

        def read_many(value: Plain, where: str) -> Any:
            if not isinstance(value, Sequence) or isinstance(value, str):
                raise NotationError(where, repr(value), "give a list", allowed_es="pon una lista")
            return tuple([one(item, f"{where}[{n}]") for n, item in enumerate(value)])

        return read_many
    readers = [_reader(argument) for argument in arguments]

    def read_fixed(value: Plain, where: str) -> Any:
        if not isinstance(value, Sequence) or isinstance(value, str):
            raise NotationError(where, repr(value), "give a list", allowed_es="pon una lista")
        if len(value) != len(readers):
            raise NotationError(
                where, repr(value), f"give a list of {len(readers)}", allowed_es=f"pon una lista de {len(readers)}"
            )
        return tuple(
            [reader(item, f"{where}[{n}]") for n, (reader, item) in enumerate(zip(readers, value, strict=True))]
        )

    return read_fixed


def _set_reader(argument: Any) -> Reader:
    one = _reader(argument)

    def read(value: Plain, where: str) -> Any:
        if not isinstance(value, Sequence) or isinstance(value, str):
            raise NotationError(where, repr(value), "give a list", allowed_es="pon una lista")
        return frozenset([one(item, f"{where}[{n}]") for n, item in enumerate(value)])

    return read


def _mapping_reader(key_type: Any, item_type: Any) -> Reader:
    read_key, read_item = _reader(key_type), _reader(item_type)

    def key_of_mapping(key: Plain, where: str) -> Any:
        # JSON and our YAML have no keys but texts, so a whole number comes as one
        if key_type is int and isinstance(key, str) and _WHOLE.fullmatch(key):
            return int(key)
        return read_key(key, where)

    def read(value: Plain, where: str) -> Any:
        if not isinstance(value, Mapping):
            raise NotationError(where, repr(value), "give a mapping", allowed_es="pon un grupo (clave: valor)")
        return {key_of_mapping(key, where): read_item(item, _join(where, str(key))) for key, item in value.items()}

    return read


def _enum_reader(annotation: type[enum.Enum]) -> Reader:
    def read(value: Plain, where: str) -> Any:
        try:
            return annotation(value)
        except ValueError:
            words = [str(member.value) for member in annotation]
            allowed, permitido = " or ".join(words), " o ".join(words)
            raise NotationError(where, repr(value), f"give {allowed}", allowed_es=f"pon {permitido}") from None

    return read


def _read_float(value: Plain, where: str) -> Any:
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        raise NotationError(where, repr(value), "give a number", allowed_es="pon un número")
    return float(value)


def _read_int(value: Plain, where: str) -> Any:
    if not isinstance(value, int) or isinstance(value, bool):
        if isinstance(value, str) and value.isdigit():  # more digits than any number of a game has
            raise NotationError(where, value, "give a smaller number", allowed_es="pon un número más pequeño")
        raise NotationError(where, repr(value), "give a whole number", allowed_es="pon un número entero")
    return value


def _read_str(value: Plain, where: str) -> Any:
    # a fighter or a seat may be called 7 in a script; true and 2.5 are no names
    if not isinstance(value, (str, int)) or isinstance(value, bool):
        raise NotationError(where, repr(value), "give a text", allowed_es="pon un texto")
    return str(value)


def _read_bool(value: Plain, where: str) -> Any:
    if not isinstance(value, bool):
        raise NotationError(where, repr(value), "give true or false", allowed_es="pon true o false")
    return value


def _read_none(value: Plain, where: str) -> Any:
    if value is not None:
        raise NotationError(where, repr(value), "give nothing", allowed_es="no pongas nada")


_PLAIN_READERS: Mapping[Any, Reader] = {
    float: _read_float,
    int: _read_int,
    str: _read_str,
    bool: _read_bool,
    type(None): _read_none,
}


def _join(where: str, key: str) -> str:
    return f"{where}.{key}" if where else key


def _names(cls: type) -> tuple[tuple[str, str], ...]:
    found = _KEYS.get(cls)
    if found is None:
        found = _KEYS[cls] = tuple((field.name, key_of(field)) for field in fields(cls))
    return found


def _spec(cls: type) -> Mapping[str, tuple["Field[Any]", Reader]]:
    found = _SPECS.get(cls)
    if found is None:
        hints = typing.get_type_hints(cls)
        found = _SPECS[cls] = {key_of(field): (field, _reader(hints[field.name])) for field in fields(cls)}
    return found
