"""Work beside the loop: what a person asks for is never lost, never done twice, and never stops the path."""

import threading
from concurrent.futures import Future

import pytest

from companion.app.setting_up import runner as runner_module
from companion.app.setting_up.runner import Job, Runner, Work, inline_runner, thread_runner
from companion.errors import CompanionError
from companion.kernel.text import Text
from companion.vision.waited_for import still_wanted

NAME = Text("work", "trabajo")


def work(told: list[object], value: object, *, glance: bool = False) -> Work:
    return Work(NAME, lambda: value, told.append, told.append, is_glance=glance)


def test_results_come_in_a_tick_not_before() -> None:
    told: list[object] = []
    runner = inline_runner()
    assert runner.start(work(told, 1))
    assert told == []
    assert runner.busy() == NAME
    assert runner.tick()
    assert told == [1]
    assert runner.busy() is None
    assert not runner.tick()


def test_what_is_asked_for_waits_for_a_glance_whose_result_is_dropped() -> None:
    told: list[object] = []
    runner = inline_runner()
    runner.start(work(told, "glance", glance=True))
    assert runner.start(work(told, "asked"))
    runner.tick()
    runner.tick()
    assert told == ["asked"]


@pytest.mark.parametrize("leaves", ["forget", "close"])
@pytest.mark.parametrize("waits", [True, False])
def test_what_was_promised_is_done_though_its_page_is_left(leaves: str, *, waits: bool) -> None:
    """A palm that the page calls kept, behind a search for a hand that still runs (in order, as one thread works)."""
    queue: list[tuple[Job, Future[object]]] = []

    def submit(job: Job) -> Future[object]:
        queue.append((job, Future()))
        return queue[-1][1]

    written: list[str] = []
    runner = Runner(submit)
    if waits:
        runner.start(Work(NAME, lambda: None, print, print, is_glance=True))
    assert runner.start(Work(NAME, lambda: written.append("Luis"), print, print, is_promised=True))
    getattr(runner, leaves)()
    for job, future in queue:
        if not future.cancelled():
            job()
    assert written == ["Luis"]


def test_what_was_not_promised_is_dropped_with_its_page() -> None:
    queue: list[Future[object]] = []

    def submit(_job: Job) -> Future[object]:
        queue.append(Future())
        return queue[-1]

    runner = Runner(submit)
    runner.start(Work(NAME, lambda: None, print, print, is_glance=True))
    runner.start(Work(NAME, lambda: None, print, print))
    runner.forget()
    assert [future.cancelled() for future in queue] == [True]


def test_a_second_press_changes_nothing() -> None:
    told: list[object] = []
    runner = inline_runner()
    runner.start(work(told, 1))
    assert not runner.start(work(told, 2))
    assert not runner.start(work(told, 3, glance=True))
    runner.tick()
    assert told == [1]


def test_an_error_for_people_is_told_in_both_languages() -> None:
    told: list[object] = []

    def fails() -> None:
        raise CompanionError("no", "que no")

    runner = inline_runner()
    runner.start(Work(NAME, fails, told.append, told.append))
    runner.tick()
    assert told == [Text("no", "que no")]


def test_what_nobody_foresaw_is_one_sentence_and_the_path_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner_module, "report", lambda error: f"unforeseen: {type(error).__name__}")
    told: list[Text] = []

    def fails() -> None:
        raise ZeroDivisionError("oh")

    runner = inline_runner()
    runner.start(Work(NAME, fails, lambda _: None, told.append))
    runner.tick()
    assert "ZeroDivisionError" in told[0].en


def test_a_thread_does_not_hold_the_loop_and_may_be_forgotten() -> None:
    told: list[object] = []
    may_end = threading.Event()
    runner: Runner = thread_runner()
    runner.start(Work(NAME, lambda: may_end.wait(60), told.append, told.append))
    assert not runner.tick()
    runner.forget()
    assert runner.busy() is None
    may_end.set()
    runner.start(work(told, "next"))
    while not runner.tick():
        pass
    assert told == ["next"]
    runner.close()


def test_a_search_that_nobody_waits_for_stops_and_the_next_one_need_not_wait() -> None:
    told: list[object] = []
    begun, ended = threading.Event(), threading.Event()

    def search() -> None:
        begun.set()
        try:
            while True:
                still_wanted()
        finally:
            ended.set()

    runner: Runner = thread_runner()
    runner.start(Work(NAME, search, told.append, told.append, only_looks=True))
    begun.wait(60)
    assert runner.is_asked
    runner.forget()
    assert ended.wait(60)
    begun.clear(), ended.clear()
    runner.start(Work(NAME, search, told.append, told.append, is_glance=True, only_looks=True))
    begun.wait(60)
    assert not runner.is_asked
    runner.start(work(told, "asked"))
    assert ended.wait(60), "a look that nobody asked for gives way"
    while told != ["asked"]:
        runner.tick()
    runner.start(Work(NAME, search, told.append, told.append, only_looks=True))
    runner.close()
    assert ended.wait(60)


def test_what_still_goes_on_when_the_window_is_closed_is_known() -> None:
    """The program ends with it, and whoever looks at the terminal hears why it has not ended."""
    begun, gate = threading.Event(), threading.Event()

    def slow() -> None:
        begun.set()
        gate.wait(60)

    runner = thread_runner()
    runner.start(Work(NAME, slow, print, print))
    assert begun.wait(60)
    runner.close()
    assert runner.is_held_after(0.05)
    gate.set()
    assert not runner.is_held_after(60)
