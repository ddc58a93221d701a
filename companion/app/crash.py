"""What nobody foresaw: one sentence for people, the details in a file they can send."""

import tempfile
import traceback
from pathlib import Path

from companion.app.language import preferred
from companion.kernel.text import Text

_SAID = Text(
    "something unforeseen happened ({what}); nothing that was saved is lost. Details for the makers: {path}",
    "ha pasado algo imprevisto ({what}); nada de lo guardado se ha perdido. Detalles para los autores: {path}",
)
_UNKEPT = Text(
    "something unforeseen happened ({what}); nothing that was saved is lost.",
    "ha pasado algo imprevisto ({what}); nada de lo guardado se ha perdido.",
)


def report(error: BaseException, language: str | None = None) -> str:
    """Keep the traceback in a file and return the sentence for the terminal, else in the preferred language."""
    language = language or preferred()
    what = f"{type(error).__name__}: {error}".splitlines()[0]
    try:
        path = _keep("".join(traceback.format_exception(error)))
    except OSError:
        return _UNKEPT.filled(what=what).of(language)
    return _SAID.filled(what=what, path=path).of(language)


def _keep(details: str) -> Path:
    from platformdirs import user_log_path

    try:
        folder = user_log_path("ringside-companion", ensure_exists=True)
    except OSError:
        folder = Path(tempfile.gettempdir())
    path = folder / "crash.log"
    with path.open("a", encoding="utf-8") as file:
        file.write(details + "\n")
    return path
