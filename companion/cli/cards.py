"""`companion cards`: card, deck and rules files of the card games."""

from pathlib import Path

import click

from companion.cli.options import PRINTED
from companion.cli.printing import echo


@click.group(name="cards", epilog="Example: companion cards check my_cards.yaml rock_deck.yaml --game raw_deal")
def command() -> None:
    """Cards and decks of the card games as files that people edit."""


@command.command(epilog="Example: companion cards check my_cards.yaml rock_deck.yaml --game raw_deal")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
@click.option("--game", metavar="ID", help="The game; else the files say it.")
@PRINTED
def check(files: tuple[Path, ...], game: str | None, lang: str | None) -> int:
    """Hold card files, decks and house rules against the rulebook: deck sizes, copies, references, ranges.

    The files are read together. Prints a line for each thing that is wrong, `FILE:LINE:COL: what; rule`. Exit 0: all
    fits. 1: the rules do not allow it. 2: a file cannot be read.
    """
    from companion.app.card_files import gather
    from companion.app.language import chosen

    language = chosen(lang)
    gathered = gather(files, game)
    for error in sorted(
        (*gathered.unreadable, *gathered.illegal), key=lambda one: (str(one.path), one.line, one.column)
    ):
        echo(error.of(language))
    if gathered.unreadable:
        return 2
    if gathered.illegal:
        return 1
    echo(gathered.summary().of(language))
    return 0


@command.command(epilog="Example: companion cards sample --game raw_deal --out my_cards.yaml")
@click.option("--game", required=True, metavar="ID", help="The game.")
@click.option("--out", type=click.Path(path_type=Path), metavar="F.yaml", help="The file; else it is printed.")
@PRINTED
def sample(game: str, out: Path | None, lang: str | None) -> int:
    """Write what the source of a game says of its cards, as a file to begin with; what it does not say is null."""
    from companion.app.card_sample import sample_text
    from companion.app.language import chosen
    from companion.config.writing import write_atomic
    from companion.errors import FileProblemError

    text = sample_text(game)
    if out is None:
        echo(text, nl=False)
        return 0
    if out.exists():
        raise FileProblemError(
            f"{out} exists and is not overwritten; give another name",
            f"{out} ya existe y no se sobrescribe; da otro nombre",
        )
    write_atomic(out, text)
    echo(f"{'escrito' if chosen(lang) == 'es' else 'written'}: {out}")
    return 0
