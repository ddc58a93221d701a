"""Which language people get when they say nothing."""

import locale
import os

from companion.kernel.text import Language


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
