"""Without `--lang` a command speaks the language of the show or table that it works on."""

import json
from pathlib import Path

import pytest

from companion.app.language import LANGUAGE, setup_file
from companion.cli.main import main
from companion.cli.options import spoken
from companion.store.show import Show


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_LANG", "en")


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A table that was set up in Spanish, with nothing in it yet."""
    one = tmp_path / "T.yaml"
    setup_file(one).write_text(json.dumps({"answers": {LANGUAGE: "es"}}), encoding="utf-8")
    return one


@pytest.fixture
def show(tmp_path: Path) -> Path:
    """A show that was left in Spanish."""
    one = tmp_path / "S.db"
    with Show.open(one) as opened:
        opened.set_live({LANGUAGE: "es"})
    return one


class TestOfATable:
    def test_what_is_told_and_what_is_wrong(self, table: Path, capsys: pytest.CaptureFixture[str]) -> None:
        words = ["calibrate", "restore", "--table", str(table)]
        assert main(words) == 2
        assert "no existe ese archivo; no se guarda nada anterior" in capsys.readouterr().err
        table.with_name("T.yaml.bak").write_text("version: 1\nring: {size_mm: [700, 700]}\n", encoding="utf-8")
        table.write_text("no table", encoding="utf-8")
        assert main(words) == 0
        assert "no era una mesa; queda en" in capsys.readouterr().out
        assert main(["calibrate", "check", "x.mp4", *words[2:]]) == 2
        assert "no existe" in capsys.readouterr().err

    def test_lang_goes_before_it(self, table: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["calibrate", "restore", "--table", str(table), "--lang", "en"]) == 2
        assert "nothing earlier is kept" in capsys.readouterr().err


class TestOfAShow:
    @pytest.mark.parametrize(
        ("words", "code", "told"),
        [
            (["titles", "list"], 0, "no hay"),
            (["titles", "stake", "Cinturón"], 0, "el próximo combate"),
            (["results", "correct", "7", "--winner", "Momia", "--reason", "x"], 2, "no "),
            (["bracket", "stake", "Copa"], 2, "no "),
        ],
    )
    def test_what_is_told_and_what_is_wrong(
        self, show: Path, words: list[str], code: int, told: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        said = {}
        for language in ("", "es", "en"):
            assert main([*words, "--show", str(show), *(["--lang", language] if language else [])]) == code
            out = capsys.readouterr()
            said[language] = out.out + out.err
        assert said[""] == said["es"] != said["en"]
        assert told in said[""].lower()

    def test_verify_finds_the_reason_in_it(self, show: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["verify", str(show)]) == 0
        spanish = capsys.readouterr().out
        assert main(["verify", str(show), "--lang", "es"]) == 0
        assert capsys.readouterr().out == spanish
        assert main(["verify", str(show), "other.db"]) == 2
        assert "sobra en la orden: other.db" in capsys.readouterr().err

    def test_a_table_for_a_spreadsheet_stays_as_this_computer_has_it(
        self, show: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        target = show.with_name("out.csv")
        assert main(["export", str(show), "--to", str(target)]) == 0
        assert str(target) in (said := capsys.readouterr().out)
        assert main(["export", str(show), "--to", str(target), "--lang", "es"]) == 0
        assert capsys.readouterr().out == said
        english = target.with_name("out.csv.bak").read_text(encoding="utf-8-sig").splitlines()[0]
        assert "," in english
        assert ";" not in english

    def test_a_damaged_one_or_none_is_told_in_the_preferred_one(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        damaged = tmp_path / "damaged.db"
        damaged.write_text("no show", encoding="utf-8")
        for file in (damaged, tmp_path / "none.db", tmp_path):
            assert main(["verify", str(file)]) != 0
            out = capsys.readouterr()
            assert " no es " not in out.out + out.err


def test_a_show_goes_before_its_table_and_a_verb_may_decide_itself(table: Path, show: Path) -> None:
    given: list[str | None] = []

    def verb(**words: str | None) -> None:
        given.append(words["lang"])

    with Show.open(show) as opened:
        opened.set_live({LANGUAGE: "en"})
    for one in (spoken("x")(verb), spoken("x", own=True)(verb)):
        one(show=show, table_path=table, lang=None)
        one(show=None, table_path=table, lang=None)
        one(lang=None)
        one(table=table, lang="en")
    assert given == ["en", "es", None, "en", None, None, None, "en"]
