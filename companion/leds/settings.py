"""The `leds:` part of a table file: what kit there is, and how it shall shine.

    leds: {per_m: 30, ropes: 12, post_leds: 7, order: GRB, limit_ma: 2000, brightness: 255, calm: false}

Our own board knows its layout itself (`companion leds identify`); WLED and the simulations learn it from here.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.errors import UsageProblemError
from companion.leds.discovery import backend_for
from companion.leds.layout import Layout, layout_for_ring, standard_layout
from companion.leds.packets import Limit
from companion.leds.service import LightService

KEYS = ("per_m", "ropes", "post_leds", "order", "limit_ma", "brightness", "calm")


@dataclass(frozen=True, slots=True)
class LedSettings:
    """What the table file says, or the defaults."""

    layout: Layout = field(default_factory=standard_layout)
    limit: Limit = field(default_factory=Limit)
    calm: bool = False


def settings_from(part: Mapping[str, Any], ring_mm: int = 700) -> LedSettings:
    """Read the part; `ring_mm` is the length of a side of the ring.

    Raises:
        UsageProblemError: a key or value is not known; names what is.
        LayoutError: a colour order that is not known.
    """
    for key in part:
        if key not in KEYS:
            known = ", ".join(KEYS)
            raise UsageProblemError(f"leds.{key} is not known; give {known}", f"leds.{key} no se conoce; usa {known}")
    ropes = _whole(part, "ropes", 12, 4, 12)
    if ropes not in {4, 12}:
        raise UsageProblemError(
            f"leds.ropes = {ropes} is not allowed; give 12 or 4", f"leds.ropes = {ropes} no vale; usa 12 o 4"
        )
    layout = layout_for_ring(
        ring_mm, _whole(part, "per_m", 30, 1, 200), ropes // 4, _whole(part, "post_leds", 7, 0, 60)
    )
    limit = Limit(_whole(part, "brightness", 255, 0, 255), _whole(part, "limit_ma", 2000, 100, 20_000))
    calm = part.get("calm", False)
    if not isinstance(calm, bool):
        raise UsageProblemError(
            f"leds.calm = {calm} is not allowed; give true or false", f"leds.calm = {calm} no vale; usa true o false"
        )
    return LedSettings(layout.with_order(str(part.get("order", "GRB"))), limit, calm)


def _whole(part: Mapping[str, Any], key: str, default: int, least: int, most: int) -> int:
    value = part.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise UsageProblemError(
            f"leds.{key} = {value} is not allowed; give {least} to {most}",
            f"leds.{key} = {value} no vale; usa de {least} a {most}",
        )
    return value


def lights_for(
    words: str,
    part: Mapping[str, Any] | None = None,
    ring_mm: int = 700,
    on_fault: Callable[[BaseException], object] = lambda _: None,
) -> LightService:
    """The lights of an evening: the words of `--leds` and the `leds:` part of the table file.

    Args:
        on_fault: as `LightService` says.

    Raises:
        UsageProblemError, LayoutError: as `settings_from` and `backend_for` say; more LEDs than our board drives.
    """
    settings = settings_from(part or {}, ring_mm)
    if words in {"sim", "firmware"}:  # on a port it may be WLED, which has the room; our board says so itself
        settings.layout.check_fits_board()
    return LightService(backend_for(words, settings.limit, settings.layout), calm=settings.calm, on_fault=on_fault)
