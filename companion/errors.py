"""Errors that people read: one line each, facts as attributes (imports nothing of ours)."""

from pathlib import Path


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

    Attributes:
        line: from 1, as editors count.
        column: from 1, as editors count.
    """

    exit_code = 2

    def __init__(self, path: Path | str, line: int, column: int, what: str, allowed: str) -> None:
        self.path = Path(path)
        self.line = line
        self.column = column
        self.what = what
        self.allowed = allowed
        super().__init__(f"{path}:{line}:{column}: {what}; {allowed}")


class NotationError(CompanionError):
    """A command, event, set-up or expectation cannot be read: unknown key, wrong type.

    Attributes:
        key: dotted path of the offending key inside what was read.
    """

    exit_code = 2

    def __init__(self, key: str, what: str, allowed: str) -> None:
        self.key = key
        self.what = what
        self.allowed = allowed
        super().__init__(f"{key} = {what} is not allowed; {allowed}")
