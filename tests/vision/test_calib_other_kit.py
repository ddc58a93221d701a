"""Markers of another kit, taken for the printed one: a person is asked, and no guess goes into a table file."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.vision import calibration, marker_pose
from companion.vision.calibration import KIT_SURE_MM, RingRequest, calibrate_ring
from companion.vision.lens import CalibrationError
from companion.vision.shots import shots_of
from companion.vision.sources import Frame, read_picture
from companion.vision.table_file import Ring
from companion.vision.targets import kit_layout

DATA = Path(__file__).parent / "data" / "calib"
PICTURE = DATA / "a_empty.jpg"


def test_a_ring_they_hardly_carry_is_refused_and_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unsure = SimpleNamespace(sure_mm=KIT_SURE_MM + 13, doubts_lens=False)
    monkeypatch.setattr(calibration, "ring_from_markers", lambda *_: unsure)
    table = tmp_path / "T.yaml"
    with pytest.raises(CalibrationError) as told:
        calibrate_ring([PICTURE], table, RingRequest(ring=Ring((700.0, 700.0), 250.0)))
    for language, words in (("en", "nothing is written"), ("es", "no se escribe nada")):
        assert words in told.value.of(language)
        assert "--markers" in told.value.of(language)
        assert "--ring" in told.value.of(language)
    assert not table.exists()


def test_markers_whose_edges_all_contradict_are_fitted_by_what_was_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kit of another size left no edge at all, and the fit had nothing to stand on."""
    monkeypatch.setattr(marker_pose, "without_strays", lambda *_: [])
    picture = read_picture(PICTURE)
    shots = shots_of([Frame(0, 0.0, picture, "a")])
    size = int(picture.shape[1]), int(picture.shape[0])
    found = marker_pose.fit_markers(shots, kit_layout(Ring((700.0, 700.0), 250.0)), None, size)
    assert found is not None
    assert found.edges == []
