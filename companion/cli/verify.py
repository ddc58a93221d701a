"""`companion verify`: does a show file's journal hold."""

from pathlib import Path

import click


@click.command(epilog="Example: companion verify show.db")
@click.argument("show", type=click.Path(path_type=Path), metavar="S.db")
def command(show: Path) -> int:
    """Check the hash chain of a show file, which is only read.

    Prints `ok N events` and exits with 0, or `bad SEQ: reason` for the first row that does not hold and exits with 1.
    """
    from companion.store.checks import verify

    report = verify(show)
    click.echo(str(report))
    return 0 if report.ok else 1
