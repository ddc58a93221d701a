"""Every rule of the rules file that has an effect is mapped to a test or a bout; a gap fails."""

import re
from pathlib import Path

import yaml

HERE = Path(__file__).parent
BOUTS = HERE.parents[1] / "golden" / "bouts"
RULE = re.compile(r"\bCW-[A-Z]+-\d\d\b")

FAMILIES = {
    "GEN": 3, "RING": 5, "PLAYER": 3, "CLAY": 13, "SHEET": 21, "STAM": 11, "WIN": 7, "FOUL": 6, "START": 3, "TURN": 6,
    "INIT": 6, "TIEUP": 12, "MELEE": 6, "MOVE": 7, "ATK": 3, "STRIKE": 11, "WHIP": 20, "SUPLEX": 18, "SUB": 12,
    "COUNTER": 16, "TECH": 11, "FIN": 9, "CHECK": 16, "SPECIAL": 17, "STATUS": 23, "MODE": 10, "META": 31,
}  # fmt: skip
EVERY_RULE = {f"CW-{family}-{number:02d}" for family, count in FAMILIES.items() for number in range(1, count + 1)}

NO_EFFECT = {
    "CW-META-01", "CW-META-02", "CW-META-03",  # notices about the text itself
    "CW-META-22", "CW-META-23", "CW-META-25", "CW-META-27", "CW-META-31",  # comments of the discussion
}  # fmt: skip
ELSEWHERE = {
    # change notes whose rule stands in the main text, or in a decision whose options are tested
    "CW-META-04": "CW-STAM-02",
    "CW-META-05": "CW-CHECK-05",
    "CW-META-06": "CW-STAM-03",
    "CW-META-07": "CW-STRIKE-07",
    "CW-META-08": "CW-STATUS-13",
    "CW-META-09": "CW-ATK-01",
    "CW-META-10": "CW-SUB-06",
    "CW-META-13": "CW-COUNTER-09",
    "CW-META-14": "CW-COUNTER-08",
    "CW-META-16": "CW-FIN-08",
    "CW-META-17": "CW-COUNTER-13",
    "CW-META-18": "CW-STATUS-20",
    "CW-META-19": "CW-STATUS-21",
    "CW-META-20": "CW-STATUS-23",
    "CW-META-24": "CW-TECH-02",
    "CW-META-28": "CW-COUNTER-10",
    "CW-META-30": "CW-COUNTER-02",
}


def covered() -> set[str]:
    found: set[str] = set()
    for file in ("clay_wrestling.yaml", "clay_rules.yaml"):
        for case in yaml.safe_load((BOUTS / file).read_text(encoding="utf-8")):
            found.update(case["rules"])
    for path in HERE.glob("test_*.py"):
        if path.name == Path(__file__).name:
            continue
        text = path.read_text(encoding="utf-8")
        found.update(RULE.findall(text))
    return found


def test_there_are_306_rules():
    assert len(EVERY_RULE) == 306


def test_every_rule_with_an_effect_has_a_test():
    mapped = covered()
    missing = sorted(
        rule for rule in EVERY_RULE - NO_EFFECT if rule not in mapped and ELSEWHERE.get(rule) not in mapped
    )
    assert missing == []


def test_no_bout_names_a_rule_that_does_not_exist():
    assert {rule for rule in covered() if rule.startswith("CW-")} <= EVERY_RULE


def test_every_ruling_of_the_engine_names_a_rule_that_exists():
    """Rule IDs in the code are those of the rules file."""
    source = HERE.parents[2] / "companion" / "games" / "clay_wrestling"
    named = {rule for path in source.glob("*.py") for rule in RULE.findall(path.read_text(encoding="utf-8"))}
    assert named <= EVERY_RULE
    assert len(named) > 150
