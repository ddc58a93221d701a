"""The parts of the product, one check each: what was found, and what its lack switches off."""

import importlib.metadata
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from companion.app import doctor_remedies as remedies
from companion.app.doctor_machine import Machine
from companion.kernel.text import Language, Text
from companion.store.places import place_warnings

CV2_WHEELS = (
    "opencv-python",
    "opencv-python-headless",
    "opencv-contrib-python",
    "opencv-contrib-python-headless",
)
LOW_SPACE_BYTES = 200_000_000
OLDEST_PYTHON, NEWEST_PYTHON = (3, 10), (3, 13)
NOTHING = Text("", "")


@dataclass(frozen=True)
class Finding:
    """One part of the product on this machine.

    Attributes:
        detail: what was found; for a part that does not work, what it switches off.
        remedy: what to do; empty when it works.
        private: words of the detail that are nobody else's business (a device's or folder's name).
    """

    part: str
    ok: bool
    detail: Text
    remedy: Text = NOTHING
    private: tuple[str, ...] = ()

    def plain(self, language: Language) -> dict[str, object]:
        remedy = "" if self.ok else self.remedy.of(language)
        return {"part": self.part, "ok": self.ok, "detail": self.detail.of(language), "remedy": remedy}


Check = Callable[[Machine], Finding]


def same(words: str) -> Text:
    """Names and numbers that are alike in both languages."""
    return Text(words, words)


def cv2_wheels() -> dict[str, str]:
    """Installed distributions that bring a `cv2` package, with their versions."""
    found = {}
    for name in CV2_WHEELS:
        with suppress(importlib.metadata.PackageNotFoundError):
            found[name] = importlib.metadata.version(name)
    return found


def check_python(machine: Machine) -> Finding:
    version = ".".join(map(str, machine.python))
    ok = OLDEST_PYTHON <= machine.python <= NEWEST_PYTHON
    return Finding("python", ok, same(f"Python {version}"), remedies.python(machine.platform))


def check_cv2(machine: Machine) -> Finding:
    wheels = cv2_wheels()
    if len(set(wheels.values())) > 1:
        listed = ", ".join(f"{name} {version}" for name, version in wheels.items())
        again = remedies.set_up_again(machine.platform)
        return Finding(
            "cv2",
            ok=False,
            detail=Text(
                f"two different copies of cv2: {listed}; camera and demo are off",
                f"dos copias distintas de cv2: {listed}; sin cámara ni demo",
            ),
            remedy=Text(
                f"install both in the same version: {again.en}", f"instala ambas en la misma versión: {again.es}"
            ),
        )
    problem = machine.import_problem("cv2")
    if problem is None:
        return Finding("cv2", ok=True, detail=same(f"OpenCV {next(iter(wheels.values()), '?')}"))
    off = Text("camera, calibration and demo are off, manual matches run", "sin cámara ni demo; se arbitra a mano")
    return _broken(machine, "cv2", "cv2", problem, off)


def check_hands(machine: Machine) -> Finding:
    off = Text("palms are typed or clicked instead of measured", "los palmos se escriben o se marcan en vez de medirse")
    problem = machine.import_problem("mediapipe")
    if problem is not None:
        return _broken(machine, "hands", "mediapipe", problem, off)
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


def check_screens(machine: Machine) -> Finding:
    problem = machine.import_problem("pygame")
    if problem is None:
        return Finding("screens", ok=True, detail=same(f"pygame {importlib.metadata.version('pygame')}"))
    return _broken(machine, "screens", "pygame", problem, Text("no screens", "sin pantallas"))


def check_print(machine: Machine) -> Finding:
    """Pages need the PDF writer and its type."""
    for module in ("fpdf", "fontpkg_fira_sans_condensed", "segno"):
        problem = machine.import_problem(module)
        if problem is not None:
            return _broken(machine, "print", module, problem, Text("nothing can be printed", "no se puede imprimir"))
    version = importlib.metadata.version("fpdf2")
    return Finding("print", ok=True, detail=Text(f"PDF pages by fpdf2 {version}", f"páginas PDF con fpdf2 {version}"))


def _broken(machine: Machine, part: str, module: str, problem: str, off: Text) -> Finding:
    return Finding(
        part,
        ok=False,
        detail=Text(
            f"{module} cannot be loaded ({problem}); {off.en}", f"{module} no se puede cargar ({problem}); {off.es}"
        ),
        remedy=remedies.library(machine.platform, problem),
    )


def check_display(machine: Machine) -> Finding:
    if not machine.is_linux or machine.environment.get("DISPLAY") or machine.environment.get("WAYLAND_DISPLAY"):
        return Finding("display", ok=True, detail=Text("windows can open", "se pueden abrir ventanas"))
    return Finding(
        "display",
        ok=False,
        detail=Text(
            "no display: the demo writes pictures instead of opening windows",
            "sin pantalla: la demo escribe imágenes en vez de abrir ventanas",
        ),
        remedy=remedies.display(machine.platform),
    )


def check_sound(machine: Machine) -> Finding:
    if not machine.is_linux:
        return Finding("sound", ok=True, detail=Text("the system's own loudspeaker", "el altavoz que elija el sistema"))
    if any((machine.devices / "snd").glob("pcm*p")):
        return Finding("sound", ok=True, detail=Text("an audio device is there", "hay un dispositivo de audio"))
    return Finding(
        "sound",
        ok=False,
        detail=Text(
            "no audio device: the bell stays silent, everything else works",
            "sin audio: la campana no suena, lo demás funciona",
        ),
        remedy=remedies.sound(machine.platform),
    )


def check_firmware(machine: Machine) -> Finding:
    if machine.which("avr-gcc"):
        return Finding(
            "firmware", ok=True, detail=Text("avr-gcc can build the firmware", "avr-gcc puede compilar el firmware")
        )
    return Finding(
        "firmware",
        ok=False,
        detail=Text(
            "no avr-gcc: the firmware can be built in the Arduino IDE only",
            "sin avr-gcc: el firmware solo se compila en el IDE de Arduino",
        ),
        remedy=remedies.firmware(machine.platform),
    )


def check_disk(machine: Machine) -> Finding:
    folder = machine.folder
    free = machine.free_bytes(folder)
    megabytes = free // 1_000_000
    writable = os.access(folder, os.W_OK)
    if writable and free >= LOW_SPACE_BYTES:
        said = [Text(f"{megabytes} MB free", f"{megabytes} MB libres"), *place_warnings(folder / "show.db")]
        detail = Text("; ".join(text.en for text in said), "; ".join(text.es for text in said))
        return Finding("disk", ok=True, detail=detail, private=(str(folder / "show.db"), str(folder)))
    detail = (
        Text(f"only {megabytes} MB free", f"solo {megabytes} MB libres")
        if writable
        else Text(f"{folder} cannot be written", f"no se puede escribir en {folder}")
    )
    return Finding(
        "disk",
        ok=False,
        detail=Text(f"{detail.en}; a show could not be kept", f"{detail.es}; la velada no se podría guardar"),
        remedy=remedies.DISK,
        private=(str(folder),),
    )
