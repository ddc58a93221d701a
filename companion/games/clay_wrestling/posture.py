"""Postures and the cards that mark them (CW-STATUS, sections 3.4 and 3.5)."""

from collections.abc import Iterator
from contextlib import contextmanager

from companion.games.clay_wrestling.draft import Draft
from companion.games.clay_wrestling.events import CardRemoved, CardShown, PostureChanged
from companion.games.clay_wrestling.model import Card, Fighter, Flag, Match, Posture
from companion.games.clay_wrestling.profile import rule_is

CARD_RULES = {Card.GREEN: "CW-STATUS-18", Card.YELLOW: "CW-STATUS-19", Card.RED: "CW-STATUS-14"}


def cards(match: Match, fighter: Fighter) -> tuple[Card, ...]:
    """Cards beside a figure: green over yellow over red, only the highest unless the house shows all (DEC-92)."""
    found = []
    if fighter.posture is Posture.UNCONSCIOUS:
        found.append(Card.GREEN)
    if Flag.SUBMITTED in fighter.flags:
        found.append(Card.YELLOW)
    if fighter.posture is Posture.KNOCKED_DOWN:
        found.append(Card.RED)
    return tuple(found[:1] if rule_is(match, "card_display", "highest_only") else found)


@contextmanager
def showing_cards(draft: Draft, name: str) -> Iterator[None]:
    """Tell which cards come and go by what is done inside."""
    before = cards(draft.match, draft.fighter(name))
    yield
    after = cards(draft.match, draft.fighter(name))
    for card in before:
        if card not in after:
            draft.emit(CardRemoved(fighter=name, card=card.value, rules=(CARD_RULES[card],)))
    for card in after:
        if card not in before:
            draft.emit(CardShown(fighter=name, card=card.value, rules=(CARD_RULES[card],)))


def set_posture(draft: Draft, name: str, to: Posture, cause: str, *rules: str) -> None:
    """Change the posture; what it excludes (section 3.4) goes."""
    fighter = draft.fighter(name)
    if fighter.posture is to and to is not Posture.KNOCKED_DOWN:
        return
    with showing_cards(draft, name):
        draft.emit(PostureChanged(fighter=name, from_=fighter.posture.value, to=to.value, cause=cause, rules=rules))
        marks: dict[str, object] = {}
        if to is Posture.KNOCKED_DOWN:
            # a second knock-down starts the count again (section 3.4)
            marks["knocked_down_turn"] = draft.match.turn_no
        elif fighter.knocked_down_turn is not None:
            marks["knocked_down_turn"] = None
        if fighter.post_since is not None and to is not Posture.ON_POST:
            marks["post_since"] = None
        gone = {Flag.RESTING} if to is Posture.UNCONSCIOUS else set()
        if to not in {Posture.STANDING, Posture.HELD}:
            gone |= {Flag.IN_TIEUP, Flag.IN_MELEE}
        if fighter.flags & gone:
            marks["flags"] = sorted(fighter.flags - gone)
        if marks:
            draft.mark(name, **marks)
