"""Wrong words on the command line: one line, in the language of the person, with the way to the help."""

import click
import pytest

from companion.cli.main import main
from companion.cli.usage import usage_line

CASES = [
    (["replay"], "Missing argument 'PATH...'; see companion replay --help",
     "falta el argumento 'RUTA...'; mira companion replay --help"),
    (["print", "cards"], "Missing option '--out'; see companion print cards --help",
     "falta la opción '--out'; mira companion print cards --help"),
    (["prnt"], "No such command 'prnt'", "no hay ninguna orden 'prnt'"),
    (["run", "--shwo", "x"], "Did you mean '--show'", "¿querías decir '--show'"),
    (["print", "cards", "--out"], "Option '--out' requires an argument; see companion print cards --help",
     "la opción '--out' necesita un valor; mira companion print cards --help"),
    (["verify", "a.db", "b.db"], "Got unexpected extra argument (b.db)", "sobra en la orden: b.db"),
    (["print", "cards", "--out", "x", "--paper", "A5"], "'A5' is not one of", "en '--paper': 'A5' no es ninguno de"),
    (["print", "sheets", "--out", "x", "--blank", "500"], "500 is not in the range", "500 está fuera de 0<=x<=100"),
    (["print", "sheets", "--out", "x", "--blank", "y"], "'y' is not a valid int", "'y' no es un número entero"),
    (["titles", "grant"], "Missing argument 'BELT'", "falta el argumento 'CINTURÓN'"),
    (["run", "--NAME", "x"], "No such option '--NAME'", "no hay ninguna opción '--NAME'"),
    (["doctor", "--json=3"], "Option '--json' does not take a value", "la opción '--json' no lleva valor"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "english", "spanish"), CASES)
def test_one_line_in_both_languages(
    words: list[str],
    english: str,
    spanish: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for language, due in (("en", english), ("es", spanish)):
        monkeypatch.setenv("COMPANION_LANG", language)
        assert main(words) == 2
        told = capsys.readouterr()
        assert told.out == ""
        assert told.err.count("\n") == 1
        assert due in told.err
        assert told.err.rstrip().endswith("--help")


def test_lang_on_the_line_decides(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_LANG", "en")
    assert main(["doctor", "--lang", "es", "--colour"]) == 2
    assert "no hay ninguna opción '--colour'" in capsys.readouterr().err


def test_a_group_without_a_verb_shows_its_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["print"]) in {0, 2}
    told = capsys.readouterr()
    assert "charuco" in told.out + told.err


def test_a_kind_that_is_not_known_stays_as_click_words_it() -> None:
    assert usage_line(click.UsageError("The moon is full."), "es") == "The moon is full; mira companion --help"
