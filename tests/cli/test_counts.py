"""G-12: one of a thing is one of it, in both languages, wherever a command counts."""

from pathlib import Path

import pytest

from companion.app import told
from companion.cli.main import main
from companion.kernel.text import Text, plural


def run(capsys: pytest.CaptureFixture[str], *words: str | Path) -> str:
    assert main([str(word) for word in words]) == 0
    return capsys.readouterr().out


def test_one_of_everything(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table, show = tmp_path / "f.csv", tmp_path / "s.db"
    table.write_text("name\nMomia\n")
    assert run(capsys, "roster", "import", table, "--show", show, "--lang", "es") == (
        "1 fila leída: 1 añadida, 0 cambiadas, 0 iguales, 0 rechazadas\n"
    )
    for language, event, match, fighter, page in (
        ("en", "1 event -> ", "0 matches -> ", "1 fighter -> ", "1 page -> "),
        ("es", "1 evento -> ", "0 combates -> ", "1 luchador -> ", "1 página -> "),
    ):
        said = ("--lang", language)
        exported = tmp_path / f"{language}.jsonl"
        assert run(capsys, "export", show, "--to", exported, *said).startswith(event)
        assert run(capsys, "import", exported, "--show", tmp_path / f"{language}.db", *said).startswith(event)
        assert run(capsys, "export", show, "--to", tmp_path / "x.csv", "--results", *said).startswith(match)
        assert run(capsys, "roster", "export", tmp_path / "x.csv", "--show", show, *said).startswith(fighter)
        assert run(capsys, "print", "sheets", "--out", tmp_path / "x.pdf", *said).startswith(page)
        scored = run(capsys, "print", "score", "--show", show, "--out", tmp_path / "x.pdf", *said)
        on_them = {"en": "(Fighters)", "es": "(Luchadores)"}[language]
        assert scored == f"{page[:-4]} {on_them} -> {tmp_path / 'x.pdf'}\n"


@pytest.mark.parametrize("n", [0, 1, 2, 21])
def test_every_counted_word_has_both_forms(n: int) -> None:
    pairs = [pair for pair in vars(told).values() if isinstance(pair, tuple) and all(isinstance(p, Text) for p in pair)]
    assert len(pairs) == 10
    for one, many in pairs:
        assert plural(n, one, many).en == (one if n == 1 else many).en.format(n=n)
        assert (one.en, one.es) != (many.en, many.es)
