"""Every value of the files people edit, made wrong in many ways: it does no harm, or one line names its place.

Nothing "unforeseen": what a reader lets through must carry the sums that are done with it afterwards.
"""

import json
import re
from copy import deepcopy
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from companion.config import checking
from companion.errors import CompanionError, ConfigError
from companion.vision.calibration_report import draw_ring, name_sides
from companion.vision.colour_command import read_sitters
from companion.vision.figures import from_entry, shadow_of
from companion.vision.marker_search import edge_pieces, find_hidden, find_whole, module_px, pattern
from companion.vision.table_file import Table, read_markers, read_table

TABLE = """
version: 1
ring: {size_mm: [600, 600], ringside_mm: 220, ringside_z_mm: -30}
camera:
  source: 0
  name: C920
  width: 320
  height: 180
  lens: measured
  K: [[225.0, 0.0, 160.0], [0.0, 225.0, 89.0], [0.0, 0.0, 1.0]]
  dist: [-0.1, 0.05, 0.0003, -0.0002, -0.01]
  error_px: 0.2
  rvec: [2.78, 0.086, -0.024]
  tvec_mm: [0.3, -4.7, 728.3]
  sure_mm: 2.0
markers:
- {id: 0, dict: DICT_4X4_50, size_mm: 44, corners_mm: [[0, 0, 0], [44, 0, 0], [44, -44, 0], [0, -44, 0]]}
- {id: 1, dict: DICT_4X4_50, size_mm: 44, corners_mm: [[90, 0, 0], [134, 0, 0], [134, -44, 0], [90, -44, 0]]}
figures:
- id: "1"
  name: Momia
  colour: red
  class: humanoid
  height_mm: 91
  footprint_mm: 14
  model:
    version: 1
    empty_picture: T.empty.jpg
    learned_at: {x_mm: 10.0, y_mm: 20.0, facing_deg: null}
    shadow_tint: [0.7, 0.7, 0.8]
    colours:
    - {weight: 1.0, lab: [50.0, 40.0, 30.0], covariance: [[9.0, 0.0, 0.0], [0.0, 9.0, 0.0], [0.0, 0.0, 9.0]]}
    outline_px: ["1.0,1.0 5.0,1.0 5.0,9.0"]
hands: {model: null, warm_s: 60}
leds: {port: sim}
display: {screen: 1}
"""
MARKERS = """
- {id: 0, dict: DICT_4X4_50, size_mm: 44, corners_mm: [[0, 0, 0], [44, 0, 0], [44, -44, 0], [0, -44, 0]]}
- {id: 1, size_mm: 44, corners_mm: [[90, 0, 0], [134, 0, 0], [134, -44, 0], [90, -44, 0]]}
"""
FIGURES = """
- {id: 1, name: Momia, colour: red, class: humanoid, x_mm: -170, y_mm: 170, facing_deg: -90, height_mm: 91}
- {id: 2, x_mm: 100, y_mm: 100}
"""
GONE = object()
WRONG: tuple[Any, ...] = (
    GONE, None, "", "x", ".nan", ".inf", "NO", "\u202e", "x" * 5000, True, 0, -1, 1, 3, 49, 50, 1000, -500, 0.001, -0.0,
    1e9, -1e9, 2**62, 1e300, -1e300, 1e-300, [], [1], [[1, 2], [3, 4]], [None] * 3, [0.0] * 3, [1e300] * 5, [5.0] * 5,
    [-50.0, 0.0, 0.0, 0.0], {}, {"a": 1},
)  # fmt: skip
PLACE = re.compile(r"^.*\.yaml:\d+:\d+: [^\n]+; [^\n]+$")
# every so many-th of all mutations; the others were run by hand once and are by changing the remainder
EVERY, FIRST = {"T.yaml": 131, "M.yaml": 41, "F.yaml": 11}, 3


def places(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Paths of all values, lists and groups among them."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [at, *(path for key, one in inner for path in places(one, (*at, key)))]


def mutated(text: str) -> list[tuple[str, Any]]:
    """Each value replaced by each wrong one, with a name."""
    whole = yaml.safe_load(text)
    changed = []
    for path in places(whole)[1:]:
        for wrong in WRONG:
            copy = deepcopy(whole)
            holder = copy
            for key in path[:-1]:
                holder = holder[key]
            if wrong is GONE:
                del holder[path[-1]]
            else:
                holder[path[-1]] = wrong
            shown = "gone" if wrong is GONE else str(wrong)[:20]
            changed.append((f"{'.'.join(map(str, path))} = {shown}", copy))
    return changed


def use(table: Table) -> None:
    """The sums that calibration, check and tracker do with a table."""
    picture = np.full((table.camera.height, table.camera.width, 3), 90, np.uint8) if table.camera else None
    if table.camera is not None and max(table.camera.width, table.camera.height) <= 4000:
        camera = table.camera
        corners = camera.project(table.ring.corners_mm)
        assert corners.shape == (4, 2)
        spots = [[0, 0], [camera.width - 1, camera.height - 1], [camera.width / 2, camera.height / 2]]
        assert np.isfinite(camera.to_plane(spots, 0.0)).any()
        camera.mm_per_px(spots)
        camera.to_plane(spots, table.ring.ringside_z_mm)
        name_sides(camera, table.ring)
        draw_ring(picture, camera, table.ring)
    for place in table.markers:
        assert pattern(place.dictionary, place.id).any()
        edge_pieces(place, inner=True)
        if table.camera is not None and picture is not None and picture.size < 1_000_000:
            module_px(table.camera, place)
            find_hidden(picture[..., 0], table.camera, place, 6.0)
    if table.markers:
        find_whole(np.full((90, 160), 90, np.uint8), table.markers)
    for entry in table.figures:
        figure = from_entry(entry)
        assert (figure is None) == ("model" not in entry)
    assert np.isfinite(shadow_of(table.figures).tint).all()
    assert 1 <= table.hands_warm_s <= 3600


def outcome(path: Path, content: Any, read: Any) -> str:
    """`taken`, or the one line that was told."""
    path.write_text(json.dumps(content), encoding="utf-8")  # JSON is YAML, and soon written
    try:
        read(path)
    except ConfigError as error:
        told = error
    else:
        return "taken"
    for language in ("en", "es"):
        assert PLACE.fullmatch(told.of(language)), told.of(language)
        assert len(told.of(language)) < 600 + len(str(path)), told.of(language)
    return str(told)


def read_layout(path: Path) -> None:
    use(Table(1, read_table(path.with_name("whole.yaml")).ring, markers=read_markers(path)))


CASES = {"T.yaml": (TABLE, lambda path: use(read_table(path))), "M.yaml": (MARKERS, read_layout),
         "F.yaml": (FIGURES, read_sitters)}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
@pytest.mark.filterwarnings("error")
def test_every_value_made_wrong(tmp_path, name, monkeypatch):
    monkeypatch.setattr(checking, "_Schema", lru_cache(checking._Schema))
    text, read = CASES[name]
    (tmp_path / "whole.yaml").write_text(TABLE, encoding="utf-8")
    assert outcome(tmp_path / name, yaml.safe_load(text), read) == "taken"
    for case, content in mutated(text)[FIRST :: EVERY[name]]:
        print(case)  # the last one printed is the one that failed
        outcome(tmp_path / name, content, read)


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("- {id: 0, dict", "- {id: 50, dict", "17:18: markers[0].dict = DICT_4X4_50 is not allowed; DICT_4X4"),
        ("dict: DICT_4X4_50", "dict: DICT_9X9_50", "17:17: markers[0].dict = DICT_9X9_50 is not allowed; give one of"),
        ("tvec_mm: [0.3, -4.7, 728.3]", "tvec_mm: [0, 0, -500]", "14:12: camera.tvec_mm: the camera stands"),
        ("rvec: [2.78, 0.086, -0.024]", "rvec: [1.2, 0.086, -0.024]", "camera"),
        ("dist: [-0.1, 0.05,", "dist: [-5, 0.05,", "11:9: camera.dist = a list of 5 is not allowed; no lens bends so"),
        ("K: [[225.0, 0.0, 160.0]", "K: [[2.0, 0.0, 160.0]", "10:6: camera.K"),
        ("version: 1\n    empty", "version: 7\n    empty", "27:14: figures[0].model.version = 7 is not allowed; le"),
        ("  class: humanoid\n", "", "20:3: figures[0] = a mapping is not allowed; a learned figure has class"),
        ('["1.0,1.0 5.0,1.0 5.0,9.0"]', "[]", "outline_px"),
        ("- {id: 1, dict", "- {id: 0, dict", "18:8: markers[1].id = 0 is used twice; give each its own"),
    ],
)  # fmt: skip
def test_the_line_names_place_and_cure(tmp_path, before, after, told):
    path = tmp_path / "T.yaml"
    assert before in TABLE
    path.write_text(TABLE.replace(before, after, 1), encoding="utf-8")
    with pytest.raises(CompanionError, match=r"T\.yaml:\d+:\d+: ") as caught:
        read_table(path)
    assert told in str(caught.value)


def test_an_empty_model_is_told_and_not_dropped(tmp_path):
    content = yaml.safe_load(TABLE)
    content["figures"][0]["model"] = {}
    assert "figures[0].model.version is missing" in outcome(tmp_path / "T.yaml", content, read_table)


def test_a_marker_listed_twice_is_told(tmp_path):
    content = yaml.safe_load(MARKERS)
    content[1]["id"] = 0
    assert "M.yaml:" in (told := outcome(tmp_path / "M.yaml", content, read_markers))
    assert "[1].id = 0 is used twice" in told
