"""The set-up is killed (SIGKILL) in the middle of a page and goes on there; every page: scripts/bars_setup.py."""

from pathlib import Path

import pytest

from app.setup_killed import SPENT, killed_on
from app.setup_robot import Robot, Stage
from app.setup_sets import bundled_set
from app.setup_walks import camera, language, show_file


@pytest.mark.slow
def test_a_kill_in_the_middle_of_clicking_the_corners_loses_that_page_alone(tmp_path: Path) -> None:
    one = bundled_set("c")
    robot = Robot(tmp_path / "T.yaml", Stage(one.empty))
    for do in (language, show_file, camera):
        do(robot)
    robot.press("f3")
    robot.desk.close()
    killed_on(tmp_path, "bundled:c", "ring", 10)
    killed_on(tmp_path, "bundled:c", "ring", 0)
    assert (tmp_path / SPENT).exists()
    looks = Robot(tmp_path / "T.yaml", Stage(one.empty))
    looks.expect("sides")
    assert looks.lamps()["ring"] == "green"
    assert one.worst_mm(looks.table) < 5.0
