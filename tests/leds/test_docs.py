"""hardware_docs tells the truth: its tables are the code's, its pictures are of today."""

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

from companion.errors import UsageProblemError
from companion.leds.layout import COLOUR_ORDERS, MOST_LEDS, LayoutError, layout_for_ring, leds_wanted
from companion.leds.link import HELLO_EVERY_S, HELLO_FOR_S, RESEND_EVERY_S, RETRY_S, TRIES
from companion.leds.packets import (
    MAX_RAW,
    PAYLOAD_SIZES,
    CommandCode,
    ConfigPart,
    Effect,
    ReplyStatus,
    TestPattern,
)
from companion.leds.power import Kit, budget_for
from companion.leds.settings import lights_for, settings_from
from companion.leds.status import LightState

DOCS = Path(__file__).parents[2] / "hardware_docs"
PROTOCOL = (DOCS / "serial_protocol.md").read_text(encoding="utf-8")
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
        page = (DOCS / "power.md").read_text()
        for amperes, cap_ma, share in re.findall(r"\| 5 V (\d) A \| (\d+) mA \| (\d+) % bright", page):
            found = budget_for(Kit(700), int(amperes) * 1000)
            assert (found.cap_ma, f"{found.usable_share:.0%}") == (int(cap_ma), f"{share}%")


class TestTableFile:
    def test_the_part_about_lights(self) -> None:
        found = settings_from({"ropes": 4, "per_m": 60, "order": "RGB", "limit_ma": 1500, "calm": True}, 800)
        assert found.layout == layout_for_ring(800, 60, 1, 7).with_order("RGB")
        assert (found.limit.current_ma, found.limit.brightness, found.calm) == (1500, 255, True)
        assert settings_from({}).layout.leds == 280

    @pytest.mark.parametrize(
        ("part", "said"),
        [
            ({"rope": 12}, "leds.rope is not known"),
            ({"ropes": 8}, "give 12 or 4"),
            ({"per_m": "30"}, "leds.per_m = 30 is not allowed"),
            ({"brightness": 300}, "0 to 255"),
            ({"calm": "no"}, "true or false"),
            ({"limit_ma": True}, "leds.limit_ma"),
        ],
    )
    def test_what_is_not_allowed(self, part: dict[str, object], said: str) -> None:
        with pytest.raises(UsageProblemError, match=said):
            settings_from(part)

    def test_more_leds_than_our_board_drives_are_for_wled(self) -> None:
        layout = settings_from({"per_m": 60}).layout
        assert layout.leds == 532
        with pytest.raises(LayoutError, match="at most 320"):
            layout.check_fits_board()

    def test_an_order_that_is_not_known(self) -> None:
        with pytest.raises(LayoutError, match="GRB, RGB"):
            settings_from({"order": "GBX"})

    def test_lights_from_words_and_table(self) -> None:
        lights = lights_for("off", {"calm": True})
        assert lights.status().state is LightState.OFF
        lights.close()
