"""`companion export`: hand a show out."""

from pathlib import Path

import click

from companion.cli.options import spoken
from companion.cli.printing import echo


@click.command(epilog="Example: companion export show.db --to show.jsonl")
@click.argument("show", type=click.Path(path_type=Path), metavar="S.db")
@click.option("--to", "target", required=True, type=click.Path(path_type=Path), help="X.jsonl, X.csv or X.pdf.")
@click.option("--results", is_flag=True, help="For X.csv: the results of the matches, not the whole journal.")
@spoken("Language, separator and decimal sign of a table.", own=True)
def command(show: Path, target: Path, results: bool, lang: str | None) -> int:
    """Write a show as JSON lines (`companion import` takes them back) or as a table for a spreadsheet,
    or its results, belts and fighters on paper (PDF).

    A file that is there already stays beside the new one as NAME.bak.
    """
    from companion.app.language import chosen, of_show_at_rest
    from companion.app.told import EVENTS, MATCHES, pages_written, written
    from companion.errors import UsageProblemError
    from companion.store.exchange import export_csv, export_jsonl, export_results
    from companion.store.show import Show

    kind = target.suffix.lower()
    if results and kind != ".csv":
        raise UsageProblemError("--results goes with --to X.csv", "--results va con --to X.csv")
    if kind not in {".jsonl", ".csv", ".pdf"}:
        raise UsageProblemError(
            f"--to {target}: give a name that ends with .jsonl, .csv or .pdf",
            f"--to {target}: pon un nombre que acabe en .jsonl, .csv o .pdf",
        )
    # a table's separator is for the spreadsheet of this computer; people are told in the show's language
    told = chosen(lang or of_show_at_rest(show))
    with Show.open(show, readonly=True) as opened:
        if kind == ".jsonl":
            rows = export_jsonl(opened, target)
        elif results:
            rows = export_results(opened, target, chosen(lang))
        elif kind == ".csv":
            rows = export_csv(opened, target, chosen(lang))
        else:
            from companion.store.paper import export_pdf

            pages, tables = export_pdf(opened, target, told, warn=lambda said: echo(said.of(told), err=True))
            echo(pages_written(pages, tables, target).of(told))
            return 0
    echo(written(rows, MATCHES if results else EVENTS, target).of(told))
    return 0
