"""What every test stands on."""

import gc
import signal
from collections.abc import Iterator

import pytest
from hypothesis import settings

# a busy machine is no failing property: how long an example takes is the bench's business
settings.register_profile("house", deadline=None)
settings.load_profile("house")


def pytest_collection() -> None:
    """Seven thousand tests are gathered in every worker: looking for dead ones among them took a third of the time."""
    gc.disable()


def pytest_collection_finish() -> None:
    """They stay to the end: nobody need go through them again."""
    gc.freeze()
    gc.enable()


@pytest.fixture
def in_a_terminal() -> Iterator[None]:
    """As if this run stood in a terminal of its own: under `nohup` SIGHUP is ignored, here and in every child."""
    number = getattr(signal, "SIGHUP", None)
    if number is None or signal.getsignal(number) is not signal.SIG_IGN:
        yield
        return
    signal.signal(number, signal.SIG_DFL)
    yield
    signal.signal(number, signal.SIG_IGN)
