"""`companion scoreboard`: the crowd board in a process of its own."""

from functools import partial
from pathlib import Path

import click

from companion.app.now import now_ms
from companion.cli.columns import warned
from companion.cli.options import spoken
from companion.cli.printing import echo
from companion.errors import CompanionError, FileProblemError, UsageProblemError
from companion.kernel.text import Language, Text
from companion.kernel.visible import in_one_line

LEAST_PX = 320
OPENING = Text("opening the window of the crowd board", "abriendo la ventana del marcador")


@click.command(
    epilog="Example: companion scoreboard --show show.db --display 2. Keys on the board: F11 whole display or window, "
    "L language, T light hall, X less motion, M sound, I which display is this, Q close."
)
@click.option(
    "--show",
    default=Path("show.db"),
    show_default=True,
    type=click.Path(path_type=Path),
    metavar="S.db",
    help="The show file.",
)
@click.option("--display", metavar="N", help="Which display, from 1; 2:1920x1080 finds it by its size as well.")
@spoken("Language of the board, else of the show.", own=True)
@click.option("--out", type=click.Path(path_type=Path), metavar="F.png", help="Write one picture and end; no display.")
@click.option("--size", default="1920x1080", show_default=True, metavar="WxH", help="Size of the picture of --out.")
@click.option("--test", "is_test", is_flag=True, help="A test picture: that this is the board, and that it waits.")
@click.option("--heart", is_flag=True, hidden=True, help="The set-up waits for its first picture.")
@click.option("--kept", hidden=True, help="Of the evening that started this board; it goes when another one does.")
@click.option("--shown", is_flag=True, hidden=True, help="The board that this one replaces was not minimised.")
def command(
    show: Path,
    display: str | None,
    lang: str | None,
    out: Path | None,
    size: str,
    kept: str | None,
    *,
    shown: bool,
    is_test: bool,
    heart: bool,
) -> int:
    """Show the crowd who acts, how much stamina is left, and the ring from above.

    It only reads the show file: it may be started before, during and after the match, run twice, or die, and nothing
    of the match is touched.
    """
    from companion.app.language import chosen, of_show

    language = chosen(lang or of_show(show))
    if out is not None:
        changed = _picture(show, out, size, language, is_test=is_test)
        echo(str(out))
        return warned(changed, language)
    if is_test:
        echo(OPENING.of(language), err=True)
        _watch(show, display, language, None, shown=shown, is_test=True, has_heart=heart)
        return 0
    # the evening that keeps a board has looked at its file, and starts a board again and again: none of them may refuse
    code = 0 if kept is not None else warned(_looked_at(show), language)
    if kept is None:
        # the window takes its time
        echo(OPENING.of(language), err=True)
    _watch(show, display, language, kept, shown=shown)
    return code


def _looked_at(show: Path) -> Text | None:
    """What to warn of before a board opens; a show that is not there yet, or held by another program, is waited for.

    Raises:
        FileProblemError: the file cannot be a show, or what is in it cannot be shown.
    """
    from companion.app.crowd import CrowdFeed
    from companion.store.checks import FileHeldError
    from companion.store.desk import changed_journal

    if not show.exists():
        return None
    feed = CrowdFeed(show)
    try:
        feed.fetch(now_ms())
        return changed_journal(show)
    except FileHeldError as error:
        return Text(str(error), error.spanish)
    finally:
        feed.close()


def _watch(
    show: Path, display: str | None, language: Language, kept: str | None, *, shown: bool, is_test: bool = False,
    has_heart: bool = False,
) -> None:  # fmt: skip
    """The window, until it is closed."""
    from companion.app.clocks import steady_ms
    from companion.app.crowd import CrowdFeed
    from companion.app.crowd_board import Heart
    from companion.screens import crowd, crowd_test
    from companion.screens.crowd_window import run
    from companion.screens.displays import beside_the_referee, place_crowd
    from companion.screens.window import has_display, open_displays

    if not has_display():
        raise FileProblemError(
            "no display here for the crowd board; --out FILE.png writes what it would show",
            "aquí no hay pantalla para el marcador; --out ARCHIVO.png guarda lo que enseñaría",
        )
    placement = place_crowd(open_displays(), display)
    if kept is not None:
        placement = beside_the_referee(placement, shown=shown)
    if placement.note is not None:
        echo(placement.note.of(language), err=True)
    feed = CrowdFeed(show)
    try:
        # only who was started by an evening or a set-up has somebody who feels its pulse
        heart = Heart(steady_ms) if kept is not None or has_heart else None

        def on_beat(seen: bool) -> None:
            if heart is not None:
                heart.beat(seen=seen)

        def tell(error: CompanionError) -> None:
            echo(in_one_line(error.of(language)), err=True)

        stop = partial(feed.is_replaced, kept)
        test = crowd_test.waiting_for(show.stem)
        fetch, draw = ((lambda _now_ms: test), crowd_test.draw) if is_test else (feed.fetch, crowd.draw)
        run(fetch, placement, now_ms, language=language, on_beat=on_beat, tell=tell, stop=stop, draw=draw)
    finally:
        feed.close()


def _picture(show: Path, out: Path, size: str, language: Language, *, is_test: bool) -> Text | None:
    """What the board shows now, as a file; gives what to warn of."""
    from companion.app.crowd import CrowdFeed
    from companion.screens import crowd_test, render
    from companion.screens.crowd_window import WAITING
    from companion.store.desk import changed_journal

    width, _, height = size.partition("x")
    if not (width.isdigit() and height.isdigit() and int(width) >= LEAST_PX and int(height) >= LEAST_PX):
        raise UsageProblemError(
            f"--size = {size} is not allowed; give WIDTHxHEIGHT, each {LEAST_PX} or more",
            f"--size = {size} no está permitido; pon ANCHOxALTO, cada uno {LEAST_PX} o más",
        )
    if is_test:
        render.headless()
        surface = render.blank((int(width), int(height)))
        render.save_png(crowd_test.draw(surface, crowd_test.waiting_for(show.stem), language, 0).surface, out)
        return None
    if not show.exists():
        raise FileProblemError(f"{show}: there is no such show file", f"{show}: no existe ese archivo de velada")
    render.headless()
    drawn_ms = now_ms()
    feed = CrowdFeed(show)
    try:
        view = feed.fetch(drawn_ms) or WAITING
    finally:
        feed.close()
    render.save_png(render.render_crowd(view, (int(width), int(height)), language, drawn_ms), out)
    return changed_journal(show)
