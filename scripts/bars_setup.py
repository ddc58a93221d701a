"""Bars of the guided set-up on the rendered data: `python scripts/bars_setup.py ../shared [--sets a] [--only killed]`.

A robot presses what the pages offer, from the first page to the last; time is counted as 2 s a press, 5 s a sheet pose,
20 s a figure. Each case is a whole set-up: it ends green, its table is as true as asked, in the minutes asked. Prints a
line a bar, exits 1 when one fails.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from app.setup_killed import killed_everywhere
from app.setup_robot import Robot, Stage
from app.setup_sets import Set, load_set, moved_camera, without_a_marker
from app.setup_walks import Way, restarted_everywhere, second_time, second_time_moved, unplugged_everywhere, whole_path

WITH_LENS_MM, WITHOUT_MM = 3.0, 5.0
FIRST_MIN, SECOND_MIN = 15.0, 3.0
EIGHT = 8
# a size mistyped by this
WRONG = 8 / 7
PLAYERS = {"Ana": "195", "Juan": "21"}
WHOLE = Way(with_lens=True, players=PLAYERS, is_drilled=True)
CASES = ("whole", "nolens", "turned", "marker", "size", "unplugged", "restarted", "killed")


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


def judge(score: Score, label: str, lamps: Mapping[str, str], table: Path, one: Set, way: Way, seconds: float) -> None:
    """The end of a whole set-up: lamps, table, minutes.

    Args:
        lamps: how each page ended.
        seconds: what it took, for as many figures as the set has.
    """
    bad = {step: lamp for step, lamp in lamps.items() if lamp not in {"green", "skipped"}}
    skipped = {step for step, lamp in lamps.items() if lamp == "skipped"}
    is_done = {"lens": way.with_lens, "palms": bool(way.players), "drill": way.is_drilled}
    may_skip = {step for step, done in is_done.items() if not done}
    score.fact(f"{label}: ends green, {len(lamps) - len(skipped)} of {len(lamps)} pages done", not bad, bad)
    score.fact(f"{label}: nothing else was skipped", skipped == may_skip, skipped)
    limit_mm = WITH_LENS_MM if way.with_lens else WITHOUT_MM
    score.bar(f"{label}: worst grid point", one.worst_mm(table), limit_mm, "mm")
    score.bar(f"{label}: first time, eight figures", seconds / 60, FIRST_MIN, "min")


def counted(robot: Robot, one: Set) -> float:
    """Seconds as for eight figures: a set has six to eight of them."""
    figures = len(one.figures())
    return robot.seconds + (EIGHT - figures) * robot.by_step["figures"] / figures


def somebody(folder: str, one: Set, language: str = "es") -> Robot:
    return Robot(
        Path(folder) / "T.yaml", Stage(one.empty), one.write_markers(Path(folder) / "M.yaml"), language=language
    )


def case(
    score: Score, label: str, one: Set, way: Way, do: Callable[[Robot, Set, Way], object], language: str = "es"
) -> None:
    """One whole set-up, done in the way `do` says."""
    with tempfile.TemporaryDirectory() as folder:
        robot = somebody(folder, one, language)
        do(robot, one, way)
        judge(score, label, robot.lamps(), robot.table, one, way, counted(robot, one))
        score.fact(f"{label}: nothing cut", not robot.cut, robot.cut)
        robot.desk.close()


def both_times(score: Score, name: str, one: Set, way: Way, language: str) -> None:
    """The first time; a month later with all as it stood; and once more with the camera on its stand elsewhere."""
    label = f"{name} {'with' if way.with_lens else 'without'} lens"
    with tempfile.TemporaryDirectory() as folder:
        robot = somebody(folder, one, language)
        whole_path(robot, one, way)
        judge(score, label, robot.lamps(), robot.table, one, way, counted(robot, one))
        robot.desk.close()
        robot.seconds = 0.0
        robot.start()
        second_time(robot, one)
        score.fact(f"{label}: second time asks nothing more", robot.at == "summary", robot.at)
        robot.enter()
        score.bar(f"{label}: second time", robot.seconds / 60, SECOND_MIN, "min")
        robot.desk.close()
        robot.seconds, robot.by_step = 0.0, {}
        robot.start()
        moved = moved_camera(one)
        second_time_moved(robot, moved)
        bad = {step: lamp for step, lamp in robot.lamps().items() if lamp not in {"green", "skipped"}}
        score.fact(f"{label}: second time, camera moved: ends green", not bad, bad)
        score.bar(f"{label}: second time, camera moved: worst grid point", moved.worst_mm(robot.table),
                  WITH_LENS_MM if way.with_lens else WITHOUT_MM, "mm")  # fmt: skip
        # the figures are found by themselves where they are put down: 5 s each, as a sheet pose
        score.bar(f"{label}: second time, camera moved", counted(robot, one) / 60, SECOND_MIN, "min")
        score.fact(f"{label}: nothing cut", not robot.cut, robot.cut)
        robot.desk.close()


def killed(score: Score, data: Path, name: str, one: Set) -> None:
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as other:
        presses: dict[str, int] = {}
        robot = somebody(other, one)
        pages: list[str] = []

        def at_page(page: str) -> None:
            if pages:
                presses[pages[-1]] = robot.presses
            pages.append(page)
            robot.presses = 0

        whole_path(robot, one, Way(), at_page)
        presses[pages[-1]] = robot.presses
        robot.desk.close()
        lamps, seconds = killed_everywhere(Path(folder), f"{data}:{name}", presses)
        label = f"{name} killed twice on every page"
        lost = (EIGHT - len(one.figures())) * robot.by_step["figures"] * 1.5 / len(one.figures())
        judge(score, label, lamps, Path(folder) / "T.yaml", one, Way(), seconds + lost)


def bars_of(score: Score, data: Path, name: str, language: str, cases: tuple[str, ...]) -> None:
    one = load_set(data, name)
    if "whole" in cases:
        both_times(score, name, one, WHOLE, language)
    if "nolens" in cases:
        both_times(score, name, one, Way(), language)
    if "turned" in cases:
        for quarters in (1, 2):
            label = f"{name} camera turned by {90 * quarters} degrees"
            case(score, label, one.turned(quarters), Way(with_lens=True), whole_path, language)
    if "marker" in cases and one.truth["markers"]:
        case(score, f"{name} a marker missing", without_a_marker(one), Way(), whole_path)
    elif "marker" in cases:
        print(f"     {name} a marker missing: it has none at all; `nolens` is its ring by four clicks")
    if "size" in cases:
        wrong = round(one.side_mm * WRONG)
        case(score, f"{name} {wrong} mm typed first, asked back", one, Way(wrong_side_mm=wrong), whole_path)
    if "unplugged" in cases:
        case(score, f"{name} camera unplugged twice on every page", one, Way(), unplugged_everywhere)
    if "restarted" in cases:
        case(score, f"{name} left and begun again on every page, camera out", one, Way(), restarted_everywhere)
    if "killed" in cases:
        killed(score, data, name, one)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("shared", type=Path)
    parser.add_argument("--sets", default="abc")
    parser.add_argument("--only", default=",".join(CASES), help="of: " + ", ".join(CASES))
    chosen = parser.parse_args()
    if not (chosen.shared / "data").is_dir():
        print(f"{chosen.shared}: has no data folder; the bars need the rendered data")
        return 1
    cases = tuple(chosen.only.split(","))
    if set(cases) - set(CASES):
        parser.error(f"--only takes {', '.join(CASES)}")
    score = Score()
    for letter in chosen.sets:
        language = "es" if letter in "ac" else "en"
        bars_of(score, (chosen.shared / "data").resolve(), f"dev_{letter}", language, cases)
    print(f"{score.failed} failed" if score.failed else "all set-up bars hold")
    return 1 if score.failed else 0


if __name__ == "__main__":
    sys.exit(main())
