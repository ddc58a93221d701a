"""`companion leds`: the lights, from finding the board to flashing it."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from companion.kernel.text import Text
    from companion.leds.layout import Layout
    from companion.leds.power import Budget
    from companion.leds.scenes import LightScene
    from companion.leds.session import Session
    from companion.vision.sources import Frame

leds_option = click.option(
    "--leds", "words", default="auto", show_default=True, metavar="auto|PORT|sim|wled:PORT", help="Which lights."
)
lang_option = click.option("--lang", type=click.Choice(["es", "en"]), help="Language of what is said.")
pace_option = click.option("--seconds", default=1.0, show_default=True, help="How long each step is shown.")


def _session(words: str) -> "Session":
    """A talk with whatever is there."""
    from companion.errors import UsageProblemError
    from companion.leds.discovery import backend_for
    from companion.leds.session import Session

    backend = backend_for(words)
    if not backend.wanted:
        raise UsageProblemError(
            "--leds off has no lights; give auto, PORT, sim or wled:PORT",
            "--leds off no tiene luces; usa auto, PUERTO, sim o wled:PUERTO",
        )
    return Session(backend.connect(lambda: True))


@click.group(epilog="Example: companion leds status; companion leds test --leds sim")
def command() -> None:
    """The lights: status, identify, test, budget, flash."""


@command.command(epilog="Example: companion leds status --leds /dev/ttyUSB0 --json")
@leds_option
@click.option("--json", "as_json", is_flag=True, help="Print one object.")
def status(words: str, as_json: bool) -> None:
    """What is plugged in and how it is."""
    from companion.leds.discovery import list_serial_ports, name_of

    ports = [{"port": port.device, "device": name_of(port)} for port in list_serial_ports()]
    if not as_json:
        for port in ports:
            click.echo(f"port {port['port']}: {port['device'] or 'no kind of device that has lights'}")
    with _session(words) as session:
        facts = _facts(session)
    if as_json:
        click.echo(json.dumps({"ports": ports, **facts}))
        return
    for name, value in facts.items():
        click.echo(f"{name.replace('_', ' ')}: {value}")


def _facts(session: "Session") -> dict[str, Any]:
    board = session.board
    if board is None or board.info is None:
        return {
            "lights": "wled", "port": session.port.name, "build": getattr(session.link, "version", ""),
            "mind": "WLED limits itself to 850 mA until told otherwise: set the limit in its own page",
        }  # fmt: skip
    counters = asdict(session.status())
    info = board.info
    return {
        "lights": "own board", "port": session.port.name, "firmware": ".".join(map(str, info.firmware)),
        "protocol": info.protocol, "leds": info.leds, "lane_leds": list(info.lane_leds),
        "ropes_per_side": info.ropes_per_side, "maximum_ma": info.maximum_ma,
        "answer_ms": round(board.counters.latency_ms, 1), **counters,
    }  # fmt: skip


@command.command(epilog="Example: companion leds identify --ring-mm 700 --per-m 30 --ropes 12 --order GRB")
@leds_option
@pace_option
@lang_option
@click.option("--ring-mm", type=click.IntRange(200, 2000), help="Teach the board: length of a side.")
@click.option("--per-m", type=click.IntRange(1, 200), default=30, show_default=True, help="LEDs per metre.")
@click.option("--ropes", type=click.Choice(["12", "4"]), default="12", show_default=True, help="Ropes in the kit.")
@click.option("--post-leds", type=click.IntRange(0, 60), default=7, show_default=True, help="LEDs on each post.")
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
    from companion.app.language import chosen
    from companion.leds.identify import identify_steps, read_zone

    language = chosen(lang)
    places = [read_zone(zone) for zone in zones]
    taught = _layout_for(ring_mm, per_m, int(ropes), post_leds) if ring_mm is not None else None
    with _session(words) as session:
        if taught is not None or order or places or maximum_ma is not None:
            _teach(session, taught, order, places, maximum_ma)
        for step in identify_steps():
            click.echo(step.text.of(language))
            _show_step(session, step.command if session.board is not None else step.scene)
            session.run(seconds)
        _end(session)


def _layout_for(ring_mm: int, per_m: int, ropes: int, post_leds: int) -> "Layout":
    from companion.leds.layout import layout_for_ring

    return layout_for_ring(ring_mm, per_m, ropes // 4, post_leds)


def _teach(
    session: "Session", taught: "Layout | None", order: str | None, places: "list[Any]", maximum_ma: int | None
) -> None:
    from companion.errors import UsageProblemError

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
    click.echo(f"the board has learned {layout.leds} LEDs and keeps them")


def _show_step(session: "Session", what: Any) -> None:
    from companion.leds.packets import Test

    if isinstance(what, Test):
        session.ask(what)
    else:
        session.show(what)


def _end(session: "Session") -> None:
    from companion.leds.packets import Test, TestPattern
    from companion.leds.scenes import DARK_SCENE

    if session.board is not None:
        session.ask(Test(TestPattern.OFF))
    session.show(DARK_SCENE)


@command.command(epilog="Example: companion leds test --leds sim --seconds 0.5")
@leds_option
@pace_option
@lang_option
@click.option("--calm", is_flag=True, help="As on a calm evening: nothing blinks or runs.")
def test(words: str, seconds: float, lang: str | None, calm: bool) -> None:
    """A pixel that runs along every lane, then every meaning of the match with its name."""
    from dataclasses import replace

    from companion.app.language import chosen
    from companion.leds.identify import meaning_steps
    from companion.leds.packets import Test, TestPattern
    from companion.leds.scenes import scene_for

    language = chosen(lang)
    with _session(words) as session:
        board = session.board
        ropes = board.info.ropes_per_side if board is not None and board.info is not None else 3
        if board is not None:
            session.ask(Test(TestPattern.WALK))
            session.run(seconds)
            session.ask(Test(TestPattern.OFF))
        for text, show in meaning_steps():
            click.echo(text.of(language))
            session.show(scene_for(replace(show, calm=calm), ropes))
            session.run(seconds)
        _end(session)


@command.command(epilog="Example: companion leds colours 0 --table ring.yaml --leds auto")
@click.argument("source", metavar="SOURCE")
@click.option("--table", required=True, type=click.Path(), help="Table file with camera and figures.")
@leds_option
@lang_option
def colours(source: str, table: str, words: str, lang: str | None) -> int:
    """Measure what each light does to each figure's colour; exit code 1 if one makes a figure look like another.

    Put the figures on the mat, standing apart, and leave them alone for ten seconds.
    """
    from companion.app.language import chosen
    from companion.leds.interference import judge, measure_lights
    from companion.vision.live import open_source

    language = chosen(lang)
    eyes = open_source([source])
    try:
        with _session(words) as session:
            measure = _Measure(eyes.frames(), table)

            def show(scene: "LightScene") -> None:
                session.show(scene)
                session.run(SETTLE_S)

            shifts = judge(measure_lights(show, measure))
            _end(session)
    finally:
        eyes.close()
    for shift in shifts:
        click.echo(f"{shift.light:7} {shift.figure:20} {shift.distance:5.1f}")
    confusing = [shift for shift in shifts if shift.confusing]
    for shift in confusing:
        click.echo(shift.sentence().of(language))
    return 1 if confusing else 0


SETTLE_S = 0.4  # light, exposure and the camera's own delay
FIND_FRAMES = 20
PATCH_PX = 4


class _Measure:
    """Mean colours of the figures where they stood under the first light."""

    def __init__(self, frames: "Iterator[Frame]", table: str) -> None:
        self._frames = frames
        self._table = table
        self._places: dict[str, tuple[int, int]] = {}

    def _picture(self) -> "Any":
        from companion.errors import CompanionError

        frame = next(self._frames, None)
        if frame is None:
            raise CompanionError(
                "the pictures have ended before every light was measured; use a live camera",
                "las imágenes acabaron antes de medir todas las luces; usa una cámara en directo",
            )
        return frame

    def _find(self) -> None:
        from companion.vision.pipeline import open_tracker
        from companion.vision.table_file import read_table

        tracker = open_tracker(self._table)
        table = read_table(self._table)
        assert table.camera is not None  # open_tracker has refused a table without one
        heights = {str(figure["id"]): float(figure.get("height_mm") or 80) for figure in table.figures}
        names = {str(figure["id"]): str(figure.get("name") or figure["id"]) for figure in table.figures}
        for _ in range(FIND_FRAMES):
            frame = self._picture()
            tracks = tracker.update(frame.picture, frame.index, frame.time_ms).tracks
        for track in tracks:
            if track.x_mm is None or track.y_mm is None or track.uncertain or track.posture != "standing":
                continue
            spot = table.camera.project([[track.x_mm, track.y_mm, heights.get(track.id, 80.0) / 2]])[0]
            self._places[names[track.id]] = (round(float(spot[0])), round(float(spot[1])))

    def __call__(self) -> "dict[str, tuple[float, float, float]]":
        if not self._places:
            self._find()
        picture = self._picture().picture
        found = {}
        for name, (column, row) in self._places.items():
            patch = picture[
                max(0, row - PATCH_PX) : row + PATCH_PX + 1, max(0, column - PATCH_PX) : column + PATCH_PX + 1
            ]
            if patch.size:
                blue, green, red = patch.reshape(-1, 3).mean(axis=0)
                found[name] = (float(red), float(green), float(blue))
        return found


@command.command(epilog="Example: companion leds budget --ring-mm 700 --per-m 30 --ropes 12 --supply-a 4")
@click.option("--ring-mm", type=click.IntRange(200, 2000), default=700, show_default=True, help="Length of a side.")
@click.option("--per-m", type=click.IntRange(1, 200), default=30, show_default=True, help="LEDs per metre.")
@click.option("--ropes", type=click.Choice(["12", "4"]), default="12", show_default=True, help="Ropes in the kit.")
@click.option("--post-leds", type=click.IntRange(0, 60), default=7, show_default=True, help="LEDs on each post.")
@click.option("--supply-a", type=click.FloatRange(0.1, 40), default=4.0, show_default=True, help="Supply at 5 V.")
@click.option(
    "--feed-m", type=click.FloatRange(0.05, 5), default=0.5, show_default=True, help="Wire to a side, one way."
)
@click.option(
    "--awg", type=click.Choice(["18", "20", "22", "24", "28"]), default="22", show_default=True, help="Its thickness."
)
@lang_option
def budget(
    ring_mm: int, per_m: int, ropes: str, post_leds: int, supply_a: float, feed_m: float, awg: str, lang: str | None
) -> int:
    """How much current a kit needs, which limit and fuse to use; exit code 1 if supply or board is too small."""
    from companion.app.language import chosen
    from companion.kernel.text import Text
    from companion.leds.power import Kit, budget_for

    found = budget_for(Kit(ring_mm, per_m, int(ropes) // 4, post_leds), round(supply_a * 1000), feed_m, int(awg))
    language = chosen(lang)
    for line in _budget_lines(found, feed_m, awg):
        click.echo(line.of(language))
    for warning in found.warnings:
        click.echo(Text("warning: {what}", "aviso: {what}").filled(what=warning).of(language))
    return 1 if found.warnings else 0


def _budget_lines(found: "Budget", feed_m: float, awg: str) -> "tuple[Text, ...]":
    from companion.kernel.text import Text

    kit, cap = found.kit, found.cap_ma
    worst, typical, idle = found.worst_ma / 1000, found.typical_ma / 1000, found.idle_ma / 1000
    set_it = f"companion leds identify --maximum-ma {cap}"
    return (
        Text(
            f"LEDs: {kit.leds} ({kit.rope_leds} a rope, {kit.side_leds} a side with its post)",
            f"LED: {kit.leds} ({kit.rope_leds} por cuerda, {kit.side_leds} por lado con su poste)",
        ),
        Text(
            f"at 5 V: full white {worst:.1f} A, typical {typical:.1f} A, dark {idle:.2f} A",
            f"a 5 V: todo blanco {worst:.1f} A, normal {typical:.1f} A, apagado {idle:.2f} A",
        ),
        Text(
            f"supply {found.supply_ma / 1000:.1f} A: set the limit to {cap} mA ({set_it}); "
            f"full white is then {found.usable_share:.0%} bright",
            f"fuente de {found.supply_ma / 1000:.1f} A: pon el límite en {cap} mA ({set_it}); "
            f"el blanco llega así al {found.usable_share:.0%} de brillo",
        ),
        Text(
            f"fuse on + at the supply: {found.fuse_a:g} A; one side draws at most {found.side_ma / 1000:.1f} A, "
            f"{found.drop_mv} mV are lost in {feed_m:g} m of AWG {awg}",
            f"fusible en + junto a la fuente: {found.fuse_a:g} A; un lado, como mucho {found.side_ma / 1000:.1f} A, "
            f"se pierden {found.drop_mv} mV en {feed_m:g} m de AWG {awg}",
        ),
    )


@command.command(epilog="Example: companion leds flash --port /dev/ttyUSB0 --old-bootloader")
@click.option("--port", help="Port of the board; needless if only one is plugged in.")
@click.option("--old-bootloader", is_flag=True, help="Older Nanos: their loader talks at 57600.")
@lang_option
def flash(port: str | None, old_bootloader: bool, lang: str | None) -> None:
    """Build the firmware and put it onto the board with avrdude, or say how the Arduino IDE does it."""
    from companion.app.language import chosen
    from companion.kernel.text import Text
    from companion.leds.flash import flash as flash_board

    language = chosen(lang)
    flash_board(port, say=lambda text: click.echo(text.of(language)), old_loader=old_bootloader)
    done = Text(
        "the firmware is on the board; next: companion leds identify",
        "el firmware está en la placa; ahora: companion leds identify",
    )
    click.echo(done.of(language))
