"""The `leds:` part of a table file: what kit there is, and how it shall shine.

    leds: {per_m: 30, ropes: 12, post_leds: 7, order: GRB, limit_ma: 2000, brightness: 255, calm: false}

Our own board knows its layout itself (`companion leds identify`); WLED and the simulations learn it from here.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.config import strict
from companion.errors import ConfigError, UsageProblemError
from companion.leds.discovery import backend_for
from companion.leds.layout import COLOUR_ORDERS, Layout, LayoutError, layout_for_ring, standard_layout
from companion.leds.packets import Limit
from companion.leds.service import LightService

KEYS = ("per_m", "ropes", "post_leds", "order", "limit_ma", "brightness", "calm")
KITS = (12, 4)  # ropes
SIMULATIONS = frozenset({"sim", "firmware"})  # words of --leds


class LedSettingError(UsageProblemError):
    """A key or value of the part is not allowed.

    Attributes:
        key: in the part; "" for the part as a whole.
    """

    def __init__(
        self, key: str, what: str, allowed: str, *, what_es: str, allowed_es: str, at_key: bool = False
    ) -> None:
        self.key, self.what, self.allowed, self.at_key = key, what, allowed, at_key
        self.what_es, self.allowed_es = what_es, allowed_es
        super().__init__(f"{what}; {allowed}", f"{what_es}; {allowed_es}")

    def in_file(self, path: Path) -> ConfigError:
        """The same with its line and column in the table file."""
        where = ("leds", self.key) if self.key else ("leds",)
        return strict.load_file(path).error(
            where, self.what, self.allowed, what_es=self.what_es, allowed_es=self.allowed_es, at_key=self.at_key
        )


@dataclass(frozen=True, slots=True)
class LedSettings:
    """What the table file says, or the defaults."""

    layout: Layout = field(default_factory=standard_layout)
    limit: Limit = field(default_factory=Limit)
    calm: bool = False


def settings_from(part: Mapping[str, Any], ring_mm: int = 700) -> LedSettings:
    """Read the part; `ring_mm` is the length of a side of the ring.

    Raises:
        LedSettingError: a key or value is not allowed; names what is.
    """
    for key in part:
        if key not in KEYS:
            known = ", ".join(KEYS)
            raise LedSettingError(
                key,
                f"leds.{key} is not known",
                f"give {known}",
                what_es=f"leds.{key} no se conoce",
                allowed_es=f"usa {known}",
                at_key=True,
            )
    ropes = _whole(part, "ropes", 12, min(KITS), max(KITS))
    if ropes not in KITS:
        raise _not_allowed("ropes", ropes, "12 or 4", "12 o 4")
    order, calm = part.get("order", "GRB"), part.get("calm", False)
    order = order.upper() if isinstance(order, str) else order
    if order not in COLOUR_ORDERS:
        known = ", ".join(COLOUR_ORDERS)
        raise _not_allowed("order", order, known, known)
    if not isinstance(calm, bool):
        raise _not_allowed("calm", calm, "true or false", "true o false")
    limit = Limit(_whole(part, "brightness", 255, 0, 255), _whole(part, "limit_ma", 2000, 100, 20_000))
    per_m, post_leds = _whole(part, "per_m", 30, 1, 200), _whole(part, "post_leds", 7, 0, 60)
    try:
        layout = layout_for_ring(ring_mm, per_m, ropes // 4, post_leds)
    except LayoutError as problem:
        raise _whole_part(problem, "per_m" if "per_m" in part else "") from problem
    return LedSettings(layout.with_order(order), limit, calm)


def _whole(part: Mapping[str, Any], key: str, default: int, least: int, most: int) -> int:
    value = part.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise _not_allowed(key, value, f"{least} to {most}", f"de {least} a {most}")
    return value


def _not_allowed(key: str, value: object, allowed: str, allowed_es: str) -> LedSettingError:
    return LedSettingError(
        key,
        f"leds.{key} = {value} is not allowed",
        f"give {allowed}",
        what_es=f"leds.{key} = {value} no vale",
        allowed_es=f"usa {allowed_es}",
    )


def _whole_part(problem: LayoutError, key: str = "") -> LedSettingError:
    """A kit that cannot be, told of the part that asks for it."""
    (what, allowed), (what_es, allowed_es) = (words.split("; ", 1) for words in (str(problem), problem.spanish))
    return LedSettingError(key, what, allowed, what_es=what_es, allowed_es=allowed_es)


def lights_for(
    words: str,
    part: Mapping[str, Any] | None = None,
    ring_mm: int = 700,
    on_fault: Callable[[BaseException], object] = lambda _: None,
    file: Path | None = None,
) -> LightService:
    """The lights of an evening: the words of `--leds` and the `leds:` part of the table file.

    Args:
        on_fault: as `LightService` says.
        file: the table file that the part is from, for the place of what is wrong.

    Raises:
        LedSettingError: as `settings_from` says, or more LEDs than our board drives; ConfigError where `file` is given.
        UsageProblemError: as `backend_for` says.
    """
    settings = checked_settings(words, part or {}, ring_mm, file)
    return LightService(backend_for(words, settings.limit, settings.layout), calm=settings.calm, on_fault=on_fault)


def checked_settings(words: str, part: Mapping[str, Any], ring_mm: int, file: Path | None) -> LedSettings:
    """`settings_from`, and whether the lights of these words have room for so many LEDs, as far as that is known.

    Raises:
        LedSettingError: not allowed or too many; ConfigError with line and column where `file` is given.
    """
    try:
        settings = settings_from(part, ring_mm)
        if words.strip().casefold() in SIMULATIONS:  # on a port it may be WLED, which has the room
            _check_fits(settings.layout, part)
    except LedSettingError as problem:
        if file is None:
            raise
        raise problem.in_file(file) from problem
    return settings


def _check_fits(layout: Layout, part: Mapping[str, Any]) -> None:
    try:
        layout.check_fits_board()
    except LayoutError as problem:
        raise _whole_part(problem, "per_m" if "per_m" in part else "") from problem
