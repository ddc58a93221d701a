"""House rules: every option of every decision leads somewhere else than its default (rules file, section 2)."""

from pathlib import Path

import pytest
import yaml

from companion.errors import NotationError
from companion.games.clay_wrestling.profile import DECISIONS_WITHOUT_OPTIONS, DEFAULTS, OPTIONS, resolve

from .table import Table

CASES = yaml.safe_load((Path(__file__).parent / "options.yaml").read_text(encoding="utf-8"))
VALUES = [
    (number, case["option"], value)
    for number, case in enumerate(CASES)
    for value in [DEFAULTS[case["option"]], *case["others"]]
]


def played(case, value):
    setup = {**case["setup"], "profile": {**case["setup"].get("profile", {}), case["option"]: value}}
    return Table(setup).all(*case["steps"])


@pytest.mark.parametrize(("number", "option", "value"), VALUES, ids=str)
def test_option(number, option, value):
    case = CASES[number]
    due = case["due"] if value == DEFAULTS[option] and type(value) is type(DEFAULTS[option]) else case["others"][value]
    played(case, value).expect(**due)


@pytest.mark.parametrize("option", OPTIONS.options)
def test_every_value_differs_from_the_default_somewhere(option):
    """The outcome under each value is not what the default expects in at least one case."""
    mine = [case for case in CASES if case["option"] == option]
    rule = OPTIONS.options[option]
    values = [value for value in rule.values if value != rule.default or type(value) is not type(rule.default)]
    if rule.low is not None:
        values += [rule.low, rule.high]
    for value in values:
        with_value = [case for case in mine if value in case["others"]]
        assert with_value, (option, value)
        differs = False
        for case in with_value:
            table = played(case, value)
            differs = differs or any(not table.same(key, due) for key, due in case["due"].items())
            other = case["others"][value]
            default = played(case, rule.default)
            differs = differs or any(not default.same(key, due) for key, due in other.items())
        assert differs, (option, value)


class TestProfile:
    """Section 2.1."""

    def test_the_default_profile_is_the_one_of_the_rules_file(self):
        assert resolve({}) == dict(DEFAULTS)
        assert len(DEFAULTS) == 135

    def test_every_decision_has_its_options(self):
        covered = {option.decision for option in OPTIONS.options.values()} | set(DECISIONS_WITHOUT_OPTIONS)
        assert covered == {f"DEC-{number:02d}" for number in range(1, 123)}

    def test_unknown_key_names_the_nearest_and_the_list(self):
        with pytest.raises(NotationError, match="did you mean fatigue_cap"):
            resolve({"fatige_cap": 3})

    @pytest.mark.parametrize("option", OPTIONS.options.values(), ids=lambda option: option.key)
    def test_a_value_that_is_not_allowed_is_refused_with_the_list(self, option):
        with pytest.raises(NotationError) as caught:
            resolve({option.key: "nonsense"})
        assert option.allowed() in str(caught.value)
        if option.low is not None:
            assert resolve({option.key: option.low})[option.key] == option.low
            assert resolve({option.key: option.high})[option.key] == option.high
            for beyond in (option.low - 1, option.high + 1):
                with pytest.raises(NotationError):
                    resolve({option.key: beyond})

    def test_true_is_not_one(self):
        with pytest.raises(NotationError):
            resolve({"dodge_successes": True})
