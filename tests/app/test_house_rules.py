"""House rules of a clay match: from a file, told with line and column, in the match when the bell rings."""

from pathlib import Path

import pytest
from games.clay_wrestling.table import SHEET, Table

from companion.app.card_files import profile_of
from companion.app.house_rules import read_clay_rules, setup_of_files
from companion.app.live_window import Wanted, open_evening
from companion.app.records import new_match
from companion.errors import ConfigError, UsageProblemError
from companion.games import CLAY
from companion.games.clay_wrestling import GAME
from companion.games.clay_wrestling.profile import DEFAULTS, OPTIONS
from companion.kernel.game import plain_event
from companion.kernel.text import Text
from companion.screens.clay_view import referee_view
from companion.screens.surroundings import Surroundings
from companion.store.resilient import ResilientJournal

SAMPLES = sorted((Path(__file__).parents[2] / "calibration" / "house_rules").glob("*.yaml"))
GOOD = "game: clay_wrestling\nabout: {name: N, source: S, date: 2026-01-02}\nhouse_rules: {fatigue_cap: 3}\n"


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_every_sample_begins_a_match(path: Path, tmp_path: Path) -> None:
    setup = setup_of_files("clay_wrestling", (), {}, path)
    assert profile_of(setup) is not None
    said: list[Text] = []
    journal = ResilientJournal.open(tmp_path / "s.db")
    evening = new_match(journal, "clay_wrestling", "seed", lambda: 1, (), said.append, setup)
    changed = OPTIONS.changed(evening.state.profile)
    assert changed == setup["house_rules"], "every line of a sample changes something"
    head = setup["profile"]
    assert (evening.state.profile_name, evening.state.profile_name_es) == (head["name"], head["name_es"])
    journal.close(lose_unsaved=False)


def test_there_are_three_samples() -> None:
    assert [path.stem for path in SAMPLES] == ["by_the_book", "first_evening", "quick_matches"]


def test_run_takes_them(tmp_path: Path) -> None:
    """As `companion run --rules` opens its evening; a match that runs keeps the rules it began with (I-04)."""
    said: list[Text] = []
    journal = ResilientJournal.open(tmp_path / "s.db")
    first = open_evening(Wanted(tmp_path / "s.db", rules=SAMPLES[1]), journal, said.append)
    assert first.state.profile_name == "First evening"
    assert any("First evening" in text.en and "count_out_turns = 6" in text.es for text in said)
    assert any("Reglas de la casa: Primera velada 1 (" in text.es for text in said)
    again = open_evening(Wanted(tmp_path / "s.db", rules=SAMPLES[2]), journal, said.append)
    assert again.state.profile_name == "First evening"
    assert "count from the next match on" in " ".join(text.en for text in said)
    journal.close(lose_unsaved=False)


@pytest.mark.parametrize(("more", "spanish"), [("", "N"), (", name_es: Ñ", "Ñ")])
def test_the_name_in_each_language(more: str, spanish: str, tmp_path: Path) -> None:
    """On the referee's screen and when the bell is told; without a Spanish one the name is the same in both."""
    path = tmp_path / "rules.yaml"
    path.write_text(GOOD.replace("name: N", f"name: N{more}"), encoding="utf-8")
    journal = ResilientJournal.open(tmp_path / "s.db")
    evening = new_match(journal, CLAY, "seed", lambda: 1, (), lambda _: None, read_clay_rules(path))
    shown = referee_view(evening.state, Surroundings()).rules_note
    assert shown == Text("house rules: N", f"reglas de la casa: {spanish}")
    journal.close(lose_unsaved=False)
    table = Table(seed="1").do("load_profile", profile={"fatigue_cap": 3}, name="N", name_es=spanish)
    for name in ("A", "B"):
        table.do("register_fighter", fighter=name, **SHEET).do("classify", fighter=name, class_="humanoid")
    table.do("start_match", mode="wrestling_match", fighters=["A", "B"])
    bell = next(event for event in table.session.history() if plain_event(event)["name"] == "match_started")
    told = GAME.tell(table.match, bell)
    assert told is not None
    assert ("House rules: N (" in told.en, f"Reglas de la casa: {spanish} (" in told.es) == (True, True)


def test_without_a_file_the_classic_rules(tmp_path: Path) -> None:
    journal = ResilientJournal.open(tmp_path / "s.db")
    evening = new_match(journal, "clay_wrestling", "seed", lambda: 1, (), lambda _: None)
    assert dict(evening.state.profile) == dict(DEFAULTS)
    journal.close(lose_unsaved=False)


@pytest.mark.parametrize(
    ("text", "place", "said"),
    [
        (GOOD.replace("fatigue_cap: 3", "fatigue_cap: 5"), "3:15", "give 4 or 3"),
        (GOOD.replace("fatigue_cap", "fatigue_cup"), "3:15", "did you mean fatigue_cap?"),
        (GOOD.replace("clay_wrestling", "raw_deal"), "1:7", "game = raw_deal is another game"),
        (GOOD.replace("source: S, ", ""), "2:8", "do not say who wrote them"),
        (GOOD.replace("date:", "day: 1, date:"), "2:29", "about.day is an unknown key"),
        (GOOD + "colour: red\n", "4:1", "colour is an unknown key"),
        ("about: {}\n", "1:1", "this file has no house_rules"),
    ],
)
def test_what_is_not_allowed_is_told_with_its_place(text: str, place: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "rules.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        read_clay_rules(path)
    assert said in str(caught.value)
    line, column = place.split(":")
    assert (caught.value.line, abs(caught.value.column - int(column)) < 16) == (int(line), True)
    assert caught.value.of("es") != str(caught.value)


def test_clay_has_no_cards() -> None:
    with pytest.raises(UsageProblemError, match="no cards"):
        setup_of_files("clay_wrestling", (Path("cards.yaml"),), {}, None)


def test_other_games_go_their_way(tmp_path: Path) -> None:
    path = tmp_path / "rules.yaml"
    path.write_text("game: chess\nhouse_rules: {}\n", encoding="utf-8")
    with pytest.raises(ConfigError):
        setup_of_files("raw_deal", (), {}, path)
