"""`companion setup`: the guided set-up."""

from pathlib import Path

import click

from companion.cli.options import spoken
from companion.cli.printing import echo
from companion.kernel.text import Text

OPENING = Text("opening the window of the set-up", "abriendo la ventana de la puesta a punto")


@click.command(
    epilog="Example: companion setup --table table.yaml --camera 0. Each step alone: companion calibrate, palm, leds, "
    "scoreboard, drill."
)
@click.option(
    "--table", "table_path", default=Path("table.yaml"), show_default=True, type=click.Path(path_type=Path),
    metavar="T.yaml", help="The table file; may be new.",
)  # fmt: skip
@click.option("--show", type=click.Path(path_type=Path), metavar="S.db", help="The evening's file; else it is asked.")
@click.option(
    "--camera",
    metavar="N|FILE|FOLDER|URL",
    help="Camera number, address, clip, picture or folder; else it is asked.",
)
@click.option("--markers", type=click.Path(path_type=Path), metavar="M.yaml", help="Layout of markers of your own.")
@click.option(
    "--leds", default="auto", show_default=True, metavar="auto|PORT|sim|firmware|wled:PORT|off", help="The lights."
)
@click.option("--display", metavar="N", help="Display of the crowd board, from 1; else it is asked.")
@spoken("Language of the pages.", own=True)
@click.option("--fresh", is_flag=True, help="Begin anew; forget how far the last set-up came.")
def command(
    table_path: Path,
    show: Path | None,
    camera: str | None,
    markers: Path | None,
    leds: str,
    display: str | None,
    lang: str | None,
    fresh: bool,
) -> int:
    """Set a table up, from the box to the first bell, one page after the other.

    Left at any page, it goes on there with the same command. A table file that is there already is compared with what
    the camera sees, and only what changed is asked again; the former file is kept under a name with the date.
    Exit 1: something is still red.
    """
    from companion.app.language import chosen, of_table, preferred

    language = None if lang is None else chosen(lang)
    # the camera's libraries take their time
    left = None if fresh else of_table(table_path)
    echo(OPENING.of(language or left or preferred()), err=True)
    from companion.app.setting_up.bench import Wanted
    from companion.app.setting_up.window import run
    from companion.screens.setup_view import LAMP_WORDS, Lamp

    wanted = Wanted(table_path, show, camera, markers, leds, language, display, fresh)
    desk = run(wanted, lambda text: echo(text.of(language or left or preferred()), err=True))
    for mark in desk.marks():
        echo(f"{mark.title.of(desk.language)}: {LAMP_WORDS[mark.lamp].of(desk.language)}")
    echo(desk.what_next().of(desk.language))
    return 1 if any(mark.lamp is Lamp.RED for mark in desk.marks()) else 0
