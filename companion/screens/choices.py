"""Offers of a game as numbered choices: one entry a command, its targets behind it; three keys reach any act."""

from collections.abc import Iterable, Mapping, Sequence

from companion.kernel.decisions import REFEREE, Offer, Pending
from companion.kernel.dice import DiceRequest
from companion.kernel.text import Text
from companion.screens.view_model import Action, Decision

FLAT_UP_TO = 2
"""A command with so many legal variants or fewer is listed flat; with more it becomes one entry with a list behind."""


def actors_now(pending: Sequence[Pending], active: str | None) -> tuple[str, ...]:
    """Whose offers the referee needs: those who answer the innermost question, who has the slot, and the referee."""
    owners: tuple[str, ...] = ()
    if pending:
        owner = pending[-1].owner
        owners = (owner,) if isinstance(owner, str) else owner
    return tuple(dict.fromkeys((*owners, *((active,) if active else ()), REFEREE)))


def dice_label(requests: Sequence[DiceRequest]) -> str:
    """`3d6`, or `2d6 + 1d10`."""
    totals: dict[int, int] = {}
    for one in requests:
        totals[one.sides] = totals.get(one.sides, 0) + one.count
    return " + ".join(f"{count}d{sides}" for sides, count in sorted(totals.items()))


def action_of(offer: Offer) -> Action:
    """One offer as one entry."""
    refusal = offer.refusal
    return Action(
        offer.label,
        offer.command,
        offer.parameters,
        offer.actor,
        refusal is None,
        None if refusal is None else refusal.reason,
        "" if refusal is None else refusal.rule,
        offer.odds,
        offer.odds_of,
        dice_label(offer.dice),
        offer.needs,
    )


NO_COMMANDS: frozenset[str] = frozenset()
LAST = frozenset({"concede", "declare_grave_injury"})
"""Commands that end the match, or somebody's part in it, by one key: they stand behind everything that is due."""


def grouped(
    offers: Iterable[Offer], titles: Mapping[str, Text], tell_why: frozenset[str] = NO_COMMANDS
) -> tuple[Action, ...]:
    """Entries for all offers, legal ones first, in the order of the game; what ends the match stands last of them.

    Args:
        titles: what a command with several targets is called.
        tell_why: commands of which targets that are not allowed are listed, too, with the reason.
    """
    by_command: dict[tuple[str, str], list[Offer]] = {}
    for offer in offers:
        by_command.setdefault((offer.command, offer.actor), []).append(offer)
    several = len({actor for _, actor in by_command}) > 1
    legal: list[Action] = []
    refused: list[Action] = []
    for (command, actor), same in by_command.items():
        able = [action_of(one) for one in same if one.legal]
        why = [action_of(one) for one in same if not one.legal] if command in tell_why and able else []
        if not able:
            refused.append(_refused(same, titles.get(command)))
        elif len(able) <= FLAT_UP_TO:
            legal += able
            refused += why
        else:
            title = titles.get(command, able[0].label)
            if several and actor:
                title = Text(f"{title.en} ({actor})", f"{title.es} ({actor})")
            legal.append(Action(title, command, {}, actor, children=(*able, *why)))
    legal.sort(key=lambda action: action.command in LAST)
    return (*legal, *refused)


def _refused(same: list[Offer], title: Text | None) -> Action:
    """One greyed entry for a command that nobody can be the target of; it tells the first reason."""
    first = action_of(same[0])
    if len(same) == 1 or title is None:
        return first
    return Action(title, first.command, first.parameters, first.actor, False, first.reason, first.rule)


def decision_of(pending: Pending | None, names: Mapping[str, str], answers: tuple[Action, ...]) -> Decision | None:
    """The open question with the names of those who answer it."""
    if pending is None:
        return None
    owners = (pending.owner,) if isinstance(pending.owner, str) else pending.owner
    shown = tuple(names.get(owner, owner) for owner in owners if owner != "referee")
    return Decision(pending.question, pending.rule, shown, answers)
