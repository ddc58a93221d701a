"""Bars of the guided set-up on the rendered data: `python scripts/bars_setup.py ../shared`.

A robot presses what the pages offer; time is counted as 2 s a press, 5 s a sheet pose, 20 s a figure. Prints a line a
bar, exits 1 when one fails.
"""

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from app.setup_robot import Robot, Stage, load_set, second_time, whole_path

WITH_LENS_MM, WITHOUT_MM = 3.0, 5.0
FIRST_MIN, SECOND_MIN = 15.0, 3.0
EIGHT = 8


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
    print(f"{score.failed} failed" if score.failed else "all set-up bars hold")
    return 1 if score.failed else 0


if __name__ == "__main__":
    sys.exit(main())
