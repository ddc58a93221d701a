"""Fouls that disqualify (CW-FOUL)."""

from companion.games.clay_wrestling.draft import Draft, NeedFactError
from companion.games.clay_wrestling.model import Posture
from companion.games.clay_wrestling.modes import disqualify
from companion.games.clay_wrestling.profile import rule_is


class FoulError(Exception):
    """The attack was a foul and does not happen; what follows from the foul has been written."""


def check_fouls(draft: Draft, attacker: str, defender: str) -> None:
    """Tested when the attack is declared.

    Raises:
        FoulError: it was one, confirmed or waved off.
        NeedFactError: who holds the tag, or whether the referee confirms, is not known yet.
    """
    if not draft.match.flags["dq"]:
        return
    if not holds_tag(draft, attacker):
        disqualify(draft, attacker, defender, "no_tag", "CW-FOUL-03")
        raise FoulError
    if draft.fighter(defender).posture is Posture.UNCONSCIOUS:
        disqualify(draft, attacker, defender, "unconscious", "CW-FOUL-02")
        raise FoulError


def holds_tag(draft: Draft, name: str) -> bool:
    """Whether he may attack for his team (DEC-25); nobody knows: the referee is asked (Q-TAG)."""
    team = draft.fighter(name).team
    if team is None or rule_is(draft.match, "team_tag_rule", "all_in"):
        return True
    legal = draft.match.teams[team].legal
    if legal is None:
        raise NeedFactError("Q-TAG", (team,))
    return legal == name
