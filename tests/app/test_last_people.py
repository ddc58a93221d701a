"""Who comes along from the show of last time: the roster, and who stands only in its last match."""

from pathlib import Path

import pytest

from app.evening_table import Table
from companion.app.evening import MATCH
from companion.app.last_people import people_from
from companion.games import CLAY
from companion.kernel.session import OPENED
from companion.store.people import Player, PlayerSet, Sheet, SheetRemoved, SheetSet, event
from companion.store.show import Show

ANA = Player("Ana", 195.0, 82.0)


@pytest.fixture
def show(tmp_path: Path) -> Path:
    """Ana's palm was measured in the set-up; two sheets were filled in on the screen, and no bell rang."""
    path = tmp_path / "noche.db"
    with Show.open(path) as opened:
        opened.append([event(PlayerSet(ANA))], by="setup", at_ms=1)
    table = Table(path)
    table.press("pagedown")
    table.register("Momia", "Ana")
    table.register("Kraken", "Carla")
    table.live.give("register_player", {"player": "Carla", "name": "Carla"}, "typed")
    table.close()
    return path


def test_sheets_of_an_unfinished_match_come_along_with_their_players(show: Path) -> None:
    people = people_from(show)
    assert people.file == "noche.db"
    assert [one.name for one in people.players] == ["Ana", "Carla"]
    assert people.players[0] == ANA
    assert [(one.name, one.player) for one in people.sheets] == [("Momia", "Ana"), ("Kraken", "Carla")]
    assert all(one.abilities for one in people.sheets)


def test_what_the_roster_says_goes_before_the_match_and_who_was_removed_stays_away(show: Path) -> None:
    own = Sheet("momia", "Ana", "purple", "beast")
    steps = SheetSet(own), SheetSet(Sheet("Kraken")), SheetRemoved("Kraken")
    with Show.open(show) as opened:
        opened.append([event(step) for step in steps], "desk", 2)
    assert people_from(show).sheets == (own,)


def test_the_next_show_takes_them_as_a_roster(show: Path, tmp_path: Path) -> None:
    following = tmp_path / "next.db"
    with Show.open(following) as opened:
        opened.append([event(people_from(show))], by="setup", at_ms=3)
    table = Table(following)
    assert {one.name for one in table.state.fighters.values()} == {"Momia", "Kraken"}
    table.close()
    assert people_from(following).sheets == people_from(show).sheets


def test_a_match_that_cannot_be_read_leaves_the_roster(show: Path) -> None:
    with Show.open(show) as opened:
        opened.append([{"name": OPENED, MATCH: 2, "game": CLAY, "setup": 7, "seed": "4"}], by="test", at_ms=4)
    people = people_from(show)
    assert people.players == (ANA,)
    assert people.sheets == ()
