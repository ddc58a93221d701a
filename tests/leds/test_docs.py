"""hardware_docs tells the truth: its tables are the code's, its pictures are of today."""

import importlib.util
import math
import re
from pathlib import Path
from types import ModuleType

import pytest

from companion.errors import ConfigError
from companion.kernel import flashing
from companion.leds import power
from companion.leds.effects import FASTEST, STEP
from companion.leds.identify import meaning_steps
from companion.leds.layout import (
    COLOUR_ORDERS,
    LONGEST_LANE,
    MOST_LEDS,
    LayoutError,
    layout_for_ring,
    leds_wanted,
    standard_layout,
)
from companion.leds.link import HELLO_EVERY_S, HELLO_FOR_S, RESEND_EVERY_S, RETRY_S, TRIES
from companion.leds.packets import (
    MAX_RAW,
    PAYLOAD_SIZES,
    TICK_MS,
    CommandCode,
    ConfigPart,
    Effect,
    Limit,
    ReplyStatus,
    TestPattern,
)
from companion.leds.power import Feed, Kit, budget_for
from companion.leds.settings import lights_for, settings_from
from companion.leds.simulated import DEFAULT_MAXIMUM_MA, LED_MA_PER_CHANNEL, LINK_LOST_TICKS
from companion.leds.status import LightState
from companion.vision.table_file import read_draft

DOCS = Path(__file__).parents[2] / "hardware_docs"
PROTOCOL = (DOCS / "serial_protocol.md").read_text(encoding="utf-8")
POWER = (DOCS / "power.md").read_text(encoding="utf-8")
FIRMWARE = DOCS.parent / "firmware" / "ringside" / "src"
GOLDEN = DOCS.parent / "tests" / "golden" / "packets" / "good.txt"


def load_drawing() -> ModuleType:
    spec = importlib.util.spec_from_file_location("draw", DOCS / "draw.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class TestProtocolPage:
    @pytest.mark.parametrize("kind", [CommandCode, ReplyStatus, Effect, TestPattern, ConfigPart])
    def test_every_number_and_name_is_there(self, kind: type[CommandCode | Effect]) -> None:
        for member in kind:
            assert f"| {member.value} | {member.name} |" in PROTOCOL

    @pytest.mark.parametrize("code", list(PAYLOAD_SIZES))
    def test_payload_sizes(self, code: CommandCode) -> None:
        row = next(line for line in PROTOCOL.splitlines() if line.startswith(f"| {code.value} | {code.name} |"))
        assert row.split("|")[4].strip() == str(PAYLOAD_SIZES[code])

    def test_limits_and_times(self) -> None:
        assert f"5 to {MAX_RAW}" in PROTOCOL
        assert f"At most {MOST_LEDS} LEDs" in PROTOCOL
        assert f"{RETRY_S[0] * 1000:.0f} to {RETRY_S[1] * 1000:.0f} ms" in PROTOCOL
        assert f"{TRIES} tries" in PROTOCOL
        assert f"every {HELLO_EVERY_S[0] * 1000:.0f} to {HELLO_EVERY_S[1] * 1000:.0f} ms" in PROTOCOL
        assert f"for {HELLO_FOR_S:.0f} s" in PROTOCOL
        assert f"every {RESEND_EVERY_S} s" in PROTOCOL
        assert ", ".join(f"{number} {order}" for number, order in enumerate(COLOUR_ORDERS)) in PROTOCOL

    def test_its_bytes_are_golden(self) -> None:
        golden = {line.split()[5] for line in GOLDEN.read_text().splitlines()}
        quoted = re.findall(r"`(00[0-9a-f]{8,}00)`", PROTOCOL)
        assert len(quoted) >= 3
        assert set(quoted) <= golden


class TestPictures:
    def test_every_picture_is_of_today(self) -> None:
        drawing = load_drawing()
        for name, draw in drawing.PICTURES.items():
            kept = (DOCS / name).read_text(encoding="utf-8")
            assert kept == draw(), f"{name} is old: run python hardware_docs/draw.py"

    def test_the_page_about_scenes_has_every_meaning_in_both_languages(self) -> None:
        page = (DOCS / "scenes.md").read_text(encoding="utf-8")
        rows = [line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("| ")][1:]
        assert len(rows) == 17
        assert all(len(row) == 4 and all(row) for row in rows)
        drawn = (DOCS / "scenes.svg").read_text(encoding="utf-8")
        for text, _ in meaning_steps():
            assert f">{text.en}<" in drawn
            assert f">{text.es}<" in drawn

    def test_every_link_leads_somewhere(self) -> None:
        for page in DOCS.glob("*.md"):
            for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
                assert target.startswith("https://") or (DOCS / target).is_file(), f"{page.name}: {target}"


class TestNumbers:
    def test_counts_of_the_wiring_page(self) -> None:
        rows = re.findall(r"^\| (60|70|80) cm \| (.+) \|$", (DOCS / "wiring.md").read_text(), re.MULTILINE)
        assert len(rows) == 3
        for ring_cm, rest in rows:
            ring_mm = int(ring_cm) * 10
            found = [int(re.match(r"\d+", cell.strip()).group()) for cell in rest.split("|")]  # type: ignore[union-attr]
            due = [ring_mm * density // 1000 for density in (30, 60, 144)]
            due += [leds_wanted(ring_mm, 30, 3, 7), leds_wanted(ring_mm, 60, 1, 7), leds_wanted(ring_mm, 60, 3, 7)]
            assert found == due

    def test_supplies_of_the_power_page(self) -> None:
        rows = re.findall(
            r"^\| 5 V ([\d.]+) A \| (1|2) \| (\d+) mA \| ([\d.]+) A \| (\d+) % (?:bright|de brillo)",
            POWER,
            re.MULTILINE,
        )
        assert len(rows) == 2 * 6, "in both languages"
        for amperes, feeds, cap_ma, fuse_a, share in rows:
            found = budget_for(Kit(700), round(float(amperes) * 1000), Feed(per_side=int(feeds)))
            due = (str(found.cap_ma), f"{found.fuse_a:g}", f"{found.usable_share:.0%}")
            assert due == (cap_ma, fuse_a, f"{share}%")

    def test_wires_of_the_power_page(self) -> None:
        rows = re.findall(r"^\| (\d\d) AWG \| ([\d.]+) mm2 \| ([\d.]+) A \| ([\d.]+) A \|", POWER, re.MULTILINE)
        assert [int(row[0]) for row in rows] == list(power.AWG_MM2)
        for awg, area, carried, fuse_a in rows:
            number = int(awg)
            assert (power.AWG_MM2[number], power.AWG_MA[number] / 1000) == (float(area), float(carried))
            feed = Feed(awg=number)
            assert max(fuse for fuse in power.FUSES_A if fuse * 1000 <= feed.wire_ma) == float(fuse_a)

    def test_figures_of_the_power_page(self) -> None:
        kit = Kit(700)
        budget = budget_for(kit, 4000)
        for words in (
            f"{power.WORST_MA_PER_LED} mA by the data sheets' habit",
            f"about {power.TYPICAL_MA_PER_LED} mA",
            f"0.7 to {power.IDLE_MA_PER_LED} mA",
            f"| {kit.leds} LEDs | {budget.worst_ma / 1000:.1f} A worst, {budget.idle_ma / 1000:.2f} A dark |",
            f"current = bytes x {LED_MA_PER_CHANNEL} / 255 + {power.IDLE_MA_PER_LED} per LED",
            f"({Limit().current_ma} mA unless told otherwise",
            f"{DEFAULT_MAXIMUM_MA} mA, {standard_layout().leds} LEDs",
            f"{power.CAP_SHARE:.0%} of what the supply can give".replace("%", " %"),
            f"the maximum to {power.USB_CAP_MA} mA, for a bench test with {power.USB_BENCH_LEDS} LEDs only",
            f"{power.PLUG_MA // 1000} A (JST SM)",
        ):
            assert words in POWER, words

    def test_figures_of_the_other_pages(self) -> None:
        for page, words in (
            ("safety.md", f"at most {power.USB_BENCH_LEDS} LEDs, limit {power.USB_CAP_MA} mA"),
            ("parts.md", f"a JST SM pin takes {power.PLUG_MA // 1000} A"),
            ("parts.md", f"more than {MOST_LEDS} LEDs"),
            ("parts.md", f"({Kit(700).leds} LEDs)"),
            ("wiring.md", f"at most {MOST_LEDS} LEDs"),
            ("wiring.md", f"at most {LONGEST_LANE} on one lane"),
            ("README.md", f"--maximum-ma {budget_for(Kit(700), 4000).cap_ma}"),
            ("scenes.md", f"at most {flashing.FLASHES_PER_S} flashes a second"),
            ("scenes.md", f"the lights take {flashing.LIGHT_FLASHES_PER_S} of them, the crowd board"),
            ("serial_protocol.md", f"at most {FASTEST} (three a second"),
            ("serial_protocol.md", f"{STEP} x speed a picture"),
            ("serial_protocol.md", f"{standard_layout().leds} LEDs, {DEFAULT_MAXIMUM_MA} mA"),
            ("serial_protocol.md", f"x {LED_MA_PER_CHANNEL} / 255 + {power.IDLE_MA_PER_LED} for each LED"),
            ("serial_protocol.md", f"After {LINK_LOST_TICKS * TICK_MS // 1000} s without a valid packet"),
            ("serial_protocol.md", f"board draws it {1000 // TICK_MS} times a second".removeprefix("board ")),
        ):
            assert words in (DOCS / page).read_text(encoding="utf-8"), f"{page}: {words}"

    def test_the_firmware_has_the_same_numbers(self) -> None:
        """Read from the sources that are compiled: what the board does is what the host and the pages say."""
        text = "\n".join(
            path.read_text(encoding="utf-8") for path in sorted(FIRMWARE.rglob("*")) if path.suffix in {".h", ".c"}
        )
        defined = {name: int(value) for name, value in re.findall(r"#define (\w+) (\d+)u?\b", text)}
        due = {
            "DEFAULT_MAXIMUM_MA": DEFAULT_MAXIMUM_MA,
            "DEFAULT_LIMIT_MA": Limit().current_ma,
            "LED_MA_PER_CHANNEL": LED_MA_PER_CHANNEL,
            "LED_IDLE_MA": power.IDLE_MA_PER_LED,
        }
        assert {name: defined[name] for name in due} == due

    def test_heights_of_the_camera(self) -> None:
        page = (DOCS / "mounting.md").read_text(encoding="utf-8")
        angles = [int(angle) for angle in re.findall(r"(\d+) degrees", page.split("| ring |")[1].split("\n")[0])]
        rows = re.findall(r"^\| (\d\d) cm \| (.+) \|$", page, re.MULTILINE)
        assert (len(angles), len(rows)) == (3, 3)
        for ring_cm, cells in rows:
            for angle, cell in zip(angles, cells.split("|"), strict=True):
                due = (int(ring_cm) + 10) / 100 / (2 * math.tan(math.radians(angle / 2)))
                assert abs(due - float(cell.strip(" m"))) < 0.006


class TestTableFile:
    def test_the_part_about_lights(self) -> None:
        found = settings_from({"ropes": 4, "per_m": 60, "order": "rgb", "limit_ma": 1500, "calm": True}, 800)
        assert found.layout == layout_for_ring(800, 60, 1, 7).with_order("RGB")
        assert (found.limit.current_ma, found.limit.brightness, found.calm) == (1500, 255, True)
        assert settings_from({}).layout.leds == 280

    @pytest.mark.parametrize(
        ("part", "said", "place"),
        [
            ("rope: 12", "leds.rope is not known; give per_m, ropes", "5:3"),
            ("ropes: 8", "leds.ropes = 8 is not allowed; give 12 or 4", "5:10"),
            ("per_m: '30'", "leds.per_m = 30 is not allowed; give 1 to 200", "5:10"),
            ("per_m: 0", "leds.per_m = 0 is not allowed", "5:10"),
            ("brightness: 300", "give 0 to 255", "5:15"),
            ("calm: nope", "leds.calm = nope is not allowed; give true or false", "5:9"),
            ("limit_ma: true", "leds.limit_ma = True is not allowed", "5:13"),
            ("limit_ma: .nan", "leds.limit_ma", "5:13"),
            ("order: GBX", "leds.order = GBX is not allowed; give GRB, RGB", "5:10"),
            ("order: [G]", "leds.order", "5:10"),
            ("per_m: 60", "532 LEDs are too many for the board", "5:10"),
            ("per_m: 1\n  post_leds: 0", "no LED fits on 700 mm", "5:10"),
            ("post_leds: 60", "at most 320", "5:3"),
        ],
    )
    def test_what_is_not_allowed_has_its_place(self, part: str, said: str, place: str, tmp_path: Path) -> None:
        path = tmp_path / "ring.yaml"
        path.write_text(f"version: 1\nring:\n  size_mm: [700, 700]\nleds:\n  {part}\n", encoding="utf-8")
        found = read_draft(path)
        with pytest.raises(ConfigError) as caught:
            lights_for("sim", found.leds, 700, file=path)
        error = str(caught.value)
        assert caught.value.exit_code == 2
        assert said in error
        assert error.startswith(f"{path}:{place}: ")
        assert "\n" not in error
        assert caught.value.spanish != error

    def test_more_leds_than_our_board_drives_are_for_wled(self) -> None:
        layout = settings_from({"per_m": 60}).layout
        assert layout.leds == 532
        with pytest.raises(LayoutError, match="at most 320"):
            layout.check_fits_board()

    def test_lights_from_words_and_table(self) -> None:
        lights = lights_for("off", {"calm": True})
        assert lights.status().state is LightState.OFF
        lights.close()
