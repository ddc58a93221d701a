"""Every sentence that tells a person what went wrong exists in Spanish too (K-17)."""

import ast
import functools
import re
from pathlib import Path

import pytest

import companion
from companion.cli.main import main
from companion.config.strict import load_text
from companion.errors import CompanionError, ConfigError, FileProblemError, NotationError, spanish
from companion.games import game as game_named

PACKAGE = Path(companion.__file__).parent
# errors whose constructor takes a Text, which has both languages by itself
TAKES_TEXT = {
    "CameraProblemError",
    "DrillError",
    "HandWorkerError",
    "HandsUnavailableError",
    "PortError",
    "RefusedError",
}
# a refusal holds a Text: refuse(code, rule, en, es) and each game's table of reasons
TAKES_REFUSAL = {"IllegalCommandError"}
# errors whose Spanish is a keyword of this name, because the sentence is put together or other words come first
KEYWORD = {"ConfigError": "allowed_es", "NotationError": "allowed_es", "ShowWriteError": "es"}
# functions that make such an error out of the words they are given -> the keyword or the place of the Spanish words
MAKERS: dict[str, str | int] = {
    "error": "allowed_es",  # Document.error(path, what, allowed)
    "_error": 4,  # Composer._error(mark, what, allowed, what_es, allowed_es)
    "refuse": 3,
}


@functools.cache
def _classes_and_calls() -> tuple[tuple[ast.ClassDef, ...], tuple[tuple[str, ast.Call], ...]]:
    """All class statements, and all calls outside `errors.py` with their place; read once, as text."""
    classes: list[ast.ClassDef] = []
    calls: list[tuple[str, ast.Call]] = []
    for path in sorted(PACKAGE.rglob("*.py")):
        where = path.relative_to(PACKAGE).as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                classes.append(node)
            elif isinstance(node, ast.Call) and where != "errors.py":
                calls.append((f"{where}:{node.lineno}", node))
    return tuple(classes), tuple(calls)


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


@functools.cache
def _kinds() -> set[str]:
    """Names of all classes below CompanionError."""
    bases = {node.name: {_name(base) for base in node.bases} for node in _classes_and_calls()[0]}
    kinds = {"CompanionError"}
    while more := {name for name, above in bases.items() if above & kinds} - kinds:
        kinds |= more
    return kinds


def _tells_spanish(call: ast.Call, kinds: set[str]) -> bool:
    name = _name(call.func)
    keywords = {keyword.arg for keyword in call.keywords}
    if name in MAKERS:
        place = MAKERS[name]
        return place in keywords if isinstance(place, str) else len(call.args) > place or "es" in keywords
    if name == "BilingualValueError":
        return len(call.args) == 2
    if name not in kinds or name in TAKES_TEXT | TAKES_REFUSAL:
        return True
    if name in KEYWORD:
        return KEYWORD[name] in keywords
    return len(call.args) >= 2 or "es" in keywords


def _makes_an_error(call: ast.Call) -> bool:
    """`document.error(...)` and not pygame's or a parser's error of the same name."""
    return _name(call.func) != "error" or (isinstance(call.func, ast.Attribute) and len(call.args) >= 3)


class TestEverySentence:
    """What is raised anywhere in the package."""

    def test_gives_spanish(self) -> None:
        kinds = _kinds()
        english_only = [
            f"{place}: {ast.unparse(call)[:100]}"
            for place, call in _classes_and_calls()[1]
            if _makes_an_error(call) and not _tells_spanish(call, kinds)
        ]
        assert not english_only, "no Spanish in\n" + "\n".join(english_only)

    def test_the_walk_finds_the_kinds_and_the_raises(self) -> None:
        kinds = _kinds()
        assert {"FileProblemError", "ConfigError", "NotationError", "ShowWriteError", "LearnError"} <= kinds
        assert kinds >= TAKES_TEXT | TAKES_REFUSAL | set(KEYWORD)
        calls = [call for _, call in _classes_and_calls()[1] if _name(call.func) in kinds]
        assert len(calls) > 200

    @pytest.mark.parametrize(
        "source",
        [
            "FileProblemError(f'{path}: no such file')",
            "ConfigError(path, 1, 1, 'what', 'allowed')",
            "NotationError('key', 'what', 'allowed')",
            "ShowWriteError('not saved', 'why')",
            "document.error((), 'what', 'allowed')",
            "self._error(mark, 'what', 'allowed')",
            "BilingualValueError('only English')",
        ],
    )
    def test_english_alone_is_found(self, source: str) -> None:
        call = ast.parse(source, mode="eval").body
        assert isinstance(call, ast.Call)
        assert _makes_an_error(call)
        assert not _tells_spanish(call, _kinds())

    def test_errors_that_take_a_text_are_given_no_plain_string(self) -> None:
        plain = [
            place
            for place, call in _classes_and_calls()[1]
            if _name(call.func) in TAKES_TEXT
            and any(isinstance(word, (ast.JoinedStr, ast.Constant)) for word in call.args)
        ]
        assert not plain


class TestTheSentences:
    """Both languages side by side: the same file, place and numbers."""

    @pytest.mark.parametrize(
        ("text", "english", "said"),
        [
            (
                "a: 1\na: 2\n",
                "t.yaml:2:1: key a stands twice, in line 1 and in line 2; keep one of them",
                "t.yaml:2:1: la clave a está dos veces, en la línea 1 y en la línea 2; deja solo una",
            ),
            (
                "a:\n\tb: 1\n",
                "t.yaml:2:1: tab at line 2, column 1; use spaces",
                "t.yaml:2:1: tabulador en la línea 2, columna 1; usa espacios",
            ),
        ],
    )
    def test_broken_yaml(self, text: str, english: str, said: str) -> None:
        with pytest.raises(ConfigError) as caught:
            load_text(text, "t.yaml")
        assert str(caught.value) == english
        assert caught.value.of("es") == said

    def test_broken_syntax_keeps_its_place(self) -> None:
        with pytest.raises(ConfigError) as caught:
            load_text("a: [1,\n", "t.yaml")
        assert str(caught.value).startswith("t.yaml:2:1: this is no YAML: ")
        assert caught.value.of("es").startswith("t.yaml:2:1: esto no es YAML: ")

    def test_a_wrong_parameter_of_a_command(self) -> None:
        game = game_named("clay_wrestling")
        with pytest.raises(NotationError) as caught:
            game.command("strike", {"attacker": 2.5, "defender": "B"})
        assert caught.value.of("en") == "strike.attacker = 2.5 is not allowed; give a text"
        assert caught.value.of("es") == "strike.attacker = 2.5 no está permitido; pon un texto"
        with pytest.raises(NotationError) as caught:
            game.command("strike", {"attacker": "A", "defender": "B", "with_a_chair": True})
        assert caught.value.of("es").startswith(
            "strike.with_a_chair = este parámetro no está permitido; se conocen attacker, "
        )

    def test_a_notation_error_keeps_its_value_and_changes_its_words(self) -> None:
        error = NotationError("strike.attacker", "7", "give a text", allowed_es="pon un texto")
        assert error.of("en") == "strike.attacker = 7 is not allowed; give a text"
        assert error.of("es") == "strike.attacker = 7 no está permitido; pon un texto"

    def test_a_reason_of_the_system_is_told_in_plain_words(self) -> None:
        assert spanish(PermissionError(13, "Permission denied")) == "permiso denegado"
        assert spanish(FileProblemError("x: no such file", "x: no existe ese archivo")) == "x: no existe ese archivo"
        assert spanish(OSError("odd")) == "odd"

    def test_without_spanish_the_english_sentence_stands(self) -> None:
        assert CompanionError("only this").of("es") == "only this"


class TestTheCommandLine:
    """What a person reads on the terminal."""

    @pytest.fixture(autouse=True)
    def _spanish_speaker(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("COMPANION_LANG", "es")

    def _said(self, capsys: pytest.CaptureFixture[str], *words: object) -> str:
        assert main([str(word) for word in words]) == 2
        (line,) = capsys.readouterr().err.splitlines()
        return line

    def test_a_wrong_table_names_line_and_column(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        table = tmp_path / "table.yaml"
        table.write_text("version: 1\nring: {size_mm: [700, 700], colour: red}\n", encoding="utf-8")
        line = self._said(capsys, "calibrate", "check", "--table", table, tmp_path / "clip.mp4")
        assert line.startswith(f"{table}:2:29: ring.colour es una clave desconocida; ")

    def test_a_clip_that_is_not_there(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        table = tmp_path / "table.yaml"
        clip = tmp_path / "clip.mp4"
        table.write_text("version: 1\nring: {size_mm: [700, 700]}\n", encoding="utf-8")
        line = self._said(capsys, "palm", clip, "--reference", "a4")
        assert line == f"{clip}: no existe ese archivo"

    def test_a_show_file_of_another_program(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        show = tmp_path / "show.db"
        show.write_text("a shopping list that is no database\n", encoding="utf-8")
        assert self._said(capsys, "verify", show) == f"{show}: no es un archivo de velada; queda como estaba"

    def test_a_script_of_a_game_that_is_not_known(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        script = tmp_path / "bout.yaml"
        script.write_text("game: chess\nid: X\nsteps: []\n", encoding="utf-8")
        line = self._said(capsys, "replay", script)
        assert line.startswith(f"{script}:1:7: game = chess no se conoce; pon clay_wrestling o ")

    @pytest.mark.parametrize(
        ("words", "said"), [(["--lang", "en"], "no such file"), (["--lang=es"], "no existe ese archivo")]
    )
    def test_lang_goes_before_the_environment(
        self, words: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        show = tmp_path / "none.db"
        assert self._said(capsys, "titles", "list", "--show", show, *words) == f"{show}: {said}"


def test_the_spanish_of_every_sentence_differs_from_its_english() -> None:
    """A sentence copied from the first argument to the second is none."""
    kinds = _kinds()
    same = [
        place
        for place, call in _classes_and_calls()[1]
        if _name(call.func) in kinds
        and len(call.args) == 2
        and isinstance(call.args[0], (ast.Constant, ast.JoinedStr))
        and re.sub(r"\W", "", ast.unparse(call.args[0])) == re.sub(r"\W", "", ast.unparse(call.args[1]))
    ]
    assert not same
