"""Keys that were pressed before a page of the set-up could be seen."""

from types import SimpleNamespace
from typing import Any

import pytest

from companion.screens import setup_page, setup_window
from companion.screens.displays import Placement


class Path:
    """Three pages; Enter goes on, anything else is kept."""

    language = "en"

    def __init__(self) -> None:
        self.at, self.kept = 0, []  # type: int, list[str]

    @property
    def is_over(self) -> bool:
        return self.at > 2

    def tick(self, now_ms: float) -> None:
        """Nothing to look at."""

    def press(self, key: str) -> None:
        self.at += key == "enter"
        self.kept.append(f"{self.at}:{key}")

    def view(self) -> Any:
        return SimpleNamespace(at=str(self.at))


def walked(monkeypatch: pytest.MonkeyPatch, rounds: list[list[str]]) -> Path:
    """A path whose window gives these keys, a list a round."""
    path = Path()

    class Scripted:
        surface = SimpleNamespace(get_size=lambda: (10, 10))
        pointer = place = None

        def __init__(self, *_: object) -> None: ...

        def show(self, canvas: object) -> None: ...

        def close(self) -> None: ...

        def keys(self, wait_ms: int, now_ms: int) -> list[str]:
            if not rounds:
                path.at = 99
                return []
            return rounds.pop(0)

    monkeypatch.setattr(setup_window, "SetupWindow", Scripted)
    monkeypatch.setattr(setup_window, "shown", lambda view: (view.at,))
    monkeypatch.setattr(setup_page, "draw", lambda *_, **__: (None, None))
    setup_window.run(path, Placement(None, borderless=False), lambda: 0.0)
    return path


def test_an_enter_from_before_a_page_was_drawn_does_not_confirm_it(monkeypatch: pytest.MonkeyPatch) -> None:
    rounds = [[], ["enter", "enter"], ["enter"], ["text:a"], ["enter"]]
    assert walked(monkeypatch, rounds).kept == ["1:enter", "1:text:a", "2:enter"]


def test_letters_typed_ahead_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    rounds = [[], ["enter", "text:7"], ["text:8", "enter"], ["enter"]]
    assert walked(monkeypatch, rounds).kept == ["1:enter", "1:text:7", "1:text:8", "2:enter"]
