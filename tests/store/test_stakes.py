"""Two tournaments that wait for the same two: nothing counts for one of them without being told."""

from pathlib import Path

import pytest

from companion.cli.main import main
from companion.store.bracket import brackets
from companion.store.desk import people_of
from companion.store.people import Bout, event
from companion.store.results import correct, record
from companion.store.show import Show
from companion.store.stakes import chosen_tournament, passed_over, tournament_of, tournaments_of

PAIR = ("Momia", "Pulpo")


def run(*words: str, code: int = 0) -> None:
    assert main([*words]) == code


@pytest.fixture
def show(tmp_path: Path) -> Path:
    path = tmp_path / "night.db"
    Show.open(path).close()
    run("bracket", "draw", "Copa", *PAIR, "--show", str(path))
    run("bracket", "draw", "Liga", *PAIR, "Flan", "--kind", "round_robin", "--show", str(path))
    return path


def champion(show: Path) -> str | None:
    return brackets(people_of(show))["Copa"].champion


class TestRecord:
    @pytest.mark.parametrize(
        ("language", "words"),
        [("en", "Momia – Pulpo is due in Copa and Liga; --bracket NAME"), ("es", "en Copa y Liga; --bracket NOMBRE")],
    )
    def test_without_a_choice_nothing_is_recorded(
        self, show: Path, language: str, words: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        run("results", "record", *PAIR, "--winner", "Momia", "--show", str(show), "--lang", language, code=2)
        assert words in capsys.readouterr().err
        assert people_of(show).bouts == ()

    @pytest.mark.parametrize(("chosen", "winner"), [("copa", "Momia"), ("Liga", None), ("", None)])
    def test_the_choice_counts(self, show: Path, chosen: str, winner: str | None) -> None:
        run("results", "record", *PAIR, "--winner", "Momia", "--bracket", chosen, "--show", str(show))
        assert champion(show) == winner
        assert people_of(show).bouts[0][1].bracket == chosen.title()

    def test_what_does_not_wait_for_them_is_refused(self, show: Path, capsys: pytest.CaptureFixture[str]) -> None:
        for chosen, words in (("Torneo", "there is Copa or Liga"), ("Copa", "Momia – Flan is not due in Copa; it is")):
            run("results", "record", "Momia", "Flan", "--bracket", chosen, "--show", str(show), "--lang", "en", code=2)
            assert words in capsys.readouterr().err

    def test_a_wrong_choice_is_corrected(self, show: Path) -> None:
        record(show, Bout("1", PAIR, ("Momia",)), 1, bracket="Liga")
        correct(show, "1", {"bracket": "copa"}, "it was the final", 2)
        assert champion(show) == "Momia"
        assert tournaments_of(people_of(show), PAIR) == ("Liga",)

    def test_with_one_tournament_nothing_is_asked(self, show: Path) -> None:
        assert record(show, Bout("1", ("Momia", "Flan"), ("Flan",)), 1)[0].bracket == "Liga"


class TestStake:
    def test_the_next_match_is_for_it_and_the_one_after_is_not(
        self, show: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        people = people_of(show)
        assert (tournament_of(people, PAIR), passed_over(people, PAIR)) == ("Liga", ("Copa",))
        run("bracket", "stake", "copa", "--show", str(show), "--lang", "es")
        assert "el próximo combate es para Copa (por disputar: Momia – Pulpo)" in capsys.readouterr().out
        people = people_of(show)
        assert (tournament_of(people, PAIR), passed_over(people, PAIR)) == ("Copa", ())
        run("results", "record", *PAIR, "--winner", "Pulpo", "--show", str(show))
        assert champion(show) == "Pulpo"
        assert chosen_tournament(people_of(show)) == ""

    def test_taken_back(self, show: Path, capsys: pytest.CaptureFixture[str]) -> None:
        run("bracket", "stake", "Copa", "--show", str(show))
        run("bracket", "stake", "--show", str(show))
        assert chosen_tournament(people_of(show)) == ""
        run("bracket", "stake", "Copa", "--show", str(show))
        run("roster", "undo", "--show", str(show), "--lang", "en")
        assert "taken back: next match for the tournament Copa" in capsys.readouterr().out

    def test_nothing_due_there(self, show: Path, capsys: pytest.CaptureFixture[str]) -> None:
        record(show, Bout("1", PAIR, ("Momia",)), 1, bracket="Copa")
        run("bracket", "stake", "Copa", "--show", str(show), "--lang", "en", code=2)
        assert "no match is due in Copa: won by Momia" in capsys.readouterr().err


def test_a_step_of_the_tournament_is_a_plain_event() -> None:
    from companion.store.people import TournamentStaked

    assert event(TournamentStaked("Copa")) == {"name": "tournament_staked", "bracket": "Copa"}
