"""A lens that is another camera's: it is doubted, and nobody is told to be surer than that allows."""

import numpy as np
import pytest

from companion.vision.calibration import RingRequest, calibrate_ring
from companion.vision.ring_sure import LENS_DOUBTED
from companion.vision.table_file import Draft, write_table
from vision.calib_scene import DATA, scene


def calibrated(tmp_path, letter, lens_of):
    the, table = scene(letter), tmp_path / "T.yaml"
    write_table(table, Draft(ring=the.ring, lens=scene(lens_of).lens))
    clicks = RingRequest(corners_px=the.corners_px)
    pose, said = calibrate_ring([DATA / f"{letter}_empty.jpg"], table, clicks)
    return the, pose, said


@pytest.mark.parametrize(("letter", "lens_of"), [pytest.param("a", "b", marks=pytest.mark.slow), ("b", "a")])
def test_another_cameras_lens_is_doubted_and_the_millimetres_are_honest(tmp_path, letter, lens_of):
    the, pose, said = calibrated(tmp_path, letter, lens_of)
    assert LENS_DOUBTED in said
    grid = the.grid_mm()
    away_mm = np.linalg.norm(pose.camera.to_plane(the.camera.project(grid), 0.0) - grid[:, :2], axis=1)
    assert np.percentile(away_mm, 95) <= pose.sure_mm
    assert pose.camera.sure_mm == pose.sure_mm


@pytest.mark.parametrize("letter", ["a", "b"])
def test_its_own_lens_is_not_doubted(tmp_path, letter):
    _, pose, said = calibrated(tmp_path, letter, letter)
    assert LENS_DOUBTED not in said
    assert not pose.doubts_lens
