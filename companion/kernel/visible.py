"""Signs that are not seen or act on a terminal: names, file contents and paths from elsewhere may hold them."""

from typing import Final
from unicodedata import category, normalize

_ACTING: Final = frozenset({"Cc", "Cf", "Co", "Cs", "Zl", "Zp"})
"""Controls, signs that turn the direction of writing or are not seen, private ones, halves of signs, line ends."""
_UNDRAWN: Final = frozenset({"Cc", "Cf", "Cs"})
_HARMLESS: Final = frozenset("\n\t\u200c\u200d\u00ad")
"""Lines and columns of our own; joiners that letters and emoji need; the soft hyphen."""


def is_hidden(sign: str) -> bool:
    """Whether a name loses the sign (I-03): but for the joiner that emoji need, two that look alike would differ."""
    return sign not in "\u200d\t\n" and category(sign) in _ACTING


def clean(text: str, kept: str = "") -> str:
    """The text as it is drawn: accents composed, tabs and line ends as blanks, nothing that is not seen (I-03).

    Args:
        kept: tabs and line ends that stay.
    """
    spaced = "".join(" " if sign in "\t\r\n" and sign not in kept else sign for sign in normalize("NFC", text))
    return "".join(sign for sign in spaced if sign in kept or category(sign) not in _UNDRAWN)


def visible(text: str) -> str:
    r"""The text with every sign that a terminal would act on written out, `\u202e`; line ends and tabs stay.

    The way of writing is JSON's: a JSON document in which it happens means the same as before.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(_written(sign) if _acts(sign) else sign for sign in text)


def in_one_line(text: str) -> str:
    """`visible`, with line ends and tabs written out as well: what an error may print."""
    return visible(text).replace("\n", "\\n").replace("\t", " ")


def _acts(sign: str) -> bool:
    return sign not in _HARMLESS and category(sign) in _ACTING


def _written(sign: str) -> str:
    raw = sign.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{raw[at : at + 4]}" for at in range(0, len(raw), 4))
