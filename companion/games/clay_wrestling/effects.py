"""An attack that was not defended takes effect; questions that need no answer lapse."""

from companion.games.clay_wrestling.draft import Draft
from companion.games.clay_wrestling.model import Attack, Stage
from companion.games.clay_wrestling.slots import OPTIONAL


def commit(draft: Draft, attack: Attack) -> None:
    """The defence window closes with what is left of the attack."""
    from companion.games.clay_wrestling import irish_whip, strike, submission, suplex

    match attack.kind:
        case "strike":
            strike.take_effect(draft, attack)
        case "whip":
            irish_whip.take_effect(draft, attack)
        case "suplex" | "suplex_hold":
            suplex.take_effect(draft, attack)
        case _:
            submission.take_effect(draft, attack)


def let_lapse(draft: Draft) -> None:
    """A free choice that nobody made is not made.

    In a script that does not enforce the order, a command of another stage counts as `no_defence` (section 5.1).
    """
    for attack in draft.turn.pending:
        if attack.stage in OPTIONAL:
            draft.set_attack(attack, None)
        elif attack.stage is Stage.DEFENCE and not draft.match.strict:
            commit(draft, attack)
