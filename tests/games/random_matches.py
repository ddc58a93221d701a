"""Random players for any game: they take legal offers until the match ends, and everything is checked on the way."""

import json
import random
from collections.abc import Callable
from typing import Any

from companion.kernel.codec import name_of
from companion.kernel.refusals import IllegalCommandError
from companion.kernel.session import Session, rows

Fill = Callable[[random.Random, Any, Any], "dict[str, Any] | None"]


def play(game: Any, setup: Any, seed: int, fill: Fill, check: Callable[[Any], None], limit: int = 500) -> "Story":
    """One random match.

    Args:
        fill: what a person adds to an offer; None: he gives no such command.
        check: called with the session after every command.
    """
    rng = random.Random(seed)
    session = Session(game, setup, str(seed))
    story = Story(session, [session.opening()], set())
    for _ in range(limit):
        if game.outcome(session.state) is not None:
            break
        offer, parameters = _choice(rng, game, session, fill)
        act = session.handle(offer.command, parameters)
        story.stored.extend(rows(act))
        for event in act.events:
            story.events.add(name_of(type(event)))
            line = game.tell(session.state, event)
            assert line is None or ("{" not in line.en + line.es and line.en and line.es)
        check(session)
    return story


class Story:
    def __init__(self, session: Session[Any], stored: list[dict[str, Any]], events: set[str]) -> None:
        self.session = session
        self.stored = stored
        self.events = events

    def hold(self) -> None:
        """The journal folds to the live state, and undoing everything leads to the start."""
        plain = json.loads(json.dumps(self.stored))
        again = Session.from_rows(self.session.game, enumerate(plain, start=1))
        assert again.state == self.session.state
        start = Session(self.session.game, self.session.setup, self.session.seed)
        if self.session.can_undo:
            self.session.handle("undo", {"commands": self.session.can_undo})
        assert self.session.state == start.state


def _choice(rng: random.Random, game: Any, session: Session[Any], fill: Fill) -> tuple[Any, dict[str, Any]]:
    top = game.pending(session.state)[-1]
    owners = (top.owner,) if isinstance(top.owner, str) else top.owner
    found = []
    for actor in dict.fromkeys([*owners, "referee"]):
        found.extend(offer for offer in game.offers(session.state, actor) if offer.legal)
    for offer in _again_and_again(rng, found):
        parameters = fill(rng, session.state, offer)
        if parameters is None:
            continue
        try:
            session.plan(offer.command, parameters)
        except IllegalCommandError:
            assert offer.needs, f"{offer.command} was offered as it is and refused"
            continue
        return offer, parameters
    raise AssertionError(f"nothing to do at {top.kind} of {top.owner}")


def _again_and_again(rng: random.Random, offers: list[Any]) -> Any:
    """All offers in a random order, several times over: a person may decline at first."""
    for _ in range(50):
        rng.shuffle(offers)
        yield from list(offers)
