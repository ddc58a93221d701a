"""Which of SDL's audio drivers is tried, so that a machine without a sound card stays quiet on the terminal, too.

ALSA's library tells eight lines on standard error for each device that is not there (`confmisc.c: cannot find card '0'`
and so on); nobody can act on them, and they bury what the program says. So ALSA is asked only where it has something to
open; sound servers, which say nothing, are asked where one listens.
"""

from collections.abc import Callable, Mapping
from pathlib import Path

DRIVER = "SDL_AUDIODRIVER"
SERVERS: tuple[tuple[str, str, str], ...] = (
    ("pipewire", "PIPEWIRE_REMOTE", "pipewire-0"),
    ("pulseaudio", "PULSE_SERVER", "pulse/native"),
)
"""SDL's name, the variable that names a server elsewhere, the socket of one's own session."""
CARDS = ("/proc/asound/card{n}", "/dev/snd/controlC{n}")
MOST_CARDS = 32
"""ALSA's own limit."""
OWN_DEVICES: tuple[str, ...] = ("/etc/asound.conf", "~/.asoundrc")
"""Where people describe devices of their own to ALSA: a loudspeaker by radio has no card."""


def drivers_to_try(environment: Mapping[str, str], platform: str, exists: Callable[[Path], bool]) -> str | None:
    """The drivers to try, in SDL's words; None: SDL's own choice; empty: there is nothing to be heard with.

    Args:
        platform: as `sys.platform`.
        exists: whether there is such a file, socket or folder.
    """
    if DRIVER in environment or not platform.startswith("linux"):
        return None
    own = (Path(name.replace("~", environment.get("HOME", ""), 1)) for name in OWN_DEVICES)
    cards = (Path(place.format(n=n)) for n in range(MOST_CARDS) for place in CARDS)
    if any(exists(one) for one in (*own, *cards)):
        return None
    session = Path(environment.get("XDG_RUNTIME_DIR", "/nonexistent"))
    listening = [
        driver for driver, elsewhere, socket in SERVERS if environment.get(elsewhere) or exists(session / socket)
    ]
    return ",".join(listening)


def there(path: Path) -> bool:
    """Whether it is there; what may not be looked at is not."""
    try:
        return path.exists()
    except OSError:
        return False
