"""Make the bundled demo clip and its table: `python scripts/make_demo_data.py ../shared`.

The clip is a recompressed copy of a rendered sample clip; the table comes from the calibrate commands, fed with what a
user has: board pictures, the marker layout, an empty picture, a learn picture and where each figure stood in it.
Needs ffmpeg with libx264.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import yaml

from companion.cli.main import main as companion

TARGET = Path(__file__).parent.parent / "companion" / "app" / "demo_data"
CLIP = "dev_a"
QUALITY = 22
LARGEST_CLIP_BYTES = 4_500_000
NAMES = {1: "Momia", 2: "Diablo Azul", 3: "Dragón", 4: "Rana", 5: "Calabaza", 6: "Sombra", 7: "Quimera"}
LICENCE = """# Where the demo data comes from

`demo.mp4`, `demo_table.empty.jpg`: rendered for this project by its founders (procedural figures, ring and room; the
hand is the "generic-hand" mesh of `@webxr-input-profiles/assets` 1.0.20, MIT licence). Nothing shows a real person.
Recompressed from the sample clip `dev_a` by `scripts/make_demo_data.py`. Same licence as the project.

`demo_table.yaml`: measured from such pictures by `companion calibrate camera`, `ring` and `colours`.
"""


def marker_lines(truth: dict[str, Any]) -> list[dict[str, Any]]:
    """The `--markers` file: what is printed and where it lies."""
    keys = ("id", "dict", "size_mm", "corners_mm")
    return [{key: marker[key] for key in keys} for marker in truth["markers"]]


def figure_lines(truth: dict[str, Any], names: dict[int, str]) -> list[dict[str, Any]]:
    """The `--figures` file, as a user types it beside the learn picture."""
    return [
        {
            "id": figure["id"],
            "name": names.get(figure["id"], figure["colour"]),
            "colour": figure["colour"].replace("_", " "),
            "class": figure["class"],
            "height_mm": round(figure["height_mm"]),
            **{key: place[key] for key in ("x_mm", "y_mm", "facing_deg")},
        }
        for figure, place in zip(truth["figures"], truth["learn_frame"]["figures"], strict=True)
    ]


def run(*arguments: str) -> None:
    """Run one companion command; stop when it fails."""
    print("companion", *arguments[:2], "...")
    code = companion(arguments)
    if code != 0:
        sys.exit(code)


def calibrate(data: Path, name: str, table: Path, scratch: Path, names: dict[int, str]) -> None:
    """A table for one sample set-up, made by the commands alone."""
    truth = json.loads((data / f"{name}.json").read_text(encoding="utf-8"))
    figures = scratch / f"{name}_figures.yaml"
    figures.write_text(yaml.safe_dump(figure_lines(truth, names), allow_unicode=True), encoding="utf-8")
    boards = sorted(str(path) for path in (data / "calib").glob(f"{name}_calib_*.jpg"))
    empty, learn = str(data / f"{name}_empty.jpg"), str(data / f"{name}_learn.jpg")
    where = ["--table", str(table)]
    side = f"{truth['ring_size_mm']}x{truth['ring_size_mm']}"
    ring = ["--ring", side, "--ringside", str(truth["ringside_width_mm"]), "--ringside-z", str(truth["ringside_z_mm"])]
    if truth["markers"]:
        markers = scratch / f"{name}_markers.yaml"
        markers.write_text(yaml.safe_dump(marker_lines(truth)), encoding="utf-8")
        ring += ["--markers", str(markers)]
    else:
        clicks = " ".join(f"{corner}:{round(x)},{round(y)}" for corner, (x, y) in truth["ring_corners_px"].items())
        ring += ["--corners", clicks]
    run("calibrate", "camera", *boards, "--board", "DICT_5X5_100:8x6:30:22", *where)
    run("calibrate", "ring", empty, *ring, *where)
    run("calibrate", "colours", learn, "--empty", empty, "--figures", str(figures), *where)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("shared", type=Path)
    data = parser.parse_args().shared / "data"
    TARGET.mkdir(parents=True, exist_ok=True)
    table, clip = TARGET / "demo_table.yaml", TARGET / "demo.mp4"
    for former in (*TARGET.glob("demo_table*"), clip):
        former.unlink(missing_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        calibrate(data, CLIP, table, Path(scratch), NAMES)
    for kept in TARGET.glob("demo_table.yaml.bak*"):
        kept.unlink()
    coder = [
        "-c:v",
        "libx264",
        "-preset",
        "slow",
        "-crf",
        str(QUALITY),
        "-pix_fmt",
        "yuv420p",
        "-movflags",
        "+faststart",
    ]
    quiet = ["-y", "-loglevel", "error"]
    subprocess.run(["ffmpeg", *quiet, "-i", str(data / f"{CLIP}.mp4"), *coder, "-an", str(clip)], check=True)
    (TARGET / "LICENCE.md").write_text(LICENCE, encoding="utf-8")
    if clip.stat().st_size > LARGEST_CLIP_BYTES:
        sys.exit(f"{clip}: {clip.stat().st_size} bytes, at most {LARGEST_CLIP_BYTES} are due; raise QUALITY")
    for path in sorted(TARGET.iterdir()):
        print(f"{path.stat().st_size:>9}  {path.name}")


if __name__ == "__main__":
    main()
