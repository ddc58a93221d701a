"""The help of every verb, whole in both languages."""

import re
from collections.abc import Iterator

import click
import pytest

from companion.cli import help_spanish
from companion.cli.helping import texts_of, value_names
from companion.cli.main import VERBS, command, main

CLICKS_OWN = {"Show this message and exit."}


def verbs(group: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every verb with the words that lead to it, the program itself first."""
    yield path, group
    if isinstance(group, click.Group):
        context = click.Context(group)
        for name in group.list_commands(context):
            found = group.get_command(context, name)
            assert found is not None
            yield from verbs(found, (*path, name))


ALL = dict(verbs(command))


def english() -> set[str]:
    written = {text for verb in ALL.values() for text in texts_of(verb)}
    return written | {line for _, line in VERBS.values()} | CLICKS_OWN


def test_every_sentence_is_there_in_spanish_and_none_that_nobody_says() -> None:
    assert english() - set(help_spanish.SPANISH) == set()
    assert set(help_spanish.SPANISH) - english() == set()


def test_every_option_says_what_it_is_for() -> None:
    silent = [
        (path, option.opts)
        for path, verb in ALL.items()
        for option in verb.params
        if isinstance(option, click.Option) and not option.help
    ]
    assert silent == []


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_help_is_spanish_from_first_to_last_word_and_english_stays(
    path: tuple[str, ...], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = {}
    for language in ("es", "en"):
        monkeypatch.setenv("COMPANION_LANG", language)
        assert main([*path, "--help"]) == 0
        told[language] = capsys.readouterr().out
    assert told["es"].startswith("Uso: companion")
    assert told["en"].startswith("Usage: companion")
    for word in ("Usage:", "Options:", "Commands:", "Example", "[default", "[required]", " TEXT ", " INTEGER ", "[OPT"):
        assert word not in told["es"], word
        if word in {"Usage:", "Options:", "[OPT"}:
            assert word in told["en"]


def test_values_have_spanish_names_too() -> None:
    """Words in capitals on the line of a verb or option, but for colour orders and what has no language."""
    context = click.Context(command)
    named = {one.make_metavar(context) for verb in ALL.values() for one in verb.params if not is_choice(one)}
    words = {word for name in named for word in re.findall(r"[A-Z]{3,}", name)} - {"GRB", "URL", "BOOLEAN", "RANGE"}
    assert len(words) > 10
    assert {word for word in words if word in re.findall(r"[A-Z]{3,}", " ".join(map(value_names, named)))} == set()


def is_choice(parameter: click.Parameter) -> bool:
    """Its values are typed as they stand."""
    return isinstance(parameter.type, click.Choice)


def test_the_language_of_the_line_decides(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_LANG", "en")
    assert main(["track", "--lang", "es", "--help"]) == 0
    assert "[obligatorio]" in capsys.readouterr().out
