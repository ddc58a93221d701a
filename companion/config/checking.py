"""A document held against a pydantic model; what does not fit becomes one line with its place in the file."""

import difflib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from companion.config.document import Document, dotted, dotted_es
from companion.config.nodes import shorten
from companion.errors import ConfigError, spanish

if TYPE_CHECKING:
    from pydantic import BaseModel

Model = TypeVar("Model", bound="BaseModel")
# a field of these wants text: it gets the scalar as written, so that NO, 007 and 1.50 are names (H-01, H-02)
WANTS_TEXT = {"string_type", "literal_error", "enum", "string_sub_type"}
KINDS = {
    "en": {
        "integer": "a whole number",
        "number": "a number",
        "string": "a text",
        "boolean": "true or false",
        "array": "a list",
        "object": "a mapping (key: value)",
        "null": "null",
    },
    "es": {
        "integer": "un número entero",
        "number": "un número",
        "string": "un texto",
        "boolean": "true o false",
        "array": "una lista",
        "object": "un grupo (clave: valor)",
        "null": "null",
    },
}
WORDS = {
    "en": {"give": "give", "or": "or", "and": "and", "to": "to", "of": "of", "span": "", "characters": "characters"},
    "es": {"give": "pon", "or": "o", "and": "y", "to": "a", "of": "de", "span": "de ", "characters": "caracteres"},
}
LIMITS = {
    "en": ("at least", "more than", "at most", "less than"),
    "es": ("al menos", "más de", "como mucho", "menos de"),
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
    name, name_es = dotted((*at, *path)), dotted_es((*at, *path))
    kind = error["type"]
    schema = _Schema(model)
    if kind == "extra_forbidden":
        known = schema.keys(path[:-1])
        near = difflib.get_close_matches(str(path[-1]), known, n=1, cutoff=0.5)
        advice = f"did you mean {near[0]}?" if near else f"known are {', '.join(known)}"
        advice_es = f"¿querías decir {near[0]}?" if near else f"se conocen {', '.join(known)}"
        return document.error(
            (*at, *path),
            f"{name} is an unknown key",
            advice,
            what_es=f"{name_es} es una clave desconocida",
            allowed_es=advice_es,
            at_key=True,
        )
    # a list that is too short lacks an item, not itself
    if kind == "missing" and not isinstance(error["loc"][-1], int):
        return document.error(
            (*at, *path),
            f"{name} is missing",
            schema.allowed(path) or "add it",
            what_es=f"falta {name_es}",
            allowed_es=schema.allowed(path, "es") or "añade la clave",
        )
    found, found_es = _found(document, (*at, *path))
    if kind in {"value_error", "assertion_error"}:
        allowed, allowed_es = str(error["ctx"]["error"]), spanish(error["ctx"]["error"])
    else:
        allowed = schema.allowed(path) or error["msg"].removeprefix("Input should be ")
        allowed_es = schema.allowed(path, "es") or "revisa el valor"
    return document.error(
        (*at, *path),
        f"{name} = {found} is not allowed",
        allowed,
        what_es=f"{name_es} = {found_es} no está permitido",
        allowed_es=allowed_es,
    )


def _found(document: Document, path: Sequence[str | int]) -> tuple[str, str]:
    """What stands there, in English and in Spanish."""
    try:
        written = shorten(document.source_text(path))
    except LookupError:
        written = ""
    value = _part(document.value, path)
    if written:
        return written, written
    if isinstance(value, list):
        return f"a list of {len(value)}", f"lista de {len(value)}"
    return ("a mapping", "grupo de claves") if isinstance(value, dict) else ("nothing", "nada")


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

    def allowed(self, path: Sequence[str | int], language: str = "en") -> str:
        """`give 1 to 100`, or nothing where the schema does not tell."""
        words = WORDS[language]
        sentences = [text for node in self._nodes(path) if (text := _describe(node, language))]
        return f"{words['give']} " + f" {words['or']} ".join(dict.fromkeys(sentences)) if sentences else ""

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


def _describe(node: dict[str, Any], language: str) -> str:
    said = WORDS[language]
    if "const" in node:
        return str(node["const"])
    if "enum" in node:
        choices = [str(word) for word in node["enum"]]
        return choices[0] if len(choices) == 1 else f"{', '.join(choices[:-1])} {said['or']} {choices[-1]}"
    kind = str(node.get("type", ""))
    words = KINDS[language].get(kind, "")
    if kind in {"integer", "number"}:
        low, high = node.get("minimum"), node.get("maximum")
        span = _range((low, node.get("exclusiveMinimum"), high, node.get("exclusiveMaximum")), language)
        is_whole_span = low is not None and high is not None
        return said["span"] + span if is_whole_span else f"{words} {said['span']}{span}" if span else words
    if kind == "array":
        return _items(words, node.get("minItems"), node.get("maxItems"), language)
    if kind == "string" and (node.get("minLength") or node.get("maxLength")):
        characters = _range((node.get("minLength"), None, node.get("maxLength"), None), language)
        return f"{words} {said['of']} {characters} {said['characters']}"
    return words


def _range(limits: tuple[float | None, ...], language: str) -> str:
    """`1 to 100`, or `at least 1`, or nothing; `limits` are at least, more than, at most, less than."""
    low, _, high, _ = limits
    if low is not None and high is not None:
        return f"{low:g} {WORDS[language]['to']} {high:g}"
    joiner = f" {WORDS[language]['and']} "
    return joiner.join(
        f"{text} {limit:g}" for text, limit in zip(LIMITS[language], limits, strict=True) if limit is not None
    )


def _items(words: str, low: int | None, high: int | None, language: str) -> str:
    said, (least, _, most, _) = WORDS[language], LIMITS[language]
    if low is not None and low == high:
        return f"{words} {said['of']} {low}"
    if low is not None and high is not None:
        return f"{words} {said['of']} {low} {said['to']} {high}"
    if low is not None:
        return f"{words} {said['of']} {least} {low}"
    return f"{words} {said['of']} {most} {high}" if high is not None else words
