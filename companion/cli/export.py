"""`companion export`: hand a show out."""

from pathlib import Path

import click


@click.command(epilog="Example: companion export show.db --to show.jsonl")
@click.argument("show", type=click.Path(path_type=Path), metavar="S.db")
@click.option("--to", "target", required=True, type=click.Path(path_type=Path), help="X.jsonl or X.csv.")
@click.option("--lang", type=click.Choice(["es", "en"]), help="Language, separator and decimal sign of a table.")
def command(show: Path, target: Path, lang: str | None) -> int:
    """Write a show as JSON lines (`companion import` takes them back) or as a table for a spreadsheet.

    A file that is there already stays beside the new one as NAME.bak.
    """
    from companion.app.language import chosen
    from companion.errors import UsageProblemError
    from companion.store.exchange import export_csv, export_jsonl
    from companion.store.show import Show

    kind = target.suffix.lower()
    if kind not in {".jsonl", ".csv"}:
        raise UsageProblemError(f"--to {target}: give a name that ends with .jsonl or .csv")
    with Show.open(show, readonly=True) as opened:
        rows = export_jsonl(opened, target) if kind == ".jsonl" else export_csv(opened, target, chosen(lang))
    click.echo(f"{rows} events -> {target}")
    return 0
