"""After the end of a card match: who won and how, the next match or another game by two presses, the results by G."""

from pathlib import Path
from typing import Any

import pytest
from screens.card_play import CARDS, Clock, decks_of

from companion.app.card_evening import setup_again
from companion.app.live import LiveEvening
from companion.app.live_window import Wanted, open_evening
from companion.app.records import keep_result
from companion.errors import UsageProblemError
from companion.games import game
from companion.leds.service import no_lights
from companion.screens import render
from companion.screens.interaction import Ui
from companion.screens.referee_window import RefereeLoop
from companion.store.resilient import ResilientJournal

RAW_DEAL, GALAXY = "raw_deal", "galaxy_wrestling_federation"


def begun(path: Path, **wanted: Any) -> tuple[LiveEvening, ResilientJournal]:
    journal = ResilientJournal.open(path)
    evening = open_evening(Wanted(path, seed="k", **wanted), journal, lambda _: None)
    keep_result(evening, journal, lambda _: None)
    return LiveEvening(evening, journal, no_lights(), Clock()), journal


@pytest.fixture
def over(tmp_path: Path) -> Any:
    """A match of Raw Deal that Kane has given up, on the screen."""
    cards = (CARDS / f"{RAW_DEAL}.yaml",)
    live, journal = begun(tmp_path / "show.db", game=RAW_DEAL, cards=cards, decks=decks_of(RAW_DEAL))
    live.give("start_match", {"superstars": {"p1": "kane", "p2": "mankind"}}, "typed")
    live.give("concede", {"player": "p1"}, "typed")
    yield live, RefereeLoop(live, Ui(language="en"))
    journal.close()


def test_it_says_who_won_and_how(over: Any) -> None:
    ending = over[1].view(0).ending
    assert (ending.title.en, ending.title.es) == ("Mankind", "Mankind")
    assert (ending.detail.en, ending.detail.es) == ("wins: concession", "gana: abandono")


def test_two_presses_begin_the_same_again_with_its_cards_and_decks(over: Any) -> None:
    live, loop = over
    before = live.evening
    for key in "11":
        loop.press(key, 0)
    assert (live.evening.number, live.evening.game.id) == (before.number + 1, RAW_DEAL)
    assert live.evening.session.setup == before.session.setup
    assert live.evening.state.decks.keys() == {"p1", "p2"}
    assert (loop.ui.inside, loop.view(0).ending) == (None, None)


def test_another_game_may_follow_and_the_clay_game_opens_its_pages(over: Any) -> None:
    live, loop = over
    loop.press("1", 0)
    labels = [one.label.en for one in loop.view(0).actions]
    assert labels[0] == "Raw Deal again, with the same cards and decks"
    key = str(1 + next(n for n, label in enumerate(labels) if "lay" in label))
    loop.press(key, 0)
    assert live.evening.game.id == "clay_wrestling"
    assert loop.ui.flow is not None


def test_g_shows_the_results_of_the_show_and_takes_them_away(over: Any) -> None:
    _, loop = over
    loop.press("g", 0)
    view = loop.view(0)
    assert view.summed_up
    drawn = [text.text for text in render.referee_canvas(view, (1280, 720), "en").drawn]
    assert any("Mankind · concession" in text for text in drawn)
    loop.press("g", 0)
    assert not loop.view(0).summed_up


def test_a_game_that_was_not_played_yet_has_what_its_source_says(over: Any) -> None:
    setup = setup_again(over[0].journal, "all_time_wrestling")
    assert setup is not None
    assert game("all_time_wrestling").set_up(setup).cards


def test_another_game_does_not_begin_in_passing(tmp_path: Path) -> None:
    path = tmp_path / "show.db"
    live, journal = begun(path, game=RAW_DEAL, cards=(CARDS / f"{RAW_DEAL}.yaml",), decks=decks_of(RAW_DEAL))
    live.give("start_match", {"superstars": {"p1": "kane", "p2": "mankind"}}, "typed")
    live.give("concede", {"player": "p1"}, "typed")
    rows = journal.last_seq
    with pytest.raises(UsageProblemError, match="its end can still be taken back") as refused:
        open_evening(Wanted(path, game=GALAXY), journal, lambda _: None)
    assert "--new" in refused.value.of("es")
    assert journal.last_seq == rows
    assert open_evening(Wanted(path, game=GALAXY, new_match=True), journal, lambda _: None).game.id == GALAXY
    journal.close()
