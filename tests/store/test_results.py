"""A finished match is corrected with a trace; belts, tournaments, injuries and the table are folded again."""

import csv
import json
import sqlite3
from pathlib import Path
from typing import Any, get_args

import pytest

from companion.cli.main import main
from companion.errors import UsageProblemError
from companion.games import GAMES
from companion.store.belts import title_points
from companion.store.bracket import brackets
from companion.store.desk import STEP_WORDS, described, people_of
from companion.store.endings import CLAY, ending_words, endings_of
from companion.store.people import (
    BeltGranted,
    Bout,
    BoutCorrected,
    BoutRecorded,
    People,
    Sheet,
    SheetSet,
    Step,
    Taken,
    event,
    fold,
)
from companion.store.records import carried_injuries, season_table
from companion.store.results import PLAYED_ON, correct, record, told
from companion.store.season import season
from companion.store.show import Show, verify
from companion.store.stakes import at_stake, staked, tournament_of

FOUR = ("Momia", "Pulpo", "Tigre", "Flan")


def run(*words: str, code: int = 0) -> None:
    assert main([*words]) == code


@pytest.fixture
def show(tmp_path: Path) -> Path:
    """A semi-final that Momia won with Pulpo injured, a title match and the final."""
    path = tmp_path / "night.db"
    with Show.open(path) as opened:
        opened.append([event(BeltGranted("World", "Flan"))], by="desk", at_ms=1)
    run("bracket", "draw", "Cup", *FOUR, "--show", str(path), "--lang", "en")
    steps = [
        BoutRecorded(Bout("1", ("Momia", "Flan"), ("Momia",), "pin", "World", {"Flan": ("strike",)}, "Cup")),
        BoutRecorded(Bout("2", ("Pulpo", "Tigre"), ("Tigre",), "pin", "", {}, "Cup")),
        BoutRecorded(Bout("3", ("Momia", "Tigre"), ("Momia",), "knock_out", "World", {}, "Cup")),
    ]
    with Show.open(path) as opened:
        opened.append([event(step) for step in steps], by="companion", at_ms=86_400_000)
    return path


def champions(people: People) -> list[str]:
    from companion.store.belts import lineage

    return [reign.champion for reign in lineage(people)["World"]]


class TestCorrect:
    def test_everything_that_hangs_on_it_is_folded_again(self, show: Path) -> None:
        before = people_of(show)
        assert champions(before) == ["Flan", "Momia"]
        assert brackets(before)["Cup"].champion == "Momia"
        assert carried_injuries(before, "Flan") == {"strike": 1}
        bout, lines = correct(show, "1", {"winners": ("flan",)}, "seen on video", 2)
        after = people_of(show)
        assert bout.winners == ("Flan",)
        assert champions(after) == ["Flan"]  # he kept it, and was not in match 3: nobody else could win it there
        cup = brackets(after)["Cup"]
        assert cup.champion is None
        assert [(one.one, one.other) for one in cup.due] == [("Flan", "Tigre")]
        assert [(one.fighter, one.wins) for one in season_table(after)][:2] == [("Flan", 1), ("Momia", 1)]
        told = " | ".join(line.en for line in lines)
        assert "World: Flan (before: Momia)" in told
        assert "Cup: due: Flan – Tigre" in told
        assert "place" in told
        assert all(line.es for line in lines)
        assert verify(show).ok

    def test_the_trace_stays(self, show: Path, capsys: pytest.CaptureFixture[str]) -> None:
        run("results", "correct", "1", "--winner", "Flan", "--reason", "video", "--show", str(show), "--lang", "es")
        run("results", "correct", "1", "--draw", "--reason", "protesta", "--show", str(show), "--lang", "es")
        capsys.readouterr()
        run("results", "list", "--show", str(show), "--lang", "es")
        out = capsys.readouterr().out
        assert "1 (corregido)" in out
        assert "mesa: antes Momia" in out
        assert "mesa: antes Flan" in out
        assert "protesta" in out
        run("results", "list", "--show", str(show), "--json")
        first = json.loads(capsys.readouterr().out)[0]
        assert [one["reason"] for one in first["corrections"]] == ["video", "protesta"]
        assert first["winners"] == []

    def test_a_correction_is_taken_back_like_every_step(self, show: Path) -> None:
        before = people_of(show)
        correct(show, "1", {"winners": ("Flan",)}, "video", 2)
        run("roster", "undo", "--show", str(show))
        after = people_of(show)
        assert (after.bouts, champions(after)) == (before.bouts, champions(before))
        assert brackets(after) == brackets(before)

    @pytest.mark.parametrize(
        ("words", "said"),
        [
            (("9", "--winner", "Momia"), "no match '9'; there is 1, 2, 3"),
            (("1", "--winner", "Tigre"), "'Tigre' was not in the match; there were Momia, Flan"),
            (("1", "--winner", "Momia"), "match 1 has that result"),
            (("1", "--winner", "Momia", "--draw"), "--draw and --winner exclude each other"),
            (("1", "--belt", "x" * 61), "is not allowed"),
            (("1", "--by", "a\u202eb"), "is not allowed"),
            (("1", "--belt", "Copa\u2028Uno"), "give one line"),
            (("1", "--belt", "a\nb"), "is not allowed"),
        ],
    )
    def test_what_is_refused_changes_nothing(
        self, show: Path, words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        before = people_of(show)
        capsys.readouterr()
        run("results", "correct", *words, "--reason", "r", "--show", str(show), "--lang", "en", code=2)
        err = capsys.readouterr().err
        assert said in err
        assert err.count("\n") == 1
        assert people_of(show) == before

    @pytest.mark.parametrize(
        ("match", "en", "es"),
        [
            ("1", "match 1 is not finished; its result", "el combate 1 no ha terminado; su resultado"),
            ("2", "there is no match '2'; none is finished yet", "no hay combate '2'; aún no ha terminado ninguno"),
        ],
    )
    def test_what_is_not_finished_is_told(self, tmp_path: Path, match: str, en: str, es: str) -> None:
        path = tmp_path / "new.db"
        with Show.open(path) as opened:
            opened.append([{"name": "match_opened", "match": 1}], by="referee", at_ms=1)
        with pytest.raises(UsageProblemError) as caught:
            correct(path, match, {"winners": ("Flan",)}, "video", 2)
        assert str(caught.value).startswith(en)
        assert caught.value.spanish.startswith(es)


class TestEndings:
    @pytest.mark.parametrize("game", GAMES)
    def test_all_are_written_alike(self, game: str) -> None:
        for text in endings_of(game).values():
            words = text.es.replace("KO", "").replace("Entrenamiento", "").replace("Estrategia", "")  # terms of a game
            assert words == words.lower()
            assert "count out" not in words


class TestRecord:
    def test_a_match_without_the_program(self, show: Path, capsys: pytest.CaptureFixture[str]) -> None:
        run("titles", "stake", "world", "--show", str(show), "--lang", "en")
        assert "for World (champion: Momia)" in capsys.readouterr().out
        run("results", "record", "momia", "Pulpo", "--winner", "Pulpo", "--by", "pin", "--show", str(show))
        people = people_of(show)
        assert people.bouts[-1][1] == Bout("extra 4", ("momia", "Pulpo"), ("Pulpo",), "pin", "World")
        assert champions(people) == ["Flan", "Momia", "Pulpo"]
        assert staked(people) == ""  # it was for that match

    @pytest.mark.parametrize(
        "bout",
        [
            Bout("1", ("Momia", "Pulpo")),
            Bout("", ("Momia",)),
            Bout("", ("Momia", "momia ")),
            Bout("", ("Momia", "")),
            Bout("", ("Momia", "Pulpo"), ("Flan",)),
            Bout("", ("Momia", "Pul\u202epo")),
            Bout("a\nb", ("Momia", "Pulpo")),
        ],
    )
    def test_refused(self, show: Path, bout: Bout) -> None:
        with pytest.raises(UsageProblemError):
            record(show, bout, 5)
        assert len(people_of(show).bouts) == 3

    def test_a_pairing_that_is_due_counts_for_the_tournament(self, show: Path) -> None:
        correct(show, "1", {"winners": ("Flan",)}, "video", 2)
        bout, lines = record(show, Bout("", ("Tigre", "Flan"), ("Tigre",), "pin"), 3)
        assert bout.bracket == "Cup"
        assert any("won by Tigre" in line.en for line in lines)


class TestStakes:
    def test_only_the_next_match_and_none_again(self, show: Path) -> None:
        run("titles", "stake", "Tag", "--show", str(show))
        assert staked(people_of(show)) == "Tag"
        run("titles", "stake", "--show", str(show))
        assert staked(people_of(show)) == ""

    def test_a_match_that_ends_again_keeps_what_it_was_for(self, show: Path) -> None:
        assert at_stake(people_of(show), "3", ("Momia", "Tigre")) == ("World", "Cup")
        assert at_stake(people_of(show), "4", ("Momia", "Tigre")) == ("", "")

    def test_no_name(self, show: Path) -> None:
        run("titles", "stake", "a\u202eb", "--show", str(show), code=2)
        run("titles", "grant", "x" * 200, "Momia", "--show", str(show), code=2)
        run("titles", "grant", "Belt", "Mo\nmia", "--show", str(show), code=2)
        run("titles", "grant", "Belt", "Momia", "--note", "x" * 301, "--show", str(show), code=2)
        run("titles", "vacate", "World", "--reason", "\x1b[31mred", "--show", str(show), code=2)


class TestBrackets:
    def test_a_round_robin_of_an_evening(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        path = tmp_path / "liga.db"
        Show.open(path).close()
        where = ("--show", str(path), "--lang", "es")
        run("bracket", "draw", "Liga", "Ana", "Luis", "Eva", "--kind", "round_robin", *where)
        assert "por disputar: Luis – Eva" in capsys.readouterr().out
        for one, other, winner in (("Eva", "Luis", "Eva"), ("Ana", "Eva", "Eva"), ("Luis", "Ana", "Ana")):
            assert tournament_of(people_of(path), (one, other)) == "Liga"
            run("results", "record", one, other, "--winner", winner, *where)
        capsys.readouterr()
        run("bracket", "show", *where)
        out = capsys.readouterr().out
        assert "Liga: lo gana Eva" in out
        assert "2 victorias" in out
        run("results", "table", *where)
        assert capsys.readouterr().out.splitlines()[1].split()[:2] == ["1", "Eva"]

    def test_a_season_over_several_evenings(
        self, show: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        other = tmp_path / "june.db"
        Show.open(other).close()
        for _ in range(3):
            run("results", "record", "Pulpo", "Momia", "--winner", "PULPO", "--show", str(other))
        capsys.readouterr()
        run("results", "table", "--show", str(show), "--show", str(other), "--lang", "en")
        lines = [line.split() for line in capsys.readouterr().out.splitlines()]
        assert lines[1:3] == [["1", "Pulpo", "4", "3", "1", "0"], ["2", "Momia", "5", "2", "3", "0"]]

    @pytest.mark.parametrize(
        "words",
        [("Cup", "A", "B"), ("cup ", "A", "B"), ("X", "A"), ("X", "A", "a"), (" ", "A", "B"), ("X", "A", "B\t")],
    )
    def test_refused(self, show: Path, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
        run("bracket", "draw", *words, "--show", str(show), code=2)
        assert capsys.readouterr().err.count("\n") == 1

    def test_too_many(self, show: Path) -> None:
        run("bracket", "draw", "Q", *(f"F{n}" for n in range(129)), "--show", str(show), code=2)
        run("bracket", "draw", "Q", *(f"F{n}" for n in range(128)), "--show", str(show))

    def test_nothing_there(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        path = tmp_path / "empty.db"
        Show.open(path).close()
        for words in (("bracket", "show"), ("results", "list"), ("results", "table")):
            run(*words, "--show", str(path))
        assert "Traceback" not in capsys.readouterr().err
        run("results", "list", "--show", str(tmp_path / "none.db"), code=2)


def test_rows_of_another_version_do_not_stop_the_lists(tmp_path: Path) -> None:
    path = tmp_path / "odd.db"
    odd: list[dict[str, Any]] = [{"name": "belt_staked", "belt": []}, {"name": "bout_recorded", "result": {"bout": []}}]
    with Show.open(path) as opened:
        opened.append(odd, by="x", at_ms=1)
    assert fold(Show.open(path, readonly=True).rows()).unreadable == (1, 2)
    run("results", "list", "--show", str(path))


def test_signs_that_are_not_seen_reach_no_terminal(show: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """They may stand in a show that another program, or an older version, wrote."""
    with Show.open(show) as opened:
        opened.append([event(BeltGranted("X\x1b[31m", "Momia", note="a\nb\u202ec"))], by="desk", at_ms=1)
    run("titles", "list", "--show", str(show))
    out = capsys.readouterr().out
    assert not {"\x1b", "\u202e"} & set(out)
    assert "a b c" in out


class TestSeason:
    def test_one_evening_given_twice_counts_once(
        self, show: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        alone = season((show,))[0]
        people, told, _ = season((show, show))
        assert people.bouts == alone.bouts
        assert [line.es for line in told] == [f"{show}: es una copia de {show}, o una anterior; cuenta una vez"]
        copy = tmp_path / "copy.db"
        with Show.open(show, readonly=True) as opened:
            opened.backup_to(copy)
        record(show, Bout("", ("Pulpo", "Flan"), ("Flan",), "pin"), 9)
        capsys.readouterr()
        run("results", "table", "--show", str(copy), "--show", str(show), "--lang", "en")
        out, err = capsys.readouterr()
        assert err == f"{copy}: is a copy of {show}, or an older one; it counts once\n"
        assert ["Momia", "2", "2", "0", "0"] in [line.split()[1:] for line in out.splitlines()]
        assert season((copy, show))[0].bouts == season((show,))[0].bouts

    def test_two_evenings_gone_on_from_one_file_share_its_matches(self, show: Path, tmp_path: Path) -> None:
        other = tmp_path / "other.db"
        with Show.open(show, readonly=True) as opened:
            opened.backup_to(other)
        record(show, Bout("", ("Pulpo", "Flan"), ("Flan",), "pin"), 9)
        record(other, Bout("", ("Pulpo", "Tigre"), ("Tigre",), "pin"), 9)
        people, told, changed = season((show, other))
        assert changed == ()
        assert [bout.bout for _, bout in people.bouts] == ["1", "2", "3", "extra 4", "extra 4"]
        assert [line.en for line in told] == [f"{other}: 3 of its matches stand in {show} too; they count once"]


class TestNames:
    @pytest.fixture
    def listed(self, show: Path) -> Path:
        with Show.open(show) as opened:
            opened.append([event(SheetSet(Sheet(name))) for name in FOUR], by="desk", at_ms=1)
        return show

    @pytest.mark.parametrize(
        ("words", "said"),
        [
            (("results", "record", "Momia", "Pulpa"), "'Pulpa' is not in the roster; did you mean Pulpo?"),
            (("results", "record", "Momia", "Nadie"), "there is Momia, Pulpo, Tigre or Flan"),
            (("bracket", "draw", "X", "Momia", "Nadie"), "'Nadie' is not in the roster"),
            (
                ("results", "record", "Momia", "Pulpo", "--by", "foo"),
                "--by foo is not known in clay_wrestling; ",
            ),
            (("results", "record", "Momia", "Pulpo", "--winner", "Momia", "--winner", "pulpo"), "everybody cannot"),
            (("results", "record", "Momia", "Pulpo", "--belt", "Wrold"), "did you mean World?"),
            (("results", "correct", "2", "--belt", "Wrold", "--reason", "r"), "did you mean World?"),
            (("results", "correct", "2", "--by", "foo", "--reason", "r"), "--by foo is not known"),
            (("results", "correct", "2", "--winner", "Pulpo", "--reason", " "), "a correction needs a reason"),
            (("titles", "stake", "Wrold"), "did you mean World?"),
            (("titles", "grant", "Wrold", "Momia"), "did you mean World?"),
        ],
    )
    def test_what_is_mistyped_is_refused(
        self, listed: Path, words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        before = people_of(listed)
        capsys.readouterr()
        run(*words, "--show", str(listed), "--lang", "en", code=2)
        err = capsys.readouterr().err
        assert said in err
        assert err.count("\n") == 1
        assert people_of(listed) == before

    def test_what_is_new_is_said_to_be(self, listed: Path, capsys: pytest.CaptureFixture[str]) -> None:
        where = ("--show", str(listed), "--lang", "en")
        run("titles", "stake", "Wrold", "--new", *where)
        run("results", "record", "Momia", "Nadie", "--winner", "Nadie", "--new", *where)
        assert "Wrold: Nadie (before: vacant)" in capsys.readouterr().out
        run("bracket", "draw", "X", "Momia", "Otro", "--new", *where)

    def test_a_belt_match_without_the_champion_is_told(self, show: Path, capsys: pytest.CaptureFixture[str]) -> None:
        words = ("record", "Pulpo", "Tigre", "--winner", "Pulpo", "--belt", "world")
        run("results", *words, "--show", str(show), "--lang", "es")
        assert "World: el campeón Momia no estaba en el combate" in capsys.readouterr().out
        assert champions(people_of(show)) == ["Flan", "Momia"]

    def test_a_draw_does_not_keep_how_somebody_won(self, show: Path) -> None:
        assert correct(show, "1", {"winners": ()}, "video", 2)[0].ending == ""
        assert correct(show, "2", {"winners": (), "ending": "count_out"}, "video", 2)[0].ending == "count_out"


@pytest.mark.parametrize("word", ["submission", "sumisión", "por Sumisión", "SUMISION", "by submission"])
def test_how_it_ended_is_taken_in_either_language(show: Path, word: str) -> None:
    run("results", "record", "Momia", "Pulpo", "--winner", "Momia", "--by", word, "--match", "9", "--show", str(show))
    assert people_of(show).bouts[-1][1].ending == "submission"


def test_what_was_mistyped_and_why_it_changed_are_told_in_spanish(
    show: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run("results", "record", "A", "B", "--by", "foo", "--show", str(show), "--lang", "es", code=2)
    assert "--by foo no se conoce en clay_wrestling; pon pin, sumisión, descalificación, conteo fuera" in (
        capsys.readouterr().err
    )
    run("titles", "grant", "X", "Momia", "--ability", "f", "--points", "1", "--show", str(show), "--lang", "es", code=2)
    assert "pon combate, velocidad, fuerza, técnica, resistencia, golpear, látigo" in capsys.readouterr().err
    run("titles", "grant", "X", "Momia", "--ability", "Golpear", "--points", "1", "--show", str(show))
    assert title_points(people_of(show), "Momia") == {"strike": 1}
    again = BoutCorrected(Bout("2", ("Pulpo", "Tigre"), ("Pulpo",), "count_out"), PLAYED_ON)
    with Show.open(show) as opened:
        opened.append([event(again)], by="companion", at_ms=5)
    run("results", "list", "--show", str(show), "--lang", "es")
    out = capsys.readouterr().out
    assert "programa: antes Tigre" in out
    assert "se siguió jugando tras deshacer" in out
    assert "por conteo fuera" in out


def test_a_spreadsheet_tells_what_a_corrected_match_was_and_why(show: Path, tmp_path: Path) -> None:
    correct(show, "1", {"winners": ("Flan",)}, "video", 2)
    correct(show, "1", {"winners": ()}, "protesta", 3)
    run("export", str(show), "--to", str(tmp_path / "r.csv"), "--results", "--lang", "en")
    with (tmp_path / "r.csv").open(encoding="utf-8-sig", newline="") as file:
        header, first, second, _ = csv.reader(file)
    assert header[-2:] == ["before", "why"]
    assert first[-2:] == ["Momia by pin; Flan by pin", "video; protesta"]
    assert second[-2:] == ["", ""]


def change_by_hand(show: Path, *statements: str) -> None:
    connection = sqlite3.connect(show)
    for name in ("journal_is_never_changed", "journal_is_never_cut"):
        connection.execute(f"DROP TRIGGER {name}")
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


TOLD = [("results", "list"), ("results", "table"), ("titles", "list"), ("bracket", "show"), ("roster", "export")]


@pytest.mark.parametrize("words", [*TOLD, ("print", "sheets")])
@pytest.mark.parametrize(
    "statement", ["UPDATE journal SET event = replace(event, 'Tigre', 'Tigra')", "DELETE FROM journal WHERE seq = 2"]
)
def test_whatever_is_told_of_a_show_that_was_changed_by_hand_comes_with_a_warning(
    show: Path, tmp_path: Path, words: tuple[str, ...], statement: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with Show.open(show) as opened:
        opened.append([event(SheetSet(Sheet("Momia")))], by="desk", at_ms=5)
    change_by_hand(show, statement)
    more = {"export": [str(tmp_path / "x.csv")], "sheets": ["--out", str(tmp_path / "x.pdf")]}.get(words[1], [])
    for language, said in (("es", "puede estar cambiado; míralo con"), ("en", "may have been changed; look with")):
        capsys.readouterr()
        run(*words, *more, "--show", str(show), "--lang", language, code=1)
        out, err = capsys.readouterr()
        assert out or words == ("bracket", "show")  # the draw itself may be the row that was deleted
        assert err.count("\n") == 1
        assert err.startswith(f"{show}: ")
        assert f"{said}: companion verify {show}" in err


@pytest.mark.parametrize("words", TOLD)
def test_a_sound_show_is_told_without_a_warning(
    show: Path, tmp_path: Path, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    run(*words, *[str(tmp_path / "x.csv")] * (words[1] == "export"), "--show", str(show))
    assert capsys.readouterr().err == ""


def test_a_result_and_a_step_taken_back_are_told_in_words() -> None:
    bout = Bout("extra 1", ("Momia", "Pulpo"), ("Momia",), "count_out")
    assert told(bout).es == "extra 1: Momia (por conteo fuera)"
    assert told(Bout("2", ("Momia", "Pulpo"))).es == "2: empate"
    assert told(Bout("2", ("Momia", "Pulpo"), ("Momia",), "knock_out")).en == "2: Momia (by knock-out)"
    step = Taken(7, 1, "desk", BoutCorrected(bout, "video"))
    assert described(step).es == "corrección del combate extra 1"
    assert set(STEP_WORDS) == set(get_args(Step))
    assert not [text for text in STEP_WORDS.values() if "_" in text.en + text.es]


class TestCardGames:
    """Results of the four card games bear the words of their own rulebooks."""

    @pytest.mark.parametrize(("game", "ending"), [(game, word) for game in GAMES for word in endings_of(game)])
    def test_every_way_of_winning_is_known(self, tmp_path: Path, game: str, ending: str) -> None:
        show = tmp_path / "night.db"
        Show.open(show).close()
        words = ("results", "record", "Ana", "Luis", "--winner", "Ana", "--by", ending, "--game", game)
        run(*words, "--show", str(show))
        (bout,) = [bout for _, bout in people_of(show).bouts]
        assert (bout.game or CLAY, bout.ending) == (game, ending)
        assert ending_words(bout) == endings_of(game)[ending]

    def test_a_card_game_needs_no_roster_and_a_wrong_word_lists_those_of_its_game(
        self, show: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        with Show.open(show) as opened:
            opened.append([event(SheetSet(Sheet("Momia")))], by="desk", at_ms=1)
        words = ("results", "record", "The Rock", "Mankind", "--winner", "Mankind", "--game", "raw_deal")
        run(*words, "--by", "three_pairs", "--show", str(show), "--lang", "en", code=2)
        assert "--by three_pairs is not known in raw_deal; give pin, count_out, draw or concession" in (
            capsys.readouterr().err
        )
        run(*words, "--by", "count_out", "--match", "5", "--show", str(show), "--lang", "es")
        assert capsys.readouterr().out.startswith("5: Mankind (conteo fuera)\n")
        corrected = ("results", "correct", "5", "--reason", "x", "--show", str(show))
        run(*corrected, "--by", "submission", "--lang", "es", code=2)
        assert "pon pin, conteo fuera, empate o abandono" in capsys.readouterr().err
        run(*corrected, "--by", "concession", "--lang", "en")
        run("results", "list", "--json", "--show", str(show))
        assert '"by": "concession"' in (listed := capsys.readouterr().out)
        assert '"game": "raw_deal"' in listed

    def test_injuries_of_clay_are_carried_past_a_card_game(self, show: Path) -> None:
        bouts = [Bout("9", ("Flan", "Tigre"), ("Tigre",), "pin", game="raw_deal")]
        with Show.open(show) as opened:
            opened.append([event(BoutRecorded(bout)) for bout in bouts], by="companion", at_ms=5)
        assert carried_injuries(people_of(show), "Flan") == {"strike": 1}

    def test_a_clay_result_is_written_as_older_programs_read_it(self, show: Path) -> None:
        with Show.open(show, readonly=True) as opened:
            written = [row.event for row in opened.rows() if row.event["name"] == "bout_recorded"]
        assert all("game" not in one["result"] for one in written)


def test_a_correction_that_is_taken_back_tells_what_is_as_it_was(
    show: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = people_of(show)
    run("results", "correct", "1", "--winner", "Flan", "--reason", "video", "--show", str(show), "--lang", "en")
    done = capsys.readouterr().out.splitlines()
    run("roster", "undo", "--show", str(show), "--lang", "en")
    undone = capsys.readouterr().out.splitlines()
    assert undone[0].startswith("taken back: correction of match 1 ")
    assert "World: Flan (before: Momia)" in done
    assert "World: Momia (before: Flan)" in undone
    assert "Cup: won by Momia" in undone
    assert [bout for _, bout in people_of(show).bouts] == [bout for _, bout in before.bouts]
    assert brackets(people_of(show)) == brackets(before)
    assert season_table(people_of(show)) == season_table(before)
