import os

import pytest

# before pygame is imported by anything: no display and no sound card are needed
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")


def pytest_addoption(parser):
    parser.addoption("--renew-screens", action="store_true", help="write the golden screens anew")


@pytest.fixture
def display():
    from screens.real_display import virtual_display

    yield from virtual_display()


@pytest.fixture
def projector():
    from screens.real_display import virtual_display

    yield from virtual_display()
