"""Show files that older versions wrote open in this one: whole, equal to the byte, and the match goes on.

`tests/golden/shows/schema_N.db` is a show as the version with that schema left it: a roster, a belt, a tournament, a
match won for both, a second match begun, with an undo and a redo; `schema_N.jsonl` is its export. A new schema adds a
pair and never changes an old one.
"""

import shutil
from pathlib import Path

import pytest

from companion.app.crowd import CrowdFeed
from companion.app.evening import Evening
from companion.store.belts import champion_of, title_points
from companion.store.bracket import brackets
from companion.store.exchange import export_jsonl, import_jsonl
from companion.store.people import fold
from companion.store.resilient import ResilientJournal
from companion.store.schema import SCHEMA_VERSION
from companion.store.show import Show, verify

SHOWS = Path(__file__).parents[1] / "golden" / "shows"
ALL = sorted(SHOWS.glob("schema_*.db"))


def test_there_is_one_of_every_schema() -> None:
    assert [path.stem for path in ALL] == [f"schema_{n}" for n in range(1, SCHEMA_VERSION + 1)]


@pytest.fixture(params=ALL, ids=lambda path: path.stem)
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy in a folder as people call theirs (field note D-07)."""
    folder = tmp_path / "Peña López ñandú 2"
    folder.mkdir()
    shutil.copy(request.param.with_suffix(".jsonl"), folder / "as it was.jsonl")
    return Path(shutil.copy(request.param, folder / "velada vieja.db"))


def test_it_holds_and_hands_out_the_same_bytes(old: Path, tmp_path: Path) -> None:
    raw = (old.parent / "as it was.jsonl").read_bytes()
    assert verify(old).ok
    with Show.open(old) as show:
        export_jsonl(show, tmp_path / "out.jsonl")
    rows, closing = (tmp_path / "out.jsonl").read_bytes()[: len(raw)], (tmp_path / "out.jsonl").read_bytes()[len(raw) :]
    assert rows == raw
    assert closing.startswith(b'{"end":')
    import_jsonl(old.parent / "as it was.jsonl", tmp_path / "again.db")
    assert verify(tmp_path / "again.db") == verify(old)


def test_people_belts_and_tournaments_are_what_they_were(old: Path) -> None:
    with Show.open(old, readonly=True) as show:
        people = fold(show.rows())
    assert people.unreadable == ()
    assert next(iter(people.players.values())).name == "Añá"
    assert champion_of(people, "título mundial") == "Momia"
    assert title_points(people, "Pulpo") == {"strike": 1}
    assert brackets(people)["Copa"].champion == "Momia"
    ((_, bout),) = people.bouts
    assert (bout.winners, bout.ending, bout.belt, bout.bracket) == (("Momia",), "pin", "Título mundial", "Copa")


def test_the_match_that_was_running_goes_on(old: Path) -> None:
    journal = ResilientJournal.open(old)
    evening = Evening.resume(journal, lambda: 1_764_600_000_000)
    assert evening is not None
    assert (evening.number, evening.state.turn_no) == (2, 1)
    before = evening.session.can_undo
    evening.give("undo", {"commands": 1})
    evening.give("redo", {"commands": 1})
    assert evening.session.can_undo == before
    journal.close()
    feed = CrowdFeed(old)
    view = feed.fetch(1_764_600_000_000)
    feed.close()
    assert view is not None
    assert {fighter.name for fighter in view.fighters} == {"Momia", "Pulpo"}
    assert verify(old).ok
