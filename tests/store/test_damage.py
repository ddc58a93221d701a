"""Bit-damaged show files: every verb that reads one tells it on one line, in little memory, and leaves nothing."""

import json
import shutil
import sqlite3
import tracemalloc
from pathlib import Path

import pytest

from companion.cli.main import main
from companion.store import opening
from companion.store.opening import DISK_FULL, LONGEST_VALUE_BYTES, disk_reason, reason_es
from companion.store.show import Show, verify

ROWS = 20


def claiming_gigabytes(path: Path, row: int, before: int = 12, noise: bytes = b"\xff" * 30) -> Path:
    """A show whose row says that its values have billions of bytes."""
    with Show.open(path) as show:
        show.append([{"name": "bell", "n": n} for n in range(ROWS)], by="ana", at_ms=1)
    raw = path.read_bytes()
    at = raw.index(b'ana{"name":"bell","n":%d}' % (row - 1)) - before
    path.write_bytes(raw[:at] + noise + raw[at + len(noise) :])
    return path


@pytest.mark.parametrize(
    "words",
    [
        ("verify", "{show}"),
        ("results", "list", "--show", "{show}"),
        ("results", "table", "--show", "{show}"),
        ("titles", "list", "--show", "{show}"),
        ("bracket", "show", "--show", "{show}"),
        ("roster", "export", "{folder}/r.csv", "--show", "{show}"),
        ("export", "{show}", "--to", "{folder}/x.jsonl"),
        ("export", "{show}", "--to", "{folder}/x.csv"),
        ("export", "{show}", "--to", "{folder}/x.pdf"),
    ],
)
def test_every_verb_tells_it_on_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.setenv("COMPANION_LANG", "en")
    path = claiming_gigabytes(tmp_path / "s.db", 11)
    code = main([word.format(show=path, folder=tmp_path) for word in words])
    told = capsys.readouterr()
    assert code == (1 if words[0] == "verify" else 2)
    assert len((told.out + told.err).splitlines()) == 1
    assert "cannot be read" in told.out + told.err or "damaged" in told.out + told.err
    assert [each.name for each in tmp_path.iterdir()] == ["s.db"]


def test_the_first_bad_row_is_named(tmp_path: Path) -> None:
    report = verify(claiming_gigabytes(tmp_path / "s.db", 11))
    assert (report.ok, report.events, report.bad_seq) == (False, 10, 11)


@pytest.mark.parametrize("noise", [b"\xff", b"\x8f\xff\xff\xff\x7f", b"\x84\xb4\x80\x00", b"\xff" * 9, b"\x90" * 4])
def test_wherever_the_damage_lies_little_memory_is_taken(tmp_path: Path, noise: bytes) -> None:
    for before in (2, 6, 8, 10, 13):
        path = tmp_path / f"{before}.db"
        claiming_gigabytes(path, 11, before, noise)
        tracemalloc.start()
        report = verify(path)
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert not report.ok, before
        assert most < LONGEST_VALUE_BYTES, before
    assert len(list(tmp_path.iterdir())) == 5


def test_a_full_disk_is_called_full_where_sqlite_only_says_that_it_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed = sqlite3.OperationalError("disk I/O error")
    monkeypatch.setattr(opening, "free_bytes", lambda path: 4_096)
    assert disk_reason(tmp_path, failed) == DISK_FULL
    monkeypatch.setattr(opening, "free_bytes", lambda path: 10_000_000)
    assert disk_reason(tmp_path, failed).es == "error de lectura o escritura del disco"


@pytest.mark.parametrize(
    ("text", "said"),
    [('{"a" 1}', "falta «:»: carácter 6"), ("{a}", "entre comillas dobles"), ('"abc', "un texto no se cierra")],
)
def test_what_is_wrong_with_json_is_told_in_spanish(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        json.loads(text)
    assert said in reason_es(caught.value)


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_bit_of_a_hash_is_told_in_words_of_ours(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str
) -> None:
    path = tmp_path / "s.db"
    with Show.open(path) as show:
        show.append([{"name": "bell"}], by="ana", at_ms=1)
        stored = show.last_hash.encode()
    path.write_bytes(path.read_bytes().replace(stored, b"\xb5" + stored[1:]))
    assert main(["verify", str(path), "--lang", language]) == 1
    assert main(["results", "list", "--show", str(path), "--lang", language]) == 2
    told = capsys.readouterr()
    for line in (told.out, told.err):
        assert {"en": "a text in it is no UTF-8", "es": "un texto no está en UTF-8"}[language] in line
        assert "decode" not in line


def test_a_copy_of_the_file_alone_has_nearly_all_of_a_running_match(tmp_path: Path) -> None:
    with Show.open(tmp_path / "s.db") as show:
        for n in range(100):
            show.append([{"name": "strike_rolled", "n": n, "dice": [1, 2, 3]} for _ in range(3)], by="referee", at_ms=n)
        shutil.copy(tmp_path / "s.db", tmp_path / "alone.db")
    report = verify(tmp_path / "alone.db")
    assert report.ok
    assert report.events >= 3 * 80
