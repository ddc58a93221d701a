"""Names and file contents from elsewhere do no harm on a terminal, whichever verb prints them."""

import ast
import json
from pathlib import Path

import pytest

import companion
from companion.cli.main import main
from companion.cli.printing import echo
from companion.kernel.visible import in_one_line, visible

PACKAGE = Path(companion.__file__).parent
ACTING = ["\u202e", "\u2066", "\u200f", "\u200b", "\ufeff", "\x1b[2J", "\x07", "\x08", "\r", "\x9b", "\u2028", "\udcff"]


class TestVisible:
    @pytest.mark.parametrize("sign", ACTING)
    def test_signs_that_act_are_written_out(self, sign):
        shown = visible(f"Mo{sign}mia")
        assert sign not in shown
        assert f"\\u{ord(sign[0]):04x}" in shown

    @pytest.mark.parametrize("text", ["Ñandú 3 × 4 – «sí»", "صقر", "שלום", "👨\u200d👩\u200d👧", "one\ntwo\tthree"])
    def test_what_people_write_stays(self, text):
        assert visible(text) == text

    def test_json_means_the_same(self):
        told = {"name": "a\u202eb\U000e0041c"}
        assert json.loads(visible(json.dumps(told, ensure_ascii=False))) == told

    def test_an_error_is_one_line(self):
        assert in_one_line("a\nb\r\tc") == "a\\nb\\u000d c"


def test_echo_prints_it_so(capsys):
    echo("x\u202ey", err=True)
    echo(Path("p\x1b[31m"), nl=False)
    told = capsys.readouterr()
    assert (told.err, told.out) == ("x\\u202ey\n", "p\\u001b[31m")


class TestErrors:
    def test_a_name_in_a_file(self, tmp_path, capsys):
        table = tmp_path / "T.yaml"
        table.write_text("ring: {size_mm: [600, 600], \u202eevil: 1}\n", encoding="utf-8")
        assert main(["calibrate", "check", "nothing.jpg", "--table", str(table)]) == 2
        assert "\\u202eevil is an unknown key" in capsys.readouterr().err

    def test_a_word_on_the_command_line(self, capsys):
        assert main(["calibrate", "ch\x1b[31meck"]) == 2
        assert "\x1b" not in capsys.readouterr().err

    def test_a_file_with_a_line_end_in_its_name(self, tmp_path, capsys):
        assert main(["verify", str(tmp_path / "a\nb\u2067.db")]) == 2
        told = capsys.readouterr().err
        assert told.count("\n") == 1
        assert "a\\nb\\u2067.db" in told


def test_nobody_prints_past_it():
    """`click.echo` prints raw: verbs print with `companion.cli.printing.echo` or hand that on."""
    past = [
        f"{path.relative_to(PACKAGE)}:{node.lineno}"
        for path in PACKAGE.rglob("*.py")
        if path.name != "printing.py"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr == "echo"
    ]
    assert past == []
