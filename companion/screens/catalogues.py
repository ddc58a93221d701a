"""Renew the gettext catalogues: collect the messages of the screens, compile what is translated.

`python -m companion.screens.catalogues` writes new messages into the `.po` files and compiles the `.mo` files; a test
counts missing translations and compares the compiled files with their sources.
"""

import io
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from companion.kernel.text import LANGUAGES
from companion.screens.languages import DOMAIN, LOCALE

SOURCES = Path(__file__).parent
HEADER = """# Words of the Ringside Companion's screens.
msgid ""
msgstr ""
"Project-Id-Version: ringside-companion\\n"
"POT-Creation-Date: 2026-11-29 00:00+0000\\n"
"Language: {language}\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"""
KEYWORDS = {"tr": (2,), "trn": (2, 3), "message": None}


def template() -> Catalog:
    """Every message of the screens' sources with the places where it is used."""
    found = Catalog(project="ringside-companion", version="", fuzzy=False)
    for path in sorted(SOURCES.glob("*.py")):
        for line, text, comments, context in extract_from_file("python", path, keywords=KEYWORDS):
            found.add(text, locations=[(path.name, line)], auto_comments=comments, context=context)
    return found


def po_path(language: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def read(language: str) -> Catalog:
    """The catalogue that translators edit."""
    with po_path(language).open("rb") as file:
        return read_po(file, locale=language)


def missing(catalogue: Catalog) -> list[Message]:
    """Messages without a translation, or with one plural form too few."""
    return [
        entry
        for entry in catalogue
        if entry.id and not (all(entry.string or ("",)) if isinstance(entry.string, (tuple, list)) else entry.string)
    ]


def compiled(catalogue: Catalog) -> bytes:
    """The binary form that gettext reads."""
    out = io.BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def renew(language: str) -> Catalog:
    """Bring the messages of a catalogue up to date, keep its translations, and compile it."""
    path = po_path(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        path.write_text(HEADER.format(language=language), encoding="utf-8")
    catalogue = read(language)
    catalogue.update(template(), no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    if language == "en":  # the keys are English already
        for entry in missing(catalogue):
            entry.string = entry.id
    out = io.BytesIO()
    # line numbers are left out: a catalogue changes when its words do
    write_po(out, catalogue, width=110, sort_output=True, no_location=True, omit_header=True)
    path.write_bytes(HEADER.format(language=language).encode() + b"\n" + out.getvalue())
    catalogue = read(language)
    path.with_suffix(".mo").write_bytes(compiled(catalogue))
    return catalogue


if __name__ == "__main__":
    for one in LANGUAGES:
        renewed = renew(one)
        left = [str(entry.id) for entry in missing(renewed)]
        print(f"{one}: {len(renewed)} messages, {len(left)} missing", *left, sep="\n  ")  # noqa: T201  # a tool
