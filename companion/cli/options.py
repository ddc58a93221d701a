"""Options that several verbs have, each written once."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import click

Decorator = Callable[[Any], Any]


def spoken(of_what: str) -> Decorator:
    """`--lang`; what is told in it differs from verb to verb."""
    return click.option("--lang", type=click.Choice(["es", "en"]), help=of_what)


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
