"""A document held against a pydantic model; what does not fit becomes one line with its place in the file."""

import difflib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from companion.config.document import Document, dotted
from companion.config.nodes import shorten
from companion.errors import ConfigError

if TYPE_CHECKING:
    from pydantic import BaseModel

Model = TypeVar("Model", bound="BaseModel")
# a field of these wants text: it gets the scalar as written, so that NO, 007 and 1.50 are names (H-01, H-02)
WANTS_TEXT = {"string_type", "literal_error", "enum", "string_sub_type"}
KINDS = {
    "integer": "a whole number",
    "number": "a number",
    "string": "a text",
    "boolean": "true or false",
    "array": "a list",
    "object": "a mapping (key: value)",
    "null": "null",
}


def validate(document: Document, model: type[Model], at: Sequence[str | int] = ()) -> Model:
    """Hold the value at the path `at` against `model`.

    Text fields get the scalar as it is written in the file. A field of type `str | None` takes a plain `null` or
    nothing as None, and `~` or `Null` as text.

    Raises:
        ConfigError: the first thing in the file that the model does not allow; an unknown key names the nearest known.
    """
    from pydantic import ValidationError

    value = _part(document.value, at)
    try:
        return model.model_validate(value)
    except ValidationError as error:
        errors = error.errors(include_url=False)
    written = [tuple(e["loc"]) for e in errors if e["type"] in WANTS_TEXT]
    changed = False
    for location in written:
        changed |= _take_as_written(document, value, at, location)
    if changed:
        try:
            return model.model_validate(value)
        except ValidationError as error:
            errors = error.errors(include_url=False)
    places = [(document.position((*at, *_in_file(document, at, e["loc"]))), index) for index, e in enumerate(errors)]
    first = errors[min(places)[1]]
    raise _as_config_error(document, model, at, first)


def _part(value: Any, at: Sequence[str | int]) -> Any:
    for part in at:
        if isinstance(value, dict):
            value = value.get(str(part))
        elif isinstance(value, list) and isinstance(part, int) and part < len(value):
            value = value[part]
        else:
            return None
    return value


def _in_file(document: Document, at: Sequence[str | int], location: Sequence[str | int]) -> tuple[str | int, ...]:
    """The part of pydantic's location that is a path in the file: it also names members of unions."""
    path: list[str | int] = []
    value = _part(document.value, at)
    for index, part in enumerate(location):
        is_key = isinstance(value, dict) and str(part) in value
        is_item = isinstance(value, list) and isinstance(part, int) and part < len(value)
        if is_key or is_item:
            path.append(part)
            value = _part(value, [part])
        elif index == len(location) - 1 and isinstance(value, dict) and isinstance(part, str):
            path.append(part)  # the missing key itself
    return tuple(path)


def _take_as_written(document: Document, value: Any, at: Sequence[str | int], location: Sequence[str | int]) -> bool:
    path = _in_file(document, at, location)
    try:
        text = document.source_text((*at, *path))
    except LookupError:
        return False
    if not path or not text or isinstance(_part(value, path), str):
        return False
    holder: Any = _part(value, path[:-1])
    holder[str(path[-1]) if isinstance(holder, dict) else path[-1]] = text
    return True


def _as_config_error(document: Document, model: type[Model], at: Sequence[str | int], error: Any) -> ConfigError:
    path = _in_file(document, at, error["loc"])
    name = dotted((*at, *path))
    kind = error["type"]
    schema = _Schema(model)
    if kind == "extra_forbidden":
        known = schema.keys(path[:-1])
        near = difflib.get_close_matches(str(path[-1]), known, n=1, cutoff=0.5)
        advice = f"did you mean {near[0]}?" if near else f"known are {', '.join(known)}"
        return document.error((*at, *path), f"{name} is an unknown key", advice, at_key=True)
    if kind == "missing":
        return document.error((*at, *path), f"{name} is missing", schema.allowed(path) or "add it")
    found = _found(document, (*at, *path))
    if kind in {"value_error", "assertion_error"}:
        allowed = str(error["ctx"]["error"])
    else:
        allowed = schema.allowed(path) or error["msg"].removeprefix("Input should be ")
    return document.error((*at, *path), f"{name} = {found} is not allowed", allowed)


def _found(document: Document, path: Sequence[str | int]) -> str:
    try:
        return shorten(document.source_text(path)) or "nothing"
    except LookupError:
        value = _part(document.value, path)
    if isinstance(value, list):
        return f"a list of {len(value)}"
    return "a mapping" if isinstance(value, dict) else "nothing"


class _Schema:
    """The JSON schema of a model, asked what may stand at a place: ranges, words, kinds, known keys."""

    def __init__(self, model: "type[BaseModel]") -> None:
        from pydantic.errors import PydanticInvalidForJsonSchema

        try:
            self._root: dict[str, Any] = model.model_json_schema()
        except PydanticInvalidForJsonSchema:
            self._root = {}

    def keys(self, path: Sequence[str | int]) -> list[str]:
        return sorted({key for node in self._nodes(path) for key in node.get("properties", {})})

    def allowed(self, path: Sequence[str | int]) -> str:
        """`give 1 to 100`, or nothing where the schema does not tell."""
        sentences = [text for node in self._nodes(path) if (text := _describe(node))]
        return "give " + " or ".join(dict.fromkeys(sentences)) if sentences else ""

    def _nodes(self, path: Sequence[str | int]) -> list[dict[str, Any]]:
        nodes = self._expand(self._root)
        for part in path:
            children: list[dict[str, Any]] = []
            for node in nodes:
                if isinstance(part, int):
                    prefix = node.get("prefixItems", [])
                    child = prefix[part] if part < len(prefix) else node.get("items")
                else:
                    child = node.get("properties", {}).get(part, node.get("additionalProperties"))
                if isinstance(child, dict):
                    children += self._expand(child)
            nodes = children
        return nodes

    def _expand(self, node: dict[str, Any]) -> list[dict[str, Any]]:
        if "$ref" in node:
            target = self._root.get("$defs", {}).get(str(node["$ref"]).rsplit("/", 1)[-1], {})
            return self._expand(target)
        options = node.get("anyOf") or node.get("oneOf") or node.get("allOf")
        if options:
            return [part for option in options for part in self._expand(option)]
        return [node]


def _describe(node: dict[str, Any]) -> str:
    if "const" in node:
        return str(node["const"])
    if "enum" in node:
        choices = [str(word) for word in node["enum"]]
        return choices[0] if len(choices) == 1 else f"{', '.join(choices[:-1])} or {choices[-1]}"
    kind = str(node.get("type", ""))
    words = KINDS.get(kind, "")
    if kind in {"integer", "number"}:
        return _range(node, "minimum", "maximum", words, exclusive=True)
    if kind == "array":
        return _items(words, node.get("minItems"), node.get("maxItems"))
    if kind == "string" and (node.get("minLength") or node.get("maxLength")):
        return f"{words} of {_range(node, 'minLength', 'maxLength', '')} characters"
    return words


def _range(node: dict[str, Any], low_key: str, high_key: str, words: str, *, exclusive: bool = False) -> str:
    low, high = node.get(low_key), node.get(high_key)
    above, below = (node.get("exclusiveMinimum"), node.get("exclusiveMaximum")) if exclusive else (None, None)
    if low is not None and high is not None:
        return f"{low:g} to {high:g}"
    parts = [
        f"{text} {limit:g}"
        for text, limit in (("at least", low), ("more than", above), ("at most", high), ("less than", below))
        if limit is not None
    ]
    return f"{words} {' and '.join(parts)}".strip()


def _items(words: str, low: int | None, high: int | None) -> str:
    if low is not None and low == high:
        return f"{words} of {low}"
    if low is not None and high is not None:
        return f"{words} of {low} to {high}"
    if low is not None:
        return f"{words} of at least {low}"
    return f"{words} of at most {high}" if high is not None else words
