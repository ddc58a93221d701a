"""The lights' page beside a simulated kit: waiting takes no time, it only passes on the clock of both."""

import time
from collections.abc import Iterator

import pytest

from companion.app.setting_up.steps import lights
from companion.leds.backends import Connection
from companion.leds.session import Session
from companion.leds.simulated_port import SimulatedPort


class Hurry:
    """Seconds: the machine's, and those that nobody waited for."""

    def __init__(self) -> None:
        self.skipped_s = 0.0

    def __call__(self) -> float:
        return time.monotonic() + self.skipped_s


class HurriedPort(SimulatedPort):
    """With nothing to read the time to wait for it has passed."""

    def __init__(self, port: SimulatedPort, hurry: Hurry) -> None:
        vars(self).update(vars(port))
        self._clock = self._hurry = hurry

    def read(self, wait_s: float) -> bytes:
        data = super().read(0.0)
        if not data:
            self._hurry.skipped_s += wait_s
        return data


def hurried(connection: Connection) -> Session:
    """A session with a simulated kit in no time; with another in its own."""
    if not isinstance(connection.port, SimulatedPort):
        return Session(connection)
    hurry = Hurry()
    port = HurriedPort(connection.port, hurry)
    return Session(Connection(port, connection.link, connection.ropes_per_side), hurry)


@pytest.fixture(scope="session", autouse=True)
def lights_at_once() -> Iterator[None]:
    """Thirty changes of the light, a third of a second apart for the eyes, would make a set-up ten seconds longer."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lights, "Session", hurried)
        yield
