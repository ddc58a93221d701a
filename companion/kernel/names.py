"""When two spellings are one name, and two words one word."""

import functools
import unicodedata


def name_key(name: str) -> str:
    """What makes two spellings one name: case, width and spaces do not, accents do."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def id_key(name: str) -> str:
    """The same for names that may be written as an id: `el_santo` is `El Santo`."""
    return name_key(name.replace("_", " "))


@functools.lru_cache(maxsize=4096)
def plain_word(text: str) -> str:
    """`Técnica ` -> `tecnica`, `half palm mm` -> `half_palm_mm`."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(c for c in plain if not unicodedata.combining(c))
    return "_".join(letters.replace("-", " ").replace("_", " ").split())
