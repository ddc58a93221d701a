"""What the tests of this folder stand on. Whoever only reads a set or begins on a walked path shares it."""

import pytest
from vision.baked import baked_once

from app.evening_table import table
from app.hurried_lights import lights_at_once
from app.setup_sets import Set, bundled_set
from app.setup_walks import Walked, walk

__all__ = ["baked_once", "lights_at_once", "table"]


@pytest.fixture(scope="session")
def a() -> Set:
    """The bundled set with markers."""
    return bundled_set("a")


@pytest.fixture(scope="session")
def c() -> Set:
    """The bundled set without markers."""
    return bundled_set("c")


@pytest.fixture(scope="session")
def of_a(tmp_path_factory: pytest.TempPathFactory, a: Set) -> Walked:
    """One whole set-up with markers and a measured lens; tests begin on its pages."""
    return walk(a, tmp_path_factory.mktemp("of_a"), with_lens=True)


@pytest.fixture(scope="session")
def of_c(tmp_path_factory: pytest.TempPathFactory, c: Set) -> Walked:
    """The same by clicks and without a lens."""
    return walk(c, tmp_path_factory.mktemp("of_c"), with_lens=False)
