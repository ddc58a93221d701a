"""What opening a table works out of its file alone, worked out once a worker: four fifths of what opening it costs.

The demo's table is opened by a hundred tests. Both steps are pure; who gets the result gets a copy.
"""

from collections.abc import Iterator, Sequence
from dataclasses import astuple
from typing import Any

import numpy as np
import pytest

from companion.vision import figures
from companion.vision.body import Pose, carve
from companion.vision.colours import ColourModel, ColourTable
from companion.vision.geometry import Camera

MOST = 64
"""Results of each kind that are kept: some megabytes."""


def _bytes(*arrays: Any) -> tuple[bytes, ...]:
    return tuple(np.ascontiguousarray(one).tobytes() for one in arrays)


@pytest.fixture(scope="session", autouse=True)
def baked_once() -> Iterator[None]:
    bodies: dict[Any, list[Any]] = {}
    tables: dict[Any, dict[str, Any]] = {}
    bake = ColourTable.__init__

    def carved(silhouette: Any, camera: Camera, pose: Pose, *rest: Any) -> list[Any]:
        lens = _bytes(camera.K, camera.dist, camera.rvec, camera.tvec_mm)
        key = (silhouette.shape, *_bytes(silhouette), lens, camera.width, camera.height, astuple(pose), rest)
        if key not in bodies:
            if len(bodies) == MOST:
                bodies.clear()
            bodies[key] = carve(silhouette, camera, pose, *rest)
        return [one.copy() for one in bodies[key]]

    def baked(self: ColourTable, models: Sequence[ColourModel]) -> None:
        key = tuple(_bytes(one.weights, one.means, one.covariances) for one in models)
        if key not in tables:
            if len(tables) == MOST:
                tables.clear()
            bake(self, models)
            tables[key] = dict(vars(self))
        for name, value in tables[key].items():
            setattr(self, name, value.copy())

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(figures, "carve", carved)
        patch.setattr(ColourTable, "__init__", baked)
        yield
