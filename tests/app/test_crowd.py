"""The crowd board's feed reads nothing but the show file."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.app.crowd import WORD_WITHIN_MS, CrowdFeed
from companion.app.evening import Evening
from companion.games import game
from companion.kernel.text import Text
from companion.screens.clay_rulings import CORRECTS
from companion.screens.view_model import CrowdView
from companion.store.people import BeltGranted, BeltStaked, Bout, BoutRecorded, Step, event
from companion.store.show import Show

GWF = "galaxy_wrestling_federation"
SHEET = {
    "main": dict.fromkeys(("combat", "speed", "strength", "technique", "resistance"), 2),
    "combat_abilities": dict.fromkeys(("strike", "whip", "suplex", "submission", "counter"), 2),
}
NOW_MS = 1_764_500_000_000


def test_nothing_to_show_before_there_is_a_match(tmp_path: Path) -> None:
    path = tmp_path / "show.db"
    feed = CrowdFeed(path)
    assert feed.fetch(NOW_MS) is None
    with Show.open(path):
        assert feed.fetch(NOW_MS) is None
        feed.close()


def test_it_follows_the_journal_and_never_shows_a_secret(tmp_path: Path) -> None:
    path = tmp_path / "show.db"
    with Show.open(path) as show:
        evening = Evening.open_match(show, game(GWF), lambda: NOW_MS)
        evening.give("start_game", {"seats": ["p1", "p2", "p3"], "first": "p1"})
        feed = CrowdFeed(path)
        first = feed.fetch(NOW_MS)
        assert first is not None
        assert [fighter.name for fighter in first.fighters] == ["p1", "p2", "p3"]
        evening.give("challenge", {"player": "p1", "opponent": "p2", "kind": "speed"})
        evening.give("commit_card", {"player": "p1", "card": {"strength": 8765, "beats": 4}})
        second = feed.fetch(NOW_MS)
        assert second is not None
        assert second != first
        assert "8765" not in str(second)
        evening.give("undo", {"commands": 2})
        assert CrowdFeed(path).fetch(NOW_MS) is not None
        show.set_live({"referee_ms": NOW_MS - 5000})
        silent = feed.fetch(NOW_MS)
        assert silent is not None
        assert silent.silent_ms == 5000
        assert silent.fighters == first.fighters
        feed.close()


def test_a_board_that_outlived_a_killed_referee_goes_when_the_next_one_comes(tmp_path: Path) -> None:
    show = Show.open(tmp_path / "night.db")
    Evening.open_match(show, game("clay_wrestling"), lambda: 5)
    feed = CrowdFeed(show.path)
    assert feed.fetch(5) is not None
    assert not feed.is_replaced("first")  # nobody has said anything yet
    show.set_live({"referee_ms": 5, "board": "first"})
    feed.fetch(6)
    assert not feed.is_replaced("first")
    assert not feed.is_replaced(None)  # started by hand: it stays
    show.set_live({"referee_ms": 9, "board": "second"})
    feed.fetch(10)
    assert feed.is_replaced("first")
    feed.close()
    show.close()


def test_a_board_that_begins_before_its_referee_waits_for_his_word(tmp_path: Path) -> None:
    """After a kill the next board opens while the referee's process still reads the show."""
    show = Show.open(tmp_path / "night.db")
    Evening.open_match(show, game("clay_wrestling"), lambda: 5)
    show.set_live({"referee_ms": 5, "board": "killed"})
    feed, late = CrowdFeed(show.path), CrowdFeed(show.path)
    for one in (feed, late):
        one.fetch(100)
        assert not one.is_replaced("next")
    show.set_live({"referee_ms": 3000, "board": "next"})
    feed.fetch(3000)
    assert not feed.is_replaced("next")
    show.set_live({"referee_ms": 9000, "board": "third"})
    feed.fetch(9000)
    assert feed.is_replaced("next")
    show.set_live({"referee_ms": 9000, "board": "killed"})
    late.fetch(100 + WORD_WITHIN_MS)
    assert not late.is_replaced("next")
    late.fetch(101 + WORD_WITHIN_MS)
    assert late.is_replaced("next")  # his referee died, too: another one keeps another board
    for one in (feed, late):
        one.close()
    show.close()


def test_rulings_and_undos_are_told_to_the_crowd_in_words_without_the_reason(tmp_path: Path) -> None:
    path = tmp_path / "night.db"
    with Show.open(path) as show:
        evening = Evening.open_match(show, game("clay_wrestling"), lambda: NOW_MS)
        for name in ("Momia", "Pulpo"):
            sheet = {"fighter": name, "name": name, "player": name, "clay_colour": name, **SHEET}
            evening.give("register_fighter", sheet)
            evening.give("classify", {"fighter": name, "class": "humanoid"})
        evening.give("start_match", {"mode": "wrestling_match", "fighters": ["Momia", "Pulpo"]})
        feed, told = CrowdFeed(path), []

        def headline() -> str:
            view = feed.fetch(NOW_MS)
            assert view is not None
            return "" if view.headline is None else view.headline.es

        def rule(topic: str, value: object) -> str:
            ruling = {"topic": topic, "subject": "Momia", "value": value, "note": "typed in a hurry"}
            evening.give("referee_ruling", ruling)
            told.append(headline())
            return told[-1]

        assert rule("posture", "knocked_down") == "El árbitro decide: Momia está derribado"
        assert rule("zone", "ringside") == "El árbitro decide: Momia está en ringside"
        assert rule("stamina", 7) == "El árbitro decide: Momia tiene 7 de estamina"
        assert rule("counter_loss", 1) == told[-2]  # the referee's own affair
        evening.give("undo", {"commands": 1})
        assert headline() == "El árbitro corrige."
        assert "hurry" not in " ".join(told)
        feed.close()


def test_the_belt_that_a_match_is_for_and_its_champion_are_told(tmp_path: Path) -> None:
    path = tmp_path / "night.db"
    with Show.open(path) as show:
        Evening.open_match(show, game("clay_wrestling"), lambda: NOW_MS)
        feed = CrowdFeed(path)

        def belt() -> tuple[str, str]:
            view = feed.fetch(NOW_MS)
            assert view is not None
            return view.belt, view.champion

        def desk(step: Step) -> None:
            show.append([event(step)], "desk", NOW_MS)

        assert belt() == ("", "")
        desk(BeltGranted("World", "Pulpo"))
        desk(BeltStaked("World"))
        assert belt() == ("World", "Pulpo")
        desk(BoutRecorded(Bout("1", ("Momia", "Pulpo"), ("Momia",), "pin", "World")))
        assert belt() == ("World", "Momia")
        late = CrowdFeed(path)
        late.fetch(NOW_MS)
        assert late._belt == ("World", "Momia")  # a board that starts late knows it, too
        late.close()
        Evening.open_match(show, game("clay_wrestling"), lambda: NOW_MS)
        assert belt() == ("", "")  # the next match is for nothing
        feed.close()


@pytest.mark.parametrize("end", ["uphold", "annul", "undo"])
def test_under_review_nothing_new_is_shown_and_what_is_annulled_never_was(tmp_path: Path, end: str) -> None:
    """Field note J-03: not a line, not a moment, not a figure's place, whatever the referee does meanwhile."""
    path = tmp_path / "night.db"
    with Show.open(path) as show:
        evening = Evening.open_match(show, game("clay_wrestling"), lambda: NOW_MS)
        for name in ("Momia", "Pulpo"):
            sheet = {"fighter": name, "name": name, "player": name, "clay_colour": name, **SHEET}
            evening.give("register_fighter", sheet)
            evening.give("classify", {"fighter": name, "class": "humanoid"})
        evening.give("start_match", {"mode": "wrestling_match", "fighters": ["Momia", "Pulpo"]})
        feed = CrowdFeed(path)

        def seen(by: CrowdFeed = feed) -> CrowdView:
            view = by.fetch(NOW_MS)
            assert view is not None
            return view

        def rule(topic: str, subject: str, value: object) -> None:
            evening.give("referee_ruling", {"topic": topic, "subject": subject, "value": value, "note": "?"})

        rule("stamina", "Momia", 9)
        show.set_live({"referee_ms": NOW_MS, "figures": {"Momia": [1.0, 2.0, 0.0, "standing", False, 1.0, 22.0]}})
        before = seen()
        rule("review", "match", "open")
        show.set_live({"referee_ms": NOW_MS, "figures": {"Momia": [300.0, 2.0, 0.0, "lying", False, 1.0, 22.0]}})
        meanwhile = [seen()]
        for topic, value in (("stamina", -9), ("posture", "unconscious"), ("zone", "out")):
            rule(topic, "Momia", value)
            meanwhile.append(seen())
        rule("winner", "match", "Pulpo")
        meanwhile.append(seen())
        evening.give("undo", {"commands": 1})
        meanwhile.append(seen())
        evening.give("redo", {"commands": 1})
        meanwhile.append(seen())
        assert all(one == replace(before, review=True) for one in meanwhile)
        late = CrowdFeed(path)
        assert replace(seen(late), ring=before.ring) == replace(before, review=True)
        late.close()
        if end == "undo":
            evening.give("undo", {"commands": 6})
            assert seen().headline == CORRECTS
        else:
            rule("review", "match", end)
        after = seen()
        assert not after.review
        assert (after.ending is not None) == (end == "uphold")
        assert after.moment == before.moment
        assert after.ring != before.ring
        if end == "annul":
            assert after.fighters == before.fighters
            assert after.headline == Text("The action is annulled.", "La jugada queda anulada.")
        feed.close()
