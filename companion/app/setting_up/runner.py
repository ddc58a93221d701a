"""Work that takes longer than a picture: done beside the event loop, its result taken in the loop (field note F-08)."""

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Any

from companion.app.crash import report
from companion.errors import CompanionError
from companion.kernel.text import Text
from companion.vision.waited_for import while_wanted

Job = Callable[[], Any]
Then = Callable[[Any], None]
Otherwise = Callable[[Text], None]


@dataclass(frozen=True)
class Work:
    """A job, and what its result or its failure does; both in the loop's own thread.

    Attributes:
        is_glance: a look that nobody asked for.
        only_looks: it writes nothing: where nobody waits for it any more it stops in the middle.
        is_promised: the person was told that it is kept: it is done also where nobody waits for its result any more.
    """

    name: Text
    job: Job
    then: Then
    otherwise: Otherwise
    is_glance: bool = False
    only_looks: bool = False
    is_promised: bool = False
    _left: threading.Event = field(default_factory=threading.Event)

    def do(self) -> Any:
        """The job itself, in whatever thread.

        Raises:
            NobodyWaitsError: it was left meanwhile.
        """
        if not self.only_looks:
            return self.job()
        with while_wanted(lambda: not self._left.is_set()):
            return self.job()

    def leave(self) -> None:
        """Nobody waits for its result."""
        self._left.set()

    def finish(self, future: "Future[Any]") -> None:
        error = future.exception()
        if error is None:
            self.then(future.result())
        elif isinstance(error, CompanionError):
            self.otherwise(Text(error.of("en"), error.of("es")))
        elif isinstance(error, Exception):
            told = report(error)  # the path goes on without this step; the details are in the file it names
            self.otherwise(Text(told, told))
        else:
            raise error


class Runner:
    """Does one job at a time; what a person asked for waits for a look that is running, and then comes first."""

    def __init__(self, submit: Callable[[Job], "Future[Any]"], close: Callable[[], None] = lambda: None) -> None:
        self._submit, self._close = submit, close
        self._running: tuple[Work, Future[Any]] | None = None
        self._next: Work | None = None
        self._begun: list[Future[Any]] = []

    def start(self, work: Work) -> bool:
        """Begin; False while something else runs that this one may not wait for: a second press changes nothing."""
        if self._running is None:
            self._running = (work, self._submitted(work))
            return True
        if work.is_glance or not self._running[0].is_glance or self._next is not None:
            return False
        self._next = work
        self._running[0].leave()
        return True

    def _submitted(self, work: Work) -> "Future[Any]":
        future = self._submit(work.do)
        self._begun = [*(one for one in self._begun if not one.done()), future]
        return future

    @property
    def is_asked(self) -> bool:
        """Whether something runs or waits that a person asked for."""
        return self._next is not None or (self._running is not None and not self._running[0].is_glance)

    def doing(self) -> Work | None:
        """The job that runs or waits; one look after another are different jobs of one name."""
        if self._next is not None:
            return self._next
        return None if self._running is None else self._running[0]

    def busy(self) -> Text | None:
        """Its name."""
        work = self.doing()
        return None if work is None else work.name

    def tick(self) -> bool:
        """Hand a finished result on; whether there was one."""
        if self._running is None or not self._running[1].done():
            return False
        work, future = self._running
        waiting, self._running, self._next = self._next, None, None
        if waiting is None:
            work.finish(future)
        else:
            # the look came too late to matter: what was asked for goes on with what was seen then
            self._running = (waiting, self._submitted(waiting))
        return True

    def forget(self) -> None:
        """Nobody waits for any result any more; what was promised is done all the same."""
        if self._running is not None:
            work, future = self._running
            work.leave()
            if not work.is_promised:
                future.cancel()
        if self._next is not None and self._next.is_promised:
            self._submitted(self._next)
        self._running = self._next = None

    def close(self) -> None:
        self.forget()
        self._close()

    def is_held_after(self, seconds: float) -> bool:
        """Whether something that was begun still goes on so long after: the program ends with it, not before."""
        return bool(wait(self._begun, seconds).not_done)


def thread_runner() -> Runner:
    """In a thread of its own."""
    pool = ThreadPoolExecutor(1, "setup")
    # what still waits in it was promised: the program ends when it is done
    return Runner(pool.submit, lambda: pool.shutdown(wait=False))


def inline_runner() -> Runner:
    """At once, in the caller's thread: for tests and scripts."""
    return Runner(_at_once)


def _at_once(job: Job) -> "Future[Any]":
    future: Future[Any] = Future()
    try:
        future.set_result(job())
    except Exception as error:  # noqa: BLE001  # handed on, as a thread does
        future.set_exception(error)
    return future
