"""What `companion doctor` asks of a computer; tests give it others: no camera, another system, hostile names."""

import functools
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from companion.leds.discovery import ListedPort

IMPORT_LIMIT_S = 60
TOOL_LIMIT_S = 20


@functools.cache
def import_problem(module: str) -> str | None:
    """Why a library cannot be imported, in its own words; tried in a process of its own, which may crash or hang."""
    try:
        tried = subprocess.run(  # noqa: S603  # our own interpreter and a name from our files
            [sys.executable, "-c", f"import {module}"],
            capture_output=True,
            text=True,
            timeout=IMPORT_LIMIT_S,
            check=False,
            env={**os.environ, "PYGAME_HIDE_SUPPORT_PROMPT": "1"},
        )
    except subprocess.TimeoutExpired:
        return f"no answer within {IMPORT_LIMIT_S} s"
    if tried.returncode == 0:
        return None
    lines = [line for line in tried.stderr.strip().splitlines() if line.strip()]
    return lines[-1] if lines else f"exit code {tried.returncode}"


def serial_ports() -> list[ListedPort]:
    """USB serial ports by name; others (a modem of the mainboard) carry no lights."""
    from companion.leds.discovery import list_serial_ports

    return [port for port in list_serial_ports() if port.vid is not None]


def tool_output(words: Sequence[str]) -> str | None:
    """What a tool of the system prints; None where it is missing, fails or hangs."""
    try:
        told = subprocess.run(  # noqa: S603  # fixed words from our files
            list(words), capture_output=True, text=True, timeout=TOOL_LIMIT_S, check=False, errors="replace"
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return told.stdout if told.returncode == 0 else None


def may_use(device: str) -> bool:
    """Whether this person may read and write a device."""
    return os.access(device, os.R_OK | os.W_OK)


@dataclass(frozen=True)
class Machine:
    """A computer.

    Attributes:
        platform: as `sys.platform`: linux, darwin, win32.
        devices: where Linux keeps its devices; `camera_names`: where it names cameras.
        folder: where shows would be kept.
    """

    platform: str = sys.platform
    python: tuple[int, int] = sys.version_info[:2]
    import_problem: Callable[[str], str | None] = import_problem
    serial_ports: Callable[[], list[ListedPort]] = serial_ports
    tool_output: Callable[[Sequence[str]], str | None] = tool_output
    may_use: Callable[[str], bool] = may_use
    which: Callable[[str], str | None] = shutil.which
    free_bytes: Callable[[Path], int] = lambda folder: shutil.disk_usage(folder).free
    devices: Path = Path("/dev")
    camera_names: Path = Path("/sys/class/video4linux")
    folder: Path = field(default_factory=Path.cwd)
    environment: Mapping[str, str] = field(default_factory=lambda: os.environ)

    @property
    def is_linux(self) -> bool:
        return self.platform.startswith("linux")

    @property
    def is_mac(self) -> bool:
        return self.platform == "darwin"

    @property
    def is_windows(self) -> bool:
        return self.platform.startswith("win")
