"""A guided set-up whose process is killed (SIGKILL) on every page, twice: in the middle of its work and on arriving.

`python setup_killed.py FOLDER SET PAGE PRESS` is one such process: it goes on from the files in FOLDER and kills itself
before that press on PAGE, or (PRESS 0) once PAGE led to the next one. SET is `bundled:c` or `DATA_FOLDER:dev_c`.
"""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from app.setup_robot import Robot, Stage
from app.setup_sets import Set, bundled_set, load_set
from app.setup_walks import Way, pages_of
from companion.app.setting_up.path import STEPS
from companion.app.setting_up.progress import load

ROOT = Path(__file__).resolve().parents[2]
SPENT = "spent.json"
FINISHED = 0
KILLED = getattr(signal, "SIGKILL", signal.SIGTERM)


def set_of(words: str) -> Set:
    folder, _, name = words.rpartition(":")
    return bundled_set(name) if folder == "bundled" else load_set(Path(folder), name)


@dataclass
class MortalRobot(Robot):
    """Writes down what it has spent, as the next process must know it."""

    def spend(self, seconds: float) -> None:
        super().spend(seconds)
        file = self.table.with_name(SPENT)
        file.write_text(json.dumps(json.loads(file.read_text()) + seconds if file.exists() else seconds))


def die() -> None:
    os.kill(os.getpid(), KILLED)


def run(folder: Path, words: str, page: str, press: int) -> None:
    one = set_of(words)
    markers = one.write_markers(folder / "M.yaml")
    # once they are learned, the figures stand where they stood while the program was away
    shown = one.learn if STEPS.index(page) > STEPS.index("figures") else one.empty
    robot = MortalRobot(folder / "T.yaml", Stage(shown), markers)
    robot.wait(45)
    robot.expect(page)
    robot.presses = 0
    robot.before_press = {press: die} if press else {}
    pages_of(robot, one, Way())[page]()
    if not robot.desk.is_over:
        robot.expect(STEPS[STEPS.index(page) + 1])
        die()
    assert not robot.cut, robot.cut


def killed_on(folder: Path, words: str, page: str, press: int) -> None:
    """One process; it is gone as a process that was killed is, or (the last page's end) by itself."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "tests")))}
    command = [sys.executable, __file__, str(folder), words, page, str(press)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    is_end = page == STEPS[-1] and not press
    due = FINISHED if is_end else -KILLED
    assert done.returncode == due, f"{page}, press {press}: {done.returncode}\n{done.stdout}{done.stderr}"


def killed_everywhere(folder: Path, words: str, presses: Mapping[str, int]) -> tuple[dict[str, str], float]:
    """The whole set-up, killed on each page in the middle of its work, and again on arriving at the next.

    Args:
        presses: how many a page takes, from a set-up that nobody disturbed.

    Returns:
        Its lamps as the progress file has them, and the seconds spent, all that was lost included.
    """
    for page in STEPS:
        killed_on(folder, words, page, max(1, (presses[page] + 1) // 2))
        killed_on(folder, words, page, 0)
    path = load(folder / "T.yaml")
    assert path is not None
    assert path.is_over
    return {step: path.mark(step).lamp.value for step in STEPS}, float(json.loads((folder / SPENT).read_text()))


if __name__ == "__main__":
    run(Path(sys.argv[1]), sys.argv[2], sys.argv[3], int(sys.argv[4]))
