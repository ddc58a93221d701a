"""Every rule with an effect can be disabled by `scripts/mutate_cards.py`; a sample is, and the tests notice it."""

import ast
import importlib.util
from pathlib import Path

import pytest

from .test_card_games_rule_map import RULES

ROOT = Path(__file__).parents[2]
SPEC = importlib.util.spec_from_file_location("mutate_cards", ROOT / "scripts" / "mutate_cards.py")
mutate = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(mutate)


def sources(name):
    folder = ROOT / "companion" / "games" / name
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.py"))}


@pytest.mark.slow
@pytest.mark.parametrize("name", RULES)
def test_every_rule_and_every_value_of_a_house_rule_can_be_disabled(name):
    texts = sources(name)
    for rule in (*mutate.rules_with_effect(name), *mutate.values_of_options(name)):
        changed = mutate.disabled(name, rule, texts)
        assert changed, rule
        for file, text in changed.items():
            assert text != texts[file], rule
            ast.parse(text)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "rule"), [("galaxy_wrestling_federation", "GWF-031"), ("wrasslin_manager", "WM-004")])
def test_a_disabled_rule_is_noticed(name, rule):
    assert mutate.noticed(name, mutate.disabled(name, rule, sources(name)))


@pytest.mark.slow
@pytest.mark.parametrize("name", RULES)
def test_nothing_disabled_nothing_noticed(name):
    """The copy of the engine plays as the engine does."""
    assert not mutate.noticed(name, {})
