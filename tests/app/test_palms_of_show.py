"""Palms that the show knows (set-up, a roster, an earlier match) count in the match as soon as a player is named."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.evening_table import Table
from companion.screens.flow_view import Step
from companion.screens.ui_state import Undo
from companion.store.people import Player, PlayerSet, event
from companion.store.show import Show

ANA = Player("Ana", 195.0, 82.0)


def measured_in_setup(path: Path, *players: Player) -> None:
    """As the page of the palms stores them."""
    with Show.open(path) as show:
        for player in players:
            show.append([event(PlayerSet(player))], by="setup", at_ms=1)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    measured_in_setup(tmp_path / "noche.db", ANA, Player("Berta", 170.0))
    one = Table(tmp_path / "noche.db")
    yield one
    one.close()


def palms(table: Table) -> dict[str, tuple[float | None, float | None]]:
    view = table.loop.view(table.clock()).evening
    assert view is not None
    return {one.name: (one.palm_mm, one.half_palm_mm) for one in view.players}


def test_a_player_named_on_a_sheet_has_the_palm_at_once(table: Table) -> None:
    table.press("pagedown")
    table.register("Momia", "  aNA ")
    table.register("Pulpo", "Berta")
    table.register("Kraken", "Carla")
    assert table.acts() == ["register_fighter", "register_player"] * 2 + ["register_fighter"]
    assert palms(table) == {"Ana": (195.0, 82.0), "Berta": (170.0, None), "Carla": (None, None)}
    # measured by nobody here: the show is told nothing that it does not know
    assert len(table.rows("player_set")) == 2


def test_the_page_of_the_palms_and_the_bell_know_them(table: Table) -> None:
    table.press("pagedown")
    for fighter, player in (("Momia", "Ana"), ("Pulpo", "Berta")):
        table.register(fighter, player)
    view = table.loop.view(table.clock()).evening
    assert view is not None
    assert Step.PALMS in view.done


def test_a_palm_measured_in_the_match_wins(table: Table) -> None:
    table.press("pagedown")
    table.register("Momia", "Ana")
    table.register("Pulpo", "Berta")
    table.press("step:palms", "row:Ana", "2", "1", "0", "enter", "enter")
    assert palms(table)["Ana"] == (210.0, 82.0)
    assert table.journal.register().people.player("ana") == Player("Ana", 210.0, 82.0)
    # the sheet is corrected: the player is no news, and keeps what was measured
    table.press("step:weigh_in", "row:Momia", "colour:purple")
    assert palms(table)["Ana"] == (210.0, 82.0)


def test_undo_takes_the_palm_back_and_leaves_the_show_its_own(table: Table) -> None:
    table.press("pagedown")
    table.register("Momia", "Ana")
    table.live.ask(Undo(2))
    assert not table.state.players
    assert table.journal.register().people.player("Ana") == ANA
    table.live.give("register_player", {"player": "Ana", "name": "Ana", "palm_mm": 210.0}, "typed")
    assert table.journal.register().people.player("Ana") == Player("Ana", 210.0)
    table.live.ask(Undo(1))
    assert table.journal.register().people.player("Ana") == ANA


def test_a_restart_brings_what_was_measured_meanwhile(tmp_path: Path) -> None:
    path = tmp_path / "noche.db"
    first = Table(path)
    first.press("pagedown")
    first.register("Momia", "Ana")
    first.live.give("register_player", {"player": "Dora", "name": "Dora", "palm_mm": 180.0}, "typed")
    first.close()
    measured_in_setup(path, ANA, Player("Dora", 201.0, 90.0))
    again = Table(path)
    assert palms(again) == {"Ana": (195.0, 82.0), "Dora": (180.0, 90.0)}
    seq = again.evening.last_seq
    again.close()
    once_more = Table(path)
    assert once_more.evening.last_seq == seq
    assert palms(once_more) == {"Ana": (195.0, 82.0), "Dora": (180.0, 90.0)}
    once_more.close()


def test_the_next_match_has_them_too(table: Table) -> None:
    from companion.app.evening_flow import same_people
    from companion.app.records import new_match

    table.press("pagedown")
    table.register("Momia", "Carla")
    before = table.state
    table.live.evening.note(event(PlayerSet(Player("carla", 188.0))), by="setup")
    following = new_match(
        table.journal, "clay_wrestling", "5", table.clock, (), lambda _: None, more=lambda now: same_people(before, now)
    )
    assert following.state.players["Carla"].palm_mm == 188.0
