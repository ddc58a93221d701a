"""The golden cases of the rules file, step by step."""

from pathlib import Path

import pytest
import yaml

from companion.games.raw_deal import GAME
from companion.kernel.script import play

BOUTS = Path(__file__).parents[2] / "golden" / "bouts" / "raw_deal.yaml"
CASES = yaml.safe_load(BOUTS.read_text(encoding="utf-8"))


def test_the_file_has_all_cases():
    assert len(CASES) == 89


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case(case):
    assert [str(failure) for failure in play(GAME, case).failures] == []
