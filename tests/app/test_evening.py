"""An evening keeps what happened: durable before told, resumed as it was."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from companion.app.evening import MATCH, Evening
from companion.errors import FileProblemError
from companion.games import game
from companion.kernel.refusals import IllegalCommandError
from companion.store.show import Row, Show, verify

GWF = "galaxy_wrestling_federation"
SEATS = {"seats": ["p1", "p2", "p3"], "first": "p1"}


def clock() -> int:
    return 1_764_500_000_000


def started(show: Show) -> Evening[Any]:
    evening = Evening.open_match(show, game(GWF), clock, seed="7")
    evening.give("start_game", SEATS)
    evening.give("challenge", {"player": "p1", "opponent": "p2", "kind": "strength"})
    return evening


@pytest.fixture
def show(tmp_path: Path) -> Iterator[Show]:
    with Show.open(tmp_path / "show.db") as opened:
        yield opened


def test_an_act_is_on_disk_before_anybody_hears_of_it(show: Show) -> None:
    evening = Evening.open_match(show, game(GWF), clock)
    on_disk_when_told: list[int] = []
    evening.listen(lambda told: on_disk_when_told.append(show.last_seq - told.last_seq))
    evening.give("start_game", SEATS)
    assert on_disk_when_told == [0]
    assert [row.event["name"] for row in show.rows()][:3] == ["match_opened", "commanded", "game_started"]


class Full:
    """A journal whose disk is full after the first commit."""

    def __init__(self, show: Show) -> None:
        self.show = show
        self.full = False

    def append(self, events: Sequence[Mapping[str, Any]], by: str, at_ms: int) -> Sequence[int]:
        if self.full:
            raise FileProblemError("no space left")
        return self.show.append(events, by, at_ms)

    def rows(self, after: int = 0, named: Collection[str] | None = None) -> Iterator[Row]:
        return self.show.rows(after, named)


def test_what_is_not_saved_did_not_happen(show: Show) -> None:
    journal = Full(show)
    evening = Evening.open_match(journal, game(GWF), clock)
    journal.full = True
    before = evening.state
    told: list[object] = []
    evening.listen(told.append)
    with pytest.raises(FileProblemError):
        evening.give("start_game", SEATS)
    assert evening.state == before
    assert told == []


def test_a_refusal_leaves_no_row(show: Show) -> None:
    evening = started(show)
    seq, state = show.last_seq, evening.state
    with pytest.raises(IllegalCommandError):
        evening.give("challenge", {"player": "p2", "opponent": "p1", "kind": "speed"})
    assert (show.last_seq, evening.state) == (seq, state)


def test_a_resumed_match_is_the_same_and_can_still_be_undone(show: Show, tmp_path: Path) -> None:
    live = started(show)
    live.give("undo", {"commands": 1})
    live.give("challenge", {"player": "p1", "opponent": "p3", "kind": "speed"})
    resumed = Evening.resume(show, clock)
    assert resumed is not None
    assert resumed.state == live.state
    assert resumed.session.acts() == live.session.acts()
    assert resumed.last_seq == show.last_seq
    resumed.give("undo", {"commands": 2})
    assert resumed.state == game(GWF).start()
    assert verify(tmp_path / "show.db").ok


def test_the_last_match_of_the_evening_is_the_running_one(show: Show) -> None:
    started(show)
    second = Evening.open_match(show, game(GWF), clock)
    second.note({"name": "clip_read", "frame": 3})
    resumed = Evening.resume(show, clock)
    assert resumed is not None
    assert resumed.number == 2
    assert resumed.state == game(GWF).start()
    assert [row.event.get(MATCH) for row in show.rows()][-2:] == [2, None]


def test_a_show_without_a_match_resumes_nothing(show: Show) -> None:
    assert Evening.resume(show, clock) is None


def test_a_match_of_an_unknown_game_is_named(show: Show) -> None:
    show.append([{"name": "match_opened", "game": "cotg", "setup": None, "seed": None, MATCH: 1}], "referee", clock())
    with pytest.raises(FileProblemError, match="there is no game cotg"):
        Evening.resume(show, clock)


def test_cut_after_any_act_it_goes_on_there_with_its_undo_history(tmp_path: Path) -> None:
    """G-06: the program ends at 20 moments of a bout; each time state, undo and redo are as they were."""
    from random import Random

    from companion.app.scripted_referee import ScriptedReferee
    from companion.games.clay_wrestling import GAME
    from companion.games.clay_wrestling.model import Match

    class Cut:
        """The rows up to one of them."""

        def __init__(self, show: Show, last: int) -> None:
            self.kept = [row for row in show.rows() if row.seq <= last]

        def rows(self, after: int = 0, named: Collection[str] | None = None) -> Any:
            kept = (row for row in self.kept if row.seq > after)
            return iter(row for row in kept if named is None or row.event["name"] in named)

        def append(self, events: Any, by: str, at_ms: int) -> list[int]:
            raise AssertionError

    with Show.open(tmp_path / "bout.db") as show:
        evening: Evening[Match] = Evening.open_match(show, GAME, lambda: 5, seed="ringside")
        for name in ("A", "B"):
            evening.give("register_player", {"player": name, "palm_mm": 200})
            two = dict.fromkeys(("combat", "speed", "strength", "technique", "resistance"), 2)
            fighting = dict.fromkeys(("strike", "whip", "suplex", "submission", "counter"), 2)
            sheet = {"fighter": name, "player": name, "main": two, "combat_abilities": fighting}
            evening.give("register_fighter", {**sheet, "name": name, "clay_colour": name})
            evening.give("classify", {"fighter": name, "class": "humanoid"})
        evening.give("start_match", {"mode": "wrestling_match", "fighters": ["A", "B"]})
        referee = ScriptedReferee(GAME, "ringside")
        chance = Random(6)
        moments: list[tuple[int, Match, int, int]] = []
        while len(moments) < 120 and GAME.outcome(evening.state) is None:
            if chance.random() < 0.2:
                evening.give("undo", {"commands": chance.randint(1, 3)})
            elif evening.session.can_redo and chance.random() < 0.5:
                evening.give("redo", {"commands": 1})
            for name, parameters in referee.ideas(evening.state, evening.session.can_undo):
                try:
                    evening.give(name, parameters)
                except IllegalCommandError:
                    continue
                break
            moments.append((evening.last_seq, evening.state, evening.session.can_undo, evening.session.can_redo))
        for last, state, can_undo, can_redo in chance.sample(moments, 20):
            again = Evening.resume(Cut(show, last), lambda: 6)
            assert again is not None
            assert again.state == state
            assert (again.session.can_undo, again.session.can_redo) == (can_undo, can_redo)
