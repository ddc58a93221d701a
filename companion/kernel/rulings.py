"""The referee overrules: any field of the state can be set (K-15)."""

import typing
from collections.abc import Collection, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar, cast

from companion.errors import NotationError
from companion.kernel.card_files import is_reference
from companion.kernel.changing import changed
from companion.kernel.codec import Plain, decode, decode_as, encode, key_of
from companion.kernel.text import Text
from companion.kernel.topic_words import TOPIC_WORDS

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


def paired(counts: Mapping[str, int], zone: str, value: int, pile: str) -> dict[str, int]:
    """The counts of a zone that a ruling sets and of the pile beside it, which gives the cards or takes them.

    Args:
        counts: cards of each, before the ruling.
    """
    return {zone: value, pile: max(0, counts[pile] - (value - counts[zone]))}


def with_pile(owner: T, topic: str, value: Any, piles: Mapping[str, tuple[str, str, str]]) -> T:
    """A seat whose zone is as the referee says; names of a zone make it as large as they are, never smaller.

    Args:
        piles: of each topic the count that it sets, the field with the names, and the count of the pile beside it.
    """
    count, names, _ = piles[topic]
    changes: dict[str, Any] = {}
    if topic == names:
        changes[names] = value
        value = max(getattr(owner, count), len(value))
    counts = {key: int(getattr(owner, key)) for key in counted(piles)}
    changes.update(paired(counts, count, value, piles[topic][2]))
    found: T = changed(cast("Any", owner), **changes)
    unknown = {
        named: ()  # a card that nobody named has left a pile that was known
        for size, named, _ in piles.values()
        if named and len(getattr(found, named)) > getattr(found, size)
    }
    return cast("T", changed(cast("Any", found), **unknown)) if unknown else found


def piles_beside(reserve: str) -> Mapping[str, tuple[str, str, str]]:
    """Of each topic about cards the count, the names, and the pile that gives and takes.

    Args:
        reserve: the count of the pile beside hand and discard pile; the discard pile is beside that one.
    """
    piles = {reserve: (reserve, "", "discard_count")}
    for name in ("hand", "discard"):
        piles[name] = piles[f"{name}_count"] = (f"{name}_count", name, reserve)
    return piles


def counted(piles: Mapping[str, tuple[str, str, str]]) -> tuple[str, ...]:
    """The counts of a seat's zones."""
    return tuple(dict.fromkeys(count for count, _, _ in piles.values()))


def all_cards(owner: object, piles: Mapping[str, tuple[str, str, str]]) -> int:
    """All cards of a seat's zones."""
    return sum(int(getattr(owner, key)) for key in counted(piles))


def need_conserved(before: int, after: int, where: str, pile: str) -> None:
    """Hold that a ruling has found as many cards as it has put somewhere.

    Args:
        before, after: all cards of the seat.
        pile: the one that had too few.

    Raises:
        NotationError: cards would come from nowhere.
    """
    if before != after:
        raise NotationError(
            where,
            f"{after - before:+} cards in all",
            f"no card comes from nowhere, and `{pile}` has not so many",
            what_es=f"{after - before:+} cartas en total",
            allowed_es=f"ninguna carta sale de la nada, y en `{pile}` no hay tantas",
        )


def need_within(topic: str, value: Any, bounds: Mapping[str, tuple[int, int | None]]) -> None:
    """Hold that a number lies where the state model of the rules file has it.

    Args:
        bounds: the least and the most of each topic; None: no most.

    Raises:
        NotationError: it lies outside.
    """
    if topic not in bounds or isinstance(value, bool):
        return
    low, high = bounds[topic]
    for number in value if isinstance(value, (list, tuple)) else (value,):
        if isinstance(number, int) and (number < low or (high is not None and number > high)):
            allowed = Text(f"give {low} or more", f"pon {low} o más")
            if high is not None:
                allowed = Text(f"give {low} to {high}", f"pon de {low} a {high}")
            raise NotationError(f"referee_ruling.{topic}", str(number), allowed.en, allowed_es=allowed.es)


def need_copies(named: Sequence[str], deck: Mapping[str, int] | None, where: str) -> None:
    """Hold that the named cards of all zones are in the deck that was entered, so often.

    Raises:
        NotationError: a card would lie in two places.
    """
    if deck is None:
        return
    for card in dict.fromkeys(named):
        if named.count(card) > deck.get(card, 0):
            raise NotationError(
                where,
                card,
                f"the deck has {deck.get(card, 0)} of it, and no card lies in two places",
                allowed_es=f"el mazo tiene {deck.get(card, 0)}, y ninguna carta está en dos sitios",
            )


def ruling_told(topic: str, subject: str | None, value: Plain, secret: Collection[str]) -> Text:
    """The play-by-play line of a ruling; of what lies in a hand it tells that it was changed and not how."""
    what = topic_said(topic)
    what = what if subject is None else Text(f"{subject}, {what.en}", f"{subject}, {what.es}")
    said = NOT_TOLD if topic in secret else Text(_in_words(value, "en"), _in_words(value, "es"))
    return Text("Referee's ruling: {what} = {value}.", "Decisión del árbitro: {what} = {value}.").filled(
        what=what, value=said
    )


def topic_said(topic: str) -> Text:
    """A field in words, as it stands inside a sentence."""
    plain = topic.replace("_", " ")
    words = TOPIC_WORDS.get(topic, Text(plain, plain))
    return Text(_inside(words.en), _inside(words.es))


def _inside(words: str) -> str:
    return words if words[1:2].isupper() else words[:1].lower() + words[1:]


def told_entries(kind: type[T], known: Mapping[str, T], value: Mapping[str, Any], where: str, blank: T) -> dict[str, T]:
    """Card entries with values that nobody had told; a card that is in no file becomes known (K-14).

    Raises:
        NotationError: a key is unknown or a value has another type.
    """
    found = dict(known)
    for ref, changes in value.items():
        plain = encode(found.get(ref, blank))
        lists = {key for key, old in plain.items() if isinstance(old, list)}
        given = {key: [one] if key in lists and isinstance(one, str) else one for key, one in changes.items()}
        found[ref] = decode(kind, {**plain, **given}, f"{where}.{ref}")
    return found


def need_references(value: Mapping[str, Any], known: Mapping[str, Any], where: str) -> None:
    """Hold that what is told anew has a name by which it can be played.

    Raises:
        NotationError: it is no reference.
    """
    for ref in value:
        if ref not in known and not is_reference(ref):
            allowed, permitido = "give its printed name in snake_case", "pon su nombre impreso en snake_case"
            raise NotationError(where, ref, allowed, allowed_es=permitido)


def _in_words(value: Plain, language: str) -> str:
    if isinstance(value, bool) or value is None:
        return _PLAIN_WORDS[value].of(language)
    if isinstance(value, Mapping):
        named = ((topic_said(str(key)).of(language), item) for key, item in value.items())
        return ", ".join(f"{key}: {_in_words(item, language)}" for key, item in named) or "–"
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
