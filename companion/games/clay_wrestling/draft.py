"""A command being decided: the match as it would be, and the events that lead there.

Rules write into a draft by emitting events and read the match as it stands after them. `decide`, the dice that are
due and the list of legal commands all run the same rule on a draft; none of them changes the match they were given.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from companion.games.clay_wrestling.events import (
    ClayEvent,
    FactsMarked,
    Marked,
    MatchMarked,
    TurnMarked,
)
from companion.games.clay_wrestling.model import Attack, Facts, Fighter, Flag, Match, Turn, pair, plain_changes
from companion.games.clay_wrestling.names import called
from companion.games.clay_wrestling.reasons import no
from companion.kernel.codec import encode
from companion.kernel.dice import DiceRequest, check_faces, dice_count
from companion.kernel.text import Text

D6: Final = 6
D10: Final = 10


class DiceDueError(Exception):
    """The rule cannot go on without dice."""

    def __init__(self, requests: tuple[DiceRequest, ...]) -> None:
        self.requests = requests
        super().__init__("dice are due")


class NeedFactError(Exception):
    """The rule cannot go on without a fact of the table: the referee is asked, nothing is guessed."""

    def __init__(self, question: str, about: tuple[str, ...]) -> None:
        self.question = question
        self.about = about
        super().__init__(question)


class Draft:
    """See the module."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.events: list[ClayEvent] = []

    def emit(self, event: ClayEvent) -> None:
        self.events.append(event)
        self.match = event.apply(self.match)

    # -- short forms of book-keeping ----------------------------------------------------------------------------

    def mark(self, name: str, **changes: Any) -> None:
        self.emit(Marked(fighter=name, changes=plain_changes(changes)))

    def mark_turn(self, **changes: Any) -> None:
        self.emit(TurnMarked(changes=plain_changes(changes)))

    def mark_match(self, **changes: Any) -> None:
        self.emit(MatchMarked(changes=plain_changes(changes)))

    def mark_facts(self, **changes: Any) -> None:
        self.emit(FactsMarked(changes=plain_changes(changes)))

    def flag(self, name: str, *words: str) -> None:
        """Add words to a fighter's flags."""
        flags = self.fighter(name).flags
        if not flags.issuperset(words):
            self.mark(name, flags=sorted(flags.union(words)))

    def unflag(self, name: str, *words: str) -> None:
        flags = self.fighter(name).flags
        if flags.intersection(words):
            self.mark(name, flags=sorted(flags.difference(words)))

    # -- reading ------------------------------------------------------------------------------------------------

    @property
    def turn(self) -> Turn:
        return self.match.turn

    @property
    def facts(self) -> Facts:
        return self.match.facts

    def fighter(self, name: str) -> Fighter:
        return self.match.fighters[name]

    def called(self, name: str) -> str:
        """How people call a fighter."""
        return called(self.match, name)

    # -- the attacks that wait ----------------------------------------------------------------------------------

    def set_attack(self, old: Attack | None, new: Attack | None) -> None:
        """Put `new` in the place of `old`; None: there was none, or none is left."""
        waiting = list(self.turn.pending)
        if old is None:
            waiting = [*([] if new is None else [new]), *waiting]
        else:
            place = waiting.index(old)
            waiting[place : place + 1] = [] if new is None else [new]
        self.mark_turn(pending=waiting)

    # -- facts --------------------------------------------------------------------------------------------------

    def _sure(self, fact: str, question: str, about: tuple[str, ...]) -> None:
        if is_unsure(self.facts, fact, about):
            raise NeedFactError(question, about)

    def adjacent(self, one: str, other: str) -> bool:
        if self.fighter(one).zone is not self.fighter(other).zone:
            return False
        self._sure("adjacent", "Q-ADJ", (one, other))
        return pair(one, other) in self.facts.adjacent

    def behind(self, attacker: str, defender: str) -> bool:
        self._sure("behind", "Q-BACK", (attacker, defender))
        return (attacker, defender) in self.facts.behind

    def near_ropes(self, name: str) -> bool:
        self._sure("near_ropes", "Q-ROPES", (name,))
        return name in self.facts.near_ropes

    def near_post(self, name: str) -> bool:
        self._sure("near_post", "Q-POST", (name,))
        return name in self.facts.near_post

    def has_moved_away(
        self, *names: str, facts: Sequence[str] = ("adjacent", "near_ropes", "near_post", "behind")
    ) -> None:
        """What was known about a figure that has moved is not known any more, where facts are asked for."""
        if not self.match.strict:
            return
        unsure: dict[str, tuple[str, ...]] = dict(self.facts.unsure)
        for fact in facts:
            unsure[fact] = tuple(sorted({*unsure.get(fact, ()), *names}))
        told = [one for one in self.facts.told if one[0] not in facts or not set(one[1:]).intersection(names)]
        if unsure != self.facts.unsure or len(told) < len(self.facts.told):
            self.mark_facts(unsure=unsure, **({} if len(told) == len(self.facts.told) else {"told": told}))

    def is_at(self, fact: str, name: str) -> None:
        """The rules themselves have brought him to the ropes or to a post (`near_ropes`, `near_post`)."""
        known = [one for one in getattr(self.facts, fact) if one != name]
        unsure = dict(self.facts.unsure)
        if name in unsure.get(fact, ()):
            unsure[fact] = tuple(one for one in unsure[fact] if one != name)
        self.mark_facts(**{fact: [*known, name]}, unsure={key: names for key, names in unsure.items() if names})

    def part(self, one: str, other: str) -> None:
        """The pair is not adjacent any more."""
        if pair(one, other) in self.facts.adjacent:
            self.mark_facts(adjacent=[item for item in self.facts.adjacent if item != pair(one, other)])

    def join(self, one: str, other: str) -> None:
        """The pair is adjacent (again)."""
        if pair(one, other) not in self.facts.adjacent:
            self.mark_facts(adjacent=[*self.facts.adjacent, pair(one, other)])

    # -- dice ---------------------------------------------------------------------------------------------------

    def d6(self, faces: Sequence[int] | None, field: str, count: int, rule: str, purpose: Text) -> tuple[int, ...]:
        """`count` faces of six, given or due."""
        if faces is None:
            if count == 0:
                return ()
            raise DiceDueError((DiceRequest(field, D6, count, purpose, rule),))
        check_faces(faces, sides=D6, count=count, rule=rule)
        return tuple(faces)

    def one_d6(self, face: int | None, field: str, rule: str, purpose: Text) -> int:
        if face is None:
            raise DiceDueError((DiceRequest(field, D6, 1, purpose, rule, single=True),))
        check_faces((face,), sides=D6, count=1, rule=rule)
        return face

    def d10(self, face: int | None, rule: str, purpose: Text) -> int:
        """A face of ten; a die that shows 0 is a ten (field note I-05)."""
        if face is None:
            raise DiceDueError((DiceRequest("d10", D10, 1, purpose, rule, single=True),))
        face = D10 if face == 0 else face
        check_faces((face,), sides=D10, count=1, rule=rule)
        return face

    def pools(
        self, given: Mapping[str, Sequence[int]], counts: Mapping[str, int], field: str, rule: str, purpose: Text
    ) -> dict[str, tuple[int, ...]]:
        """One pool a fighter."""
        missing = tuple(
            DiceRequest(f"{field}.{name}", D6, count, purpose, rule)
            for name, count in counts.items()
            if name not in given and count
        )
        self._strangers(given, counts, rule)
        if missing:
            raise DiceDueError(missing)
        faces = {name: tuple(given.get(name, ())) for name in counts}
        for name, count in counts.items():
            check_faces(faces[name], sides=D6, count=count, rule=rule)
        return faces

    def single_faces(
        self, given: Mapping[str, int], names: Sequence[str], field: str, rule: str, purpose: Text
    ) -> dict[str, int]:
        """One face a fighter."""
        missing = tuple(
            DiceRequest(f"{field}.{name}", D6, 1, purpose, rule, single=True) for name in names if name not in given
        )
        self._strangers(given, dict.fromkeys(names, 1), rule)
        if missing:
            raise DiceDueError(missing)
        check_faces(tuple(given[name] for name in names), sides=D6, count=len(names), rule=rule)
        return {name: given[name] for name in names}

    def _strangers(self, given: Mapping[str, Any], due: Mapping[str, int], rule: str) -> None:
        strangers = [name for name in given if name not in due]
        if strangers and len(given) != len(due):
            raise dice_count(len(given), len(due), rule)
        if strangers:
            raise no("not_active", rule, who=", ".join(strangers))


def is_unsure(facts: Facts, fact: str, about: tuple[str, ...]) -> bool:
    """Whether a fact is not known about these figures: one of them has moved, and nobody has answered since."""
    unsure = facts.unsure.get(fact, ())
    if not unsure or not ("*" in unsure or any(name in unsure for name in about)):
        return False
    return fact_about(fact, about) not in facts.told


def fact_about(fact: str, about: tuple[str, ...]) -> tuple[str, ...]:
    """A fact and whom it is about, as `Facts.told` keeps it; who touches whom has no order."""
    return (fact, *(pair(*about[:2]) if fact == "adjacent" else about))


def command_parameters(command: object) -> dict[str, Any]:
    """A command's parameters as a script would give them."""
    return {key: value for key, value in encode(command).items() if value is not None}


def is_resting(match: Match, fighter: Fighter) -> bool:
    """Announced, or forced by a missed finisher (CW-FIN-06) whether or not he can have the die."""
    return Flag.RESTING in fighter.flags or fighter.forced_rest_turn == match.turn_no
