"""`companion leds`: the lights, from finding the board to flashing it."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.cli.options import spoken
from companion.cli.printing import echo
from companion.cli.ranges import FiniteRange

if TYPE_CHECKING:
    from companion.kernel.text import Text
    from companion.leds.layout import Layout
    from companion.leds.session import Session
    from companion.leds.settings import LedSettings

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
lang_option = spoken("Language of what is said.")
pace_option = click.option(
    "--seconds",
    type=FiniteRange(0, LONGEST_STEP_S),
    default=1.0,
    show_default=True,
    help="How long each step is shown; below half a second the limit for flashing light keeps the pace.",
)
table_option = click.option(
    "--table", type=click.Path(path_type=Path), help="Table file whose leds: part tells the kit (for WLED)."
)
KIT_OPTIONS = (
    ("--ring-mm", click.IntRange(200, 2000), 700, "Length of a side."),
    ("--per-m", click.IntRange(1, 200), 30, "LEDs per metre."),
    ("--ropes", click.Choice(["12", "4"]), "12", "Ropes in the kit."),
    ("--post-leds", click.IntRange(0, 60), 7, "LEDs on each post."),
)


def kit_option(command: Any) -> Any:
    """The options that tell what kit it is, with the usual one behind them."""
    for name, kind, usual, words in reversed(KIT_OPTIONS):
        command = click.option(name, type=kind, default=usual, show_default=True, help=words)(command)
    return command


def kit_taught_option(command: Any) -> Any:
    """The same where saying nothing is something else than saying what is usual."""
    for name, kind, usual, words in reversed(KIT_OPTIONS):
        told = f"Another kit: {words[0].lower() if words[1].islower() else words[0]}{words[1:-1]} (else {usual})."
        command = click.option(name, type=kind, help=told)(command)
    return command


def open_session(words: str, settings: "LedSettings | None" = None) -> "Session":
    """A talk with whatever is there."""
    from companion.leds.discovery import backend_for, check_wanted
    from companion.leds.session import Session
    from companion.leds.settings import LedSettings

    check_wanted(words)
    settings = settings or LedSettings()
    return Session(backend_for(words, settings.limit, settings.layout).connect(lambda: True))


@contextmanager
def lights(words: str, settings: "LedSettings | None", lang: str | None) -> "Iterator[Session]":
    """The same for a block; what the lights themselves have to tell (a WLED too old) is said once, on stderr."""
    with open_session(words, settings) as session:
        warned = session.link.problem
        _warn(warned, lang)
        yield session
        if session.link.problem != warned:
            _warn(session.link.problem, lang)


def _warn(text: "Text | None", lang: str | None) -> None:
    from companion.app.language import chosen

    if text is not None:
        echo(text.of(chosen(lang)), err=True)


def _say(text: "Text", lang: str | None) -> None:
    from companion.app.language import chosen

    echo(text.of(chosen(lang)))


@click.group(epilog="Example: companion leds status; companion leds test --leds sim")
@click.pass_context
def command(ctx: click.Context) -> None:
    """The lights: status, identify, test, neutral, colours, budget, flash."""
    from companion.app.signals import ended_by_signals

    ctx.with_resource(ended_by_signals())  # dark at the end, whoever ends it


@command.command(epilog="Example: companion leds status --leds /dev/ttyUSB0 --json")
@leds_option
@click.option("--json", "as_json", is_flag=True, help="Print one object; its names are the same in every language.")
@lang_option
def status(words: str, as_json: bool, lang: str | None) -> None:
    """What is plugged in and how it is."""
    from companion.app.language import chosen
    from companion.leds.discovery import list_serial_ports, name_of
    from companion.leds.facts import fact_lines, facts_of, port_line
    from companion.leds.port import PortError

    ports = [(port.device, name_of(port)) for port in list_serial_ports()]
    if not as_json:
        for device, kind in ports:
            _say(port_line(device, kind), lang)
    listed = [{"port": device, "device": kind} for device, kind in ports]
    try:
        with lights(words, None, lang) as session:
            facts = facts_of(session)
            session.read_back()
            warning = session.link.problem
    except PortError as problem:
        if as_json:
            echo(json.dumps({"ports": listed, "lights": None, "problem": problem.of(chosen(lang))}))
        raise
    if as_json:
        told = {} if warning is None else {"warning": warning.of(chosen(lang))}
        echo(json.dumps({"ports": listed, **facts, **told}))
        return
    for line in fact_lines(facts):
        _say(line, lang)


@command.command(epilog="Example: companion leds identify --ring-mm 700 --per-m 30 --ropes 12 --order GRB")
@leds_option
@pace_option
@lang_option
@table_option
@kit_taught_option
@click.option("--order", metavar="GRB", help="Teach the board: colour order of its LEDs.")
@click.option("--zone", "zones", multiple=True, metavar="ZONE:LANE,START,COUNT[,backwards]", help="One zone elsewhere.")
@click.option("--maximum-ma", type=click.IntRange(100, 20_000), help="Teach the board: never draw more than this.")
def identify(
    words: str, seconds: float, lang: str | None, table: Path | None, ring_mm: int | None, per_m: int | None,
    ropes: str | None, post_leds: int | None, order: str | None, zones: tuple[str, ...], maximum_ma: int | None,
) -> None:  # fmt: skip
    """Red, green, blue, white, then corner by corner and rope by rope; with layout options the board learns them first.

    One of --ring-mm, --per-m, --ropes, --post-leds is enough; a WLED shows the kit that they or --table tell.

    See another colour than is said? Give --order. Another corner? Give --zone, for example post-ne:2,45,10,backwards.
    """
    from companion.app.light_session import KitAsked, kept_by_table, settings_asked, settings_to_begin
    from companion.leds.identify import identify_steps, read_zone
    from companion.leds.layout import check_order

    places = [read_zone(zone) for zone in zones]
    if order:
        check_order(order.upper())
    asked = KitAsked(ring_mm, per_m, None if ropes is None else int(ropes), post_leds)
    wanted = settings_asked(words, table, asked)
    with lights(words, settings_to_begin(words, table, asked), lang) as session:
        if session.board is None and asked:
            _say(kept_by_table(wanted, asked), lang)
        if (asked and session.board is not None) or order or places or maximum_ma is not None:
            _say(_teach(session, wanted.layout if asked else None, order, places, maximum_ma), lang)
        for step in identify_steps(wanted.layout if session.board is None else session.read_layout()):
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
    from companion.leds.session import taught as told

    board = session.board
    if board is None or board.info is None:
        raise UsageProblemError(
            "a WLED controller keeps its own settings: set order, current and the places of LEDs in its own page, "
            "without --order, --maximum-ma and --zone here",
            "un controlador WLED guarda sus propios ajustes: cambia orden, corriente y sitios de los LED en su página, "
            "sin --order, --maximum-ma ni --zone aquí",
        )
    layout = session.read_layout() if taught is None else replace(taught, colour_order=board.info.colour_order)
    if order:
        layout = layout.with_order(order.upper())
    for number, place in places:
        layout = layout.with_zone(number, place)
    session.configure(layout, maximum_ma if maximum_ma is not None else board.info.maximum_ma)
    return told(layout)


@command.command(epilog="Example: companion leds test --leds sim --seconds 0.5")
@leds_option
@pace_option
@table_option
@lang_option
@click.option("--calm", is_flag=True, help="As on a calm evening: nothing blinks or runs.")
def test(words: str, seconds: float, table: Path | None, lang: str | None, calm: bool) -> None:
    """A pixel that runs along every lane, then every meaning of the match with its name."""
    from companion.app.light_session import KitAsked, settings_asked
    from companion.leds.identify import meaning_steps
    from companion.leds.packets import Test, TestPattern
    from companion.leds.scenes import scene_for

    settings = settings_asked(words, table, KitAsked())
    calm = calm or settings.calm
    with lights(words, settings, lang) as session:
        ropes = session.ropes_per_side
        if session.board is not None:
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
    from companion.app.light_session import KitAsked, settings_asked

    with lights(words, settings_asked(words, table, KitAsked()), lang) as session:
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
@table_option
@lang_option
def neutral(words: str, seconds: float, table: Path | None, lang: str | None) -> int:
    """The same dim white everywhere, while pictures are taken for `companion calibrate`; exit code 1 if it fails."""
    from companion.app.light_interlock import neutral_light_of_table
    from companion.errors import CompanionError
    from companion.kernel.text import Text
    from companion.leds.discovery import check_wanted

    check_wanted(words)
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
        hold(seconds)
    return 0


def hold(seconds: float) -> None:
    """Stay; Ctrl-C ends it."""
    import threading

    threading.Event().wait(seconds)


@command.command(epilog="Example: companion leds budget --ring-mm 700 --per-m 30 --ropes 12 --supply-a 4")
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
