"""From the last bell to the records: once, whatever kills the program on the way; card games, too."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.app.evening import Evening
from companion.app.records import keep_result, settle_last
from companion.games import game
from companion.store.people import Bout
from companion.store.resilient import ResilientJournal
from companion.store.results import correct, record

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the library is preloaded as Linux does it")
def test_killed_at_any_write_from_an_end_to_the_next_match_nothing_is_lost_or_half_done(tmp_path: Path) -> None:
    library = tmp_path / "fault.so"
    source = ROOT / "tests" / "store" / "fault.c"
    flags = ["-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-Werror"]
    subprocess.run(["cc", *flags, "-o", library, source, "-ldl"], check=True)
    environment = {**os.environ, "LD_PRELOAD": str(library), "PYTHONPATH": str(ROOT)}
    script = Path(__file__).with_name("killed_result.py")
    command = [sys.executable, str(script), str(library), str(tmp_path), "the end"]
    played = subprocess.run(command, check=False, capture_output=True, text=True, env=environment)
    assert played.returncode == 0, played.stderr
    ending, opening, beginning = map(int, played.stdout.split())
    assert min(ending, opening, beginning) > 10, "each commit has several writes"


ALL_TIME = "all_time_wrestling"
NEW = {"phase": "SETUP_WRESTLERS"}
BOARD = {"health_max": 14, "stamina_max": 9}


def conceded(evening: Evening[Any], wrestlers: tuple[str, str], by: str) -> None:
    for seat, wrestler in zip(("p1", "p2"), wrestlers, strict=True):
        evening.give("choose_wrestler", {"player": seat, "wrestler": wrestler, "board": BOARD})
    evening.give("concede", {"player": by})


def test_a_card_game_is_recorded_in_its_own_words_while_its_end_holds(tmp_path: Path) -> None:
    """By the wrestlers' names; killed right after the end and gone past by a new match, it is recorded all the same."""
    told: list[str] = []
    journal = ResilientJournal.open(tmp_path / "night.db")

    def found() -> list[Bout]:
        return [bout for _, bout in journal.register().people.bouts]

    evening = Evening.open_match(journal, game(ALL_TIME), lambda: 5, setup=NEW)
    keep_result(evening, journal, lambda text: told.append(text.en))
    conceded(evening, ("shumba", "kurt_angle"), "p1")
    due = Bout("1", ("Shumba", "Kurt Angle"), ("Kurt Angle",), "concession", game=ALL_TIME)
    assert found() == [due]
    evening.give("undo", {})
    assert found() == []
    evening.give("redo", {})
    assert found() == [due]
    journal.wait_for_backups()
    assert len([line for line in told if line.startswith("match 1 is recorded; backup: ")]) == 2
    killed = Evening.open_match(journal, game(ALL_TIME), lambda: 6, setup=NEW)
    conceded(killed, ("kurt_angle", "shumba"), "p2")
    assert len(found()) == 1
    for _ in range(2):
        settle_last(journal, lambda: 7, lambda _: None)
        assert [bout.winners for bout in found()] == [("Kurt Angle",), ("Kurt Angle",)]
    journal.close()


def test_what_the_desk_says_of_a_match_is_left_alone_by_a_restart(tmp_path: Path) -> None:
    """A correction of who won and for which belt stands; so does a result that the desk recorded under its number."""
    path = tmp_path / "night.db"
    journal = ResilientJournal.open(path)
    evening = Evening.open_match(journal, game(ALL_TIME), lambda: 5, setup=NEW)
    keep_result(evening, journal, lambda _: None)
    conceded(evening, ("shumba", "kurt_angle"), "p1")
    journal.close()
    correct(path, "1", {"winners": ("Shumba",), "belt": "World"}, "video", 6)
    record(path, Bout("2", ("A", "B"), ("A",), "pin"), 7)
    journal = ResilientJournal.open(path)
    again = Evening.resume(journal, lambda: 8)
    assert again is not None
    keep_result(again, journal, lambda _: None)
    again.give("undo", {})
    again.give("redo", {})
    second = Evening.open_match(journal, game(ALL_TIME), lambda: 9, setup=NEW)
    keep_result(second, journal, lambda _: None)
    assert [(bout.bout, bout.winners, bout.belt) for _, bout in journal.register().people.bouts] == [
        ("1", ("Shumba",), "World"),
        ("2", ("A",), ""),
    ]
    journal.close()
