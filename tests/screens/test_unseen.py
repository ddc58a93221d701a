"""Keys that were pressed before a page of the evening could be seen: the referee's window, as the set-up's does."""

from types import SimpleNamespace
from typing import Any

import pytest

from companion.screens import referee, referee_window
from companion.screens.displays import Placement
from companion.screens.flow_state import FlowUi
from companion.screens.flow_view import Step
from companion.screens.interaction import Ui
from companion.screens.referee_window import RefereeLoop
from companion.screens.sheet_form import SheetForm
from companion.screens.unseen import SOON_MS, Unseen
from screens.flow_samples import EVENING, page

PLACEMENT = Placement(None, borderless=False)  # type: ignore[arg-type]


class Pages(RefereeLoop):
    """The pages one after the other; Enter goes on, anything else is kept."""

    kept: list[str]

    def __init__(self, *_: object) -> None:
        super().__init__(SimpleNamespace(), Ui(flow=FlowUi(Step.SHOW)))  # type: ignore[arg-type]
        Pages.kept = []

    def press(self, key: str, now_ms: int) -> tuple[Any, ...]:
        steps = list(Step)
        assert self.ui.flow is not None
        at = steps.index(self.ui.flow.step or Step.SHOW) + (key == "enter")
        self.ui = Ui(flow=FlowUi(steps[at]))
        self.kept.append(f"{at}:{key}")
        return ()

    def view(self, now_ms: int) -> Any:
        assert self.ui.flow is not None
        return page(EVENING, self.ui.flow)


def walked(monkeypatch: pytest.MonkeyPatch, rounds: list[list[str]]) -> tuple[list[str], list[int]]:
    """What the pages took of these keys, a list a round, and how long each round waited for keys."""
    waited: list[int] = []

    class Scripted:
        surface = SimpleNamespace(get_size=lambda: (10, 10))

        def __init__(self, *_: object) -> None: ...

        def show(self, canvas: object) -> None: ...

        def close(self) -> None: ...

        def keys(self, wait_ms: int, now_ms: int) -> list[str]:
            waited.append(wait_ms)
            return rounds.pop(0)

    monkeypatch.setattr(referee_window, "Window", Scripted)
    monkeypatch.setattr(referee_window, "RefereeLoop", Pages)
    monkeypatch.setattr(referee_window, "tell_when_gone", lambda language: None)
    monkeypatch.setattr(referee, "draw", lambda *_: None)
    referee_window.run(SimpleNamespace(), PLACEMENT, lambda: 0, tick=lambda _now_ms: bool(rounds))  # type: ignore[arg-type]
    return Pages.kept, waited


def test_an_enter_from_before_a_page_was_drawn_does_not_confirm_it(monkeypatch: pytest.MonkeyPatch) -> None:
    kept, waited = walked(monkeypatch, [["enter"], ["enter", "enter"], ["enter", "a"], ["enter"]])
    assert kept == ["1:enter", "1:a", "2:enter"]
    assert [one == SOON_MS for one in waited] == [True, False, True, False]


def test_a_page_is_its_step_or_the_sheet_over_it() -> None:
    loop = RefereeLoop(SimpleNamespace(), Ui(flow=FlowUi(Step.PALMS)))  # type: ignore[arg-type]
    view = page(EVENING, FlowUi(Step.PALMS))
    assert loop.page(view) is Step.PALMS
    # the next player on the same page has been seen
    loop.ui = Ui(flow=FlowUi(Step.PALMS, at="Ana"))
    assert loop.page(view) is Step.PALMS
    loop.ui = Ui(flow=FlowUi(Step.FIGHTERS), form=SheetForm(fighter="Momia"))
    assert loop.page(view) == "Momia"
    loop.ui = Ui()
    assert loop.page(view) is None


def test_other_keys_are_never_dropped() -> None:
    unseen = Unseen()
    unseen.draws("a")
    assert unseen.drops("enter", lambda: "a")
    assert not unseen.drops("1", lambda: "b")
    unseen.draws("a")
    assert not unseen.drops("enter", lambda: "a")
    assert unseen.drops("enter", lambda: "b")
