"""Make the pictures and the table of steps of README and guide with the program itself, so that they stay true.

    python scripts/make_pictures.py [--only steps|setup|match|screens]

The pages of the set-up are those that a person sees who sets the bundled table up, driven by the same keys; the match
is the demo's; every other screen is drawn in `screen_pictures.py`. tests/calibration holds the pages against what is
kept.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timezone
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

sys.path.insert(0, str(Path(__file__).resolve().parent))

import cv2
import numpy as np
import pygame
import screen_pictures

from companion.app.setting_up.bench import Wanted
from companion.app.setting_up.desk import SetupDesk
from companion.app.setting_up.feed import Cameras
from companion.app.setting_up.path import SECONDS
from companion.app.setting_up.runner import inline_runner
from companion.app.setting_up.steps import STEP_CLASSES
from companion.kernel.text import Language, Text
from companion.screens import setup_page
from companion.screens.displays import Display
from companion.screens.inputs import TEXT
from companion.screens.setup_view import FIELD, STEP, Lamp
from companion.vision.health import CameraId, Finding, Liveness, Mode, Sight
from companion.vision.pipeline import open_tracker
from companion.vision.sources import Frame, Picture, open_recorded, read_picture
from companion.vision.table_file import read_table

ROOT = Path(__file__).resolve().parent.parent
ROOM = ROOT / "calibration"
PICTURES = ROOM / "pictures"
DEMO = ROOT / "companion" / "app" / "demo_data"
SIZE = (1280, 720)
GUIDES: dict[str, Path] = {"en": ROOM / "guide_en.md", "es": ROOM / "guia_es.md"}
LANGUAGES: tuple[Language, ...] = ("en", "es")
PAGES = ("camera", "ring", "figures", "summary")
SMALL_PAGES = tuple(step for step in STEP_CLASSES if step not in PAGES)
"""Shown in the guide's list only."""
JPEG_QUALITY = 88
NOISES = 8
FRAME_MS = 1000 / 30
BEGIN, END = "<!-- steps: made by scripts/make_pictures.py -->\n", "<!-- end of steps -->"
HEADS = {
    "en": "| step | minutes | green | amber | red | grey: skipped |\n|---|---|---|---|---|---|\n",
    "es": "| paso | minutos | verde | amarillo | rojo | gris: saltado |\n|---|---|---|---|---|---|\n",
}


class ShownPicture:
    """A camera that sees one still scene; a webcam's noise makes every frame a new one."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        self._index = 0
        self._noise = [
            np.random.default_rng(seed).integers(0, 3, picture.shape, dtype=np.uint8) for seed in range(NOISES)
        ]

    def newest(self) -> Frame:
        self._index += 1
        seen = cv2.add(self.picture, self._noise[self._index % NOISES])
        return Frame(self._index, self._index * FRAME_MS, np.asarray(seen, dtype=np.uint8), "camera")

    def liveness(self) -> Liveness:
        return Liveness(Sight.LIVE, 0.0)

    def advice(self) -> Text | None:
        return None

    def fps(self) -> float:
        return 30.0

    def light_lock(self) -> Finding | None:
        return Finding("light lock", True, Text("exposure and white balance held", "exposición y blancos fijados"))

    def retry(self) -> None:
        """It never fails."""

    def confirm(self) -> None:
        """It is the only one."""

    def close(self) -> None:
        """Nothing to give back."""


def first_of_the_clip() -> tuple[Picture, dict[str, tuple[float, float]]]:
    """The demo's first picture, and at which pixels its figures stand, as the program sees them."""
    frame = next(iter(open_recorded([DEMO / "demo.mp4"]).frames()))
    table = read_table(DEMO / "demo_table.yaml")
    names = {figure["id"]: str(figure["name"]) for figure in table.figures}
    found = open_tracker(DEMO / "demo_table.yaml").update(frame.picture, 0, 0.0)
    assert table.camera is not None
    feet = table.camera.project(np.array([[track.x_mm, track.y_mm, 0.0] for track in found.tracks]))
    return frame.picture, {names[track.id]: (x, y) for track, (x, y) in zip(found.tracks, feet, strict=True)}


@contextmanager
def inside(folder: str) -> Iterator[None]:
    """Short file names on the pages."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


class Person:
    """Somebody who sets the bundled table up, and what is seen on the way."""

    def __init__(self, language: Language, keep: Callable[[str, pygame.Surface], None]) -> None:
        self.keep = keep
        self.now_ms = 0.0
        self.camera = ShownPicture(read_picture(DEMO / "demo_table.empty.jpg"))
        one = CameraId(0, "usb-C920", "HD Pro Webcam C920")
        cameras = Cameras(lambda: (one,), lambda *_: self.camera, Mode(1280, 720, 30.0))
        wanted = Wanted(
            Path("table.yaml"), Path("saturday.db"), None, DEMO / "demo_table.yaml", "sim", language, None, fresh=True
        )
        displays = (Display(0, 1366, 768), Display(1, 1920, 1080))
        self.desk = SetupDesk(
            wanted,
            inline_runner(),
            cameras,
            lambda: self.now_ms,
            lambda: datetime(2026, 11, 29, tzinfo=timezone.utc),
            lambda: displays,
        )

    def wait(self, frames: int) -> None:
        for _ in range(frames):
            self.now_ms += FRAME_MS
            self.desk.tick(self.now_ms)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.desk.press(key)
            self.wait(2)

    def type(self, field: str, words: str) -> None:
        self.press(FIELD + field)
        entry = next(entry for entry in self.desk.view().entries if entry.key == field)
        self.press(*["backspace"] * len(entry.value), *("space" if one == " " else TEXT + one for one in words))

    def show(self, name: str) -> None:
        """Keep the page as the window shows it."""
        surface = pygame.Surface(SIZE)
        setup_page.draw(surface, self.desk.view(), self.desk.language)
        self.keep(name, surface)

    def expect(self, step: str) -> None:
        if self.desk.step.id != step:
            told = [one.text.en for one in self.desk.view().told]
            raise SystemExit(f"the set-up is at {self.desk.step.id}, not at {step}: {told}")

    def walk(self, last: str = "summary") -> None:
        """From the first page to `last`, one of `PAGES`."""
        self.press("enter", "enter")
        self.expect("camera")
        self.wait(40)
        self.show("camera")
        if last == "camera":
            return
        self.press("enter")
        self.wait(30)
        self.press("enter", "f3")
        self.expect("ring")
        self.wait(12)
        for field, value in (("width", "700"), ("depth", "700"), ("diagonal", "990"), ("drop", "40")):
            self.type(field, value)
        self.press("enter")
        self.wait(4)
        self.show("ring")
        if last == "ring":
            return
        self.press("enter", "enter", "enter")
        self.expect("figures")
        self.camera.picture, places = first_of_the_clip()
        self.wait(12)
        self.press("f8")
        for name, (x, y) in places.items():
            self.type("name", name)
            self.press(f"click:{x:.1f},{y:.1f}")
        self.show("figures")
        self.press("enter")
        self.wait(4)
        self.press("f9")
        for step in ("palms", "lights", "crowd", "sound", "drill"):
            self.expect(step)
            self.press("f3")
        self.expect("summary")
        self.show("summary")
        for step in SMALL_PAGES:
            self.press(STEP + step)
            self.wait(12)
            self.show(step)


def setup_pages(folder: Path, language: Language, last: str = "summary") -> list[Path]:
    """Write the guide's pages of the set-up up to `last`; gives the files."""
    written: list[Path] = []

    def keep(name: str, surface: pygame.Surface) -> None:
        if name in SMALL_PAGES:
            screen_pictures.keep(surface, folder / screen_pictures.file_of(f"setup_{name}", language))
            return
        path = folder / f"setup_{name}_{language}.jpg"
        drawn = np.ascontiguousarray(pygame.surfarray.array3d(surface).swapaxes(0, 1)[:, :, ::-1])
        cv2.imwrite(str(path), drawn, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
        written.append(path)

    with tempfile.TemporaryDirectory() as elsewhere, inside(elsewhere):
        person = Person(language, keep)
        try:
            person.walk(last)
        finally:
            person.desk.close()
    return written


def steps_table(language: Language) -> str:
    """The steps as the program names them, what each takes, and what its light means for the match."""
    rows = []
    for number, (step, seconds) in enumerate(SECONDS.items(), 1):
        kind = STEP_CLASSES[step]
        lamps = (Lamp.GREEN, Lamp.AMBER, Lamp.RED, Lamp.SKIPPED)
        cells = " | ".join(kind.meanings[lamp].of(language) if lamp in kind.meanings else "" for lamp in lamps)
        minutes = f"{seconds // 60}:{seconds % 60:02d}"
        rows.append(f"| {number}. {kind.title.of(language)} | {minutes} | {cells} |\n")
    whole = sum(SECONDS.values())
    total = Text("all, for eight figures", "todo, con ocho figuras").of(language)
    return HEADS[language] + "".join(rows) + f"| {total} | {whole // 60}:{whole % 60:02d} | | | | |\n"


def with_table(page: str, language: Language) -> str:
    """The guide with its table of steps and its list of screens renewed."""
    page = _between(page, BEGIN, END, steps_table(language))
    return _between(page, screen_pictures.BEGIN, screen_pictures.END, screens_list(language))


def screens_list(language: Language) -> str:
    """The guide's list of every screen."""
    setup = {f"setup_{step}": STEP_CLASSES[step].title for step in SMALL_PAGES}
    return screen_pictures.listed(language, setup)


def _between(page: str, begin: str, end: str, text: str) -> str:
    pattern = re.escape(begin) + r".*?" + re.escape(end)
    return re.sub(pattern, lambda _: f"{begin}\n{text}\n{end}", page, flags=re.DOTALL)


def match_pictures(folder: Path) -> None:
    """The two screens of the demo, in English for the README and the referee's in Spanish for the guide."""
    for language, names in (("en", ("referee", "crowd")), ("es", ("referee",))):
        with tempfile.TemporaryDirectory() as out:
            command = [sys.executable, "-m", "companion", "demo", "--headless", "--lang", language, "--out", out]
            subprocess.run(command, check=True, cwd=ROOT)
            for name in names:
                drawn = cv2.imread(str(Path(out) / f"{name}.png"))
                small = cv2.resize(drawn, SIZE, interpolation=cv2.INTER_AREA)
                target = folder / (f"{name}.png" if language == "en" else f"{name}_{language}.png")
                cv2.imwrite(str(target), small, [cv2.IMWRITE_PNG_COMPRESSION, 9])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=["steps", "setup", "match", "screens"])
    only = parser.parse_args().only
    PICTURES.mkdir(exist_ok=True)
    for language in LANGUAGES:
        if only in {None, "setup"}:
            setup_pages(PICTURES, language)
        if only in {None, "screens"}:
            screen_pictures.write(PICTURES, language)
        if only != "match":
            guide = GUIDES[language]
            guide.write_text(with_table(guide.read_text(encoding="utf-8"), language), encoding="utf-8")
    if only in {None, "match"}:
        match_pictures(PICTURES)


if __name__ == "__main__":
    main()
