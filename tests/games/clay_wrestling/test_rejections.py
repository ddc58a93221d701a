"""Every rejection code of section 5.3 is raised by some bout, with its rule and its reason in both languages."""

from functools import cache
from pathlib import Path

import pytest
import yaml

from companion.errors import CompanionError
from companion.games.clay_wrestling import GAME
from companion.games.clay_wrestling.reasons import REASONS, no
from companion.kernel.refusals import IllegalCommandError
from companion.kernel.session import Session

HERE = Path(__file__).parent
BOUTS = HERE.parents[1] / "golden" / "bouts"
FILES = (BOUTS / "clay_wrestling.yaml", BOUTS / "clay_rules.yaml", HERE / "options.yaml")


@cache
def raised() -> dict[str, str]:
    """Codes with the rule of the first refusal that had them."""
    found: dict[str, str] = {}
    for file in FILES:
        for case in yaml.safe_load(file.read_text(encoding="utf-8")):
            session = Session(GAME, case.get("setup") or {}, case.get("seed") and str(case["seed"]))
            for step in case["steps"]:
                ((name, parameters),) = step.items()
                try:
                    if name != "expect":
                        session.handle(name, parameters or {})
                except IllegalCommandError as error:
                    found.setdefault(error.code, error.rule)
                except CompanionError:
                    continue
    return found


@pytest.mark.parametrize("code", [*REASONS, "dice_count", "dice_face"])
def test_code_is_raised(code):
    assert raised().get(code)


def test_no_code_is_invented():
    assert set(raised()) <= {*REASONS, "dice_count", "dice_face"}


def test_the_codes_are_those_of_the_rules_file():
    assert len(REASONS) == 52  # and the two of the dice, which the kernel words


@pytest.mark.parametrize("code", REASONS)
def test_reasons_are_whole_sentences(code):
    text = REASONS[code]
    assert text.en.endswith(".")
    assert text.es.endswith(".")
    assert text.en != text.es


def test_a_refusal_is_told_in_spanish_with_the_words_of_the_sheet():
    refused = no("ability_under_min", "CW-SHEET-18", ability="resistance", most=1)
    assert refused.of("es").startswith("Resistencia está por debajo de su mínimo de 1.")
    assert str(refused).startswith("Resistance is below its minimum of 1.")
    assert "Momia no está en juego" in no("target_out", "CW-MOVE-02", target="Momia").of("es")


def test_one_on_a_post_holds_nobody():
    """He is busy with a Suplex on himself (CW-SPECIAL-03): the code is that of a holder, the words are his own."""
    fighters = {"A": {}, "B": {"posture": "on_post", "post_since": 4}}
    session = Session(GAME, {"fighters": fighters, "adjacent": "all"}, "1")
    with pytest.raises(IllegalCommandError) as refused:
        session.handle("whip", {"attacker": "A", "defender": "B", "whip_dice": [6, 6]})
    assert (refused.value.code, refused.value.rule) == ("target_holding", "CW-SPECIAL-03")
    assert "B waits on the post" in refused.value.refusal.reason.en
    assert "B espera en el poste" in refused.value.refusal.reason.es
