"""Field notes H-01 to H-05 and hostile files: one line with its place, or the right value."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.config.strict import load_file, load_text, yaml_blocks
from companion.errors import CompanionError, ConfigError, FileProblemError


def refusal(text: str | bytes) -> str:
    with pytest.raises(ConfigError) as caught:
        load_text(text, "table.yaml")
    message = str(caught.value)
    assert "\n" not in message
    assert (caught.value.line, caught.value.column) >= (1, 1)
    return message


class TestNamesStayText:
    """H-01, H-02."""

    @pytest.mark.parametrize("name", ["NO", "no", "On", "off", "y", "Yes", "Null", "NULL", "~", "True", "FALSE", "007"])
    def test_a_word_that_looks_like_more_is_text(self, name: str) -> None:
        assert load_text(f"name: {name}\n", "f").value == {"name": name}

    @pytest.mark.parametrize(
        "text", ["2:30", "03:30", "1_000", "1e999", "-1e999", ".inf", ".NaN", "0b1", "00.5", "0x", "+"]
    )
    def test_what_is_no_finite_number_without_leading_zeros_is_text(self, text: str) -> None:
        assert load_text(f"x: {text}", "f").value == {"x": text}

    @pytest.mark.parametrize(
        ("text", "value"),
        [
            ("7", 7),
            ("-7", -7),
            ("+7", 7),
            ("0", 0),
            ("0x1F", 31),
            ("0o17", 15),
            ("1.50", 1.5),
            (".5", 0.5),
            ("5.", 5.0),
            ("1e3", 1000.0),
            ("-0.25", -0.25),
            ("true", True),
            ("false", False),
            ("null", None),
            ("", None),
        ],
    )
    def test_numbers_truth_and_nothing(self, text: str, value: object) -> None:
        found = load_text(f"x: {text}", "f").value["x"]
        assert found == value
        assert type(found) is type(value)

    def test_quoted_is_always_text(self) -> None:
        assert load_text("""[ "1", 'null', "true", !!str 2, ! 3 ]""", "f").value == ["1", "null", "true", "2", "3"]

    def test_huge_numbers_stay_as_written(self) -> None:
        digits = "9" * 100_000
        assert load_text(f"x: {digits}", "f").value == {"x": digits}
        assert load_text("x: 9223372036854775807", "f").value == {"x": 2**63 - 1}
        assert load_text("x: 9223372036854775808", "f").value == {"x": "9223372036854775808"}

    def test_keys_are_text(self) -> None:
        assert load_text("1: a\nNO: b\nnull: c\n2:30: d\n", "f").value == {
            "1": "a",
            "NO": "b",
            "null": "c",
            "2:30": "d",
        }

    def test_what_was_written_is_kept(self) -> None:
        document = load_text("a: [1.50, NO]\nb: {c: 0x1F}\n", "f")
        assert document.source_text(("a", 0)) == "1.50"
        assert document.source_text(("b", "c")) == "0x1F"
        for path in (("a",), ("a", 2), ("b", "c", "d"), ("z",)):
            with pytest.raises(LookupError):
                document.source_text(path)


class TestPositions:
    def test_values_and_keys(self) -> None:
        document = load_text("camera:\n  K: [[1, 2],\n      [3, 4]]\n  name: é C920 # x\n", "f")
        assert document.position(("camera",)) == (2, 3)
        assert document.position(("camera", "K", 1, 0)) == (3, 8)
        assert document.position(("camera", "name")) == (4, 9)
        assert document.key_position(("camera", "name")) == (4, 3)
        assert document.key_position(("camera", "K", 1)) == (3, 7)

    def test_a_path_that_ends_early_gives_its_last_part(self) -> None:
        document = load_text("a:\n  b: 1\n", "f")
        assert document.position(("a", "z", "y")) == document.position(("a",)) == (2, 3)
        assert document.key_position(("a", "z")) == (2, 3)

    def test_columns_are_characters_also_after_accents_and_crlf(self) -> None:
        document = load_text("ñandú: 1\r\npeña: {é: 2}\r\n", "f")
        assert document.position(("peña", "é")) == (2, 11)

    def test_an_empty_document_is_none(self) -> None:
        for text in ("", "# only this\n", "---\n"):
            assert load_text(text, "f").value is None
        assert load_text("", "f").position(("a",)) == (1, 1)

    def test_errors_about_a_value(self) -> None:
        error = load_text("a:\n  b: 1\n", "t.yaml").error(("a", "b"), "a.b = 1 is not allowed", "give 2 to 3")
        assert str(error) == "t.yaml:2:6: a.b = 1 is not allowed; give 2 to 3"


class TestDuplicateKeys:
    """H-03."""

    def test_both_lines_are_named(self) -> None:
        assert refusal("red: A\n\nred: B\n") == (
            "table.yaml:3:1: key red stands twice, in line 1 and in line 3; keep one of them"
        )

    @pytest.mark.parametrize("text", ["{a: 1, 'a': 2}", "x: {1: a, '1': b}", "- a: 1\n  b: 2\n  a: 3\n"])
    def test_also_inside_and_in_quotes(self, text: str) -> None:
        assert "stands twice" in refusal(text)


class TestTabs:
    """H-04."""

    @pytest.mark.parametrize(
        ("text", "place"),
        [
            ("a:\n\tb: 1\n", (2, 1)),
            ("a:\n  b: 1\n\tc: 2\n", (3, 1)),
            ("a: x\n\tb: 1\n", (2, 1)),
            ("k: v\t# c", (1, 5)),
            ("k:\tv", (1, 3)),
            ("a: 1\r\nk: v w\tx\r\n", (2, 7)),
            ("a: 'x\ty' # t\tt\nb:\tc", (2, 3)),
            ("a: |\n  x\ty\n\tb: 1\n", (3, 1)),
        ],
    )
    def test_the_place_is_named(self, text: str, place: tuple[int, int]) -> None:
        line, column = place
        assert refusal(text) == f"table.yaml:{line}:{column}: tab at line {line}, column {column}; use spaces"

    def test_in_quotes_blocks_and_comments_they_may_stand(self) -> None:
        text = "a: 'x\ty'\nb: |\n  k:\tv\nc: 1 # x\ty\t\n#\t\nd: 2\n"
        assert load_text(text, "f").value == {"a": "x\ty", "b": "k:\tv\n", "c": 1, "d": 2}


class TestEncodings:
    """H-05."""

    TEXT = "nombre: Muñoz\n"

    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
    def test_unicode_is_read_without_a_word(self, encoding: str) -> None:
        document = load_text(self.TEXT.encode(encoding), "f")
        assert (document.value, document.warnings) == ({"nombre": "Muñoz"}, [])
        assert document.key_position(("nombre",)) == (1, 1)

    @pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
    def test_both_byte_orders(self, codec: str) -> None:
        assert load_text(("\ufeff" + self.TEXT).encode(codec), "f").value == {"nombre": "Muñoz"}

    def test_cp1252_is_read_with_a_warning_that_shows_the_first_changed_name(self) -> None:
        document = load_text(b"a: 1\nnombre: Mu\xf1oz\n", "f.yaml")
        assert document.value == {"a": 1, "nombre": "Muñoz"}
        assert document.warnings == ['f.yaml:2:9: the file is no UTF-8, read as cp1252: "Muñoz"; save it as UTF-8']

    def test_bytes_that_are_no_text(self) -> None:
        assert "byte 81 is no cp1252 text" in refusal(b"a: \x81\xf1")
        assert "is no utf-16-le text" in refusal(b"\xff\xfea")

    @pytest.mark.parametrize("character", ["\0", "\x1b", "\x7f", "\x85", "\u2028", "\ufffe", "\ud800"])
    def test_characters_nobody_sees_are_named(self, character: str) -> None:
        assert f"2:4: character U+{ord(character):04X}" in refusal(f"a: 1\nb: {character}\n")


class TestHostileFiles:
    def test_an_alias_bomb_is_refused(self) -> None:
        lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
        lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 9)]
        started = time.process_time()
        assert "more than" in refusal("\n".join(lines))
        assert time.process_time() - started < 1

    def test_many_aliases_are_refused_and_a_few_are_copies(self) -> None:
        assert "more than 100 aliases" in refusal("a: &a [1]\nb: [" + "*a, " * 101 + "]")
        value = load_text("a: &a [1]\nb: *a\nc: *a\n", "f").value
        value["b"].append(2)
        assert value == {"a": [1], "b": [1, 2], "c": [1]}

    def test_aliases_without_an_anchor_or_inside_themselves(self) -> None:
        assert "*x has no &x" in refusal("a: *x")
        assert "*x stands inside itself" in refusal("a: &x [*x]")

    @pytest.mark.parametrize("text", ["[" * 100_000, "{a: " * 50_000, "- " * 50_000, "? " * 50_000])
    def test_deep_nesting_is_refused_quickly(self, text: str) -> None:
        started = time.process_time()
        refusal(text)
        assert time.process_time() - started < 1

    def test_too_many_values(self) -> None:
        assert "more than 100000 values" in refusal("[" + "1," * 110_000 + "]")

    @pytest.mark.parametrize(
        "text",
        [
            "a: !!python/object/apply:os.system [ls]",
            "a: !!int 3",
            "a: !mine 3",
            "<<: {a: 1}",
            "? [a]\n: b",
            "? {a: 1}\n: b",
            "a: b: c",
            "a: [1, 2",
            "a: 'x",
            "a\n---\nb",
            "%YAML 3.0\n---\na",
            "@a",
            "a: `b`",
            "a: %b",
            "[a]]",
            "a: &",
            "- a\nb: c",
        ],
    )
    def test_one_line_with_a_place(self, text: str) -> None:
        assert refusal(text).startswith("table.yaml:")

    def test_an_open_bracket_names_where_it_was_opened(self) -> None:
        assert "from line 2, column 4 on" in refusal("a: 1\nb: [1, 2\nc: 3\n")


class TestFiles:
    def test_a_missing_file_is_one_line(self, tmp_path: Path) -> None:
        with pytest.raises(FileProblemError, match="no such file"):
            load_file(tmp_path / "no.yaml")

    def test_a_folder_and_a_name_that_cannot_be(self, tmp_path: Path) -> None:
        for path in (tmp_path, "a\0b"):
            with pytest.raises(FileProblemError, match="cannot be read"):
                load_file(path)

    def test_a_file_too_large(self, tmp_path: Path) -> None:
        path = tmp_path / "big.yaml"
        path.write_bytes(b"#" * 2_000_001)
        with pytest.raises(FileProblemError, match="larger than 2 MB"):
            load_file(path)

    def test_folders_with_accents_and_spaces(self, tmp_path: Path) -> None:
        """D-07."""
        path = tmp_path / "Peña López ñandú 2" / "mesa.yaml"
        path.parent.mkdir()
        path.write_text("a: [1\n", encoding="utf-8")
        with pytest.raises(ConfigError, match=r"mesa\.yaml:2:1"):
            load_file(path)


class TestMarkdown:
    PAGE = (
        "# Título\n\n```yaml\n- id: A\n  x: 1\n```\ntext\n\n````\n```yaml\n- no: [\n```\n````\n~~~yml\n- id: B\n~~~\n"
    )

    def test_blocks_have_the_line_numbers_of_the_page(self) -> None:
        first, second = yaml_blocks(self.PAGE, "rules.md")
        assert first.value == [{"id": "A", "x": 1}]
        assert first.position((0, "x")) == (5, 6)
        assert (second.value, second.line) == ([{"id": "B"}], 15)
        assert second.position((0, "id")) == (15, 7)

    @pytest.mark.parametrize("ending", ["\n", "\r\n"])
    def test_errors_have_them_too(self, ending: str) -> None:
        page = ending.join(["# T", "```yaml", "a: 1", "a: 2", "```"])
        with pytest.raises(ConfigError, match=r"rules.md:4:1: key a stands twice, in line 3 and in line 4"):
            yaml_blocks(page, "rules.md")

    def test_a_block_that_is_never_closed(self) -> None:
        with pytest.raises(ConfigError, match=r"rules.md:2:1: this yaml block is never closed"):
            yaml_blocks("# T\n```yaml\na: 1\n", "rules.md")

    def test_too_many_blocks(self) -> None:
        with pytest.raises(ConfigError, match=r"f:4001:1: more than 2000 yaml blocks"):
            yaml_blocks("```yaml\n```\n" * 2_001, "f")

    def test_other_languages_are_left_alone(self) -> None:
        assert yaml_blocks("```python\na: [\n```\n```\nb: [\n```\n`yaml`\n", "f") == []

    def test_150_cases_in_200_kb_are_read_in_time(self) -> None:
        case = "- id: CW-G-{n}\n  title: A legal sheet\n  rules: [CW-SHEET-05, CW-STAM-01]\n  steps:\n"
        step = "  - strike: {attacker: A, defender: B, strike_dice: [6, 5], strength_dice: [6, 6, 4, 1, 1, 1, 1, 1]}\n"
        page = "# Cases\n```yaml\n" + "".join(case.format(n=n) + step * 13 for n in range(150)) + "```\n"
        assert len(page) > 200_000
        started = time.process_time()
        (document,) = yaml_blocks(page, "rules.md")
        assert time.process_time() - started < 1.5
        assert len(document.value) == 150


yaml_like = st.text(alphabet="ab01 \t\n\r:-[]{},#&*!|>'\"%@`?.~<éñ\u2028\0", max_size=60)


def outcome(read: Callable[[], object]) -> Iterator[str]:
    """What is said to people; anything but a CompanionError comes through."""
    try:
        read()
    except CompanionError as error:
        yield str(error)


class TestFuzz:
    @settings(max_examples=400, deadline=None)
    @given(st.one_of(yaml_like, st.text(max_size=40), st.binary(max_size=60)))
    def test_any_text_gives_a_document_or_one_clear_line(self, text: str | bytes) -> None:
        said = "".join(outcome(lambda: load_text(text, "f.yaml")))
        assert "\n" not in said

    @settings(max_examples=200, deadline=None)
    @given(st.one_of(yaml_like, st.binary(max_size=60)), st.integers(3, 4))
    def test_any_page_gives_blocks_or_one_clear_line(self, text: str | bytes, ticks: int) -> None:
        fence = "`" * ticks
        raw = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
        page = f"# T\n{fence}yaml\n".encode() + raw + f"\n{fence}\n".encode()
        said = "".join(outcome(lambda: yaml_blocks(page, "f.md")))
        assert "\n" not in said
