"""`companion leds`, budget and flash."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.cli.main import main
from companion.errors import CompanionError, UsageProblemError
from companion.kernel.text import Text
from companion.leds.backends import SimulatedLights
from companion.leds.flash import avrdude_words, choose_port, flash
from companion.leds.identify import identify_steps, meaning_steps, read_zone, zone_name
from companion.leds.layout import COLOUR_ORDERS, LayoutError, ZonePlace, layout_for_ring, standard_layout
from companion.leds.link import BoardLink
from companion.leds.power import Kit, budget_for
from companion.leds.scenes import scene_for
from companion.leds.session import Session
from companion.leds.zones import ZONES


class Listed:
    def __init__(self, device: str, vid: int | None = 0x2341, pid: int | None = 0x0043) -> None:
        self.device, self.vid, self.pid = device, vid, pid


class TestCommands:
    def test_status(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["leds", "status", "--leds", "sim", "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        assert (found["lights"], found["leds"], found["protocol"], found["flags"]) == ("own board", 280, 1, 0)

    def test_status_without_a_board_is_one_line_and_1(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["leds", "status", "--leds", "/dev/there-is-none"]) == 1
        assert "there is no device" in capsys.readouterr().err

    def test_identify_names_every_zone(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["leds", "identify", "--leds", "sim", "--seconds", "0", "--lang", "es"]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert lines[:4] == ["todo rojo", "todo verde", "todo azul", "todo blanco"]
        assert len(lines) == 4 + ZONES
        assert "poste noreste" in lines

    def test_identify_teaches_the_board(self, capsys: pytest.CaptureFixture[str]) -> None:
        words = "leds identify --leds sim --seconds 0 --ring-mm 600 --order rgb --zone post-ne:2,45,5,backwards"
        assert main([*words.split(), "--maximum-ma", "2500"]) == 0
        assert "learned 244 LEDs" in capsys.readouterr().out

    @pytest.mark.parametrize(
        ("words", "code", "said"),
        [
            ("identify --leds sim --ring-mm 700 --per-m 60", 1, "532 LEDs are too many"),
            ("identify --leds sim --order GBX", 1, "colour order GBX is not known"),
            ("identify --leds sim --zone corner:1", 2, "post-ne:2,45,10,backwards"),
            ("status --leds off", 2, "give auto, PORT, sim or wled:PORT"),
            ("test --leds wled:", 2, "is not allowed"),
        ],
    )
    def test_what_does_not_fit_is_one_line(
        self, words: str, code: int, said: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["leds", *words.split()]) == code
        error = capsys.readouterr().err.strip()
        assert said in error
        assert "\n" not in error

    def test_test_shows_every_meaning(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["leds", "test", "--leds", "sim", "--seconds", "0", "--lang", "en", "--calm"]) == 0
        assert capsys.readouterr().out.splitlines() == [text.en for text, _ in meaning_steps()]

    def test_budget(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["leds", "budget", "--lang", "en"]) == 0
        assert "full white 16.8 A" in capsys.readouterr().out
        assert main(["leds", "budget", "--supply-a", "0.5", "--lang", "en"]) == 1
        assert "USB alone feeds 8 LEDs" in capsys.readouterr().out
        assert main(["leds", "budget", "--supply-a", "0.5", "--lang", "es"]) == 1
        assert "aviso: el USB solo alimenta 8 LED" in capsys.readouterr().out


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


class TestBudget:
    def test_figures_of_280_leds(self) -> None:
        found = budget_for(Kit(700), 4000)
        assert (found.worst_ma, found.idle_ma, found.cap_ma, found.fuse_a) == (16_800, 280, 3000, 4)
        assert found.warnings == ()

    def test_a_supply_too_small_is_said_with_the_remedy(self) -> None:
        (warning,) = budget_for(Kit(700), 1500).warnings
        assert "use 5 V 4 A" in warning.en

    def test_a_side_that_draws_more_than_its_plug(self) -> None:
        warnings = budget_for(Kit(800, 60, 1), 10_000).warnings
        assert any("JST SM" in warning.en for warning in warnings)

    def test_thin_long_wire(self) -> None:
        assert any("thicker" in warning.en for warning in budget_for(Kit(700), 5000, 2.0, 28).warnings)

    def test_eight_leds_run_from_usb(self) -> None:
        assert budget_for(Kit(200, 5, 1, 1), 500).warnings == ()


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
            ports=lambda: [Listed("/dev/ttyUSB0")],
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


def test_every_light_is_measured_on_every_figure_that_is_seen(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["leds", "colours", str(CLIP / "demo.mp4"), "--table", str(CLIP / "demo_table.yaml"), "--leds", "sim"]
    assert main(words) in {0, 1}
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    lights = {words[0] for words in lines if len(words) == 3}
    assert lights == {"red", "yellow", "green", "white", "orange", "amber", "cyan", "blue"}
    assert len([words for words in lines if len(words) == 3]) % len(lights) == 0
