"""Random players for any game: they take legal offers until the match ends, and everything is checked on the way."""

import functools
import json
import random
import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from companion.app.card_files import match_setup
from companion.kernel.codec import name_of
from companion.kernel.game import plain_event
from companion.kernel.refusals import IllegalCommandError
from companion.kernel.session import Session, rows
from companion.kernel.titles import title_of

Fill = Callable[["Player", Any, Any], "dict[str, Any] | None"]


Check = Callable[[Any], None]
FIXTURES = Path(__file__).parents[1] / "golden" / "cards"


class Player(random.Random):
    """Chance with a temper: some of ten play on strangely, so that rare ends are met too."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.style = seed % 10


@dataclass(frozen=True)
class Table:
    """How random players meet over one game.

    Attributes:
        setup: the set-up of a match, with hands and decks entered or not.
        fill: what a person adds to an offer; None: he gives no such command.
        check: called with the session after every command.
        scrambled: the state with everything exchanged that the crowd may not know.
        secrets: names of cards that lie hidden now.
        methods: how a match can end.
        lays_open: events that lay a card open at the table, whatever becomes of it.
        lays_all_open: commands that turn up cards which were hidden.
    """

    game: Any
    setup: Callable[[Player, bool], dict[str, Any]]
    fill: Fill
    check: Check
    scrambled: Callable[[Any], Any]
    secrets: Callable[[Any], Counter[str]]
    methods: frozenset[str]
    limit: int = 700
    lays_open: frozenset[str] = frozenset()
    lays_all_open: frozenset[str] = frozenset()


@dataclass
class Report:
    """What became of many random matches."""

    ended: int = 0
    lengths: list[int] = field(default_factory=list)
    events: Counter[str] = field(default_factory=Counter)
    commands: Counter[str] = field(default_factory=Counter)
    methods: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0

    @property
    def median(self) -> float:
        return median(self.lengths)


def entered_setup(name: str, decks: Mapping[str, str]) -> dict[str, Any]:
    """A match that starts with fixture decks: who brings what, by seat."""
    return json.loads(_entered(name, tuple(decks.items())))


@functools.cache
def _entered(name: str, decks: tuple[tuple[str, str], ...]) -> str:
    paths = {seat: FIXTURES / f"{name}_{who}.yaml" for seat, who in decks}
    return json.dumps(match_setup(name, [FIXTURES / f"{name}.yaml"], paths, None))


def run(table: Table, entered: bool, seeds: range) -> Report:
    """Many matches; each is checked at every step, folded again and taken back."""
    report = Report()
    for seed in seeds:
        setup = table.setup(Player(seed), entered)
        story = play(table, setup, seed)
        outcome = table.game.outcome(story.session.state)
        report.ended += outcome is not None
        report.methods[outcome.method if outcome is not None else "(running)"] += 1
        report.lengths.append(story.session.can_undo)
        report.events.update(story.events)
        report.commands.update(act.name for act in story.session.acts())
        story.hold()
    return report


def play(table: Table, setup: Any, seed: int) -> "Story":
    """One random match."""
    rng = Player(seed)
    game, check, fill, limit = table.game, table.check, table.fill, table.limit
    session = Session(game, setup, str(seed))
    story = Story(session, [session.opening()], set())
    ruled: set[Any] = set()
    before = json.dumps(game.view(session.state, "public"))
    for _ in range(limit):
        if game.outcome(session.state) is not None:
            break
        if session.state.phase not in ruled:
            ruled.add(session.state.phase)
            _takes_a_ruling(session)
        offer, parameters = legal_choice(rng, game, session, fill)
        hidden = table.secrets(session.state)
        was = session.state
        act = session.handle(offer.command, parameters)
        _tells_the_same(table, was, act)
        story.stored.extend(rows(act))
        still = hidden & table.secrets(session.state)
        moved = {name for name, count in hidden.items() if still[name] < count}
        after = json.dumps(game.view(session.state, "public"))
        opened = json.dumps([plain_event(event) for event in act.events if name_of(type(event)) in table.lays_open])
        for event in act.events:
            story.events.add(name_of(type(event)))
            line = game.tell(session.state, event)
            assert line is None or ("{" not in line.en + line.es and line.en and line.es)
            _tells_no_secret(session.state, line, set(still) - moved, before + opened + after)
        before = after
        check(session)
        _shows_no_secret(table, session.state)
    return story


def _takes_a_ruling(session: Session[Any]) -> None:
    """Whatever window is open, the referee may set something that has nothing to do with it (K-15)."""
    seats = getattr(session.state, "players", None) or getattr(session.state, "managers", {})
    for seat, player in seats.items():
        value = player.hand_count
        session.plan("referee_ruling", {"topic": "hand_count", "subject": seat, "value": value})
    session.plan("referee_ruling", {"topic": "house_rules", "value": {}})


def _tells_no_secret(state: Any, line: Any, hidden: set[str], public: str) -> None:
    """The play-by-play names no card, by reference or title, that lay hidden before and does so still.

    Args:
        public: what the crowd saw before, in between and sees now: another copy of a hidden card may lie open there.
    """
    told = "" if line is None else f"{line.en} {line.es}"
    for name in hidden:
        title = re.escape(title_of(state.cards, name))
        assert not re.search(rf"\b(?:{re.escape(name)}|{title})\b", told) or f'"{name}"' in public, line


def _tells_the_same(table: Table, state: Any, act: Any) -> None:
    """With other cards hidden the same command tells the crowd the same.

    A command that names a card of the hand is refused with others, and an act of `lays_all_open` turns cards up.
    """
    game, other = table.game, table.scrambled(state)
    if act.name in table.lays_all_open:
        return
    try:
        events = game.decide(other, game.command(act.name, act.parameters))
    except IllegalCommandError:
        return
    one, two = _told(game, state, act.events), _told(game, other, events)
    assert one == two or one is None or two is None, act.name


def _told(game: Any, state: Any, events: Any) -> list[Any] | None:
    """What the play-by-play says of the events; None at the end, which lays everything open."""
    said = []
    for event in events:
        state = game.evolve(state, event)
        said.append(game.tell(state, event))
    return [line for line in said if line is not None] if game.outcome(state) is None else None


def _shows_no_secret(table: Table, state: Any) -> None:
    """Whatever is hidden could be anything else: the crowd would see the very same."""
    assert table.game.view(table.scrambled(state), "public") == table.game.view(state, "public")


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


def legal_choice(rng: Player, game: Any, session: Session[Any], fill: Fill) -> tuple[Any, dict[str, Any]]:
    """A legal offer of anybody; seats that are not asked now may interrupt."""
    top = game.pending(session.state)[-1]
    found = []
    for actor in dict.fromkeys(["referee", *seats_of(session.state)]):
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


def seats_of(state: Any) -> tuple[str, ...]:
    return getattr(state, "seats", ()) or ("p1", "p2")


def _again_and_again(rng: Player, offers: list[Any]) -> Any:
    """All offers in a random order, several times over: a person may decline at first."""
    for _ in range(50):
        rng.shuffle(offers)
        yield from list(offers)
