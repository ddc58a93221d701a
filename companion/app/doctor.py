"""What works on this machine, what does not, what that switches off, and the remedy."""

import importlib.metadata
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import click

from companion.kernel.text import Language, Text

CV2_WHEELS = (
    "opencv-python",
    "opencv-python-headless",
    "opencv-contrib-python",
    "opencv-contrib-python-headless",
)
DEBIAN_LIBRARIES = "sudo apt-get install libgl1 libglib2.0-0 libegl1 libgles2"
LINUX = os.name == "posix" and Path("/proc").is_dir()
LOW_SPACE_BYTES = 200_000_000
IMPORT_LIMIT_S = 60
NOTHING = Text("", "")


@dataclass(frozen=True)
class Finding:
    """One part of the product on this machine.

    Attributes:
        detail: what was found; for a part that does not work, what it switches off.
        remedy: what to do; empty when it works.
    """

    part: str
    ok: bool
    detail: Text
    remedy: Text = NOTHING

    def plain(self, language: Language) -> dict[str, object]:
        remedy = "" if self.ok else self.remedy.of(language)
        return {"part": self.part, "ok": self.ok, "detail": self.detail.of(language), "remedy": remedy}


def examine(show_folder: Path | None = None) -> Iterator[Finding]:
    """Look at every part; nothing is opened that a running match uses."""
    checks: tuple[Callable[[], Finding], ...] = (
        _python,
        _cv2,
        _hands,
        _screens,
        _display,
        _sound,
        _ports,
        _firmware_tools,
    )
    for check in checks:
        yield check()
    yield _disk(show_folder or Path.cwd())
    yield _cameras()


def print_report(findings: Iterator[Finding], language: Language, *, as_json: bool) -> int:
    """Print the findings; 1 when something is missing that every evening needs."""
    if as_json:
        listed = list(findings)
        click.echo(json.dumps([finding.plain(language) for finding in listed], ensure_ascii=False, indent=1))
    else:
        listed = []
        for finding in findings:
            listed.append(finding)
            _print_line(finding, language)
    needed = {"python", "cv2", "screens", "disk"}
    return 1 if any(finding.part in needed and not finding.ok for finding in listed) else 0


def _print_line(finding: Finding, language: Language) -> None:
    word = Text("ok ", "bien") if finding.ok else Text("OFF", "NO  ")
    click.echo(f"{word.of(language)}  {finding.part:<9} {finding.detail.of(language)}")
    if not finding.ok and finding.remedy.en:
        arrow = Text("do:", "haz:").of(language)
        click.echo(f"{'':<{len(word.of(language)) + 2}}{'':<9} {arrow} {finding.remedy.of(language)}")


def cv2_wheels() -> dict[str, str]:
    """Installed distributions that bring a `cv2` package, with their versions."""
    found = {}
    for name in CV2_WHEELS:
        with suppress(importlib.metadata.PackageNotFoundError):
            found[name] = importlib.metadata.version(name)
    return found


def _python() -> Finding:
    version = sys.version.split()[0]
    ok = (3, 10) <= sys.version_info[:2] <= (3, 13)
    return Finding(
        "python",
        ok,
        Text(f"Python {version}", f"Python {version}"),
        Text("use Python 3.10 to 3.13", "usa Python 3.10 a 3.13"),
    )


def _cv2() -> Finding:
    wheels = cv2_wheels()
    if len(set(wheels.values())) > 1:
        listed = ", ".join(f"{name} {version}" for name, version in wheels.items())
        return Finding(
            "cv2",
            ok=False,
            detail=Text(
                f"two different copies of cv2: {listed}; camera and demo are off",
                f"dos copias distintas de cv2: {listed}; sin cámara ni demo",
            ),
            remedy=Text(
                "install both in the same version: make setup", "instala ambas en la misma versión: make setup"
            ),
        )
    problem = _import_problem("cv2")
    version = next(iter(wheels.values()), "?")
    if problem is None:
        return Finding("cv2", ok=True, detail=Text(f"OpenCV {version}", f"OpenCV {version}"))
    return Finding(
        "cv2",
        ok=False,
        detail=Text(
            f"cv2 cannot be loaded ({problem}); camera, calibration and demo are off, manual matches run",
            f"cv2 no se puede cargar ({problem}); sin cámara, calibración ni demo; el modo manual funciona",
        ),
        remedy=Text(_library_remedy(problem), _library_remedy(problem)),
    )


def _hands() -> Finding:
    off = Text("palms are typed or clicked instead of measured", "los palmos se escriben o se marcan en vez de medirse")
    problem = _import_problem("mediapipe")
    if problem is not None:
        return Finding(
            "hands",
            ok=False,
            detail=Text(
                f"mediapipe cannot be loaded ({problem}); {off.en}",
                f"mediapipe no se puede cargar ({problem}); {off.es}",
            ),
            remedy=Text(_library_remedy(problem), _library_remedy(problem)),
        )
    from companion.vision.hand_model import HandsUnavailableError, find_model

    try:
        path = find_model()
    except HandsUnavailableError as error:
        return Finding(
            "hands",
            ok=False,
            detail=Text(f"{error.what.en}; {off.en}", f"{error.what.es}; {off.es}"),
            remedy=error.remedy,
        )
    return Finding("hands", ok=True, detail=Text(f"hand model {path.name}", f"modelo de mano {path.name}"))


def _screens() -> Finding:
    problem = _import_problem("pygame")
    if problem is None:
        version = importlib.metadata.version("pygame")
        return Finding("screens", ok=True, detail=Text(f"pygame {version}", f"pygame {version}"))
    return Finding(
        "screens",
        ok=False,
        detail=Text(
            f"pygame cannot be loaded ({problem}); no screens", f"pygame no se puede cargar ({problem}); sin pantallas"
        ),
        remedy=Text("make setup", "make setup"),
    )


def has_display() -> bool:
    """Whether a window could open here."""
    if not LINUX:
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _display() -> Finding:
    if has_display():
        return Finding("display", ok=True, detail=Text("windows can open", "se pueden abrir ventanas"))
    return Finding(
        "display",
        ok=False,
        detail=Text(
            "no display: the demo writes pictures instead of opening windows",
            "sin pantalla: la demo escribe imágenes en vez de abrir ventanas",
        ),
        remedy=Text("start it from a desktop session", "ejecútalo desde una sesión de escritorio"),
    )


def _sound() -> Finding:
    ok = not LINUX or any(Path("/dev/snd").glob("pcm*p"))
    if ok:
        return Finding("sound", ok=True, detail=Text("an audio device is there", "hay un dispositivo de audio"))
    return Finding(
        "sound",
        ok=False,
        detail=Text(
            "no audio device: the bell stays silent, everything else works",
            "sin audio: la campana no suena, lo demás funciona",
        ),
        remedy=Text("plug in loudspeakers, or leave it", "conecta altavoces, o déjalo así"),
    )


def _ports() -> Finding:
    problem = _import_problem("serial")
    if problem is not None:
        return Finding(
            "lights",
            ok=False,
            detail=Text(
                f"pyserial cannot be loaded ({problem}); lights are off",
                f"pyserial no se puede cargar ({problem}); sin luces",
            ),
            remedy=Text("make setup", "make setup"),
        )
    from serial.tools import list_ports

    ports = [str(port.device) for port in list_ports.comports() if port.vid is not None]
    if ports:
        listed = ", ".join(ports)
        return Finding("lights", ok=True, detail=Text(f"USB serial ports: {listed}", f"puertos serie USB: {listed}"))
    return Finding(
        "lights",
        ok=False,
        detail=Text(
            "no USB serial port: the lights are simulated or off", "sin puerto serie USB: luces simuladas o apagadas"
        ),
        remedy=Text(
            "plug in the light kit at any time; on Linux be in the group dialout",
            "conecta el kit de luces cuando quieras; en Linux, únete al grupo dialout",
        ),
    )


def _firmware_tools() -> Finding:
    found = shutil.which("avr-gcc")
    if found:
        return Finding(
            "firmware", ok=True, detail=Text("avr-gcc can build the firmware", "avr-gcc puede compilar el firmware")
        )
    return Finding(
        "firmware",
        ok=False,
        detail=Text(
            "no avr-gcc: the firmware can be built in the Arduino IDE only",
            "sin avr-gcc: el firmware solo se compila en el Arduino IDE",
        ),
        remedy=Text(
            "sudo apt-get install gcc-avr binutils-avr avr-libc libsimavr-dev arduino-core-avr",
            "sudo apt-get install gcc-avr binutils-avr avr-libc libsimavr-dev arduino-core-avr",
        ),
    )


def _disk(folder: Path) -> Finding:
    free = shutil.disk_usage(folder).free
    megabytes = free // 1_000_000
    writable = os.access(folder, os.W_OK)
    if writable and free >= LOW_SPACE_BYTES:
        return Finding("disk", ok=True, detail=Text(f"{megabytes} MB free", f"{megabytes} MB libres"))
    detail = (
        Text(f"only {megabytes} MB free", f"solo {megabytes} MB libres")
        if writable
        else Text(f"{folder} cannot be written", f"no se puede escribir en {folder}")
    )
    return Finding(
        "disk",
        ok=False,
        detail=Text(f"{detail.en}; a show could not be kept", f"{detail.es}; la velada no se podría guardar"),
        remedy=Text("choose another folder or free some space", "elige otra carpeta o libera espacio"),
    )


def _cameras() -> Finding:
    if LINUX:
        devices = sorted(str(path) for path in Path("/dev").glob("video*"))
        if devices:
            listed = ", ".join(devices)
            return Finding(
                "camera", ok=True, detail=Text(f"video devices: {listed}", f"dispositivos de vídeo: {listed}")
            )
        return Finding(
            "camera",
            ok=False,
            detail=Text(
                "no camera: the bout is refereed by hand, every fact is asked",
                "sin cámara: se arbitra a mano y se pregunta cada dato",
            ),
            remedy=Text(
                "plug in a webcam; close programs that use it", "conecta una webcam; cierra los programas que la usen"
            ),
        )
    return Finding(
        "camera",
        ok=True,
        detail=Text("cameras are listed when set-up opens them", "las cámaras se listan al abrirlas en la preparación"),
    )


def _import_problem(module: str) -> str | None:
    """Why a library cannot be imported, in its own words; tried in a process of its own, which may crash or hang."""
    try:
        tried = subprocess.run(  # noqa: S603  # our own interpreter and a name from this file
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


def _library_remedy(problem: str) -> str:
    return DEBIAN_LIBRARIES if ".so" in problem else "make setup"
