"""The referee overrules: any field of the state can be set (K-15)."""

import typing
from collections.abc import Collection, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar, cast

from companion.errors import NotationError
from companion.kernel.codec import Plain, decode_as, encode, key_of
from companion.kernel.text import Text

T = TypeVar("T")
_PLAIN_WORDS: Mapping[bool | None, Text] = {True: Text("yes", "sí"), False: Text("no", "no"), None: Text("–", "–")}
NOT_TOLD = Text("(not shown)", "(no se muestra)")


def need_whole(phase: Any, parts: Mapping[Any, Sequence[tuple[str, object]]], where: str) -> None:
    """Hold that after a ruling everything is there which the open window is about: no attack, no defence.

    Args:
        parts: of each phase what it needs, by name, as it would be after the ruling.

    Raises:
        NotationError: a part would be missing.
    """
    for name, value in parts.get(phase, ()):
        if value is None or value in ((), False, 0, ""):
            raise NotationError(
                where,
                str(phase.value),
                f"in this phase `{name}` must be set",
                allowed_es=f"en esta fase tiene que haber `{name}`",
            )


def ruling_told(topic: str, subject: str | None, value: Plain, secret: Collection[str]) -> Text:
    """The play-by-play line of a ruling; of what lies in a hand it tells that it was changed and not how."""
    what = topic.replace("_", " ")
    what = what if subject is None else f"{subject}, {what}"
    said = NOT_TOLD if topic in secret else Text(_in_words(value, "en"), _in_words(value, "es"))
    return Text("Referee's ruling: {what} = {value}.", "Decisión del árbitro: {what} = {value}.").filled(
        what=what, value=said
    )


def _in_words(value: Plain, language: str) -> str:
    if isinstance(value, bool) or value is None:
        return _PLAIN_WORDS[value].of(language)
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {_in_words(item, language)}" for key, item in value.items()) or "–"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(_in_words(item, language) for item in value) or "–"
    return str(encode(value))


def set_field(state: T, path: str, value: Plain) -> T:
    """`state` with the field at a dotted path set (`stamina`, `hold.successes`, `wounds.strike`).

    Raises:
        NotationError: there is no such field, or the value has another type.
    """
    head, _, rest = path.partition(".")
    assert is_dataclass(state)
    by_key = {key_of(item): item.name for item in fields(state)}
    if head not in by_key:
        raise NotationError(
            path,
            "this field",
            f"known fields are {', '.join(by_key)}",
            what_es="este campo",
            allowed_es=f"se conocen {', '.join(by_key)}",
        )
    name = by_key[head]
    annotation = typing.get_type_hints(type(state))[name]
    old = getattr(state, name)
    new = decode_as(annotation, value, path) if not rest else _set_below(old, annotation, rest, value, path)
    return cast("T", replace(cast("Any", state), **{name: new}))


def _set_below(old: Any, annotation: Any, rest: str, value: Plain, path: str) -> Any:
    if isinstance(old, Mapping):
        key, _, further = rest.partition(".")
        if further:
            if key not in old:
                raise NotationError(
                    path,
                    "this field",
                    f"known keys are {', '.join(map(str, old))}",
                    what_es="este campo",
                    allowed_es=f"se conocen {', '.join(map(str, old))}",
                )
            return {**old, key: set_field(old[key], further, value)}
        arguments = typing.get_args(annotation)
        return {**old, key: decode_as(arguments[1] if len(arguments) == 2 else Any, value, path)}
    if is_dataclass(old) and not isinstance(old, type):
        return set_field(old, rest, value)
    raise NotationError(
        path, "this field", "nothing lies below it", what_es="este campo", allowed_es="no hay nada por debajo"
    )
