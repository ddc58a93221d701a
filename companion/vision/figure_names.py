"""What figures are called: ids are their own, names may be alike (two of one clay, called by its colour).

Where two names are alike the id stands beside each, so that nobody takes one for the other.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from companion.kernel.names import name_key
from companion.kernel.text import Language, Text
from companion.table.clays import colour_in
from companion.vision.clay_words import colour_of

ALIKE = Text(
    "names are alike: {who}; wherever a name is shown its id stands beside it (give each a name of its own)",
    "hay nombres iguales: {who}; donde se vea el nombre, su número irá al lado (pon a cada una el suyo)",
)
_SHARED = Text("figures {ids} are all {name}", "las figuras {ids} son todas {name}")


def called(entries: Iterable[Mapping[str, Any]], language: Language = "en") -> dict[str, str]:
    """From each id of the table file to the figure's name, with the id where another has that name.

    Who has none is called by its clay, by its id where that has no clear word either.
    """
    plain = {str(one["id"]): _plain(one, language) for one in entries}
    taken = [name_key(name) for name in plain.values()]
    return {id_: name if taken.count(name_key(name)) == 1 else f"{name} ({id_})" for id_, name in plain.items()}


def own_name(one: Mapping[str, Any]) -> str:
    """What somebody called a figure of the table file; empty where it goes by its number."""
    name = str(one.get("name") or "")
    return "" if name == str(one["id"]) else name


def _plain(one: Mapping[str, Any], language: Language) -> str:
    return own_name(one) or colour_in(colour_of(one), language) or str(one["id"])


def alike_names(entries: Iterable[Mapping[str, Any]]) -> list[Text]:
    """One sentence about all names that several figures have; none where every name is somebody's own."""
    found: dict[str, list[Mapping[str, Any]]] = {}
    for one in entries:
        if key := name_key(str(one.get("name") or "")):
            found.setdefault(key, []).append(one)
    shared = [
        _SHARED.filled(ids=", ".join(str(one["id"]) for one in group), name=group[0]["name"])
        for group in found.values()
        if len(group) > 1
    ]
    who = Text("; ".join(one.en for one in shared), "; ".join(one.es for one in shared))
    return [ALIKE.filled(who=who)] if shared else []
