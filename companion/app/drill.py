"""`companion drill`: every failure of an evening, rehearsed on the real program before the crowd comes.

A show that nobody keeps, the bundled clip as the camera and a simulated board run in processes of their own; each item
breaks one thing, goes on with the match meanwhile, mends it, and looks how long it took until all was as before. The
set-up goes through `rehearse` one result at a time; the command prints them all.
"""

import sqlite3
import threading
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.app.demo_bout import FINISHERS, SHEETS
from companion.app.drill_folder import drill_folder
from companion.app.drill_rehearsal import PATIENCE_S, DrillError, DrillOverError, Rehearsal, State
from companion.app.now import now_ms
from companion.errors import UsageProblemError
from companion.games.clay_wrestling.model import ABILITIES
from companion.kernel.text import Language, Text
from companion.store.people import RosterImported, Sheet, event
from companion.store.show import Show, verify


@dataclass(frozen=True)
class Rehearsed:
    """One item of the drill.

    Attributes:
        item: its name for programs: `camera_gone`, ..
        title: the same for people.
        happened: what was seen, in a sentence.
        ok: all was as before in the end.
        took_s: from mending to that; None where it did not come to it.
    """

    item: str
    title: Text
    happened: Text
    ok: bool
    took_s: float | None = None

    def plain(self, language: str) -> dict[str, Any]:
        """For `--json`."""
        took = None if self.took_s is None else round(self.took_s, 2)
        return {"item": self.item, "ok": self.ok, "happened": self.happened.of(language), "recovered_s": took}


FIGHTERS = (("Momia", "red"), ("Pulpo", "blue"), ("Tigre", "orange"), ("Flan", "yellow"))
ACTS = 3
"""Commands given while something is broken: the match goes on."""
WARM_UP = 4
Outcome = tuple[Text, float]
_WENT_ON = Text("the match went on: {n} commands", "el combate siguió: {n} órdenes")
_CAMERA_BACK = Text("told ({said}); {went_on}; pictures again", "avisado ({said}); {went_on}; hay imagen")
_LIGHTS_BACK = Text(
    "told; {went_on}; the lights came back by themselves", "avisado; {went_on}; las luces volvieron solas"
)
_ROOM_AGAIN = Text(
    "{n} events waited ({said}); old data whole; all written in order when there was room",
    "{n} eventos esperaron ({said}); lo anterior intacto; todo escrito en orden al haber sitio",
)
_LET_GO = Text(
    "another program held the file; {went_on}; {said}; written in order when it let go",
    "otro programa tenía el archivo; {went_on}; {said}; escrito en orden al soltarlo",
)
_BOARD_BACK = Text(
    "{went_on}; a new board came by itself with the newest act", "{went_on}; vino solo otro marcador al día"
)
_UP_AGAIN = Text(
    "killed after event {n}; started again on the same act, turn {turn}, nothing lost, the clocks stand",
    "matado tras el evento {n}; arrancó en la misma acción, turno {turn}, nada perdido, los relojes parados",
)
_SAME_TIME = Text(
    "an hour forward, two back, one forward: match clock, order of the journal and heartbeat as before",
    "una hora más, dos menos, una más: reloj del combate, orden del diario y latido como antes",
)


def _goes_on(led: Rehearsal) -> tuple[State, State]:
    """The state before and after a few commands in the middle of the trouble.

    Raises:
        DrillError: they were not taken.
    """
    before = led.order("look")
    after = led.order("act", times=ACTS)
    if after["events"] < before["events"] + ACTS:
        raise DrillError(Text("the match did not go on", "el combate no siguió"))
    return before, after


def _camera(led: Rehearsal, *, is_in: bool, what: Text) -> Outcome:
    led.until(Text("camera", "cámara"), lambda now: now["camera"] == "good")
    led.order("camera", **{"in": is_in, "still": is_in})
    led.until(what, lambda now: now["camera"] in {"bad", "off"})
    _goes_on(led)
    said = led.order("look")["camera_says"]
    led.order("camera", **{"in": True, "still": False})
    took_s = led.until(Text("pictures again", "imágenes de nuevo"), lambda now: now["camera"] == "good")
    return _CAMERA_BACK.filled(said=Text(*said), went_on=_WENT_ON.filled(n=ACTS)), took_s


def _camera_gone(led: Rehearsal) -> Outcome:
    return _camera(led, is_in=False, what=Text("the loss is told", "se avisa de la pérdida"))


def _camera_frozen(led: Rehearsal) -> Outcome:
    return _camera(led, is_in=True, what=Text("the standstill is told", "se avisa de la imagen parada"))


def _board_unplugged(led: Rehearsal) -> Outcome:
    led.until(Text("lights", "luces"), lambda now: now["lights"] == "good")
    led.order("kit", **{"in": False})
    led.until(Text("the loss is told", "se avisa de la pérdida"), lambda now: now["lights"] == "bad")
    _goes_on(led)
    led.order("kit", **{"in": True})
    took_s = led.until(Text("lights again", "luces de nuevo"), lambda now: now["lights"] == "good")
    return _LIGHTS_BACK.filled(went_on=_WENT_ON.filled(n=ACTS)), took_s


def _disk_full(led: Rehearsal) -> Outcome:
    led.order("fill")
    try:
        _, full = _goes_on(led)
        on_disk = verify(led.show).events
    finally:
        led.order("empty")
    if full["saved"] == "saved":
        raise DrillError(Text("the disk did not get full", "el disco no se llenó"))
    took_s = led.until(Text("all is saved", "todo guardado"), lambda now: now["saved"] == "saved")
    _all_there(led, full["events"])
    return _ROOM_AGAIN.filled(n=full["events"] - on_disk, said=Text(*full["disk_says"])), took_s


def _process_killed(led: Rehearsal) -> Outcome:
    before = led.order("act", times=ACTS)
    led.kill()
    began_s = time.monotonic()
    after = led.start()
    took_s = time.monotonic() - began_s
    if (after["acts"], after["turn"]) != (before["acts"], before["turn"]):
        raise DrillError(Text("the match is not where it was", "el combate no está donde estaba"))
    _all_there(led, before["events"])
    return _UP_AGAIN.filled(n=before["events"], turn=before["turn"]), took_s


def _second_screen_lost(led: Rehearsal) -> Outcome:
    led.until(Text("the crowd board draws", "el marcador dibuja"), lambda now: led.board_sees()[0] == now["board"])
    lost = led.order("look")["board"]
    led.kill_board(lost)
    began_s = time.monotonic()
    _, after = _goes_on(led)
    due = after["events"]

    def drawn_again(now: State) -> bool:
        pid, events = led.board_sees()
        return pid not in {0, lost} and pid == now["board"] and events >= due

    led.until(Text("a new crowd board with the newest event", "un marcador nuevo con lo último"), drawn_again)
    return _BOARD_BACK.filled(went_on=_WENT_ON.filled(n=ACTS)), time.monotonic() - began_s


def _database_locked(led: Rehearsal) -> Outcome:
    with closing(sqlite3.connect(led.show, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        try:
            _, locked = _goes_on(led)
        finally:
            other.execute("ROLLBACK")
    if locked["saved"] == "saved":
        raise DrillError(Text("nothing was locked", "no había nada bloqueado"))
    took_s = led.until(Text("all is saved", "todo guardado"), lambda now: now["saved"] == "saved")
    _all_there(led, locked["events"])
    return _LET_GO.filled(went_on=_WENT_ON.filled(n=ACTS), said=Text(*locked["disk_says"])), took_s


def _clock_jump(led: Rehearsal) -> Outcome:
    took_s = 0.0
    for hours in (1, -2, 1):
        before = led.order("look")
        led.order("clock", ms=hours * 3_600_000)
        waited_s = led.until(
            Text("the heart beats on the new time", "el latido sigue con la hora nueva"),
            lambda now: abs(now["wall_ms"] - now["heart_ms"]) < 60_000,
        )
        took_s = max(took_s, waited_s)
        _, after = _goes_on(led)
        ran_ms = max(after["clocks_ms"].values(), default=0) - max(before["clocks_ms"].values(), default=0)
        if not 0 <= ran_ms < 1_800_000:
            raise DrillError(Text("the match clock jumped too", "el reloj del combate saltó también"))
    _all_there(led, led.order("look")["events"])
    return _SAME_TIME, took_s


def _all_there(led: Rehearsal, events: int) -> None:
    """The journal holds up to this event.

    Raises:
        DrillError: it does not.
    """
    report = verify(led.show)
    if not report.ok or report.events < events:
        what = Text(f"{report}, due {events}", f"{report.spanish}, tocaban {events}")
        raise DrillError(what)


ITEMS: dict[str, tuple[Text, Callable[[Rehearsal], Outcome]]] = {
    "camera_gone": (Text("camera gone", "cámara perdida"), _camera_gone),
    "camera_frozen": (Text("camera frozen", "cámara congelada"), _camera_frozen),
    "board_unplugged": (Text("light board unplugged", "placa de luces desconectada"), _board_unplugged),
    "disk_full": (Text("disk full", "disco lleno"), _disk_full),
    "database_locked": (Text("show file locked", "archivo bloqueado"), _database_locked),
    "second_screen_lost": (Text("second screen lost", "segunda pantalla perdida"), _second_screen_lost),
    "clock_jump": (Text("clock set", "cambio de hora"), _clock_jump),
    "process_killed": (Text("program killed", "programa matado"), _process_killed),
}


class Rehearsing:
    """The items, one by one, each told as soon as it is over; another thread may end them in the middle."""

    def __init__(self, language: Language, only: Sequence[str], patience_s: float) -> None:
        self._ending = threading.Event()
        self._at_work = threading.Lock()
        self._items = _items(language, only, patience_s, self._ending)

    def __iter__(self) -> "Rehearsing":
        return self

    def __next__(self) -> Rehearsed:
        try:
            with self._at_work:
                result = next(self._items)
        except DrillOverError:
            raise StopIteration from None
        if self._ending.is_set():
            # it was ended just as the item was over
            self.close()
            raise StopIteration
        return result

    def close(self) -> None:
        """End it at once, the processes too; an item that is being rehearsed gives nothing."""
        self._ending.set()
        if self._at_work.acquire(blocking=False):
            try:
                self._items.close()
            finally:
                self._at_work.release()


def rehearse(language: Language = "en", only: Sequence[str] = (), *, patience_s: float = PATIENCE_S) -> Rehearsing:
    """Rehearse every item, or some, one by one; each is told as soon as it is over.

    Args:
        only: names of `ITEMS`; all where empty.
        patience_s: how long anything may take before it counts as failed.

    Raises:
        UsageProblemError: an item is not known; at the first one.
    """
    return Rehearsing(language, only, patience_s)


def _items(
    language: Language, only: Sequence[str], patience_s: float, ending: threading.Event
) -> Generator[Rehearsed, None, None]:
    for name in only:
        if name not in ITEMS:
            known = ", ".join(ITEMS)
            raise UsageProblemError(f"there is no item {name!r}; give {known}", f"no hay {name!r}; pon {known}")
    with drill_folder() as folder:
        led = Rehearsal(_show_in(folder), language, patience_s, ending)
        with closing(led):
            is_up = False
            try:
                for name in only or ITEMS:
                    result, is_up = _rehearsed(led, name, is_up=is_up)
                    yield result
            except BaseException:
                # somebody does not wait for the rest: nobody waits for the processes either
                ending.set()
                raise


def _rehearsed(led: Rehearsal, name: str, *, is_up: bool) -> tuple[Rehearsed, bool]:
    """One item; whether the evening can be gone on with after it."""
    title, item = ITEMS[name]
    try:
        if not is_up:
            led.start()
            led.order("act", times=WARM_UP)
        happened, took_s = item(led)
    except DrillError as error:
        led.close()  # the next item begins with a fresh process
        return Rehearsed(name, title, error.text, ok=False), False
    return Rehearsed(name, title, happened, ok=True, took_s=took_s), True


def _show_in(folder: Path) -> Path:
    """A show with a roster, so that the match begins as in an evening."""
    path = folder / "drill.db"
    sheets = tuple(
        Sheet(
            name, "", colour, "humanoid", dict(zip(ABILITIES, (*main, *combat), strict=True)), f"{name} Bomb", position
        )
        for (name, colour), (main, combat), position in zip(FIGHTERS, SHEETS, FINISHERS, strict=True)
    )
    with Show.open(path) as show:
        show.append([event(RosterImported("drill", sheets=tuple(sheets)))], by="drill", at_ms=now_ms())
    return path
