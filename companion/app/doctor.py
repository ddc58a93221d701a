"""What works on this machine, what does not, what that switches off, and the remedy, on one page."""

import json
import shutil
import textwrap
from collections.abc import Callable, Iterable, Iterator

from companion.app.doctor_checks import (
    Check,
    Finding,
    check_cv2,
    check_disk,
    check_display,
    check_firmware,
    check_hands,
    check_print,
    check_python,
    check_screens,
    check_sound,
)
from companion.app.doctor_devices import check_camera, check_lights
from companion.app.doctor_machine import Machine
from companion.kernel.text import Language, Text

CHECKS: tuple[Check, ...] = (
    check_python,
    check_cv2,
    check_hands,
    check_screens,
    check_display,
    check_sound,
    check_lights,
    check_firmware,
    check_print,
    check_disk,
    check_camera,
)
NEEDED = {"python", "cv2", "screens", "disk"}
"""Parts without which no evening can be held."""
LABELS = {
    "python": Text("Python", "Python"),
    "cv2": Text("pictures", "imágenes"),
    "hands": Text("hands", "manos"),
    "screens": Text("screens", "pantallas"),
    "display": Text("display", "ventanas"),
    "sound": Text("sound", "sonido"),
    "lights": Text("lights", "luces"),
    "firmware": Text("firmware", "firmware"),
    "print": Text("print", "impresión"),
    "disk": Text("disk", "disco"),
    "camera": Text("camera", "cámara"),
}
_ALL_WELL = Text("Everything works here.", "Aquí funciona todo.")
_SOME_OFF = Text(
    "Off: {n}. The evening can be held without; see what each switches off.",
    "No van: {n}. La velada se puede celebrar sin ello; mira qué falta con cada una.",
)
_NOT_READY = Text(
    "No evening can be held before this works: {names}.", "Sin esto no se puede celebrar la velada: {names}."
)
WORD_COLUMNS, LABEL_COLUMNS, MOST_COLUMNS = 6, 11, 110


def examine(machine: Machine | None = None) -> Iterator[Finding]:
    """Look at every part; nothing is opened that a running match uses."""
    machine = Machine() if machine is None else machine
    for check in CHECKS:
        yield check(machine)


def has_display() -> bool:
    """Whether a window could open here."""
    return check_display(Machine()).ok


def print_report(findings: Iterable[Finding], language: Language, *, as_json: bool, say: Callable[[str], None]) -> int:
    """Say the findings, each as soon as it is made; 1 when something is missing that every evening needs."""
    listed = []
    for finding in findings:
        listed.append(finding)
        if not as_json:
            say(page_lines(finding, language, min(MOST_COLUMNS, shutil.get_terminal_size((100, 24)).columns)))
    if as_json:
        say(json.dumps([finding.plain(language) for finding in listed], ensure_ascii=False, indent=1))
    else:
        say(summary(listed, language))
    return exit_code(listed)


def exit_code(findings: Iterable[Finding]) -> int:
    return 1 if any(finding.part in NEEDED and not finding.ok for finding in findings) else 0


def page_lines(finding: Finding, language: Language, columns: int) -> str:
    """A part on the page: a word, its name, what was found, and below it what to do."""
    word = Text("ok", "bien") if finding.ok else Text("OFF", "NO")
    indent = " " * (WORD_COLUMNS + LABEL_COLUMNS)
    label = LABELS[finding.part].of(language) if finding.part in LABELS else finding.part
    lines = _wrapped(
        f"{word.of(language):<{WORD_COLUMNS}}{label:<{LABEL_COLUMNS}}", indent, finding.detail.of(language), columns
    )
    if not finding.ok and finding.remedy.en:
        arrow = Text("do: ", "haz: ").of(language)
        lines += _wrapped(indent + arrow, indent + " " * len(arrow), finding.remedy.of(language), columns)
    return "\n".join(lines)


def _wrapped(first: str, others: str, words: str, columns: int) -> list[str]:
    """Long words (commands, addresses) stay whole, so that they can be copied."""
    return textwrap.wrap(
        words,
        max(columns, len(others) + 20),
        initial_indent=first,
        subsequent_indent=others,
        break_long_words=False,
        break_on_hyphens=False,
    )


def summary(findings: Iterable[Finding], language: Language) -> str:
    """The last line: whether an evening can be held."""
    off = [finding for finding in findings if not finding.ok]
    blocking = [LABELS[finding.part].of(language) for finding in off if finding.part in NEEDED]
    if blocking:
        return _NOT_READY.filled(names=", ".join(blocking)).of(language)
    return _SOME_OFF.filled(n=len(off)).of(language) if off else _ALL_WELL.of(language)
