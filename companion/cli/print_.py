"""`companion print`: true-size pages for the table."""

from pathlib import Path

import click

OUT = click.option("--out", required=True, type=click.Path(path_type=Path), help="The PDF to write.")
LANG = click.option("--lang", type=click.Choice(["es", "en"]), help="Language of the pages.")
PAPER = click.option("--paper", type=click.Choice(["A4", "Letter"]), default="A4", show_default=True)


@click.group(name="print", epilog="Example: companion print cards --out cards.pdf")
def command() -> None:
    """Pages to print at 100 %, each with a line of 100 mm to check the printer with."""


@command.command(epilog="Example: companion print sheets --show show.db --out sheets.pdf")
@OUT
@click.option("--show", type=click.Path(path_type=Path), help="Fill the sheets in from this show's roster.")
@click.option("--blank", type=click.IntRange(0, 100), default=0, help="How many empty sheets follow.")
@PAPER
@LANG
def sheets(out: Path, show: Path | None, blank: int, paper: str, lang: str | None) -> int:
    """Character sheets, two a page."""
    from companion.app.language import chosen
    from companion.store.desk import sheets_and_players
    from companion.store.handouts import print_sheets

    fighters = sheets_and_players(show) if show is not None else []
    pages = print_sheets(out, fighters, blank or (0 if show is not None else 2), chosen(lang), paper)
    click.echo(f"{pages} -> {out}")
    return 0


@command.command(epilog="Example: companion print cards --out cards.pdf --paper Letter")
@OUT
@PAPER
@LANG
def cards(out: Path, paper: str, lang: str | None) -> int:
    """Status cards in green, yellow and red, eight of each; signs tell them apart without colour."""
    from companion.app.language import chosen
    from companion.store.handouts import print_cards

    pages = print_cards(out, chosen(lang), paper)
    click.echo(f"{pages} -> {out}")
    return 0


@command.command(epilog="Example: companion print score --show show.db --out score.pdf")
@OUT
@click.option("--show", required=True, type=click.Path(path_type=Path), help="The show file.")
@LANG
def score(out: Path, show: Path, lang: str | None) -> int:
    """Belts, results, table and fighters of a show; the same pages as `companion export S.db --to X.pdf`."""
    from companion.app.language import chosen
    from companion.store.paper import export_pdf
    from companion.store.show import Show

    with Show.open(show, readonly=True) as opened:
        rows = export_pdf(opened, out, chosen(lang))
    click.echo(f"{rows} events -> {out}")
    return 0
