"""A library that cannot be loaded, in one sentence: which, and the package that brings what it lacks (D-06)."""

import re

from companion.kernel.text import Text
from companion.vision.hand_model import SYSTEM_LIBRARIES

_OPENED = re.compile(r"(lib[\w.+-]+?\.so[\w.]*): cannot open shared object")
_LIBRARY = Text(
    "the system library {library} is missing; install it with: sudo apt install {package}; then companion doctor",
    "falta la biblioteca del sistema {library}; instálala con: sudo apt install {package}; luego companion doctor",
)
_ELSE = Text(
    "a library that this needs cannot be loaded ({why}); run make setup, then companion doctor",
    "no se puede cargar una biblioteca necesaria ({why}); ejecuta make setup y luego companion doctor",
)


def lacks(error: BaseException) -> Text | None:
    """What to do about an error at an import; None for an error of another kind.

    A loader tells of a library of the system that is not there as ImportError or as OSError.
    """
    why = (str(error).strip().splitlines() or [type(error).__name__])[0]
    if isinstance(error, (ImportError, OSError)) and (found := _OPENED.search(why)):
        package = next((known for name, known in SYSTEM_LIBRARIES.items() if found[1].startswith(name)), None)
        if package is not None:
            return _LIBRARY.filled(library=found[1], package=package)
        return _ELSE.filled(why=why)
    return _ELSE.filled(why=why) if isinstance(error, ImportError) else None
