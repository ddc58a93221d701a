"""Options that several verbs have, each written once."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, Final

import click

Decorator = Callable[[Any], Any]


def spoken(of_what: str, *, own: bool = False) -> Decorator:
    """`--lang`; what is told in it differs from verb to verb.

    Where it is not given, the language of the show or table counts that the verb works on.

    Args:
        own: the verb decides that by itself.
    """
    option = click.option("--lang", type=click.Choice(["es", "en"]), help=of_what)
    return option if own else lambda verb: option(_in_its_language(verb))


def _in_its_language(verb: Callable[..., Any]) -> Callable[..., Any]:
    """A verb that takes the language of its show or table where none is given."""

    @wraps(verb)
    def speaking(*arguments: Any, **given: Any) -> Any:
        show, table = given.get("show"), given.get("table_path") or given.get("table")
        if given.get("lang") is None and (show or table):
            from companion.app.language import of_files

            given["lang"] = of_files(show and Path(show), table and Path(table))
        return verb(*arguments, **given)

    return speaking


PRINTED: Final = spoken("Language of what is printed.")
TOLD: Final = spoken("Language of what is told.")
SHOW: Final = click.option("--show", required=True, type=click.Path(path_type=Path), help="The show file.")
PAPER: Final = click.option(
    "--paper",
    type=click.Choice(["A4", "Letter"], case_sensitive=False),
    default="A4",
    show_default=True,
    help="Size of the paper.",
)
