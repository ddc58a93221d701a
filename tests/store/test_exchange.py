"""G-08: out and in again, equal to the byte; H-06: tables that open by double click."""

import csv
import io
import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.cli.main import main
from companion.errors import CompanionError, FileProblemError
from companion.store import schema
from companion.store.backups import back_up, backups_of
from companion.store.exchange import export_csv, export_jsonl, import_jsonl
from companion.store.show import Show, verify

plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


def out_and_in(path: Path) -> tuple[bytes, bytes]:
    """The bytes of an export, and of the export of the show made of it."""
    first, copy, second = (path.with_suffix(end) for end in (".jsonl", ".copy.db", ".again.jsonl"))
    for left in (first, copy, second):
        left.unlink(missing_ok=True)
    with Show.open(path, readonly=True) as show:
        rows = export_jsonl(show, first)
    assert import_jsonl(first, copy) == rows
    assert str(verify(copy)) == f"ok {rows} events"
    with Show.open(copy, readonly=True) as show:
        assert export_jsonl(show, second) == rows
    return first.read_bytes(), second.read_bytes()


@pytest.fixture
def show(tmp_path: Path) -> Path:
    path = tmp_path / "velada ñ.db"
    with Show.open(path) as evening:
        evening.append([{"name": "bell", "who": "Muñoz", "empty": "", "none": None}, {"name": "pin"}], "ana", 1_000)
        evening.append([{"name": "strike_rolled", "dice": [6, 5], "rate": 0.1, "text": "a\u2028b\n\x1f"}], "=x", 2_500)
    return path


class TestRoundTrip:
    def test_byte_equal(self, show: Path) -> None:
        first, second = out_and_in(show)
        assert first == second
        assert first.count(b"\n") == 3 + 1
        assert json.loads(first.splitlines()[0])["event"] == {"name": "bell", "who": "Muñoz", "empty": "", "none": None}

    @pytest.mark.slow
    def test_500_matches(self, tmp_path: Path) -> None:
        chance = random.Random(5)
        path = tmp_path / "s.db"
        with Show.open(path) as evening:
            for match in range(500):
                events: list[dict[str, Any]] = [{"name": "match_started", "fighters": ["Ñandú Peña", "Łukasz", ""]}]
                events += [
                    {"name": "strike_rolled", "match": match, "dice": [chance.randint(1, 6) for _ in range(4)]}
                    for _ in range(20)
                ]
                evening.append(events, by="referee", at_ms=match * 60_000)
        first, second = out_and_in(path)
        assert first == second
        assert first.count(b"\n") == 500 * 21 + 1

    def test_an_empty_show(self, tmp_path: Path) -> None:
        path = tmp_path / "s.db"
        Show.open(path).close()
        closing = b'{"end":0,"hash":"%s"}\n' % (b"0" * 64)
        assert out_and_in(path) == (closing, closing)

    @settings(max_examples=40, deadline=None)
    @given(st.lists(st.tuples(st.dictionaries(st.text(), plain, max_size=3), st.text(max_size=5)), max_size=4))
    def test_any_plain_events(
        self, tmp_path_factory: pytest.TempPathFactory, commits: list[tuple[dict[str, Any], str]]
    ) -> None:
        path = tmp_path_factory.mktemp("any") / "s.db"
        with Show.open(path) as evening:
            for event, by in commits:
                evening.append([{**event, "name": "any"}], by=by, at_ms=0)
        first, second = out_and_in(path)
        assert first == second

    def test_while_the_referee_writes(self, show: Path, tmp_path: Path) -> None:
        with Show.open(show) as evening, Show.open(show, readonly=True) as reader:
            evening.append([{"name": "bell"}], by="ana", at_ms=3)
            assert export_jsonl(reader, tmp_path / "x.jsonl") == 4


class TestImportRefusals:
    @pytest.mark.parametrize(
        ("change", "words"),
        [
            (lambda lines: lines[1:], "x.jsonl:1: seq is 2, due 1"),
            (lambda lines: [lines[0], lines[2]], "x.jsonl:2: seq is 3, due 2"),
            (lambda lines: [lines[1], lines[0], lines[2]], "x.jsonl:1: seq is 2, due 1"),
            (lambda lines: [lines[0].replace("Muñoz", "Munoz"), *lines[1:]], "x.jsonl:1: its hash does not fit"),
            (lambda lines: [lines[0].replace("1000", "1001"), *lines[1:]], "x.jsonl:1: its hash does not fit"),
            (lambda lines: [lines[0], lines[1][:40]], "x.jsonl:2: "),
            (lambda lines: [lines[0].replace('"by"', '"who"')], "x.jsonl:1: unknown key 'who'; known are seq, at_ms"),
            (lambda lines: [lines[0].replace('"v":1', '"v":9')], "x.jsonl:1: events of version 9 are of a newer"),
            (lambda lines: [lines[0].replace("1000", "true")], "x.jsonl:1: at_ms and v are whole numbers"),
            (lambda lines: [lines[0].replace('"name":"bell",', "")], "x.jsonl:1: name = None is not allowed"),
            (lambda lines: ['{"seq":' + "[" * 100_000], "x.jsonl:1: too many levels"),
            (lambda lines: [lines[0], "[]"], "x.jsonl:2: the line is no JSON object"),
            (
                lambda lines: [lines[0].replace(",", " ", 1)],
                "x.jsonl:1: no JSON: Expecting ',' delimiter: character 10",
            ),
        ],
    )
    def test_the_line_is_named_and_nothing_is_made(self, show: Path, tmp_path: Path, change: Any, words: str) -> None:
        path = tmp_path / "x.jsonl"
        with Show.open(show, readonly=True) as opened:
            export_jsonl(opened, path)
        path.write_text("\n".join(change(path.read_text(encoding="utf-8").split("\n")[:-1])), encoding="utf-8")
        with pytest.raises(FileProblemError) as caught:
            import_jsonl(path, tmp_path / "new.db")
        assert words in str(caught.value)
        assert not list(tmp_path.glob("*new*"))

    @pytest.mark.parametrize(
        ("keep", "words"),
        [
            ((0, 1, 3), "x.jsonl:3: the closing line says '3' events, 2 are there"),
            ((3,), "x.jsonl:1: the closing line says '3' events, 0 are there"),
            ((0, 1, 2, 3, 2), "x.jsonl:5: a line behind the closing line"),
            ((0, 1, 2, 3, 3), "x.jsonl:5: a line behind the closing line"),
            ((), "x.jsonl: is empty, no export"),
        ],
    )
    def test_lines_that_are_missing_are_told_by_the_closing_line(
        self, show: Path, tmp_path: Path, keep: tuple[int, ...], words: str
    ) -> None:
        path = tmp_path / "x.jsonl"
        with Show.open(show, readonly=True) as opened:
            export_jsonl(opened, path)
        lines = path.read_bytes().splitlines(keepends=True)
        path.write_bytes(b"".join(lines[number] for number in keep))
        with pytest.raises(FileProblemError) as caught:
            import_jsonl(path, tmp_path / "new.db")
        assert words in str(caught.value)
        assert not list(tmp_path.glob("*new*"))

    def test_a_file_without_closing_line_is_taken_over_with_a_warning(
        self, show: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = tmp_path / "x.jsonl"
        assert main(["export", str(show), "--to", str(path)]) == 0
        path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:2]))
        capsys.readouterr()
        assert main(["import", str(path), "--show", str(tmp_path / "new.db"), "--lang", "es"]) == 0
        out, err = capsys.readouterr()
        assert out.startswith("2 eventos")
        assert err == (
            f"{path}: no tiene línea final: es de una versión anterior, o está cortado; importado: 2 eventos\n"
        )

    def test_a_show_that_is_there_is_left_alone(self, show: Path, tmp_path: Path) -> None:
        (tmp_path / "x.jsonl").write_text("")
        before = show.read_bytes()
        with pytest.raises(FileProblemError, match="is there already"):
            import_jsonl(tmp_path / "x.jsonl", show)
        assert show.read_bytes() == before

    def test_missing_files_and_folders(self, tmp_path: Path) -> None:
        with pytest.raises(FileProblemError, match="no such file"):
            import_jsonl(tmp_path / "x.jsonl", tmp_path / "new.db")
        with pytest.raises(FileProblemError, match="does not exist"):
            import_jsonl(tmp_path / "x.jsonl", tmp_path / "no" / "new.db")
        with pytest.raises(FileProblemError, match="cannot be read"):
            import_jsonl(tmp_path, tmp_path / "new.db")

    def test_a_byte_order_mark_and_other_line_ends_do_no_harm(self, show: Path, tmp_path: Path) -> None:
        path = tmp_path / "x.jsonl"
        with Show.open(show, readonly=True) as opened:
            export_jsonl(opened, path)
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n") + b"\r\n\r\n")
        assert import_jsonl(path, tmp_path / "new.db") == 3

    @settings(max_examples=80, deadline=None)
    @given(
        st.lists(
            st.binary(max_size=60)
            | st.fixed_dictionaries(
                {"seq": st.just(1) | plain, "at_ms": plain, "by": plain, "v": plain, "event": plain}
            ).map(lambda fields: json.dumps(fields).encode()),
            max_size=3,
        )
    )
    def test_any_lines(self, tmp_path_factory: pytest.TempPathFactory, lines: list[bytes]) -> None:
        folder = tmp_path_factory.mktemp("any")
        (folder / "x.jsonl").write_bytes(b"\n".join(lines))
        said = ""
        try:
            import_jsonl(folder / "x.jsonl", folder / "new.db")
        except CompanionError as error:
            said = str(error)
        assert "\n" not in said
        assert (folder / "new.db").exists() == (not said)


def row(event: str) -> bytes:
    return b'{"seq":1,"at_ms":1,"by":"a","v":1,"event":%s,"hash":""}' % event.encode()


@pytest.mark.parametrize(
    ("raw", "en", "es"),
    [
        (row('{"name":"a","n":%s}' % ("9" * 5000)), "x:1: a number has too many digits", "demasiadas cifras; no se ha"),
        (row('{"name":"a","n":NaN}'), "x:1: a = a number that is not finite", "x:1: a = un número que no es finito"),
        (row('{"name":"a","n":-Infinity}'), "a number that is not finite", "un número que no es finito"),
        (b'{"seq":\xb5}', "the line is no UTF-8", "la línea no es UTF-8"),
        (b"player,name\nana,Momia\n", "x: is no export of a show; give what", "x: no es una exportación de una velada"),
        (b"%PDF-1.4 \xe2\xe3\n", "x: is no export of a show", "x: no es una exportación de una velada"),
        (b"SQLite format 3\0\x10\0", "x: is a database, no export", "x: es una base de datos, no una exportación"),
    ],
)
def test_what_is_no_export_is_told_without_words_of_a_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, raw: bytes, en: str, es: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("x").write_bytes(raw)
    with pytest.raises(FileProblemError) as caught:
        import_jsonl(Path("x"), Path("new.db"))
    assert en in str(caught.value)
    assert es in caught.value.spanish
    for word in ("sys.", "JSON compliant", "delimiter", "codec"):
        assert word not in caught.value.spanish
    assert not Path("new.db").exists()


class TestDamagedShow:
    def test_nothing_is_handed_out(self, show: Path, tmp_path: Path) -> None:
        raw = show.read_bytes()
        show.write_bytes(raw.replace("Muñoz".encode(), "Muñez".encode()))
        with Show.open(show, readonly=True) as opened, pytest.raises(FileProblemError, match="bad 1: its hash"):
            export_jsonl(opened, tmp_path / "x.jsonl")
        assert not list(tmp_path.glob("*.jsonl*"))


class TestTable:
    @pytest.mark.parametrize(("language", "separator", "word"), [("es", ";", "evento"), ("en", ",", "event")])
    def test_opens_by_double_click(self, show: Path, tmp_path: Path, language: Any, separator: str, word: str) -> None:
        path = tmp_path / "x.csv"
        with Show.open(show, readonly=True) as opened:
            assert export_csv(opened, path, language) == 3
        raw = path.read_bytes()
        assert raw.startswith(b"\xef\xbb\xbf")
        assert raw.count(b"\r\n") >= 4
        rows = list(csv.reader(io.StringIO(raw.decode("utf-8-sig"), newline=""), delimiter=separator))
        assert rows[0][3] == word
        assert rows[1] == ["1", "1970-01-01 00:00:01", "ana", "bell", '{"who":"Muñoz","empty":"","none":null}']
        assert rows[3][2] == "'=x", "no formula"

    def test_a_clock_that_was_far_off(self, tmp_path: Path) -> None:
        with Show.open(tmp_path / "s.db") as opened:
            opened.append([{"name": "bell"}], by="ana", at_ms=-(2**62))
            assert export_csv(opened, tmp_path / "x.csv", "en") == 1


class TestBackups:
    def test_generations(self, show: Path) -> None:
        with Show.open(show) as evening:
            for match in range(7):
                evening.append([{"name": "bell", "match": match}], by="ana", at_ms=1)
                made = back_up(evening, f"match {match}/é", keep=3)
            assert back_up(evening, "match 6/é", keep=3) == made
        kept = backups_of(show)
        assert [path.name for path in kept] == [f"{n:08d}-match-{n - 4}-é.db" for n in (8, 9, 10)]
        assert [verify(path).events for path in kept] == [8, 9, 10]

    def test_a_backup_can_be_gone_on_with(self, show: Path) -> None:
        with Show.open(show) as evening:
            made = back_up(evening, "match-1")
        with Show.open(made) as evening:
            assert evening.append([{"name": "bell"}], by="ana", at_ms=1) == [4]

    def test_nothing_is_overwritten_and_a_folder_that_cannot_be_is_one_line(self, show: Path) -> None:
        with Show.open(show) as evening:
            with pytest.raises(FileProblemError, match="is there already"):
                evening.backup_to(show)
            with pytest.raises(FileProblemError, match="cannot be written"):
                evening.backup_to(show.parent / "no" / "x.db")
            show.with_name(f"{show.name}.backups").write_text("")
            with pytest.raises(FileProblemError, match="cannot be made"):
                back_up(evening, "x")


class TestMigration:
    """Old show files open in new versions, after a backup."""

    @pytest.fixture
    def newer_program(self, show: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        assert show.exists(), "made by the old one"
        monkeypatch.setattr(schema, "SCHEMA_VERSION", 3)
        monkeypatch.setattr(schema, "COLUMNS", {**schema.COLUMNS, "notes": ["text"]})
        monkeypatch.setattr(
            schema, "MIGRATIONS", {1: "CREATE TABLE note(text);", 2: "ALTER TABLE note RENAME TO notes;"}
        )

    @pytest.mark.usefixtures("newer_program")
    def test_a_backup_is_made_and_the_rows_stay(self, show: Path) -> None:
        before = show.read_bytes()
        assert verify(show).events == 3, "a reader takes it as it is"
        with Show.open(show) as evening:
            assert "brought from schema 1 to 3" in str(evening.warnings[0])
            assert evening.append([{"name": "bell"}], by="ana", at_ms=1) == [4]
        assert str(verify(show)) == "ok 4 events"
        (backup,) = backups_of(show)
        assert backup.name == "00000003-before-schema-3.db"
        assert verify(backup).events == 3
        assert show.read_bytes() != before
        with Show.open(show) as evening:
            assert evening.warnings == []

    @pytest.mark.usefixtures("newer_program")
    @pytest.mark.parametrize(
        "steps", [{1: "CREATE TABLE note(text);"}, {1: "CREATE TABLE note(text);", 2: "NONSENSE;"}]
    )
    def test_a_step_that_fails_leaves_the_file_as_it_was(
        self, show: Path, monkeypatch: pytest.MonkeyPatch, steps: dict[int, str]
    ) -> None:
        monkeypatch.setattr(schema, "MIGRATIONS", steps)
        before = show.read_bytes()
        with pytest.raises(FileProblemError, match=r"schema 1 is not known|cannot be brought to schema 3"):
            Show.open(show)
        assert show.read_bytes() == before


class TestCommands:
    def test_verify_export_and_import(self, show: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["verify", str(show)]) == 0
        assert main(["export", str(show), "--to", str(tmp_path / "x.jsonl")]) == 0
        assert main(["import", str(tmp_path / "x.jsonl"), "--show", str(tmp_path / "new.db")]) == 0
        assert main(["export", str(show), "--to", str(tmp_path / "x.csv"), "--lang", "es"]) == 0
        assert capsys.readouterr().out.splitlines()[0] == "ok 3 events"

    def test_what_goes_wrong_has_its_exit_code(
        self, show: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["verify", str(tmp_path / "no.db")]) == 2
        assert main(["export", str(show), "--to", str(tmp_path / "x.doc")]) == 2
        assert main(["import", str(tmp_path / "no.jsonl"), "--show", str(tmp_path / "new.db")]) == 2
        show.write_bytes(show.read_bytes().replace("Muñoz".encode(), "Muñez".encode()))
        assert main(["verify", str(show)]) == 1
        captured = capsys.readouterr()
        assert captured.out.startswith("bad 1: ")
        assert len(captured.err.splitlines()) == 3

    def test_the_words_of_the_contract_stay_and_the_rest_is_spanish(
        self, show: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["verify", str(show), "--lang", "es"]) == 0
        assert main(["export", str(show), "--to", str(tmp_path / "x.jsonl"), "--lang", "es"]) == 0
        assert main(["import", str(tmp_path / "x.jsonl"), "--show", str(tmp_path / "new.db"), "--lang", "es"]) == 0
        show.write_bytes(show.read_bytes().replace("Muñoz".encode(), "Muñez".encode()))
        assert main(["verify", str(show), "--lang", "es"]) == 1
        lines = capsys.readouterr().out.splitlines()
        assert lines[0] == "ok 3 events"
        assert lines[1].startswith("3 eventos -> ")
        assert lines[2].startswith("3 eventos -> ")
        assert lines[3].startswith("bad 1: su hash es ")
