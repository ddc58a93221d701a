"""What click says of wrong words on the command line, in one line and in the language of the person.

Click words its errors in English; the few kinds there are get their Spanish here. One that is not known stays English,
with the way to the help in Spanish.
"""

import re
from collections.abc import Sequence

import click

from companion.cli.helping import value_names
from companion.cli.printing import echo

_SPANISH: tuple[tuple[str, str], ...] = (
    (r"Missing (?:argument|parameter) (.+)", r"falta el argumento \1"),
    (r"Missing option (.+)", r"falta la opción \1"),
    (r"No such option:? (.+)", r"no hay ninguna opción \1"),
    (r"No such command (.+)", r"no hay ninguna orden \1"),
    (r"Got unexpected extra arguments? \((.+)\)", r"sobra en la orden: \1"),
    (r"Option (.+) requires an argument", r"la opción \1 necesita un valor"),
    (r"Option (.+) requires (\d+) arguments", r"la opción \1 necesita \2 valores"),
    (r"Option (.+) does not take a value", r"la opción \1 no lleva valor"),
    (r"Invalid value for (.+?): (.+)", r"valor no válido en \1: \2"),
    (r"Invalid value: (.+)", r"valor no válido: \1"),
)
"""The whole sentence without its full stop -> the same in Spanish."""
_INSIDE: tuple[tuple[str, str], ...] = (
    (r"\.? Did you mean (.+?)\??$", r"; ¿querías decir \1?"),
    (r"\.? \((?:Did you mean one of|Possible options): (.+?)\??\)$", r"; ¿querías decir una de estas: \1?"),
    (r"\.? Choose from:\s*(.+)$", r"; elige entre \1"),
    (r"('[^']*') is not one of (.+)$", r"\1 no es ninguno de \2"),
    (r"('[^']*') is not a valid (?:integer|int)(?: range)?", r"\1 no es un número entero"),
    (r"('[^']*') is not a valid float(?: range)?", r"\1 no es un número"),
    (r"(\S+) is not in the range (.+)$", r"\1 está fuera de \2"),
)
"""Parts of a sentence."""
_NAMED = r"^(?:falta el argumento|valor no válido en) '[^']*'"
"""Where a sentence names a value as the help does; what the person typed stays."""


def tell(problem: click.ClickException, language: str, program: click.Group, words: Sequence[str]) -> None:
    """Say on stderr what is wrong; a group without a verb shows its help."""
    if isinstance(problem, getattr(click.exceptions, "NoArgsIsHelpError", ())):  # from click 8.2 on
        problem.show()
    else:
        context = getattr(problem, "ctx", None)
        path = context.command_path if context is not None else _path(program, words)
        echo(usage_line(problem, language, path), err=True)


def _path(program: click.Group, words: Sequence[str]) -> str:
    """The command that the words lead to; click does not say it of an option that lacks its value."""
    path, group = "companion", program
    for word in words:
        found = group.get_command(click.Context(group), word)
        if found is None:
            break
        path = f"{path} {word}"
        if not isinstance(found, click.Group):
            break
        group = found
    return path


def usage_line(problem: click.ClickException, language: str, command: str = "companion") -> str:
    """The error as one line that ends with the command that shows the help."""
    said = " ".join(problem.format_message().split()).rstrip(".")
    if language == "es":
        return f"{_in_spanish(said)}; mira {command} --help"
    return f"{said}; see {command} --help"


def _in_spanish(said: str) -> str:
    for pattern, spanish in _INSIDE:
        said = re.sub(pattern, spanish, said)
    for pattern, spanish in _SPANISH:
        if re.fullmatch(pattern, said):
            return re.sub(_NAMED, lambda found: value_names(found[0]), re.sub(pattern, spanish, said))
    return said
