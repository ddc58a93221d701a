"""Errors that people read: one line each, facts as attributes (imports nothing of ours)."""

import errno
from pathlib import Path

# what the system says of a file or port, for people who read Spanish; anything else stays as the system words it
_SYSTEM_REASONS = {
    errno.EACCES: "permiso denegado",
    errno.EBUSY: "está ocupado",
    errno.EEXIST: "ya existe",
    errno.EINVAL: "argumento no válido",
    errno.EIO: "error de lectura o escritura del disco",
    errno.EISDIR: "es una carpeta",
    errno.ELOOP: "demasiados enlaces simbólicos",
    errno.EMFILE: "demasiados archivos abiertos",
    errno.ENAMETOOLONG: "el nombre es demasiado largo",
    errno.ENOENT: "no existe",
    errno.ENOSPC: "no queda espacio en el disco",
    errno.ENOTDIR: "no es una carpeta",
    errno.EPERM: "operación no permitida",
    errno.EROFS: "el disco es de solo lectura",
}


class CompanionError(Exception):
    """What went wrong, in one sentence a person at the table understands.

    `exit_code` follows DESIGN.md section 4: 1, the thing asked for failed; 2, wrong use or a wrong file.
    """

    exit_code = 1

    def __init__(self, en: str, es: str | None = None) -> None:
        super().__init__(en)
        self.spanish = en if es is None else es

    def of(self, language: str) -> str:
        """The sentence in that language."""
        return self.spanish if language == "es" else str(self)


class FileProblemError(CompanionError):
    """A file or device is missing, unreadable or of the wrong kind."""

    exit_code = 2


class UsageProblemError(CompanionError):
    """The words of a command do not fit together."""

    exit_code = 2


class ConfigError(CompanionError):
    """A value in a file that people edit is not allowed.

    `what_es` and `allowed_es` are the Spanish words; what names the same in both languages needs none.

    Attributes:
        line: from 1, as editors count.
        column: from 1, as editors count.
    """

    exit_code = 2

    def __init__(
        self,
        path: Path | str,
        line: int,
        column: int,
        what: str,
        allowed: str,
        *,
        what_es: str | None = None,
        allowed_es: str | None = None,
    ) -> None:
        self.path = Path(path)
        self.line = line
        self.column = column
        self.what = what
        self.allowed = allowed
        super().__init__(
            f"{path}:{line}:{column}: {what}; {allowed}",
            f"{path}:{line}:{column}: {_or(what_es, what)}; {_or(allowed_es, allowed)}",
        )


class NotationError(CompanionError):
    """A command, event, set-up or expectation cannot be read: unknown key, wrong type.

    `what_es` and `allowed_es` are the Spanish words; what is the same in both languages (a value) needs none.

    Attributes:
        key: dotted path of the offending key inside what was read.
    """

    exit_code = 2

    def __init__(
        self, key: str, what: str, allowed: str, *, what_es: str | None = None, allowed_es: str | None = None
    ) -> None:
        self.key = key
        self.what = what
        self.allowed = allowed
        super().__init__(
            f"{key} = {what} is not allowed; {allowed}",
            f"{key} = {_or(what_es, what)} no está permitido; {_or(allowed_es, allowed)}",
        )


class BilingualValueError(ValueError):
    """A value is not allowed, told by a check that knows neither file nor line; whoever knows them tells it on."""

    def __init__(self, en: str, es: str) -> None:
        super().__init__(en)
        self.spanish = es


def spanish(error: object) -> str:
    """What an error that is told inside another sentence says in Spanish; a system's reason in plain words."""
    if isinstance(error, (CompanionError, BilingualValueError)):
        return error.spanish
    if isinstance(error, OSError) and error.strerror:
        return _SYSTEM_REASONS.get(error.errno or 0, error.strerror)
    return str(error)


def _or(wanted: str | None, otherwise: str) -> str:
    return otherwise if wanted is None else wanted
