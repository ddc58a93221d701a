"""Texts in the two languages of the people at the table (K-17)."""

import re
from dataclasses import dataclass
from typing import Literal

Language = Literal["es", "en"]
LANGUAGES: tuple[Language, ...] = ("es", "en")


@dataclass(frozen=True, slots=True)
class Text:
    """One sentence, in English and in Spanish."""

    en: str
    es: str

    def of(self, language: str) -> str:
        return self.es if language == "es" else self.en

    def filled(self, **values: object) -> "Text":
        """Both sentences with `{name}` places filled; a `Text` among the values is filled in its language."""
        return Text(
            one_stop(self.en.format(**{key: _in(value, "en") for key, value in values.items()})),
            one_stop(contracted(self.es.format(**{key: _in(value, "es") for key, value in values.items()}))),
        )

    def __str__(self) -> str:
        return self.en


def contracted(sentence: str) -> str:
    """Spanish `de el` and `a el` in one word; the article of a name (`El Santo`) and `él` stay."""
    if " el " not in sentence:
        return sentence
    return re.sub(r"\b(de|a) el\b", lambda one: "del" if one[1] == "de" else "al", sentence)


def one_stop(sentence: str) -> str:
    """A sentence that ends in a name or a reason with a full stop of its own has one, not two."""
    return sentence[:-1] if sentence.endswith("..") and not sentence.endswith("...") else sentence


def plural(count: int, one: Text, many: Text, **values: object) -> Text:
    """The form that Spanish and English use for `count` (one form for 1, the other for the rest, 0 included), filled.

    Args:
        count: fills `{n}`.
        values: fill the other places.
    """
    return (one if count == 1 else many).filled(n=count, **values)


def decimal(number: float, digits: int = 2) -> Text:
    """A number as people read it, with the decimal sign of each language: 1.98, 1,98; 2 for 2.0."""
    shown = f"{round(number, digits) + 0.0:.{digits}f}"  # no minus before a zero
    if digits:
        shown = shown.rstrip("0").rstrip(".")
    return Text(shown, shown.replace(".", ","))


def _in(value: object, language: str) -> object:
    return value.of(language) if isinstance(value, Text) else value
