"""Bars of `companion calibrate`: run the commands on the rendered data and hold the results against the truth.

    python scripts/bars_calibration.py ../shared

Prints a line a bar, exits 1 when one fails. Truth is read here and nowhere else.
"""

import argparse
import contextlib
import io
import json
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.cli.main import main as companion
from companion.vision.geometry import Camera
from companion.vision.sources import Picture, read_picture
from companion.vision.table_file import read_draft, read_table

BOARD = "DICT_5X5_100:8x6:30:22"
WITH_LENS_MM, WITHOUT_LENS_MM = 3.0, 5.0
MOST_ERROR_PX, FOCAL_SHARE = 0.5, 0.01
CLICK_TRIALS = 5
WRONG_CLICKS_PX, WRONG_CLICK_DEG = (12, 33, 20), 100
LENSES = ("lens", "no lens")
Change = Callable[[Picture], Picture]


def turned(picture: Picture) -> Picture:
    return np.ascontiguousarray(picture[::-1, ::-1])


def mirrored(picture: Picture) -> Picture:
    return np.ascontiguousarray(picture[:, ::-1])


def unchanged(picture: Picture) -> Picture:
    return picture


def gain(factor: float) -> Change:
    return lambda picture: np.clip(picture * factor, 0, 255).astype(np.uint8)


@dataclass
class Score:
    """Lines and failures of this run."""

    failed: list[str] = field(default_factory=list)

    def bar(self, name: str, value: float, limit: float, unit: str) -> None:
        ok = value <= limit
        print(f"{'ok  ' if ok else 'FAIL'} {name}: {value:.3f} {unit} (limit {limit:g})", flush=True)
        if not ok:
            self.failed.append(name)

    def fact(self, name: str, ok: bool) -> None:
        print(f"{'ok  ' if ok else 'FAIL'} {name}", flush=True)
        if not ok:
            self.failed.append(name)


@dataclass(frozen=True)
class Set:
    """One rendered set-up and its truth."""

    name: str
    data: Path
    truth: dict[str, Any]

    @property
    def camera(self) -> Camera:
        told = self.truth["camera"]
        return Camera(told["width"], told["height"], told["K"], told["dist"], told["rvec"], told["tvec_mm"])

    def grid_mm(self) -> NDArray[np.float64]:
        half = self.truth["ring_size_mm"] / 2
        x, y = np.meshgrid(np.linspace(-half, half, 11), np.linspace(-half, half, 11))
        return np.column_stack((x.ravel(), y.ravel(), np.zeros(x.size)))

    def ring_words(self) -> list[str]:
        size = self.truth["ring_size_mm"]
        width, height = self.truth["ringside_width_mm"], self.truth["ringside_z_mm"]
        return ["--ring", f"{size}x{size}", "--ringside", f"{width}", "--ringside-z", f"{height}"]

    def corner_words(self, turn: bool, noise_px: NDArray[np.float64] | None = None) -> list[str]:
        words: list[str] = []
        for index, (name, px) in enumerate(self.truth["ring_corners_px"].items()):
            place = np.array(px)
            if turn:
                place = np.array([self.camera.width - 1, self.camera.height - 1]) - place
            if noise_px is not None:
                place = place + noise_px[index]
            words.append(f"{name}:{place[0]:.2f},{place[1]:.2f}")
        return ["--corners", " ".join(words)]

    def write_markers(self, path: Path) -> list[str]:
        lines = [
            f"- {{id: {m['id']}, dict: {m['dict']}, size_mm: {m['size_mm']}, corners_mm: {m['corners_mm']}}}\n"
            for m in self.truth["markers"]
        ]
        path.write_text("".join(lines), encoding="utf-8")
        return ["--markers", str(path)]

    def most_mm(self, table: Path) -> float:
        """How far 95 of 100 of the grid's points are off at most."""
        return float(np.percentile(self.away_mm(table, False), 95))

    def worst_mm(self, table: Path, turn: bool) -> float:
        """Worst of an 11 x 11 grid of mat points."""
        return float(self.away_mm(table, turn).max())

    def away_mm(self, table: Path, turn: bool) -> NDArray[np.float64]:
        """How far each grid point is off: seen by the true camera, mapped back by the table file's."""
        grid = self.grid_mm()
        seen = self.camera.project(grid)
        if turn:
            seen = np.array([self.camera.width - 1, self.camera.height - 1]) - seen
        found = read_table(table).camera
        assert found is not None
        return np.asarray(np.linalg.norm(found.to_plane(seen, 0.0) - grid[:, :2], axis=1), dtype=float)


def run(words: list[str]) -> tuple[int, str]:
    """Exit code and what was told."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        code = companion(words)
    return code, out.getvalue()


def pictures(source: Set, folder: Path, change: Change, quality: int = 0) -> list[str]:
    """The empty and the learn picture, changed."""
    paths: list[str] = []
    for kind in ("empty", "learn"):
        original = source.data / f"{source.name}_{kind}.jpg"
        if change is unchanged and not quality:
            paths.append(str(original))
            continue
        path = folder / original.name
        write_changed(original, path, change, quality or 95)
        paths.append(str(path))
    return paths


def write_changed(original: Path, path: Path, change: Change, quality: int = 95) -> None:
    cv2.imwrite(str(path), change(read_picture(original)), [cv2.IMWRITE_JPEG_QUALITY, quality])


def lens_bar(score: Score, source: Set, folder: Path, turn: bool) -> Path:
    table = folder / f"{source.name}{'_turned' if turn else ''}.yaml"
    views = sorted((source.data / "calib").glob(f"{source.name}_calib_*.jpg"))
    if turn:
        for view in views:
            write_changed(view, folder / view.name, turned)
        views = [folder / view.name for view in views]
    code, told = run(["calibrate", "camera", *map(str, views), "--board", BOARD, "--table", str(table)])
    label = f"{source.name}{' turned' if turn else ''} lens"
    if code:
        print(told)
        score.fact(f"{label}: the command works", False)
        return table
    lens = read_draft(table).lens
    assert lens is not None
    score.bar(f"{label}: reprojection error", lens.error_px or 0.0, MOST_ERROR_PX, "px")
    score.bar(f"{label}: focal length off", abs(lens.K[0, 0] / source.camera.K[0, 0] - 1), FOCAL_SHARE, "share")
    return table


def ring_bar(
    score: Score, source: Set, label: str, images: list[str], how: list[str], table: Path, limit_mm: float, turn: bool
) -> None:
    code, told = run(["calibrate", "ring", *images, "--table", str(table), *source.ring_words(), *how])
    if code:
        print(told)
        score.fact(f"{source.name} {label}: the command works", False)
        return
    found = read_table(table).camera
    sure = found.sure_mm if found and found.sure_mm else 0.0
    worst_mm = source.worst_mm(table, turn)
    score.bar(f"{source.name} {label}: worst grid point (told sure to {sure:.1f})", worst_mm, limit_mm, "mm")


def bars_of(score: Score, source: Set, folder: Path, in_full: bool) -> None:
    table, turned_table = lens_bar(score, source, folder, False), lens_bar(score, source, folder, True)
    lens_only = table.read_text(encoding="utf-8")
    noise = np.random.default_rng(7).uniform(-1, 1, (CLICK_TRIALS, 4, 2))
    plain = pictures(source, folder, unchanged)
    has_markers = bool(source.truth["markers"])
    how = source.write_markers(folder / f"{source.name}_markers.yaml") if has_markers else source.corner_words(False)
    ring_bar(score, source, "markers" if has_markers else "clicks", plain, how, table, WITH_LENS_MM, False)
    code, told = run(["calibrate", "check", plain[1], "--table", str(table)])
    score.fact(f"{source.name} calibrate check finds all well", code == 0)
    if code:
        print(told)
    if not has_markers:
        for trial, shifts in enumerate(noise):
            table.write_text(lens_only, encoding="utf-8")
            words = source.corner_words(False, shifts)
            ring_bar(score, source, f"clicks +-1 px, try {trial}", plain, words, table, WITH_LENS_MM, False)
            fresh = folder / f"{source.name}_no_lens_{trial}.yaml"
            ring_bar(score, source, f"clicks +-1 px, no lens, try {trial}", plain, words, fresh, WITHOUT_LENS_MM, False)
    clicks = source.corner_words(False)
    no_lens = folder / f"{source.name}_no_lens.yaml"
    ring_bar(score, source, "clicks, no lens", plain, clicks, no_lens, WITHOUT_LENS_MM, False)
    for label, change, quality in (
        ("JPEG quality 40", unchanged, 40), ("gain 0.6", gain(0.6), 95), ("gain 1.4", gain(1.4), 95),
    ):  # fmt: skip
        table.write_text(lens_only, encoding="utf-8")
        ring_bar(score, source, label, pictures(source, folder, change, quality), how, table, WITH_LENS_MM, False)
    upside_down = pictures(source, folder, turned)
    how_turned = how if has_markers else source.corner_words(True)
    ring_bar(score, source, "turned by 180 degrees", upside_down, how_turned, turned_table, WITH_LENS_MM, True)
    refusal_bar(score, source, folder, how, table, has_markers)
    honest_bars(score, source, folder, lens_only, in_full)


def wrong_words(source: Set, folder: Path) -> dict[str, list[str]]:
    """What people may give wrongly: label -> words of `calibrate ring`."""
    words: dict[str, list[str]] = {}
    for index, name in enumerate(source.truth["ring_corners_px"]):
        for far_px in WRONG_CLICKS_PX:
            angle = np.radians(WRONG_CLICK_DEG * (index + 1) + far_px)
            shifts = np.zeros((4, 2))
            shifts[index] = far_px * np.array([np.cos(angle), np.sin(angle)])
            words[f"{name} clicked {far_px} px off"] = source.corner_words(False, shifts)
    markers = source.truth["markers"]

    def layout(label: str, corners: dict[int, Any]) -> None:
        changed = [marker | {"corners_mm": corners.get(marker["id"], marker["corners_mm"])} for marker in markers]
        wrong = replace(source, truth=source.truth | {"markers": changed})
        words[label] = wrong.write_markers(folder / f"{source.name}_{label.replace(' ', '_')}.yaml")

    for marker in markers:
        for axis, far_mm in ((0, 20.0), (1, -40.0), (2, 10.0)):
            moved = (np.array(marker["corners_mm"], dtype=float) + far_mm * np.eye(3)[axis]).tolist()
            layout(f"marker {marker['id']} {far_mm:g} mm off along {'xyz'[axis]}", {marker["id"]: moved})
    for one, other in zip(markers, [*markers[1:], *markers[:1]], strict=True):
        exchanged = {one["id"]: other["corners_mm"], other["id"]: one["corners_mm"]}
        layout(f"markers {one['id']} {other['id']} exchanged", exchanged)
    return words


def honest_bars(score: Score, source: Set, folder: Path, lens_only: str, in_full: bool) -> None:
    """Something given wrongly is refused in one line, or the stated millimetres hold all the same.

    Each with and without a lens where `in_full`, else in turn.
    """
    picture = str(source.data / f"{source.name}_empty.jpg")
    for turn, (label, how) in enumerate(wrong_words(source, folder).items()):
        for lens in LENSES if in_full else (LENSES[turn % 2],):
            table = folder / "wrong.yaml"
            table.unlink(missing_ok=True)
            if lens == "lens":
                table.write_text(lens_only, encoding="utf-8")
            code, told = run(["calibrate", "ring", picture, "--table", str(table), *source.ring_words(), *how])
            name = f"{source.name} {label}, {lens}"
            if code:
                score.fact(f"{name}: refused in one line: {told.strip()[:80]}", code == 1 and told.count("\n") == 1)
                continue
            found = read_table(table).camera
            assert found is not None
            sure_mm = found.sure_mm or 0.0
            score.bar(f"{name}: 95 of 100 grid points (told)", source.most_mm(table), 1.15 * sure_mm + 0.3, "mm")


def refusal_bar(score: Score, source: Set, folder: Path, how: list[str], table: Path, has_markers: bool) -> None:
    before = table.read_bytes()
    flipped = pictures(source, folder, mirrored)
    words = list(how)
    if not has_markers:
        told = {name: (source.camera.width - 1 - px[0], px[1]) for name, px in source.truth["ring_corners_px"].items()}
        words = ["--corners", " ".join(f"{name}:{x:.1f},{y:.1f}" for name, (x, y) in told.items())]
    code, said = run(["calibrate", "ring", *flipped, "--table", str(table), *source.ring_words(), *words])
    is_named = "mirror" in said or "espejo" in said
    score.fact(f"{source.name} mirrored pictures are refused", code == 1 and is_named and table.read_bytes() == before)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("shared", type=Path, help="the shared folder")
    parser.add_argument("--sets", default="abc")
    parser.add_argument("--full", action="store_true", help="wrong inputs both with and without a lens")
    chosen = parser.parse_args(arguments)
    data = chosen.shared / "data"
    if not data.is_dir():
        print(f"{data}: no such folder; the bars need the rendered data")
        return 1
    score = Score()
    for letter in chosen.sets:
        name = f"dev_{letter}"
        truth = json.loads((data / f"{name}.json").read_text(encoding="utf-8"))
        with tempfile.TemporaryDirectory() as folder:
            bars_of(score, Set(name, data, truth), Path(folder), chosen.full)
    print(f"{len(score.failed)} failed" if score.failed else "all calibration bars hold")
    return 1 if score.failed else 0


if __name__ == "__main__":
    sys.exit(main())
