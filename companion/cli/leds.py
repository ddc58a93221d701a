"""`companion leds`: the lights, from finding the board to flashing it."""

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.cli.ranges import FiniteRange

if TYPE_CHECKING:
    from companion.kernel.text import Text
    from companion.leds.layout import Layout
    from companion.leds.session import Session

LEDS_WORDS = "auto|PORT|sim|firmware|wled:PORT"
LONGEST_STEP_S = 600
leds_option = click.option(
    "--leds",
    "words",
    default="auto",
    show_default=True,
    metavar=LEDS_WORDS,
    help="Which lights: auto finds a board or WLED; sim is a board in this program; firmware is the real firmware in "
    "the simulator where it is built (make -C firmware), else sim.",
)
lang_option = click.option("--lang", type=click.Choice(["es", "en"]), help="Language of what is said.")
pace_option = click.option(
    "--seconds",
    type=FiniteRange(0, LONGEST_STEP_S),
    default=1.0,
    show_default=True,
    help="How long each step is shown; below half a second the limit for flashing light keeps the pace.",
)
KIT_OPTIONS = (
    click.option("--per-m", type=click.IntRange(1, 200), default=30, show_default=True, help="LEDs per metre."),
    click.option("--ropes", type=click.Choice(["12", "4"]), default="12", show_default=True, help="Ropes in the kit."),
    click.option("--post-leds", type=click.IntRange(0, 60), default=7, show_default=True, help="LEDs on each post."),
)


def kit_option(command: Any) -> Any:
    """The options that tell what kit it is."""
    for option in reversed(KIT_OPTIONS):
        command = option(command)
    return command


def open_session(words: str) -> "Session":
    """A talk with whatever is there."""
    from companion.errors import UsageProblemError
    from companion.leds.discovery import backend_for
    from companion.leds.session import Session

    backend = backend_for(words)
    if not backend.wanted:
        raise UsageProblemError(
            "--leds off has no lights; give auto, PORT, sim, firmware or wled:PORT",
            "--leds off no tiene luces; usa auto, PUERTO, sim, firmware o wled:PUERTO",
        )
    return Session(backend.connect(lambda: True))


def _say(text: "Text", lang: str | None) -> None:
    from companion.app.language import chosen

    click.echo(text.of(chosen(lang)))


@click.group(epilog="Example: companion leds status; companion leds test --leds sim")
def command() -> None:
    """The lights: status, identify, test, neutral, colours, budget, flash."""


@command.command(epilog="Example: companion leds status --leds /dev/ttyUSB0 --json")
@leds_option
@click.option("--json", "as_json", is_flag=True, help="Print one object; its names are the same in every language.")
@lang_option
def status(words: str, as_json: bool, lang: str | None) -> None:
    """What is plugged in and how it is."""
    from companion.leds.discovery import list_serial_ports, name_of
    from companion.leds.facts import fact_lines, facts_of, port_line

    ports = [(port.device, name_of(port)) for port in list_serial_ports()]
    if not as_json:
        for device, kind in ports:
            _say(port_line(device, kind), lang)
    with open_session(words) as session:
        facts = facts_of(session)
    if as_json:
        listed = [{"port": device, "device": kind} for device, kind in ports]
        click.echo(json.dumps({"ports": listed, **facts}))
        return
    for line in fact_lines(facts):
        _say(line, lang)


@command.command(epilog="Example: companion leds identify --ring-mm 700 --per-m 30 --ropes 12 --order GRB")
@leds_option
@pace_option
@lang_option
@click.option("--ring-mm", type=click.IntRange(200, 2000), help="Teach the board: length of a side.")
@kit_option
@click.option("--order", metavar="GRB", help="Teach the board: colour order of its LEDs.")
@click.option("--zone", "zones", multiple=True, metavar="ZONE:LANE,START,COUNT[,backwards]", help="One zone elsewhere.")
@click.option("--maximum-ma", type=click.IntRange(100, 20_000), help="Teach the board: never draw more than this.")
def identify(
    words: str, seconds: float, lang: str | None, ring_mm: int | None, per_m: int, ropes: str, post_leds: int,
    order: str | None, zones: tuple[str, ...], maximum_ma: int | None,
) -> None:  # fmt: skip
    """Red, green, blue, white, then corner by corner and rope by rope; with layout options the board learns them first.

    See another colour than is said? Give --order. Another corner? Give --zone, for example post-ne:2,45,10,backwards.
    """
    from companion.leds.identify import identify_steps, read_zone
    from companion.leds.layout import check_order, layout_for_ring

    places = [read_zone(zone) for zone in zones]
    if order:
        check_order(order.upper())
    taught = None
    if ring_mm is not None:
        taught = layout_for_ring(ring_mm, per_m, int(ropes) // 4, post_leds)
        taught.check_fits_board()
    with open_session(words) as session:
        if taught is not None or order or places or maximum_ma is not None:
            _say(_teach(session, taught, order, places, maximum_ma), lang)
        for step in identify_steps():
            _say(step.text, lang)
            if session.board is not None:
                session.ask(step.command)
            else:
                session.show(step.scene)
            session.run(seconds)


def _teach(
    session: "Session", taught: "Layout | None", order: str | None, places: "list[Any]", maximum_ma: int | None
) -> "Text":
    from companion.errors import UsageProblemError
    from companion.kernel.text import Text

    board = session.board
    if board is None or board.info is None:
        raise UsageProblemError(
            "a WLED controller keeps its own settings: set order and current in its own page",
            "un controlador WLED guarda sus propios ajustes: cambia orden y corriente en su página",
        )
    layout = taught if taught is not None else session.read_layout()
    if order:
        layout = layout.with_order(order.upper())
    for number, place in places:
        layout = layout.with_zone(number, place)
    session.configure(layout, maximum_ma if maximum_ma is not None else board.info.maximum_ma)
    return Text(
        f"the board has learned {layout.leds} LEDs and keeps them",
        f"la placa ha aprendido {layout.leds} LED y los recuerda",
    )


@command.command(epilog="Example: companion leds test --leds sim --seconds 0.5")
@leds_option
@pace_option
@lang_option
@click.option("--calm", is_flag=True, help="As on a calm evening: nothing blinks or runs.")
def test(words: str, seconds: float, lang: str | None, calm: bool) -> None:
    """A pixel that runs along every lane, then every meaning of the match with its name."""
    from companion.leds.identify import meaning_steps
    from companion.leds.packets import Test, TestPattern
    from companion.leds.scenes import scene_for

    with open_session(words) as session:
        board = session.board
        ropes = board.info.ropes_per_side if board is not None and board.info is not None else 3
        if board is not None:
            session.ask(Test(TestPattern.WALK))
            session.run(seconds)
            session.ask(Test(TestPattern.OFF))
        for text, show in meaning_steps():
            _say(text, lang)
            session.show(scene_for(replace(show, calm=calm), ropes))
            session.run(seconds)


@command.command(epilog="Example: companion leds colours 0 --table ring.yaml --leds auto")
@click.argument("source", metavar="SOURCE")
@click.option("--table", required=True, type=click.Path(path_type=Path), help="Table file with camera and figures.")
@leds_option
@lang_option
def colours(source: str, table: Path, words: str, lang: str | None) -> int:
    """Measure what each light does to each figure's colour; exit code 1 if one makes a figure look like another.

    Put the figures on the mat, standing apart, and leave them alone for ten seconds.
    """
    from companion.app.light_colours import measure_shifts

    with open_session(words) as session:
        shifts = measure_shifts(source, table, session)
    for shift in shifts:
        _say(shift.line(), lang)
    confusing = [shift for shift in shifts if shift.confusing]
    for shift in confusing:
        _say(shift.sentence(), lang)
    return 1 if confusing else 0


@command.command(epilog="Example: companion leds neutral --seconds 120 --table ring.yaml")
@leds_option
@click.option(
    "--seconds", type=FiniteRange(0, 3600), default=60.0, show_default=True, help="How long; Ctrl-C ends it early."
)
@click.option("--table", type=click.Path(path_type=Path), help="Table file whose leds: part tells the kit (for WLED).")
@lang_option
def neutral(words: str, seconds: float, table: Path | None, lang: str | None) -> int:
    """The same dim white everywhere, while pictures are taken for `companion calibrate`; exit code 1 if it fails."""
    import threading

    from companion.app.light_interlock import neutral_light_of_table
    from companion.errors import CompanionError
    from companion.kernel.text import Text

    with neutral_light_of_table(words, table) as trouble:
        if trouble is not None:
            raise CompanionError(trouble.en, trouble.es)
        _say(
            Text(
                f"neutral light for {seconds:g} s: take the pictures now",
                f"luz neutra durante {seconds:g} s: haz las fotos ahora",
            ),
            lang,
        )
        threading.Event().wait(seconds)
    return 0


@command.command(epilog="Example: companion leds budget --ring-mm 700 --per-m 30 --ropes 12 --supply-a 4")
@click.option("--ring-mm", type=click.IntRange(200, 2000), default=700, show_default=True, help="Length of a side.")
@kit_option
@click.option("--supply-a", type=FiniteRange(0.5, 40), default=4.0, show_default=True, help="Supply at 5 V; 0.5: USB.")
@click.option("--feed-m", type=FiniteRange(0.05, 5), default=0.5, show_default=True, help="Wire to a side, one way.")
@click.option(
    "--awg", type=click.Choice(["18", "20", "22", "24", "28"]), default="22", show_default=True, help="Its thickness."
)
@click.option(
    "--feeds", type=click.IntRange(1, 2), default=1, show_default=True, help="Feeds a side: at its post, or both ends."
)
@lang_option
def budget(
    ring_mm: int, per_m: int, ropes: str, post_leds: int, supply_a: float, feed_m: float, awg: str, feeds: int,
    lang: str | None,
) -> int:  # fmt: skip
    """How much current a kit needs, which limit and fuse to use; exit code 1 if supply or board is too small."""
    from companion.kernel.text import Text
    from companion.leds.power import Feed, Kit, budget_for, budget_lines

    feed = Feed(feed_m, int(awg), feeds)
    found = budget_for(Kit(ring_mm, per_m, int(ropes) // 4, post_leds), round(supply_a * 1000), feed)
    for line in budget_lines(found, feed):
        _say(line, lang)
    for warning in found.warnings:
        _say(Text("warning: {what}", "aviso: {what}").filled(what=warning), lang)
    return 1 if found.warnings else 0


@command.command(epilog="Example: companion leds flash --port /dev/ttyUSB0 --old-bootloader")
@click.option("--port", help="Port of the board; needless if only one is plugged in.")
@click.option("--old-bootloader", is_flag=True, help="Older Nanos: their loader talks at 57600.")
@lang_option
def flash(port: str | None, old_bootloader: bool, lang: str | None) -> None:
    """Build the firmware and put it onto the board with avrdude, or say how the Arduino IDE does it."""
    from companion.kernel.text import Text
    from companion.leds.flash import flash as flash_board

    flash_board(port, say=lambda text: _say(text, lang), old_loader=old_bootloader)
    done = Text(
        "the firmware is on the board; next: companion leds identify",
        "el firmware está en la placa; ahora: companion leds identify",
    )
    _say(done, lang)
