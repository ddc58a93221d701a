"""A match ends, its end is taken back, done again and done otherwise, with a kill at each write in turn; run with
`tests/store/fault.c` preloaded, prints how many kills it made. Arguments: the library, a working folder, and names of
scenes; without names all are played, and each write is killed in the middle, too.

After each kill the program is opened on the show as a referee does it: the result, the title that changes with it, the
tournament and the injury are there exactly once where the match is over, and not at all where it is not. Opening it is
killed at each write, too, and so is opening the next match: it is there with all its people, or not at all.
"""

import ctypes
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from companion.app.evening import Evening
from companion.app.evening_flow import same_people
from companion.app.live_window import Wanted, open_evening
from companion.app.records import keep_result, new_match
from companion.games.clay_wrestling import GAME
from companion.store.belts import champion_of
from companion.store.bracket import ELIMINATION, brackets, draw
from companion.store.people import BeltGranted, BeltStaked, Sheet, SheetSet, event
from companion.store.records import carried_injuries
from companion.store.resilient import ResilientJournal
from companion.store.show import verify

KILLED, TORN = 5, 6
NAMES = ("Momia", "Pulpo")
POINTS = {
    "main": dict.fromkeys(("combat", "speed", "strength", "technique", "resistance"), 2),
    "combat_abilities": dict.fromkeys(("strike", "whip", "suplex", "submission", "counter"), 2),
}
ABILITIES = {**POINTS["main"], **POINTS["combat_abilities"]}
Act = Callable[[Evening[Any]], object]


def ruled(topic: str, subject: str, value: object) -> Act:
    return lambda evening: evening.give(
        "referee_ruling", {"topic": topic, "subject": subject, "value": value, "note": "x"}
    )


WON, OTHERWISE = ruled("winner", "match", "Momia"), ruled("winner", "match", "Pulpo")
SCENES: dict[str, tuple[tuple[Act, ...], Act]] = {
    "the end": ((), WON),
    "taken back": ((WON,), lambda evening: evening.give("undo", {"commands": 1})),
    "done again": ((WON, lambda evening: evening.give("undo", {})), lambda evening: evening.give("redo", {})),
    "otherwise": ((WON, lambda evening: evening.give("undo", {})), OTHERWISE),
}


@contextmanager
def opened(show: Path, *, keep: bool = True) -> Iterator[tuple[Evening[Any], ResilientJournal]]:
    """The program without its window, on the match that is running or over."""
    journal = ResilientJournal.open(show)
    evening = open_evening(Wanted(show, seed="1"), journal, lambda _: None)
    if keep:
        keep_result(evening, journal, lambda _: None)
    try:
        yield evening, journal
    finally:
        journal.close()


def prepare(show: Path, before: tuple[Act, ...]) -> None:
    """A title match and tournament final with an injured loser, up to its last command."""
    journal = ResilientJournal.open(show)
    sheets = [SheetSet(Sheet(name, class_="humanoid", abilities=ABILITIES)) for name in NAMES]
    steps = [*sheets, BeltGranted("World", "Pulpo"), BeltStaked("World"), draw("Cup", ELIMINATION, NAMES)]
    journal.append([event(step) for step in steps], by="desk", at_ms=1)
    journal.close()
    with opened(show) as (evening, _):
        evening.give("start_match", {"mode": "wrestling_match", "fighters": list(NAMES)})
        ruled("wounds.strike", "Pulpo", 2)(evening)
        for act in before:
            act(evening)


def check(show: Path) -> None:
    """Open the show as the referee does; whatever the kill left, the records say what the match says."""
    with opened(show) as (evening, journal):
        people, outcome = journal.register().people, GAME.outcome(evening.state)
        found = [bout.winners for _, bout in people.bouts]
        if outcome is None:
            assert (found, champion_of(people, "World")) == ([], "Pulpo"), found
            assert brackets(people)["Cup"].champion is None
        else:
            (winner,) = outcome.winners
            assert (found, champion_of(people, "World")) == ([(winner,)], winner), found
            assert brackets(people)["Cup"].champion == winner
            assert carried_injuries(people, "Pulpo") == {"strike": 1}
        assert sum(1 for _ in journal.rows(named={"bout_recorded"})) <= 1
        last = journal.last_seq
    report = verify(show)
    assert report.ok, report
    assert report.events == last


def check_next(show: Path) -> None:
    """Nobody is missing in the next match, if there is one."""
    journal = ResilientJournal.open(show)
    evening = Evening.resume(journal, lambda: 9)
    assert evening is not None
    assert set(evening.state.fighters) == set(NAMES), evening.state.fighters
    assert evening.state.fighters["Pulpo"].wounds.get("strike") == 2, "the injury of the first match is carried"
    assert all(one.class_ is not None for one in evening.state.fighters.values())
    if evening.number == 2:
        assert evening.state.players["Ana"].palm_mm == 92.0
    journal.close()
    assert verify(show).ok


def next_match(evening: Evening[Any]) -> None:
    """What the key does that begins a match with the same people."""
    assert isinstance(evening.journal, ResilientJournal)
    people = partial(same_people, evening.state)
    new_match(evening.journal, GAME.id, "2", lambda: 9, (), lambda _: None, more=people)


def killed(fault: Any, show: Path, at: int, kind: int, act: Act | None) -> bool:
    """Give the act, or only open the show, in a process that is killed at its `at`-th write; whether it was."""
    child = os.fork()
    if child == 0:
        if act is None:
            fault.fault_arm(show.name.encode(), ctypes.c_long(at), ctypes.c_long(1), ctypes.c_long(kind))
        with opened(show) as (evening, _):
            if act is not None:
                fault.fault_arm(show.name.encode(), ctypes.c_long(at), ctypes.c_long(1), ctypes.c_long(kind))
                act(evening)
        os._exit(0)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


def every_write(
    fault: Any, base: Path, act: Act | None, kinds: tuple[int, ...], checked: Callable[[Path], None] = check
) -> int:
    """Kill at each write in turn, before it or in the middle of it; gives the number of kills."""
    kills = 0
    for kind in kinds:
        at = 1
        while True:
            folder = base.with_name(f"{kind} {at}")
            folder.mkdir()
            show = folder / "evening.db"
            shutil.copy(base, show)
            was_killed = killed(fault, show, at, kind, act)
            checked(show)
            shutil.rmtree(folder)
            if not was_killed:
                break
            kills, at = kills + 1, at + 1
    return kills


def main(library: str, folder: Path, names: list[str]) -> None:
    fault = ctypes.CDLL(library)
    kills = []
    kinds = (KILLED,) if names else (KILLED, TORN)
    for name in names or SCENES:
        before, act = SCENES[name]
        base = folder / f"{name}.db"
        prepare(base, before)
        kills.append(every_write(fault, base, act, kinds))
        check(base)
        check(base)  # opened once more nothing is left to do
        with opened(base, keep=False) as (evening, _):  # as if killed right after the act: its result is not written
            act(evening)
        kills.append(every_write(fault, base, None, kinds))
    base = folder / "the next.db"
    prepare(base, (WON,))
    with opened(base) as (evening, _):
        evening.give("register_player", {"player": "Ana", "name": "Ana", "palm_mm": 92.0})
    kills.append(every_write(fault, base, next_match, kinds, check_next))
    print(*kills)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), sys.argv[3:])
