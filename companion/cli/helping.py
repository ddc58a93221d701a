"""The help of every verb in the language of the person; the verbs themselves are written in English."""

import copy
import inspect
import re
from collections.abc import Iterable
from functools import partial

import click

from companion.cli.help_spanish import SPANISH

_HEADINGS = {"Options": "Opciones", "Commands": "Órdenes", "Arguments": "Argumentos"}
_METAVARS = {
    "[OPTIONS]": "[OPCIONES]",
    "COMMAND": "ORDEN",
    "[ARGS]...": "[DATOS]...",
    "INTEGER RANGE": "ENTERO",
    "FLOAT RANGE": "NÚMERO",
    "INTEGER": "ENTERO",
    "FLOAT": "NÚMERO",
    "TEXT": "TEXTO",
    "PATH": "RUTA",
    "FILENAME": "ARCHIVO",
    "FILE": "ARCHIVO",
    "FOLDER": "CARPETA",
    "PORT": "PUERTO",
    "SEAT": "ASIENTO",
    "FAULT=WAY": "FALLO=QUÉ",
    "NAME": "NOMBRE",
    "HOW": "CÓMO",
    "BELT": "CINTURÓN",
    "FIGHTER": "LUCHADOR",
    "FIGHTERS": "LUCHADORES",
    "MATCH": "COMBATE",
    "IMAGE": "IMAGEN",
    "SOURCE": "FUENTE",
    "ITEM": "AVERÍA",
    "ZONE:LANE,START,COUNT[,backwards]": "ZONA:LÍNEA,INICIO,CUÁNTOS[,backwards]",
    "WxD": "AxF",
    "WxH": "AxH",
}
"""What a value is called on the line of its verb or option."""
_SUFFIXES = {"default: ": "por defecto: ", "required": "obligatorio"}
"""Click's own words around an option, as `[default: 3; required]`."""


class SpanishFormatter(click.HelpFormatter):
    """Click's own words in Spanish."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, value_names(args), "Uso: " if prefix is None else prefix)

    def write_heading(self, heading: str) -> None:
        super().write_heading(_HEADINGS.get(heading, heading))

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        spoken = []
        for term, text in rows:
            said, bracket, suffix = text.rpartition("  [")
            if not bracket:
                said, suffix = text, ""
            spoken.append((value_names(term), in_spanish(said) + bracket + _replaced(suffix, _SUFFIXES)))
        super().write_dl(spoken, col_max, col_spacing)


class SpanishContext(click.Context):
    """Shows help in Spanish."""

    formatter_class = SpanishFormatter


def in_spanish(text: str) -> str:
    """The text with every paragraph that is known in Spanish; click's marks of unfilled paragraphs stay."""
    paragraphs = inspect.cleandoc(text).split("\n\n")
    return "\n\n".join(SPANISH.get(folded(paragraph), paragraph) for paragraph in paragraphs)


def folded(paragraph: str) -> str:
    """Without line breaks, indents and click's marks."""
    return re.sub(r"\s+", " ", paragraph.replace("\b", " ")).strip()


def texts_of(command: click.Command) -> list[str]:
    """Every paragraph of help of a verb, without those of its own verbs."""
    written = [command.help, command.short_help, command.epilog]
    written += [one.help for one in command.params if isinstance(one, click.Option)]
    return [folded(part) for text in written if text for part in inspect.cleandoc(text).split("\n\n")]


def spanish(command: click.Command) -> click.Command:
    """The same verb, and those below it, with its help in Spanish; the one given stays as it is."""
    spoken = copy.copy(command)
    spoken.context_class = SpanishContext
    spoken.help, spoken.short_help, spoken.epilog = map(_told, (command.help, command.short_help, command.epilog))
    spoken.params = [_option(one) for one in command.params]
    if isinstance(command, click.Group) and isinstance(spoken, click.Group):
        spoken.commands = {name: spanish(one) for name, one in command.commands.items()}
    return spoken


def _told(text: str | None) -> str | None:
    return text and in_spanish(text)


def _option(parameter: click.Parameter) -> click.Parameter:
    if not isinstance(parameter, click.Option):
        return parameter
    spoken = copy.copy(parameter)
    spoken.help = _told(parameter.help)
    return spoken


def value_names(line: str) -> str:
    """A line of a verb or option with what its values are called in Spanish."""
    return _replaced(line, _METAVARS)


def _replaced(text: str, words: dict[str, str]) -> str:
    """Whole words of `text` that stand in `words`."""
    pattern = "|".join(rf"(?<!\w){re.escape(word)}" + (r"\b" if word[-1].isalnum() else "") for word in words)
    return re.sub(pattern, partial(_word, words), text)


def _word(words: dict[str, str], found: re.Match[str]) -> str:
    return words[found.group()]
