"""A match on the table that two tournaments wait for says for which it counts."""

from pathlib import Path

import pytest

from companion.app.live_window import Wanted, open_evening
from companion.app.records import keep_result
from companion.games.clay_wrestling.model import ABILITIES
from companion.kernel.text import Text
from companion.store.bracket import ELIMINATION, ROUND_ROBIN, draw
from companion.store.people import Sheet, SheetSet, TournamentStaked, event
from companion.store.resilient import ResilientJournal


@pytest.mark.parametrize("chosen", ["", "Copa"])
def test_a_match_that_two_tournaments_wait_for_says_for_which_it_counts(tmp_path: Path, chosen: str) -> None:
    said: list[Text] = []
    abilities = dict.fromkeys(ABILITIES, 2)
    journal = ResilientJournal.open(tmp_path / "s.db")
    steps = [SheetSet(Sheet(name, class_="humanoid", abilities=abilities)) for name in ("Momia", "Pulpo")]
    drawn = [draw("Copa", ELIMINATION, ("Momia", "Pulpo")), draw("Liga", ROUND_ROBIN, ("Momia", "Pulpo"))]
    journal.append([event(step) for step in (*steps, *drawn, TournamentStaked(chosen))], by="desk", at_ms=1)
    evening = open_evening(Wanted(tmp_path / "s.db", seed="1"), journal, said.append)
    keep_result(evening, journal, said.append)
    evening.give("start_match", {"mode": "wrestling_match", "fighters": ["Momia", "Pulpo"]})
    winner = {"topic": "winner", "subject": "match", "value": "Momia", "note": "x"}
    evening.give("referee_ruling", winner)
    told = [line.es for line in said if "cuenta para Liga, no para Copa" in line.es]
    assert len(told) == (0 if chosen else 2), "when it begins and when it is recorded"
    ((_, bout),) = journal.register().people.bouts
    assert bout.bracket == (chosen or "Liga")
    journal.close()
