"""Every option of every decision leads away from its default, and every rejection code is raised, in cases that are
played here: those of the rules files, and `*_options.yaml` for what these do not show.

What there is to be shown stands in `golden/card_vocabulary.yaml`, written from the rules files.
"""

import copy
from functools import cache
from pathlib import Path

import pytest
import yaml

from companion.games import game
from companion.kernel.script import play

GOLDEN = Path(__file__).parents[1] / "golden"
VOCABULARY = yaml.safe_load((GOLDEN / "card_vocabulary.yaml").read_text(encoding="utf-8"))
NAMES = tuple(VOCABULARY)
BESIDE = {"galaxy_wrestling_federation": {"rematch_limit"}}
"""Options of the field notes, which are in no rules file."""


@cache
def cases(name):
    found = []
    for file in (f"{name}.yaml", f"{name}_options.yaml"):
        found += yaml.safe_load((GOLDEN / "bouts" / file).read_text(encoding="utf-8"))
    return found


@cache
def passes(name, number):
    return play(game(name), cases(name)[number]).passed


def rules_of(case):
    return (case.get("setup") or {}).get("house_rules") or {}


def without(case, key):
    default = copy.deepcopy(case)
    del default["setup"]["house_rules"][key]
    return default


def options_of(name):
    return {key: values for options in VOCABULARY[name]["decisions"].values() for key, values in options.items()}


def values_beside_the_default(option, named):
    """What must be shown: the values that the rules file names, or both ends of a range."""
    if not isinstance(named, list):
        return [int(end) for end in named.split("..")]
    values = [value for value in named if value != "int"]
    values += [option.low, option.high] if "int" in named else []
    return [value for value in values if not (value == option.default and type(value) is type(option.default))]


def shown(name, key, value):
    """Cases that pass under the value and fail when the option is left at its default."""
    for number, case in enumerate(cases(name)):
        taken = rules_of(case).get(key)
        if (
            taken == value
            and type(taken) is type(value)
            and passes(name, number)
            and not play(game(name), without(case, key)).passed
        ):
            yield case["id"]


@pytest.mark.parametrize("name", NAMES)
def test_the_engine_has_the_decisions_of_the_rules_file(name):
    options = game(name).options.options
    beside = BESIDE.get(name, set())
    due = {(key, decision) for decision, options in VOCABULARY[name]["decisions"].items() for key in options}
    assert {(key, option.decision) for key, option in options.items() if key not in beside} == due
    for key, named in options_of(name).items():
        if isinstance(named, list):
            assert set(map(repr, options[key].values)) == set(map(repr, named)) - {"'int'"}, key


@pytest.mark.parametrize("name", NAMES)
def test_every_case_passes(name):
    assert [case["id"] for number, case in enumerate(cases(name)) if not passes(name, number)] == []
    ids = [case["id"] for case in cases(name)]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("name", NAMES)
def test_every_value_of_every_option_leads_away_from_its_default(name):
    options = game(name).options.options
    missing = [
        (key, value)
        for key, named in options_of(name).items()
        for value in values_beside_the_default(options[key], named)
        if not any(shown(name, key, value))
    ]
    assert missing == []


@pytest.mark.parametrize("name", NAMES)
def test_every_rejection_code_is_raised(name):
    raised = {
        step["expect"]["rejected"]
        for number, case in enumerate(cases(name))
        if passes(name, number)
        for step in case["steps"]
        if "rejected" in (step.get("expect") or {})
    }
    assert set(VOCABULARY[name]["rejections"]) - raised == set()
    assert raised <= set(VOCABULARY[name]["rejections"])
