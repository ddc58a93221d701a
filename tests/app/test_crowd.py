"""The crowd board's feed reads nothing but the show file."""

from pathlib import Path

from companion.app.crowd import CrowdFeed
from companion.app.evening import Evening
from companion.games import game
from companion.store.show import Show

GWF = "galaxy_wrestling_federation"
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
