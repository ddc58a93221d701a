"""Technique, "Técnica" (CW-TECH)."""

from collections.abc import Sequence
from typing import Final

from companion.games.clay_wrestling import irish_whip, submission
from companion.games.clay_wrestling.attack import crits, ineffective
from companion.games.clay_wrestling.defence import check_defence, grant_parity, roll, waiting_attack
from companion.games.clay_wrestling.draft import Draft
from companion.games.clay_wrestling.profile import rule_is
from companion.kernel.text import Text

TECHNIQUE_WORD: Final = Text("Technique", "Técnica")


def technique(draft: Draft, defender: str, dice: Sequence[int] | None) -> None:
    """Answer an Irish Whip or a Submission."""
    attack = waiting_attack(draft, defender, "CW-TECH-03")
    check_defence(draft, attack, "technique", "CW-TECH-02")
    left, faces, good = roll(draft, attack, "technique", dice, "CW-TECH-03", TECHNIQUE_WORD)
    draft.set_attack(attack, left)
    if left.net:
        return
    grant_parity(draft, attack, good, "CW-TECH-08")
    surpassed = good > attack.net
    if attack.kind == "whip":
        ineffective(draft, left, "CW-TECH-06")
        if surpassed and crits(faces):
            irish_whip.reverse(draft, attack, crits(faces))
        return
    critical = crits(faces) > 0 or rule_is(draft.match, "technique_reversal_crit", "any_success")
    if surpassed and critical:
        submission.reverse(draft, left)
    elif attack.kind == "submission_hold":
        submission.lose_hold(draft, left)
    else:
        ineffective(draft, left, "CW-TECH-06")
