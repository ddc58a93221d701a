"""`companion print`: true-size pages for the table."""

from collections.abc import Callable
from pathlib import Path

import click

from companion.cli.columns import warned
from companion.cli.options import PAPER, spoken
from companion.cli.printing import echo
from companion.kernel.text import Text

OUT = click.option("--out", required=True, type=click.Path(path_type=Path), help="The PDF to write.")
LANG = spoken("Language of the pages.")


@click.group(name="print", epilog="Example: companion print cards --out cards.pdf")
def command() -> None:
    """Pages to print at 100 %, each with a line or bar to check the printer with. Black and white is enough."""


@command.command(epilog="Example: companion print targets --out targets.pdf --paper Letter")
@OUT
@PAPER
@LANG
def targets(out: Path, paper: str, lang: str | None) -> int:
    """Everything set-up needs: markers for mat and posts, the ChArUco board, the measuring bars."""
    return _kit(out, ("mat_markers", "post_markers", "charuco_board", "ruler_bar"), paper, lang)


@command.command(epilog="Example: companion print charuco --out board.pdf")
@OUT
@PAPER
@LANG
def charuco(out: Path, paper: str, lang: str | None) -> int:
    """The ChArUco board that measures a lens."""
    return _kit(out, ("charuco_board",), paper, lang)


@command.command(epilog="Example: companion print bar --out bar.pdf")
@OUT
@PAPER
@LANG
def bar(out: Path, paper: str, lang: str | None) -> int:
    """Bars of 150 mm and 100 mm: what the printer makes of a millimetre."""
    return _kit(out, ("ruler_bar",), paper, lang)


def _warn(lang: str | None) -> Callable[[Text], None]:
    from companion.app.language import chosen

    return lambda said: echo(said.of(chosen(lang)), err=True)


def _kit(out: Path, names: tuple[str, ...], paper: str, lang: str | None) -> int:
    from companion.app.language import chosen
    from companion.app.target_pages import write_pages
    from companion.app.told import PAGES, written

    pages = write_pages(out, names, chosen(lang), paper)
    echo(written(pages, PAGES, out).of(chosen(lang)))
    return 0


@command.command(epilog="Example: companion print sheets --show show.db --out sheets.pdf")
@OUT
@click.option("--show", type=click.Path(path_type=Path), help="Fill the sheets in from this show's roster.")
@click.option("--blank", type=click.IntRange(0, 100), default=0, help="How many empty sheets follow.")
@PAPER
@LANG
def sheets(out: Path, show: Path | None, blank: int, paper: str, lang: str | None) -> int:
    """Character sheets, two a page."""
    from companion.app.language import chosen
    from companion.app.told import PAGES, written
    from companion.store.desk import printed_roster
    from companion.store.handouts import print_sheets

    fighters, titles, changed = printed_roster(show) if show is not None else ([], {}, None)
    photos = None if show is None else show.parent
    empty = blank or (0 if show is not None else 2)
    pages = print_sheets(out, fighters, empty, chosen(lang), paper, photos, titles, _warn(lang))
    echo(written(pages, PAGES, out).of(chosen(lang)))
    return warned(changed, chosen(lang))


@command.command(epilog="Example: companion print keys --out keys.pdf")
@OUT
@PAPER
@LANG
def keys(out: Path, paper: str, lang: str | None) -> int:
    """The key map of referee screen, crowd board and gamepad on one page."""
    from companion.app.key_page import print_keys
    from companion.app.language import chosen
    from companion.app.told import PAGES, written

    pages = print_keys(out, chosen(lang), paper)
    echo(written(pages, PAGES, out).of(chosen(lang)))
    return 0


@command.command(epilog="Example: companion print cards --out cards.pdf --paper Letter")
@OUT
@PAPER
@LANG
def cards(out: Path, paper: str, lang: str | None) -> int:
    """Status cards in green, yellow and red, eight of each; signs tell them apart without colour."""
    from companion.app.language import chosen
    from companion.app.told import PAGES, written
    from companion.store.handouts import print_cards

    pages = print_cards(out, chosen(lang), paper)
    echo(written(pages, PAGES, out).of(chosen(lang)))
    return 0


@command.command(epilog="Example: companion print score --show show.db --out score.pdf")
@OUT
@click.option("--show", type=click.Path(path_type=Path), help="A show file; without one an empty form to write on.")
@PAPER
@LANG
def score(out: Path, show: Path | None, paper: str, lang: str | None) -> int:
    """The score sheet: belts, results, table and fighters of a show, or an empty form for the referee's pencil."""
    from companion.app.language import chosen
    from companion.app.told import PAGES, pages_written, written
    from companion.store.handouts import print_score_form
    from companion.store.paper import export_pdf
    from companion.store.show import Show

    if show is None:
        echo(written(print_score_form(out, chosen(lang), paper), PAGES, out).of(chosen(lang)))
        return 0
    with Show.open(show, readonly=True) as opened:
        pages, tables = export_pdf(opened, out, chosen(lang), paper, _warn(lang))
    echo(pages_written(pages, tables, out).of(chosen(lang)))
    return 0
