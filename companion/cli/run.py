"""`companion run`: the live evening."""

from pathlib import Path

import click

from companion.cli.options import spoken
from companion.cli.printing import echo
from companion.kernel.text import Text

OPENING = Text("opening the referee's window", "abriendo la ventana del árbitro")


@click.command(epilog="Example: companion run --table table.yaml --camera 0 --show saturday.db --leds auto")
@click.option(
    "--table", "table_path", type=click.Path(path_type=Path), metavar="T.yaml", help="A calibrated table file."
)
@click.option(
    "--show",
    default=Path("show.db"),
    show_default=True,
    type=click.Path(path_type=Path),
    metavar="S.db",
    help="The evening's file; a new one where there is none.",
)
@click.option(
    "--camera",
    metavar="N|FILE|FOLDER|URL",
    help="Camera number, address; or clip, picture, folder of pictures played as if live.",
)
@click.option(
    "--leds",
    default="auto",
    show_default=True,
    metavar="auto|PORT|sim|firmware|wled:PORT|off",
    help="The light controller; sim and firmware need none.",
)
@click.option("--game", metavar="ID", help="Game of a new match; else clay_wrestling.")
@spoken("Language of the screens, else as the show was left, or as the table was set up; L changes it.")
@click.option("--display", metavar="N", help="Display of the crowd board, from 1.")
@click.option("--no-crowd", is_flag=True, help="Do not open the crowd board.")
@click.option(
    "--new", "new_match", is_flag=True, help="Begin a new match, even if one is running or its end could be undone."
)
@click.option("--fighters", metavar="A,B,..", help="Who fights in a new clay match; else everybody in the roster.")
@click.option(
    "--cards",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="A card file of a card game; repeatable.",
)
@click.option("--deck", "decks", multiple=True, metavar="SEAT=FILE", help="The deck that a seat brings; repeatable.")
@click.option("--rules", type=click.Path(path_type=Path), metavar="FILE", help="House rules of a new match.")
@click.option(
    "--bad-dice",
    metavar="FAULT=WAY,..",
    help="Dice that fall badly: leans, off_mat, on_die = again, stands or ask.  [default: leans=ask,off_mat=again,"
    "on_die=ask]",
)
@click.option("--seed", help="Seed of the dice that the program rolls.")
def command(
    table_path: Path | None,
    show: Path,
    camera: str | None,
    leds: str,
    game: str | None,
    lang: str | None,
    display: str | None,
    no_crowd: bool,
    new_match: bool,
    fighters: str | None,
    cards: tuple[Path, ...],
    decks: tuple[str, ...],
    rules: Path | None,
    bad_dice: str | None,
    seed: str | None,
) -> int:
    """Referee a live evening: the window, the crowd board, the camera, the lights, and a show file that keeps it all.

    Without a camera or a table every fact is told by hand. Started again on the same show it goes on with the match
    that was running; one that is over stays on the screen until --new (or the page of the show) begins the next, so
    that its end can still be taken back. A card game starts with the cards, decks and house rules of its files; hold
    them first with `companion cards check`.
    """
    from companion.app.language import chosen, of_show, of_table

    language = chosen(lang or of_show(show) or of_table(table_path))
    # the libraries of the camera and the windows take their time
    echo(OPENING.of(language), err=True)
    from companion.app.card_files import decks_by_seat
    from companion.app.live_window import Wanted, run
    from companion.app.records import chosen_fighters
    from companion.kernel.dice_calls import DiceRules

    source = camera if camera is not None or table_path is None else "0"
    wanted = Wanted(
        show,
        table_path,
        source,
        leds,
        game,
        language,
        not no_crowd,
        display,
        seed,
        new_match,
        chosen_fighters(fighters),
        cards,
        decks_by_seat(decks),
        rules,
        DiceRules() if bad_dice is None else DiceRules.read(bad_dice),
    )
    run(wanted, lambda text: echo(text.of(language), err=True))
    return 0
