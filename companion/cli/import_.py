"""`companion import`: take a show back."""

from pathlib import Path

import click


@click.command(name="import", epilog="Example: companion import show.jsonl --show new.db")
@click.argument("source", type=click.Path(path_type=Path), metavar="X.jsonl")
@click.option("--show", required=True, type=click.Path(path_type=Path), help="The show file to make; never an old one.")
def command(source: Path, show: Path) -> int:
    """Make a new show file of what `companion export` wrote, with the same numbers, times and hashes."""
    from companion.store.exchange import import_jsonl

    rows = import_jsonl(source, show)
    click.echo(f"{rows} events -> {show}")
    return 0
