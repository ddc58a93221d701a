# ruff: noqa: E501  # one change a line reads as the table it is
"""Change a number, a sign or a rule of the clay engine in a copy, one at a time, and see that a test fails.

    python scripts/mutate_clay.py              every change
    python scripts/mutate_clay.py --draw 20 --seed 7    that many rules drawn by a seed

The bouts of `tests/golden/bouts` and the cases of the house rules are played first; a change they do not notice is shown
to the unit tests. A change that nothing notices is printed as SURVIVED, and the script fails.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from random import Random

ROOT = Path(__file__).parent.parent
GAME = Path("companion/games/clay_wrestling")
UNIT_TESTS = ("test_rulings.py", "test_the_turn.py", "test_before_the_match.py", "test_choices.py")


@dataclass(frozen=True)
class Change:
    """One line of one file that plays another game."""

    file: str
    before: str
    after: str
    rule: str


CHANGES = (
    Change("attack.py", "SUCCESS_AT: Final = 4", "SUCCESS_AT: Final = 5", "CW-STRIKE-02"),
    Change("attack.py", "TIEUP_SUCCESS_AT: Final = 3", "TIEUP_SUCCESS_AT: Final = 4", "CW-TIEUP-12"),
    Change("attack.py", "CRITICAL: Final = 6", "CRITICAL: Final = 5", "CW-WHIP-05"),
    Change("attack.py", "if fighter.defences_used:", "if fighter.defences_used > 9:", "CW-TURN-06"),
    Change("attack.py", "if fighter.may_not_attack:", "if not fighter.id:", "CW-MELEE-03"),
    Change("attack.py", "if not draft.adjacent(attacker, defender):", "if attacker == defender:", "CW-ATK-02"),
    Change("attack.py", "used = target.downed_attacks_taken > 0", "used = target.downed_attacks_taken > 1", "CW-STATUS-13"),
    Change("attack.py", "if Flag.PINNING not in draft.fighter(pinner).flags:", "if pinner:", "CW-CHECK-12"),
    Change("strike.py", "DAMAGE_AT: Final = 4", "DAMAGE_AT: Final = 5", "CW-STRIKE-05"),
    Change("strike.py", "POINTS_OF_A_SUCCESS: Final = 1", "POINTS_OF_A_SUCCESS: Final = 2", "CW-STRIKE-05"),
    Change("strike.py", "POINTS_OF_A_CRITICAL: Final = 2", "POINTS_OF_A_CRITICAL: Final = 1", "CW-STRIKE-06"),
    Change("strike.py", "CRITS_TO_KNOCK_DOWN: Final = 2", "CRITS_TO_KNOCK_DOWN: Final = 3", "CW-STRIKE-07"),
    Change("strike.py", "CRITS_TO_KNOCK_DOWN: Final = 2", "CRITS_TO_KNOCK_DOWN: Final = 1", "CW-STRIKE-07"),
    Change("strike.py", "CRITS_TO_WOUND: Final = 3", "CRITS_TO_WOUND: Final = 4", "CW-STRIKE-09"),
    Change("strike.py", "CRITS_TO_WOUND: Final = 3", "CRITS_TO_WOUND: Final = 2", "CW-STRIKE-09"),
    Change("strike.py", "attack.net * strength)", "attack.net + strength)", "CW-STRIKE-04"),
    Change("strike.py", "return min(number(", "return max(number(", "CW-STRIKE-10"),
    Change("strike.py", "INJURY_AT: Final = 2", "INJURY_AT: Final = 3", "CW-STATUS-23"),
    Change("strike.py", "falls = floors and", "falls = not floors and", "CW-STRIKE-08"),
    Change("irish_whip.py", "PALMS_OF_A_SUCCESS: Final = 1", "PALMS_OF_A_SUCCESS: Final = 2", "CW-WHIP-03"),
    Change("irish_whip.py", "PALMS_OF_A_CRITICAL: Final = 2", "PALMS_OF_A_CRITICAL: Final = 1", "CW-WHIP-05"),
    Change("irish_whip.py", "COLLISION_LOSS: Final = 3", "COLLISION_LOSS: Final = 4", "CW-WHIP-06"),
    Change("irish_whip.py", "RINGSIDE_LOSS: Final = 4", "RINGSIDE_LOSS: Final = 6", "CW-WHIP-12"),
    Change("irish_whip.py", "POST_LOSS: Final = 5", "POST_LOSS: Final = 4", "CW-WHIP-18"),
    Change("irish_whip.py", "DECIDER_DICE: Final = 1", "DECIDER_DICE: Final = 0", "CW-WHIP-16"),
    Change("irish_whip.py", "REAR_HALF_DEG: Final = 90", "REAR_HALF_DEG: Final = 180", "CW-WHIP-02"),
    Change("irish_whip.py", "passed = good >= attack.need", "passed = good > attack.need", "CW-WHIP-11"),
    Change("irish_whip.py", "return math.ceil(left - tolerance)", "return math.floor(left)", "CW-WHIP-11"),
    Change("irish_whip.py", "if attack.defended:", "if not attack.defended:", "CW-WHIP-13"),
    Change("irish_whip.py", "if fighter.has_acted or draft.turn.active == name:", "if not name:", "CW-WHIP-08"),
    Change("suplex.py", "hold.since_turn >= draft.match.turn_no", "hold.since_turn > draft.match.turn_no", "CW-SUPLEX-07"),
    Change("suplex.py", "_hold(draft, attack.defender, attack.attacker, 0)", "pass", "CW-COUNTER-11"),
    Change("suplex.py", "_hold(draft, attack.attacker, attack.defender, attack.crits)", "_hold(draft, attack.attacker, attack.defender, 0)", "CW-SUPLEX-04"),
    Change("submission.py", "MOST_A_TURN: Final = 5", "MOST_A_TURN: Final = 6", "CW-SUB-12"),
    Change("submission.py", "again = hold.successes + 1", "again = hold.successes", "CW-SUB-11"),
    Change("submission.py", "GIVES_UP_BELOW: Final = 0", "GIVES_UP_BELOW: Final = 1", "CW-CHECK-16"),
    Change("submission.py", "return min(MOST_A_TURN, times * strength) + top", "return min(MOST_A_TURN, times * strength) - top", "CW-SUB-04"),
    Change("counter.py", "if good > attack.net else 0", "if good >= attack.net else 0", "CW-COUNTER-10"),
    Change("counter.py", "DUEL: Final = 2", "DUEL: Final = 3", "CW-COUNTER-13"),
    Change("counter.py", '_set_loss(draft, rival, 0, "CW-COUNTER-14")', "pass", "CW-COUNTER-14"),
    Change("counter.py", "draft.mark(name, has_acted=True)", "pass", "CW-STATUS-09"),
    Change("technique.py", "surpassed = good > attack.net", "surpassed = good >= attack.net", "CW-TECH-11"),
    Change("technique.py", "irish_whip.reverse(draft, attack, crits(faces))", "pass", "CW-TECH-10"),
    Change("defence.py", "plain = max(0, attack.successes - good)", "plain = attack.successes", "CW-ATK-03"),
    Change("defence.py", "turn = draft.match.turn_no + 1", "turn = draft.match.turn_no", "CW-COUNTER-08"),
    Change("defence.py", "fighter.defences_used >= int(limit)", "fighter.defences_used > int(limit)", "CW-TURN-04"),
    Change("finisher.py", "DAMAGE_BONUS: Final = 3", "DAMAGE_BONUS: Final = 2", "CW-FIN-08"),
    Change("finisher.py", "forced_rest_turn=draft.match.turn_no + 1", "forced_rest_turn=None", "CW-FIN-06"),
    Change("finisher.py", "spent=True", "spent=False", "CW-FIN-05"),
    Change("ability.py", "FINISHER_BONUS: Final = 3", "FINISHER_BONUS: Final = 2", "CW-FIN-02"),
    Change("ability.py", "LYING_MALUS: Final = -1", "LYING_MALUS: Final = 1", "CW-STATUS-08"),
    Change("ability.py", 'stamina <= number(match, "fatigue_threshold")', 'stamina < number(match, "fatigue_threshold")', "CW-STAM-09"),
    Change("ability.py", "return wounds + 1", "return wounds", "CW-STATUS-23"),
    Change("health.py", "MAT_FALL: Final = 4", "MAT_FALL: Final = 5", "CW-SUPLEX-09"),
    Change("health.py", "RINGSIDE_FALL: Final = 6", "RINGSIDE_FALL: Final = 4", "CW-SUPLEX-10"),
    Change("health.py", "fighter.stamina > KNOCK_OUT_AT", "fighter.stamina >= KNOCK_OUT_AT", "CW-STAM-02"),
    Change("health.py", "to = now - amount", "to = now + amount", "CW-STRIKE-05"),
    Change("pin.py", "ESCAPES_ABOVE: Final = 0", "ESCAPES_ABOVE: Final = -1", "CW-CHECK-06"),
    Change("pin.py", "ESCAPES_ABOVE: Final = 0", "ESCAPES_ABOVE: Final = 1", "CW-CHECK-06"),
    Change("pin.py", 'if how != "stamina_d10":', 'if how == "stamina_d10":', "CW-CHECK-05"),
    Change("recovery.py", "WAKES_ABOVE: Final = 0", "WAKES_ABOVE: Final = -1", "CW-CHECK-03"),
    Change("recovery.py", "RECOVERY: Final = 1", "RECOVERY: Final = 0", "CW-STAM-03"),
    Change("recovery.py", "TURNS_KNOCKED_DOWN: Final = 2", "TURNS_KNOCKED_DOWN: Final = 1", "CW-STATUS-13"),
    Change("recovery.py", 'break_pin(draft, name, "woke", "CW-STAM-06")', "pass", "CW-STAM-06"),
    Change("rest.py", "TAUNT_MOST: Final = 6", "TAUNT_MOST: Final = 5", "CW-SPECIAL-16"),
    Change("rest.py", "else max(faces)", "else min(faces)", "CW-SPECIAL-15"),
    Change("specials.py", "CHARGE_MIN_PALMS: Final = 1", "CHARGE_MIN_PALMS: Final = 0", "CW-SPECIAL-12"),
    Change("specials.py", '"strike", charge_palms(draft, fighter))', '"strike", 0)', "CW-SPECIAL-11"),
    Change("specials.py", '"missed_jump", "CW-SPECIAL-05", down=down)', '"missed_jump", "CW-SPECIAL-05", down=Posture.KNOCKED_DOWN)', "CW-SPECIAL-08"),
    Change("movement.py", "STAND_COST: Final = 1", "STAND_COST: Final = 2", "CW-STATUS-07"),
    Change("movement.py", "ENTER_COST: Final = 1", "ENTER_COST: Final = 0", "CW-STATUS-20"),
    Change("movement.py", "ESCAPE_COST: Final = 1", "ESCAPE_COST: Final = 0", "CW-TIEUP-10"),
    Change("movement.py", "TURN_COST: Final = 1", "TURN_COST: Final = 2", "CW-MOVE-03"),
    Change("movement.py", "if total < against:", "if total <= against:", "CW-TIEUP-09"),
    Change("movement.py", "OPENING_PALMS: Final = 1.0", "OPENING_PALMS: Final = 2.0", "CW-START-03"),
    Change("tieup.py", "PARITY_DICE: Final = 1", "PARITY_DICE: Final = 0", "CW-COUNTER-08"),
    Change("tieup.py", "return order[-1]", "return order[0]", "CW-MELEE-03"),
    Change("order.py", "reverse=True", "reverse=False", "CW-INIT-03"),
    Change("turn.py", "count = fighter.ringside_turns + 1", "count = fighter.ringside_turns + 2", "CW-WIN-04"),
    Change("modes.py", "GENERAL_CAPACITY: Final = 8", "GENERAL_CAPACITY: Final = 9", "CW-PLAYER-01"),
    Change("modes.py", "half = STAMINA_AT_THE_BELL // 2", "half = STAMINA_AT_THE_BELL", "CW-MODE-05"),
    Change("fouls.py", "is Posture.UNCONSCIOUS:", "is Posture.ON_POST:", "CW-FOUL-02"),
    Change("fouls.py", "if not holds_tag(draft, attacker):", "if not attacker:", "CW-FOUL-03"),
    Change("sheets.py", "POINTS: Final = 10", "POINTS: Final = 11", "CW-SHEET-05"),
    Change("model.py", "STAMINA_AT_THE_BELL: Final = 20", "STAMINA_AT_THE_BELL: Final = 21", "CW-STAM-01"),
    Change("model.py", "KNOCK_OUT_AT: Final = -10", "KNOCK_OUT_AT: Final = -11", "CW-STAM-02"),
)  # fmt: skip

PLAY = """
import sys, yaml
from pathlib import Path
from companion.errors import CompanionError
from companion.games.clay_wrestling import GAME
from companion.games.clay_wrestling.profile import DEFAULTS
from companion.kernel.game import Trace
from companion.kernel.refusals import IllegalCommandError
from companion.kernel.script import play
from companion.kernel.session import Session
tests = Path(sys.argv[1])
for name in ("clay_wrestling.yaml", "clay_rules.yaml"):
    for case in yaml.safe_load((tests / "golden" / "bouts" / name).read_text(encoding="utf-8")):
        if not play(GAME, case).passed:
            sys.exit(case["id"])
"""


def noticed(change: Change) -> str:
    """Which test notices the change; empty where none does."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for part in ("companion/__init__.py", "companion/errors.py"):
            (copy / part).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / part, copy / part)
        for part in ("companion/kernel", "companion/games"):
            shutil.copytree(ROOT / part, copy / part, ignore=shutil.ignore_patterns("__pycache__"))
        path = copy / GAME / change.file
        text = path.read_text(encoding="utf-8")
        if change.before not in text:
            raise SystemExit(f"{change.file} has no line {change.before!r}: bring this list up to date")
        path.write_text(text.replace(change.before, change.after, 1), encoding="utf-8")
        env = {**os.environ, "PYTHONPATH": folder, "PYTHONDONTWRITEBYTECODE": "1"}
        played = subprocess.run(
            [sys.executable, "-c", PLAY, str(ROOT / "tests")],
            env=env, capture_output=True, text=True, check=False, cwd=folder,
        )  # fmt: skip
        if played.returncode:
            return played.stderr.strip().splitlines()[-1]
        return _unit_tests(copy, env)


def _unit_tests(copy: Path, env: dict[str, str]) -> str:
    here = copy / "tests" / "games" / "clay_wrestling"
    shutil.copytree(ROOT / "tests/games/clay_wrestling", here, ignore=shutil.ignore_patterns("__pycache__"))
    names = [str(here / name) for name in UNIT_TESTS]
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--rootdir", str(copy), *names],
        env=env, capture_output=True, text=True, check=False, cwd=copy,
    )  # fmt: skip
    failed = [line for line in run.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return failed[0] if run.returncode and failed else ""


def main() -> int:
    parser = argparse.ArgumentParser(description="Mutation check of the clay engine.")
    parser.add_argument("--draw", type=int, help="how many rules to draw; all without it")
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    changes = list(CHANGES)
    if options.draw:
        rules = sorted({change.rule for change in CHANGES})
        drawn = Random(options.seed).sample(rules, options.draw)  # noqa: S311  # a draw, no secret
        changes = [next(change for change in CHANGES if change.rule == rule) for rule in drawn]
    survived = 0
    for change in changes:
        by = noticed(change)
        survived += not by
        print(
            f"{change.rule:14} {change.file:16} {change.after[:48]:48} {'noticed by ' + by[:60] if by else 'SURVIVED'}",
            flush=True,
        )
    print(f"{len(changes) - survived} of {len(changes)} noticed")
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main())
