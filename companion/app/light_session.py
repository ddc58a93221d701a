"""Lights asked from the command line: which kit is meant, by options and by the table file."""

from dataclasses import asdict, dataclass, replace
from pathlib import Path

from companion.config import strict
from companion.kernel.text import Text
from companion.leds.layout import standard_layout
from companion.leds.settings import SIMULATIONS, LedSettings, checked_settings
from companion.vision.table_file import Draft, read_draft

USUAL_RING_MM = 700


@dataclass(frozen=True, slots=True)
class KitAsked:
    """What the options say of the kit; None where they say nothing."""

    ring_mm: int | None = None
    per_m: int | None = None
    ropes: int | None = None
    post_leds: int | None = None

    def __bool__(self) -> bool:
        return any(value is not None for value in asdict(self).values())

    def part(self) -> dict[str, int]:
        """As the `leds:` part of a table file says it."""
        return {key: value for key, value in asdict(self).items() if value is not None and key != "ring_mm"}


def draft_of(table: Path | None) -> Draft:
    """What is known of the table; nothing without a file named.

    Raises:
        FileProblemError: there is no such file, or it cannot be read.
        ConfigError: something in it is not allowed.
    """
    if table is None:
        return Draft()
    strict.load_file(table)  # a draft may be missing while it is made, a file that somebody names may not
    return read_draft(table)


def ring_mm_of(draft: Draft) -> int:
    return USUAL_RING_MM if draft.ring is None else round(max(draft.ring.size_mm))


def settings_asked(words: str, table: Path | None, asked: KitAsked) -> LedSettings:
    """The kit of the table file, with what the options say instead; a simulated board must have room for it.

    Raises:
        FileProblemError, ConfigError: as `draft_of` says.
        LedSettingError: no such kit, or too many LEDs; ConfigError where the table file says so.
    """
    draft = draft_of(table)
    part = {**draft.leds, **asked.part()}
    return checked_settings(words, part, asked.ring_mm or ring_mm_of(draft), None if asked else table)


def settings_to_begin(words: str, table: Path | None, asked: KitAsked) -> LedSettings:
    """Before anything is taught: a WLED has the kit asked for, a board in this program that of an empty memory."""
    settings = settings_asked(words, table, asked)
    if asked and words.strip().casefold() in SIMULATIONS:
        return replace(settings, layout=standard_layout())
    return settings


def kept_by_table(settings: LedSettings, asked: KitAsked) -> Text:
    """For a WLED: the host makes its segments anew each time, so the table file must know the kit."""
    part = ", ".join(f"{key}: {value}" for key, value in asked.part().items())
    leds = settings.layout.leds
    if not part:
        return Text(
            f"WLED: {leds} LEDs this time; the ring's size in the table file counts in a match (--table)",
            f"WLED: {leds} LED esta vez; en el combate cuenta el tamaño del ring del archivo de la mesa (--table)",
        )
    return Text(
        f"WLED: {leds} LEDs this time; for the match write leds: {{{part}}} into the table file",
        f"WLED: {leds} LED esta vez; para el combate escribe leds: {{{part}}} en el archivo de la mesa",
    )
