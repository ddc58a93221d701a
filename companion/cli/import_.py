"""`companion import`: take a show back."""

from pathlib import Path

import click

from companion.cli.options import PRINTED
from companion.cli.printing import echo


@click.command(name="import", epilog="Example: companion import show.jsonl --show new.db")
@click.argument("source", type=click.Path(path_type=Path), metavar="X.jsonl")
@click.option("--show", required=True, type=click.Path(path_type=Path), help="The show file to make; never an old one.")
@PRINTED
def command(source: Path, show: Path, lang: str | None) -> int:
    """Make a new show file of what `companion export` wrote, with the same numbers, times and hashes."""
    from companion.app.language import chosen
    from companion.app.told import EVENTS, written
    from companion.store.exchange import import_jsonl

    rows = import_jsonl(source, show, lambda said: echo(said.of(chosen(lang)), err=True))
    echo(written(rows, EVENTS, show).of(chosen(lang)))
    return 0
