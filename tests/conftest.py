"""What every test stands on."""

import signal
from collections.abc import Iterator

import pytest
from hypothesis import settings

# a busy machine is no failing property: how long an example takes is the bench's business
settings.register_profile("house", deadline=None)
settings.load_profile("house")


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
