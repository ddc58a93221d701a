"""Golden bouts: the cases of the rules file, and ours beside them, step by step."""

from pathlib import Path

import pytest
import yaml

from companion.games.clay_wrestling import GAME
from companion.kernel.script import play

BOUTS = Path(__file__).parents[2] / "golden" / "bouts"
GOLDEN = yaml.safe_load((BOUTS / "clay_wrestling.yaml").read_text(encoding="utf-8"))
OURS = yaml.safe_load((BOUTS / "clay_rules.yaml").read_text(encoding="utf-8"))


def test_the_rules_file_has_156_cases():
    assert len(GOLDEN) == 156
    assert len({case["id"] for case in (*GOLDEN, *OURS)}) == len(GOLDEN) + len(OURS)


@pytest.mark.parametrize("case", [*GOLDEN, *OURS], ids=lambda case: case["id"])
def test_case(case):
    assert [str(failure) for failure in play(GAME, case).failures] == []
