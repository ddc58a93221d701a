"""Bars of the guided set-up on the rendered data: `python scripts/bars_setup.py ../shared`.

A robot presses what the pages offer; time is counted as 2 s a press, 5 s a sheet pose, 20 s a figure. Prints a line a
bar, exits 1 when one fails.
"""

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from app.setup_robot import (
    Robot,
    Set,
    Stage,
    begin,
    camera,
    interrupted_everywhere,
    load_set,
    ring,
    ring_size,
    second_time,
    whole_path,
    without_a_marker,
)

WITH_LENS_MM, WITHOUT_MM = 3.0, 5.0
FIRST_MIN, SECOND_MIN = 15.0, 3.0
EIGHT = 8
# a size mistyped by this
WRONG = 8 / 7


class Score:
    """Lines and failures."""

    def __init__(self) -> None:
        self.failed = 0

    def bar(self, name: str, value: float, limit: float, unit: str) -> None:
        ok = value <= limit
        print(f"{'ok  ' if ok else 'FAIL'} {name}: {value:.2f} {unit} (limit {limit:g})", flush=True)
        self.failed += not ok

    def fact(self, name: str, ok: bool, detail: object = "") -> None:
        print(f"{'ok  ' if ok else 'FAIL'} {name} {'' if ok else detail}", flush=True)
        self.failed += not ok


def bars_of(score: Score, data: Path, name: str, language: str) -> None:
    one = load_set(data, name)
    for with_lens, limit_mm in ((True, WITH_LENS_MM), (False, WITHOUT_MM)):
        with tempfile.TemporaryDirectory() as folder:
            label = f"{name} {'with' if with_lens else 'without'} lens"
            markers = one.write_markers(Path(folder) / "M.yaml")
            robot = Robot(Path(folder) / "T.yaml", Stage(one.empty), markers, language=language)
            whole_path(robot, one, with_lens=with_lens)
            bad = {step: lamp for step, lamp in robot.lamps().items() if lamp not in {"green", "skipped"}}
            score.fact(f"{label}: ends green", not bad, bad)
            score.bar(f"{label}: worst grid point", one.worst_mm(robot.table), limit_mm, "mm")
            seconds = robot.seconds
            # a set has six to eight figures: counted as for eight
            figures = len(one.figures())
            seconds += (EIGHT - figures) * robot.by_step["figures"] / figures
            score.bar(f"{label}: first time, eight figures", seconds / 60, FIRST_MIN, "min")
            score.fact(f"{label}: nothing cut", not robot.cut, robot.cut)
            robot.desk.close()
            robot.seconds = 0.0
            robot.start()
            second_time(robot, one)
            score.fact(f"{label}: second time asks nothing more", robot.at == "summary", robot.at)
            score.bar(f"{label}: second time", robot.seconds / 60, SECOND_MIN, "min")
            robot.desk.close()


def at_ring(folder: str, one: Set) -> Robot:
    """Somebody at the ring's page who skipped the lens."""
    markers = one.write_markers(Path(folder) / "M.yaml")
    robot = Robot(Path(folder) / "T.yaml", Stage(one.empty), markers)
    begin(robot)
    camera(robot)
    robot.press("f3")
    return robot


def faults_of(score: Score, data: Path, name: str) -> None:
    """A camera turned, a marker missing, a wrong size; camera and program gone on every page."""
    one = load_set(data, name)
    views = {"camera turned by 90 degrees": one.turned(1), "camera turned by 180 degrees": one.turned(2)}
    if one.truth["markers"]:
        views["a marker missing"] = without_a_marker(one)
    for label, seen in views.items():
        with tempfile.TemporaryDirectory() as folder:
            robot = at_ring(folder, seen)
            ring(robot, seen)
            lamp = robot.lamps()["ring"]
            score.fact(f"{name} {label}: the ring is green", lamp == "green", (robot.at, lamp, robot.told()))
            score.bar(f"{name} {label}: worst grid point", seen.worst_mm(robot.table), WITHOUT_MM, "mm")
            robot.desk.close()
    with tempfile.TemporaryDirectory() as folder:
        robot = at_ring(folder, one)
        wrong = round(one.side_mm * WRONG)
        ring_size(robot, one, side_mm=wrong, diagonal_mm=None if robot.markers else round(one.side_mm * 2**0.5))
        robot.enter()
        robot.wait(3)
        is_asked = robot.at == "ring" and robot.desk.view().primary is None
        score.fact(f"{name} a wrong size of {wrong} mm: is asked back", is_asked, robot.told())
        robot.desk.close()
    with tempfile.TemporaryDirectory() as folder:
        markers = one.write_markers(Path(folder) / "M.yaml")
        robot = Robot(Path(folder) / "T.yaml", Stage(one.empty), markers)
        interrupted_everywhere(robot, one)
        bad = {step: lamp for step, lamp in robot.lamps().items() if lamp not in {"green", "skipped"}}
        score.fact(f"{name} camera and program gone on every page: ends green", not bad, bad)
        score.bar(f"{name} camera and program gone on every page: worst", one.worst_mm(robot.table), WITHOUT_MM, "mm")
        robot.desk.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("shared", type=Path)
    parser.add_argument("--sets", default="abc")
    chosen = parser.parse_args()
    if not (chosen.shared / "data").is_dir():
        print(f"{chosen.shared}: has no data folder; the bars need the rendered data")
        return 1
    score = Score()
    for number, letter in enumerate(chosen.sets):
        bars_of(score, chosen.shared / "data", f"dev_{letter}", ("es", "en")[number % 2])
        faults_of(score, chosen.shared / "data", f"dev_{letter}")
    print(f"{score.failed} failed" if score.failed else "all set-up bars hold")
    return 1 if score.failed else 0


if __name__ == "__main__":
    sys.exit(main())
