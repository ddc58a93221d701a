"""What the verbs print: the one way to the terminal, on which text from elsewhere does no harm."""

import click

from companion.kernel.visible import visible


def echo(message: object = "", *, err: bool = False, nl: bool = True) -> None:
    """Print on stdout, or stderr with `err`; signs that a terminal would act on are written out."""
    click.echo(visible(str(message)), err=err, nl=nl)
