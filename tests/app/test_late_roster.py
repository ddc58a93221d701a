"""A roster that comes after the first opening of a show: the match that nobody has entered takes it."""

from pathlib import Path

import pytest

from companion.app.live_window import Wanted, open_evening
from companion.app.records import MOST
from companion.games.clay_wrestling.model import COMBAT, MAIN
from companion.kernel.text import Text
from companion.store.people import Bout, BoutRecorded, RosterImported, Sheet, event
from companion.store.resilient import ResilientJournal

TWO_EACH = dict.fromkeys((*MAIN, *COMBAT), 2)


def sheet(number: int) -> Sheet:
    return Sheet(f"F{number}", f"P{number}", f"#0000{number + 16:02x}", "humanoid", TWO_EACH)


@pytest.mark.parametrize(("count", "chosen"), [(2, ()), (20, ("F3", "F7"))])
def test_an_empty_match_takes_the_fighters(tmp_path: Path, count: int, chosen: tuple[str, ...]) -> None:
    path, said = tmp_path / "show.db", list[Text]()
    journal = ResilientJournal.open(path)
    first = open_evening(Wanted(path, seed="4"), journal, said.append)
    assert not first.state.fighters
    first.note(event(RosterImported("people.csv", (), tuple(map(sheet, range(count))))))
    again = open_evening(Wanted(path, seed="4", fighters=chosen), journal, said.append)
    assert again.number == first.number, said
    assert [one.name for one in again.state.fighters.values()] == list(chosen or ("F0", "F1")), said
    assert all(one.class_ is not None for one in again.state.fighters.values())
    # whoever has been taken in stays; whoever was taken out again is not brought back by a restart
    assert open_evening(Wanted(path), journal, said.append).last_seq == again.last_seq
    again.give("undo", {"commands": again.session.can_undo})
    assert not open_evening(Wanted(path), journal, said.append).state.fighters
    journal.close()


@pytest.mark.parametrize(("count", "joined"), [(20, 20), (MOST, MOST), (MOST + 1, 0)])
def test_without_a_choice_all_join_but_more_than_can_be_ticked(tmp_path: Path, count: int, joined: int) -> None:
    """Who fights is ticked on the pages before the bell."""
    path, said = tmp_path / "show.db", list[Text]()
    journal = ResilientJournal.open(path)
    open_evening(Wanted(path, seed="4"), journal, said.append).note(
        event(RosterImported("people.csv", (), tuple(map(sheet, range(count)))))
    )
    again = open_evening(Wanted(path), journal, said.append)
    assert len(again.state.fighters) == joined
    assert any("--fighters" in one.en for one in said) == (count > MOST)
    journal.close()


def test_who_carries_an_injury_joins_the_empty_match_with_it(tmp_path: Path) -> None:
    path, said = tmp_path / "show.db", list[Text]()
    journal = ResilientJournal.open(path)
    first = open_evening(Wanted(path, seed="4"), journal, said.append)
    first.note(event(RosterImported("people.csv", (), tuple(map(sheet, range(2))))))
    hurt = Bout("0", ("F0", "F1"), ("F1",), "pin", injuries={"F0": ("strike",)})
    first.note(event(BoutRecorded(hurt)))
    again = open_evening(Wanted(path, seed="5"), journal, said.append)
    assert again.number == first.number, said
    assert again.state.fighters["F0"].wounds == {"strike": 2}
    journal.close()
