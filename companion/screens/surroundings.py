"""What a view is made of besides the game's state: the table, the lights, the journal, the health of the parts.

The app fills `Surroundings` in; everything has a default, so that a missing part is simply not shown.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.kernel.text import Text
from companion.kernel.timers import Timer
from companion.screens.view_model import (
    Action,
    ActLine,
    HealthItem,
    JournalLine,
    Moment,
    Notice,
    Part,
    Proposal,
    Rgb,
    RingPicture,
    Rolled,
    Thrown,
    TimerView,
    Tone,
)

SURE = 0.5
"""Confidence from which a position counts as known (DESIGN.md section 4)."""
LATE_MS = 500
LOST_MS = 2000
"""Age of the picture from which the camera is late, and lost (field note A-01)."""


@dataclass(frozen=True, slots=True)
class Track:
    """Where the camera sees a fighter's figure.

    Attributes:
        x_mm, y_mm: from the ring centre; the last known ones while `confidence` is under 0.5.
        posture: standing, lying, held, ringside or unknown.
    """

    x_mm: float
    y_mm: float
    facing_deg: float | None = None
    posture: str = "standing"
    held: bool = False
    confidence: float = 1.0
    radius_mm: float = 22.0


@dataclass(frozen=True, slots=True)
class CameraProposal:
    """What the camera proposes, and where it would put whom.

    Attributes:
        fighter: whose figure moved; None for a proposal that moves nobody.
        to_mm: the new place.
        changes: taking it does something; else it is only told, and both keys put it away.
        edit: command, parameters known and parameters to ask when the referee corrects it.
    """

    text: Text
    confidence: float = 1.0
    fighter: str | None = None
    to_mm: tuple[float, float] | None = None
    edit: tuple[str, Mapping[str, Any], tuple[str, ...]] | None = None
    changes: bool = True


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Everything about the evening that is not the match itself.

    Attributes:
        tracks: by fighter; they win over the poses of the match.
        colours: the clay as the camera sees it, by fighter; else the colour's name is looked up.
        palm_mm: of the acting player, for the reach circles.
        zone_mm: how near is "near the ropes".
        lights: the 16 zones of `leds.zones` as linear LED values.
        journal: newest last.
        undoes: what an undo would take back.
        acts: what was done, oldest first, for the journal browser (`past_lines.py`).
        now_ms: monotonic, on the clock of `timers` and of `Moment.at_ms`.
        silent_ms: how long the referee process has not been heard of (crowd board).
    """

    ring_size_mm: tuple[float, float] = (700.0, 700.0)
    ringside_mm: float = 250.0
    tracks: Mapping[str, Track] = field(default_factory=dict)
    colours: Mapping[str, Rgb] = field(default_factory=dict)
    palm_mm: float | None = None
    zone_mm: float = 0.0
    lights: tuple[Rgb, ...] = ()
    picture: RingPicture | None = None
    proposals: tuple[CameraProposal, ...] = ()
    journal: tuple[JournalLine, ...] = ()
    headline: Text | None = None
    moment: Moment | None = None
    rolled: Rolled | None = None
    lying: tuple[Thrown, ...] = ()
    health: tuple[HealthItem, ...] = ()
    timers: tuple[TimerView, ...] = ()
    notice: Notice | None = None
    review: bool = False
    acts: tuple[ActLine, ...] = ()
    undoes: Text | None = None
    can_undo: int = 0
    can_redo: int = 0
    silent_ms: int = 0
    reduced_motion: bool = False
    muted: bool = False
    light_hall: bool = False


def numbered(proposals: Sequence[CameraProposal]) -> tuple[Proposal, ...]:
    """The proposals as the screen lists them, from 1."""
    return tuple(
        Proposal(
            n,
            one.text,
            one.confidence,
            None if one.edit is None else Action(one.text, one.edit[0], one.edit[1], needs=one.edit[2]),
            one.changes,
        )
        for n, one in enumerate(proposals, start=1)
    )


def camera_health(fps: float | None, age_ms: float | None, note: Text | None = None) -> HealthItem:
    """The camera in one item.

    Args:
        fps: measured; None without a camera.
        age_ms: since the newest picture was taken.
        note: said instead of figures (`NO PICTURE`, ..).
    """
    if fps is None or age_ms is None:
        return HealthItem(Part.CAMERA, Tone.OFF, note or Text("off: by hand", "sin cámara: a mano"))
    if age_ms >= LOST_MS:
        seconds = f"{age_ms / 1000:.0f}"
        return HealthItem(Part.CAMERA, Tone.BAD, note or Text(f"lost for {seconds} s", f"perdida hace {seconds} s"))
    figures = f"{fps:.0f} fps · {age_ms:.0f} ms"
    tone = Tone.WARN if age_ms >= LATE_MS or note is not None else Tone.GOOD
    return HealthItem(Part.CAMERA, tone, note or Text(figures, figures))


def lights_health(state: str) -> HealthItem:
    """The lights in one item.

    Args:
        state: `connected`, `simulated`, `searching`, `lost` or `off`.
    """
    tone, words = {
        "connected": (Tone.GOOD, Text("connected", "conectadas")),
        "simulated": (Tone.GOOD, Text("simulated", "simuladas")),
        "lost": (Tone.BAD, Text("lost", "perdidas")),
        "searching": (Tone.OFF, Text("searching", "buscando")),
    }.get(state, (Tone.OFF, Text("off", "apagadas")))
    return HealthItem(Part.LIGHTS, tone, words)


def crowd_health(boards: int | None, *, unseen: bool = False, comes: bool = False) -> HealthItem:
    """How many crowd boards are alive; None where none was started.

    Args:
        unseen: the one that there is lies minimised.
        comes: it was started and has shown nothing yet.
    """
    if boards is None:
        return HealthItem(Part.CROWD, Tone.OFF, Text("not started", "sin abrir"))
    if boards < 1:
        return HealthItem(Part.CROWD, Tone.BAD, Text("not seen", "no responde"))
    if comes:
        return HealthItem(Part.CROWD, Tone.OFF, Text("opening", "abriendo"))
    if unseen:
        return HealthItem(Part.CROWD, Tone.WARN, Text("minimised", "minimizado"))
    words = Text("on show", "a la vista") if boards == 1 else Text(f"{boards} boards", f"{boards} marcadores")
    return HealthItem(Part.CROWD, Tone.GOOD, words)


def disk_health(*, saved: bool, note: Text | None = None) -> HealthItem:
    """Whether everything that happened is on disk (field note G-07)."""
    words = note or (Text("saved", "guardado") if saved else Text("NOT SAVED", "SIN GUARDAR"))
    return HealthItem(Part.DISK, Tone.GOOD if saved and note is None else Tone.WARN if saved else Tone.BAD, words)


def stopwatch(label: Text, timer: Timer) -> TimerView:
    """A clock with its label."""
    return TimerView(label, timer)
