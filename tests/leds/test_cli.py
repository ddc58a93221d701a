"""`companion leds`, budget and flash."""

import json
import os
import re
import signal
from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.cli import leds
from companion.cli.main import main
from companion.errors import CompanionError, UsageProblemError
from companion.kernel.flashing import LIGHT_FLASHES_PER_S
from companion.kernel.text import Text
from companion.leds.backends import SimulatedLights
from companion.leds.facts import FIELD_WORDS, fact_lines, facts_of, flag_words
from companion.leds.flash import avrdude_words, choose_port, flash
from companion.leds.identify import identify_steps, meaning_steps, read_zone, zone_name
from companion.leds.layout import COLOUR_ORDERS, LayoutError, ZonePlace, layout_for_ring, standard_layout
from companion.leds.link import BoardLink
from companion.leds.power import (
    AWG_MA,
    AWG_MM2,
    CAP_SHARE,
    FUSE_MARGIN,
    FUSES_A,
    PLUG_MA,
    USB_CAP_MA,
    Feed,
    Kit,
    budget_for,
    supply_wanted,
)
from companion.leds.scenes import LightScene, ShowLights, scene_for
from companion.leds.session import Session
from companion.leds.zones import ZONES, Rgb
from leds.support import VirtualPort, most_in_a_second, turns_by_zone


class Listed:
    def __init__(self, device: str, vid: int | None = 0x2341, pid: int | None = 0x0043) -> None:
        self.device, self.vid, self.pid = device, vid, pid


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> VirtualPort:
    """The simulated board in virtual time behind `--leds sim`."""
    made = VirtualPort()
    real = leds.open_session
    monkeypatch.setattr(
        leds, "open_session", lambda words, *rest: made.session() if words == "sim" else real(words, *rest)
    )
    return made


class TestCommands:
    def test_status(self, port: VirtualPort, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["leds", "status", "--leds", "sim", "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        assert (found["lights"], found["leds"], found["protocol"], found["flags"]) == ("own board", 280, 1, 0)
        assert found["colour_order"] == "GRB"

    def test_flags_are_words_for_people(self) -> None:
        assert flag_words(0).es == "muestra sus escenas"
        assert flag_words(0b1110).en == "dark, test pattern, writing its memory"

    @pytest.mark.parametrize(
        ("language", "due"),
        [("en", ["lights: own board", "LEDs: 280"]), ("es", ["luces: placa propia", "líneas: 70, 70, 70, 70"])],
    )
    def test_status_for_people(
        self, port: VirtualPort, language: str, due: list[str], capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["leds", "status", "--leds", "sim", "--lang", language]) == 0
        said = capsys.readouterr().out
        assert all(words in said for words in due)

    def test_every_fact_has_its_words_in_both_languages(self, port: VirtualPort) -> None:
        with port.session() as session:
            facts = facts_of(session)
        assert set(facts) <= set(FIELD_WORDS)
        same = {name for name in FIELD_WORDS if FIELD_WORDS[name].en == FIELD_WORDS[name].es}
        assert same == {"firmware"}
        assert len(fact_lines(facts)) == len(facts)

    def test_status_without_a_board_is_one_line_and_1(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["leds", "status", "--leds", "/dev/there-is-none"]) == 1
        assert "there is no device" in capsys.readouterr().err

    def test_status_without_a_board_is_one_object_too(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["leds", "status", "--leds", "/dev/there-is-none", "--json", "--lang", "en"]) == 1
        said = json.loads(capsys.readouterr().out)
        assert said["lights"] is None
        assert "there is no device" in said["problem"]
        assert isinstance(said["ports"], list)

    def test_stopping_it_promises_nothing(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        def stop(*_: object) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr(leds, "open_session", stop)
        assert main(["leds", "test", "--leds", "sim", "--lang", "es"]) == 130
        assert capsys.readouterr().err.strip() == "parado"

    @pytest.mark.usefixtures("in_a_terminal")
    @pytest.mark.parametrize("name", [name for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)])
    def test_whoever_ends_it_leaves_the_board_dark(
        self, name: str, port: VirtualPort, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        number = getattr(signal, name)
        former = signal.getsignal(number)
        show = Session.show

        def show_and_end(session: Session, scene: LightScene) -> None:
            show(session, scene)
            os.kill(os.getpid(), number)

        monkeypatch.setattr(Session, "show", show_and_end)
        with pytest.raises(SystemExit) as ended:
            main(["leds", "test", "--leds", "sim", "--seconds", "0"])
        assert ended.value.code == 128 + number
        assert port.board._closed
        assert signal.getsignal(number) is former

    def test_identify_names_every_zone(self, port: VirtualPort, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["leds", "identify", "--leds", "sim", "--seconds", "0", "--lang", "es"]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert lines[:4] == ["todo rojo", "todo verde", "todo azul", "todo blanco"]
        assert len(lines) == 4 + ZONES
        assert "poste noreste" in lines

    @pytest.mark.parametrize(
        ("language", "said"), [("en", "learned 244 LEDs"), ("es", "la placa ha aprendido 244 LED")]
    )
    def test_identify_teaches_the_board(
        self, port: VirtualPort, language: str, said: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        words = "leds identify --leds sim --seconds 0 --ring-mm 600 --order rgb --zone post-ne:2,45,5,backwards"
        assert main([*words.split(), "--maximum-ma", "2500", "--lang", language]) == 0
        assert said in capsys.readouterr().out

    @pytest.mark.parametrize(
        ("words", "leds"),
        [
            ("--ropes 4", 4 * (21 + 7)),
            ("--per-m 60 --ropes 4", 4 * (42 + 7)),
            ("--post-leds 5", 4 * (3 * 21 + 5)),
            ("--ring-mm 600", 4 * (3 * 18 + 7)),
        ],
    )
    def test_one_option_of_the_kit_is_enough(
        self, words: str, leds: int, port: VirtualPort, capsys: pytest.CaptureFixture[str]
    ) -> None:
        port.board.layout = port.board.layout.with_order("BRG")
        assert main(["leds", "identify", "--leds", "sim", "--seconds", "0", *words.split(), "--lang", "en"]) == 0
        said = capsys.readouterr().out
        assert f"learned {leds} LEDs" in said
        assert ("south side, top rope" in said) is ("--ropes 4" not in words)  # a rope that is not there
        assert port.board.layout.leds == leds
        assert port.board.layout.colour_order == COLOUR_ORDERS.index("BRG")  # nobody asked for another

    def test_the_table_file_tells_what_the_options_leave_open(
        self, port: VirtualPort, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        table = tmp_path / "ring.yaml"
        table.write_text("leds: {per_m: 60, post_leds: 3}\n", encoding="utf-8")
        words = ["leds", "identify", "--leds", "sim", "--seconds", "0", "--ropes", "4", "--lang", "en"]
        assert main([*words, "--table", str(table)]) == 0
        assert port.board.layout.leds == 4 * (42 + 3)

    def test_test_shows_every_meaning(self, port: VirtualPort, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["leds", "test", "--leds", "sim", "--seconds", "0", "--lang", "en", "--calm"]) == 0
        assert capsys.readouterr().out.splitlines() == [text.en for text, _ in meaning_steps()]

    @pytest.mark.parametrize("words", ["identify --seconds 0", "test --seconds 0", "test --seconds 0.1", "test"])
    def test_however_short_the_steps_the_lights_never_flash(self, words: str, port: VirtualPort) -> None:
        assert main(["leds", *words.split(), "--leds", "sim"]) == 0
        assert port.now_s >= 8
        changes = turns_by_zone(port.seen)
        assert max(map(most_in_a_second, changes)) <= 2 * LIGHT_FLASHES_PER_S
        assert max(map(len, changes)) > 2

    def test_the_lights_are_dark_at_the_end_whatever_ends_it(self, port: VirtualPort) -> None:
        with pytest.raises(KeyboardInterrupt), port.session() as session:
            session.show(scene_for(ShowLights(winner=Rgb(200, 0, 0))))
            raise KeyboardInterrupt
        assert port.board._closed
        assert not any(any(pixel) for zone in port.zone_frame() for pixel in zone)

    def test_budget(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["leds", "budget", "--lang", "en"]) == 0
        assert "full white 16.8 A" in capsys.readouterr().out
        assert main(["leds", "budget", "--supply-a", "0.5", "--lang", "en"]) == 1
        assert "USB alone feeds 8 LEDs" in capsys.readouterr().out
        assert main(["leds", "budget", "--supply-a", "0.5", "--lang", "es"]) == 1
        assert "aviso: el USB solo alimenta 8 LED" in capsys.readouterr().out

    @pytest.mark.parametrize("verb", ["status", "identify", "test", "neutral", "colours", "budget", "flash"])
    def test_every_verb_has_help_with_an_example_and_a_language(
        self, verb: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["leds", verb, "--help"]) == 0
        said = capsys.readouterr().out
        assert "--lang [es|en]" in said
        assert f"Example: companion leds {verb}" in said
        assert ("--leds" not in said) or "firmware" in said


class TestWrongUse:
    """2 for wrong use or a wrong file, 1 for what was tried and failed; one line, no traceback."""

    @pytest.mark.parametrize(
        ("words", "said"),
        [
            ("identify --leds sim --ring-mm 700 --per-m 60", "532 LEDs are too many"),
            ("identify --leds sim --ring-mm 200 --per-m 1 --post-leds 0", "no LED fits on 200 mm"),
            ("identify --leds sim --order GBX", "colour order GBX is not known"),
            ("identify --leds sim --zone corner:1", "post-ne:2,45,10,backwards"),
            ("identify --leds sim --zone post-ne:9,0,5", "are not on one of 4 lanes"),
            ("identify --leds sim --zone post-ne:2,999999,5", "post-ne:2,45,10,backwards"),
            ("identify --leds sim --zone post-ne:2,3,5,backwards", "are not on one of 4 lanes"),
            ("status --leds off", "give auto, PORT, sim, firmware or wled:PORT"),
            ("test --leds wled:", "is not allowed"),
            ("test --leds wled:sim", "is not allowed"),
            ("status --leds simm", "a port is /dev/ttyUSB0 or COM3"),
            ("budget --ring-mm 200 --per-m 1 --post-leds 0", "no LED fits on 200 mm"),
            ("identify --leds sim --per-m 60", "532 LEDs are too many"),
            ("identify --leds sim --post-leds 60", "492 LEDs are too many"),
            ("neutral --leds off", "--leds off has no lights"),
            ("identify --leds off --ropes 4", "--leds off has no lights"),
            ("neutral --leds simm", "is not allowed"),
            ("neutral --leds sim --table nix.yaml", "nix.yaml"),
            ("test --leds sim --table nix.yaml", "nix.yaml"),
            ("identify --leds sim --table nix.yaml", "nix.yaml"),
            ("colours 0 --leds sim --table nix.yaml", "nix.yaml"),
        ],
    )
    def test_our_own_words(self, words: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["leds", *words.split(), "--lang", "en"]) == 2
        error = capsys.readouterr().err.strip()
        assert said in error
        assert "\n" not in error
        assert " off, " not in error  # never offered where it is then refused

    @pytest.mark.parametrize("value", ["nan", "inf", "-inf", "1e400", "-1", "x"])
    @pytest.mark.parametrize(
        ("verb", "option"),
        [("budget", "--supply-a"), ("budget", "--feed-m"), ("test", "--seconds"), ("identify", "--seconds")],
    )
    def test_numbers_that_are_none(
        self, verb: str, option: str, value: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["leds", verb, option, value]) == 2
        assert option in capsys.readouterr().err

    @pytest.mark.parametrize("name", ["/etc/passwd", "/dev/null", "/tmp", "/dev/" + "x" * 300])
    def test_what_is_no_port_is_said_in_plain_words(self, name: str, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["leds", "status", "--leds", name, "--lang", "en"]) == 1
        error = capsys.readouterr().err.strip()
        assert "is no serial port" in error
        assert not re.search(r"Errno|\[|Could not|Traceback", error)

    def test_words_count_in_capitals_too(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["leds", "status", "--leds", "SIM", "--json"]) == 0
        assert main(["leds", "status", "--leds", "OFF"]) == 2


class TestIdentify:
    def test_every_zone_has_its_own_name(self) -> None:
        for language in ("en", "es"):
            assert len({zone_name(zone).of(language) for zone in range(ZONES)}) == ZONES
        assert len({step.scene for step in identify_steps()}) == 4 + ZONES

    def test_meanings_all_differ(self) -> None:
        scenes = [scene_for(show) for _, show in meaning_steps()]
        assert len(set(scenes)) == len(scenes) == 17

    def test_a_zone_in_words(self) -> None:
        assert read_zone("post-ne:2,45,10,backwards") == (14, ZonePlace(2, 45, 10, backwards=True))
        assert read_zone("south-middle:0,7,21") == (1, ZonePlace(0, 7, 21))

    def test_the_layout_is_learned_and_read_back(self) -> None:
        backend = SimulatedLights()
        layout = standard_layout(18, 6).with_order("BRG").with_zone(14, ZonePlace(2, 45, 10, backwards=True))
        with Session(backend.connect(lambda: True)) as session:
            session.configure(layout, 2400)
            assert session.read_layout() == layout
            assert isinstance(session.link, BoardLink)
        assert backend.board.layout == layout
        assert backend.board.maximum_ma == 2400


class TestLayout:
    @pytest.mark.parametrize(("ring_mm", "leds"), [(600, 244), (700, 280), (800, 316)])
    def test_twelve_ropes_at_30_per_metre_fit(self, ring_mm: int, leds: int) -> None:
        assert layout_for_ring(ring_mm, 30).leds == leds

    @pytest.mark.parametrize(("ring_mm", "leds"), [(600, 172), (700, 196), (800, 220)])
    def test_four_strips_at_60_per_metre_fit(self, ring_mm: int, leds: int) -> None:
        assert layout_for_ring(ring_mm, 60, 1).leds == leds

    @pytest.mark.parametrize("ring_mm", [600, 700, 800])
    def test_twelve_ropes_at_60_per_metre_are_for_wled(self, ring_mm: int) -> None:
        with pytest.raises(LayoutError, match=r"at most 320.*WLED"):
            layout_for_ring(ring_mm, 60).check_fits_board()

    def test_colour_orders_are_all_six(self) -> None:
        assert {"".join(sorted(order)) for order in COLOUR_ORDERS} == {"BGR"}
        assert len(set(COLOUR_ORDERS)) == 6


KITS = [
    Kit(ring_mm, per_m, ropes, post_leds)
    for ring_mm in (200, 600, 700, 800, 2000)
    for per_m in (5, 30, 60, 144, 200)
    for ropes in (1, 3)
    for post_leds in (0, 7, 60)
]
SUPPLIES_MA = (500, 510, 533, 600, 700, 1000, 1100, 1500, 2000, 3000, 4000, 5000, 6000, 7500, 10_000, 20_000, 40_000)
FEEDS = [Feed(0.5, awg, feeds) for awg in AWG_MM2 for feeds in (1, 2)]


class TestBudget:
    def test_figures_of_280_leds(self) -> None:
        found = budget_for(Kit(700), 4000)
        assert (found.worst_ma, found.idle_ma, found.cap_ma, found.fuse_a) == (16_800, 280, 3000, 4)
        assert (found.warnings, found.capped_by) == ((), None)

    @pytest.mark.parametrize("feed", FEEDS, ids=str)
    def test_no_kit_on_no_supply_burns_anything(self, feed: Feed) -> None:
        """Limit below the fuse, fuse below supply and wire, a side below its plugs, three quarters of the supply."""
        for kit in KITS:
            for supply_ma in SUPPLIES_MA:
                found = budget_for(kit, supply_ma, feed)
                fuse_ma = found.fuse_a * 1000
                assert found.cap_ma * FUSE_MARGIN <= fuse_ma <= min(supply_ma, AWG_MA[feed.awg], AWG_MA[20])
                assert found.side_ma <= PLUG_MA * feed.per_side
                assert found.cap_ma <= max(USB_CAP_MA, supply_ma * CAP_SHARE)
                assert 100 <= found.cap_ma <= 20_000  # `identify --maximum-ma` takes it
                assert 0 <= found.usable_share <= 1
                smaller = [fuse for fuse in FUSES_A if found.cap_ma * FUSE_MARGIN <= fuse * 1000 < fuse_ma]
                assert not smaller  # just above the limit

    def test_more_supply_never_means_less_light(self) -> None:
        for kit in KITS:
            caps = [budget_for(kit, supply_ma).cap_ma for supply_ma in SUPPLIES_MA]
            assert caps == sorted(caps)

    def test_the_supply_that_is_advised_is_one_that_helps(self) -> None:
        for kit in KITS:
            for warning in budget_for(kit, 1000).warnings:
                advised = re.search(r"a 5 V supply of (\d+) A", warning.en)
                if advised is not None:
                    told = [text.en for text in budget_for(kit, int(advised.group(1)) * 1000).warnings]
                    assert not [text for text in told if "bright" in text or "too small" in text or "USB" in text]
        assert supply_wanted(Kit(700), Feed()) == 3
        assert supply_wanted(Kit(2000, 144), Feed()) is None

    def test_a_supply_too_small_is_said_with_the_remedy(self) -> None:
        (warning,) = budget_for(Kit(700), 1500).warnings
        assert "use a 5 V supply of 3 A or more" in warning.en
        assert "usa una fuente de 5 V y 3 A o más" in warning.es

    def test_a_side_draws_no_more_than_its_plug(self) -> None:
        one, both = budget_for(Kit(700), 6000), budget_for(Kit(700), 6000, Feed(per_side=2))
        assert (one.cap_ma, both.cap_ma, both.fuse_a) == (3000, 4500, 5)
        assert "--feeds 2" in str(one.capped_by)
        assert both.drop_mv < one.drop_mv

    def test_a_thin_wire_keeps_fuse_and_limit_low(self) -> None:
        found = budget_for(Kit(700), 40_000, Feed(awg=28))
        assert (found.cap_ma, found.fuse_a) == (900, 1)
        assert "AWG 28" in str(found.capped_by)

    def test_thin_long_wire(self) -> None:
        assert any("thicker" in warning.en for warning in budget_for(Kit(700), 5000, Feed(2.0, 24)).warnings)

    def test_eight_leds_run_from_usb(self) -> None:
        found = budget_for(Kit(200, 5, 1, 1), 500)
        assert (found.warnings, found.cap_ma, found.kit.leds) == ((), 400, 8)


class TestFlash:
    def run(
        self, missing: set[str], codes: list[int], port: str | None = "COM4"
    ) -> tuple[list[Sequence[str]], list[str]]:
        called: list[Sequence[str]] = []

        def run(words: Sequence[str]) -> int:
            called.append(words)
            return codes.pop(0)

        flash(
            port,
            say=lambda _: None,
            old_loader=False,
            run=run,
            which=lambda tool: None if tool in missing else f"/usr/bin/{tool}",
            ports=lambda: [Listed("/dev/ttyUSB0"), Listed("COM4", None, None)],
        )
        return called

    def test_it_builds_and_calls_avrdude(self) -> None:
        called = self.run(set(), [0, 0], None)
        assert called[0][0] == "make"
        assert called[1][:9] == ["avrdude", "-c", "arduino", "-p", "m328p", "-b", "115200", "-P", "/dev/ttyUSB0"]
        assert called[1][-1].endswith("ringside.hex:i")

    def test_the_old_loader_is_slower(self) -> None:
        assert "57600" in avrdude_words("COM4", Path("x.hex"), old_loader=True)

    def test_without_tools_it_says_how_the_ide_does_it(self) -> None:
        said: list[Text] = []
        with pytest.raises(CompanionError, match="avrdude is missing"):
            flash(None, say=said.append, old_loader=False, which=lambda tool: None if tool == "avrdude" else "x")
        assert "Arduino IDE" in said[0].en
        assert "ringside.ino" in said[0].es

    def test_a_port_that_is_not_there_is_said_before_anything_is_built(self) -> None:
        with pytest.raises(UsageProblemError, match="there is no port COM9"):
            self.run(set(), [], "COM9")
        with pytest.raises(CompanionError, match=r"avrdude is missing.*there is no port COM9"):
            self.run({"avrdude"}, [], "COM9")

    def test_a_board_that_does_not_take_it(self) -> None:
        with pytest.raises(CompanionError, match="--old-bootloader"):
            self.run(set(), [0, 1])
        with pytest.raises(CompanionError, match="does not build"):
            self.run(set(), [2])

    def test_which_port(self) -> None:
        assert choose_port(None, [Listed("/dev/ttyUSB0"), Listed("/dev/ttyS0", None, None)]) == "/dev/ttyUSB0"
        with pytest.raises(UsageProblemError, match="no board is plugged in"):
            choose_port(None, [])
        with pytest.raises(UsageProblemError, match="several boards"):
            choose_port(None, [Listed("COM3"), Listed("COM4")])


CLIP = Path(__file__).parents[2] / "companion" / "app" / "demo_data"


def test_every_light_is_measured_on_every_figure_that_is_seen(
    port: VirtualPort, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["leds", "colours", str(CLIP / "demo.mp4"), "--table", str(CLIP / "demo_table.yaml"), "--leds", "sim"]
    assert main([*words, "--lang", "es"]) in {0, 1}
    rows = [line.split() for line in capsys.readouterr().out.splitlines() if not line.startswith("con luz")]
    lights = {row[0] for row in rows}
    assert lights == {"roja", "amarilla", "verde", "blanca", "naranja", "ámbar", "cian", "azul"}
    assert len(rows) % len(lights) == 0
