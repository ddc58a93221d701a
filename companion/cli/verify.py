"""`companion verify`: does a show file's journal hold."""

from pathlib import Path

import click

from companion.cli.options import spoken
from companion.cli.printing import echo


@click.command(epilog="Example: companion verify show.db")
@click.argument("show", type=click.Path(path_type=Path), metavar="S.db")
@spoken("Language of the reason.")
def command(show: Path, lang: str | None) -> int:
    """Check the hash chain of a show file, which is only read.

    Prints `ok N events` and exits with 0, or `bad SEQ: reason` for the first row that does not hold and exits with 1.
    """
    from companion.app.language import chosen
    from companion.store.checks import verify

    report = verify(show)
    echo(report.line(chosen(lang)))
    return 0 if report.ok else 1
