"""What a person wrote, among what is known: by title or reference, without case and accents, by its beginning. Pure."""

import re
import unicodedata
from collections.abc import Sequence
from typing import Any

from companion.kernel.text import Text
from companion.screens.needs import Need

Choice = tuple[Any, Text]
SHOWN = 3
"""So many of what fits are shown to be pressed."""
NOTHING_FITS = Text("Nothing here is called {typed}.", "Aquí nada se llama {typed}.")
SEVERAL_FIT = Text("Which one: {names}?", "¿Cuál: {names}?")
_BETWEEN = re.compile(r"[\W_]+")


def folded(words: str) -> str:
    """Without case, accents and signs: `Don't Think`, `dont_think` and `DON'T THINK` are the same."""
    plain = "".join(one for one in unicodedata.normalize("NFKD", words.casefold()) if not unicodedata.combining(one))
    return _BETWEEN.sub(" ", plain.replace("'", "").replace("’", "")).strip()


def fitting(choices: Sequence[Choice], typed: str) -> tuple[Choice, ...]:
    """What is called so; else what begins so; else what has a word that begins so. All where nothing is written."""
    wanted = folded(typed)
    if not wanted:
        return tuple(choices)
    called = [(one, {folded(str(one[0])), folded(one[1].en), folded(one[1].es)}) for one in choices]
    for fits in (
        lambda name: name == wanted,
        lambda name: name.startswith(wanted),
        lambda name: any(part.startswith(wanted) for part in _tails(name)),
    ):
        found = tuple(one for one, names in called if any(fits(name) for name in names))
        if found:
            return found
    return ()


def _tails(name: str) -> list[str]:
    words = name.split()
    return [" ".join(words[start:]) for start in range(1, len(words))]


def found_now(need: Need, typed: str) -> tuple[Choice, ...]:
    """What fits the name that is being written: of a list the last one."""
    return fitting(need.choices, typed.rpartition(",")[2] if need.many else typed)


def picked(need: Need, typed: str, choice: Choice) -> str:
    """What is written once a choice was pressed: of a list the others stay."""
    if not need.many:
        return choice[1].en
    before = typed.rpartition(",")[0]
    return f"{before}, {choice[1].en}, " if before else f"{choice[1].en}, "


def one_of(need: Need, typed: str) -> tuple[Any, Text | None]:
    """The one choice that is meant, or why there is none."""
    found = fitting(need.choices, typed)
    if found and all(one == found[0] for one in found):  # copies of one card are one name
        return found[0][0], None
    if not found:
        return None, NOTHING_FITS.filled(typed=typed.strip())
    more = "…" if len(found) > SHOWN else ""
    en, es = (" · ".join(one.of(language) for _, one in found[:SHOWN]) + more for language in ("en", "es"))
    return None, SEVERAL_FIT.filled(names=Text(en, es))


def several_of(need: Need, typed: str) -> tuple[list[Any] | None, Text | None]:
    """A list of names with commas between; single words without them do too."""
    parts = [part for part in typed.split(",") if part.strip()]
    if len(parts) == 1 and not fitting(need.choices, parts[0]):
        parts = parts[0].split()
    found = []
    for part in parts:
        value, problem = one_of(need, part)
        if problem is not None:
            return None, problem
        found.append(value)
    return found or None, None
