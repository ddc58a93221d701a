"""Which language people get when they say nothing."""

import json
import locale
import os
from pathlib import Path

from companion.errors import CompanionError
from companion.kernel.text import LANGUAGES, Language

LANGUAGE = "language"
"""Of the referee's screen, in the `live` row of a show: an evening that goes on does so in it. A set-up's too."""


def of_show(path: Path) -> Language | None:
    """The language a show was left in; None for a new one, and for one that cannot be read (which is told later)."""
    from companion.store.show import Show

    if not path.is_file():
        return None
    try:
        with Show.open(path, readonly=True) as show:
            left = (show.live() or {}).get(LANGUAGE)
    except CompanionError:
        return None
    return next((one for one in LANGUAGES if one == left), None)


def of_show_at_rest(path: Path) -> Language | None:
    """The same as the file itself has it: nothing is waited for, told or touched, whoever is at work on it."""
    from companion.store.opening import live_at_rest

    left = live_at_rest(path).get(LANGUAGE)
    return next((one for one in LANGUAGES if one == left), None)


def of_files(show: Path | None, table: Path | None) -> Language | None:
    """The language that belongs to what a command works on: the show's before the table's."""
    return (of_show_at_rest(show) if show is not None else None) or of_table(table)


def of_table(table: Path | None) -> Language | None:
    """The language that was chosen in the set-up of a table; None where nobody set it up, or it cannot be read."""
    try:
        told = None if table is None else json.loads(setup_file(table).read_bytes())
        left = told["answers"][LANGUAGE] if told else None
    except (OSError, ValueError, RecursionError, KeyError, TypeError):  # a damaged one is told by the set-up itself
        return None
    return next((one for one in LANGUAGES if one == left), None)


def setup_file(table: Path) -> Path:
    """Where the set-up of a table keeps how far it came."""
    return table.with_name(f"{table.stem}.setup.json")


def preferred() -> Language:
    """Spanish where the environment or the system speaks it, else English; `COMPANION_LANG` goes before both."""
    for name in ("COMPANION_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")
        if value:
            return "es" if value.lower().startswith("es") else "en"
    system = locale.getlocale()[0] or ""
    return "es" if system.lower().startswith(("es", "spanish")) else "en"


def chosen(wanted: str | None) -> Language:
    """The language asked for, else the preferred one."""
    if wanted in {"es", "en"}:
        return "es" if wanted == "es" else "en"
    return preferred()
