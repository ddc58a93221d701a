"""How the lights are, in one value for one icon, and what the camera may ask of them."""

from dataclasses import dataclass
from enum import Enum

from companion.kernel.text import Text

SEARCHING_TEXT = Text("lights: looking for a board", "luces: buscando una placa")
STUCK_TEXT = Text(
    "lights: the port takes no bytes; pull the cable and plug it in again, the match goes on",
    "luces: el puerto no acepta datos; desconecta y conecta el cable, el combate sigue",
)
FAULT_TEXT = Text(
    "lights: a fault that nobody foresaw ({what}); they try again by themselves, the match goes on",
    "luces: un fallo que nadie previó ({what}); lo intentan de nuevo solas, el combate sigue",
)


class LightState(Enum):
    OFF = "off"
    SEARCHING = "searching"
    READY = "ready"
    LOST = "lost"
    REFUSED = "refused"
    FAILED = "failed"


TROUBLE = frozenset({LightState.LOST, LightState.REFUSED, LightState.FAILED})
"""Something was there and does not work: the icon and one message say so."""


@dataclass(frozen=True, slots=True)
class LightStatus:
    """For the one icon on the referee screen, and for `companion leds status`.

    Attributes:
        text: None when all is well.
        scenes_shown: different scenes that a board has confirmed in full.
        latency_ms: from the last `show` that changed something to the board's confirmation.
        faults: how often something unforeseen stopped the lights' thread.
    """

    state: LightState
    port: str
    text: Text | None
    scenes_shown: int
    latency_ms: float
    leds: int = 0
    retries: int = 0
    faults: int = 0


class Hold(Enum):
    """What the camera may ask of the lights, weakest first."""

    FREE = 0
    QUIET = 1  # scenes come and go, but none of them moves by itself: a move is read
    STILL = 2  # the light of this moment stays, without motion
    NEUTRAL = 3  # dim white everywhere: a colour is learned


def fault_text(fault: BaseException) -> Text:
    """One line of what nobody foresaw."""
    what = " ".join(f"{type(fault).__name__}: {fault}".split())
    return FAULT_TEXT.filled(what=what if len(what) <= 80 else what[:79] + "…")
