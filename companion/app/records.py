"""From the roster to the bell, and from the last bell to the records of the show."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from companion.app.evening import Evening, Told
from companion.errors import CompanionError, FileProblemError, UsageProblemError
from companion.games import CLAY
from companion.games import game as game_named
from companion.games.clay_wrestling.model import Match
from companion.games.clay_wrestling.modes import GENERAL_CAPACITY
from companion.kernel.names import name_key
from companion.kernel.outcome import Outcome
from companion.kernel.session import Session
from companion.kernel.text import Text
from companion.store.desk import DESK
from companion.store.lineup import Commands, fighters_of, lineup, palms_due, result
from companion.store.people import (
    Bout,
    BoutCorrected,
    BoutRecorded,
    People,
    PeopleReverted,
    Register,
    Step,
    event,
)
from companion.store.resilient import ResilientJournal
from companion.store.results import PLAYED_ON, REPAIRED, changes
from companion.store.stakes import at_stake, passed_over, tournament_of

MOST = 60
"""Sheets that are entered unasked; of a longer roster the lists on the screen would be no help."""
NOBODY = Text(
    "no fighters yet: fill in their sheets on the screen, or: companion roster import people.csv --show {path}",
    "aún no hay luchadores: rellena sus fichas en la pantalla, o: companion roster import gente.csv --show {path}",
)
TOO_MANY = Text(
    "the roster has {n} fighters; choose with --fighters A,B,...",
    "la lista tiene {n} luchadores; elige con --fighters A,B,...",
)
CHOOSE = Text(
    "the roster has {n} fighters, a match holds {most}: the pages Fighters and Mode and rules tick who fights",
    "la lista tiene {n} luchadores y en un combate caben {most}: en Luchadores y en Modo y reglas se marca quién lucha",
)
BACKED_UP = Text("match {n} is recorded; backup: {name}", "combate {n} anotado; copia de seguridad: {name}")
NO_BACKUP = Text("no backup was made: {why}", "no se ha hecho copia de seguridad: {why}")
UNCOUNTED = Text(
    "match {n}: its end is taken back, its result does not count", "combate {n}: final deshecho, su resultado no cuenta"
)
ALSO_DUE = Text(
    "{who}: counts for {bracket}, not for {others}; companion bracket stake NAME says which before a match, "
    "companion results correct MATCH --bracket NAME afterwards",
    "{who}: cuenta para {bracket}, no para {others}; companion bracket stake NOMBRE dice cuál antes del combate, "
    "companion results correct COMBATE --bracket NOMBRE después",
)
Give = Callable[[str, dict[str, Any]], object]
"""What takes a command: of a session before its match is in the journal, of the evening after."""
_OF_RESULTS = (BoutRecorded, BoutCorrected, PeopleReverted)
_TAKEN_BACK = "the end of the match was taken back"


def new_match(
    journal: ResilientJournal,
    game: str,
    seed: str,
    clock_ms: Callable[[], int],
    fighters: Sequence[str],
    say: Callable[[Text], None],
    setup: Mapping[str, Any] | None = None,
    more: Callable[[Any], Commands] | None = None,
) -> Evening[Any]:
    """Open a match; a clay match gets its fighters from the roster, with sheets, titles and carried injuries.

    Its opening and its people are one commit.

    Args:
        setup: what files bring: cards and decks of a card game, house rules of any.
        more: further first commands of a clay match, from its state with the people of the roster.

    Raises:
        UsageProblemError: a chosen fighter is not in the roster, or the game is not known.
    """
    if game != CLAY:
        return Evening.open_match(journal, game_named(game), clock_ms, seed=seed, setup=setup)
    people = journal.register().people
    names = _who_fights(journal, people, fighters, say)
    _tell_passed_over(people, names, say)
    commands = lineup(people, names)
    if setup is not None:
        head = setup["profile"]
        profile = {"profile": setup["house_rules"], "name": head["name"], "name_es": head.get("name_es", "")}
        commands = [("load_profile", profile), *commands]

    def enter(session: Session[Any]) -> None:
        _give_each(session.handle, commands, say)
        if more is not None:
            _give_each(session.handle, more(session.state), say)
        _give_each(session.handle, palms_due(session.state, people), say)

    return Evening.open_match(journal, game_named(game), clock_ms, seed=seed, enter=enter)


def _who_fights(
    journal: ResilientJournal, people: People, fighters: Sequence[str], say: Callable[[Text], None]
) -> list[str]:
    """The chosen ones, else everybody in the roster; nobody where these are too many."""
    names = list(fighters) or [sheet.name for sheet in people.sheets.values()]
    if not fighters and len(names) > MOST:
        say(TOO_MANY.filled(n=len(names)))
        return []
    if not fighters and len(names) > GENERAL_CAPACITY:
        say(CHOOSE.filled(n=len(names), most=GENERAL_CAPACITY))
    if not names:
        say(NOBODY.filled(path=journal.show.path))
    return names


def join_empty(
    evening: Evening[Any], journal: ResilientJournal, fighters: Sequence[str], say: Callable[[Text], None]
) -> None:
    """A clay match that nobody has entered yet takes the roster, as a new one does.

    The roster may have been imported, or its fighters chosen, after the first opening of the show. A match whose people
    were taken back stays empty.

    Raises:
        UsageProblemError: a chosen fighter is not in the roster.
    """
    state = evening.state
    if not isinstance(state, Match) or state.fighters or state.players or evening.session.can_redo:
        return
    people = journal.register().people
    names = _who_fights(journal, people, fighters, say)
    _tell_passed_over(people, names, say)
    _give_each(evening.give, lineup(people, names), say)


def bring_palms(evening: Evening[Any], journal: ResilientJournal, say: Callable[[Text], None]) -> None:
    """A match that goes on takes the palms that were measured in the show meanwhile, as `companion setup` does.

    Nothing is given while something is taken back, so that it can still be restored.
    """
    state = evening.state
    if isinstance(state, Match) and not state.over and not evening.session.can_redo:
        _give_each(evening.give, palms_due(state, journal.register().people), say)


def _tell_passed_over(people: People, fighters: Sequence[str], say: Callable[[Text], None]) -> None:
    """Several tournaments wait for these two, and one match counts for one of them only."""
    if others := passed_over(people, fighters):
        counts = tournament_of(people, fighters)
        say(ALSO_DUE.filled(who=" – ".join(fighters), bracket=counts, others=", ".join(others)))


def _give_each(give: Give, commands: Commands, say: Callable[[Text], None]) -> None:
    """A sheet that the rules refuse is told, and the others go on."""
    for name, parameters in commands:
        _give(give, name, parameters, say)


def _give(give: Give, name: str, parameters: dict[str, Any], say: Callable[[Text], None]) -> None:
    try:
        give(name, parameters)
    except CompanionError as error:
        say(Text(str(error), error.of("es")))


def keep_result(evening: Evening[Any], journal: ResilientJournal, say: Callable[[Text], None]) -> None:
    """From now on a match that ends is recorded, and the show backed up.

    While its end is taken back its result does not count; one that ends again otherwise is a correction. What a program
    that was killed between an end and its result left undone is done first.

    Args:
        say: hears what that changes; of a backup in the thread that made it.
    """
    keeper = _Keeper(evening, journal, say)
    keeper.settle_after_restart()
    evening.listen(keeper.hear)


def settle_last(journal: ResilientJournal, clock_ms: Callable[[], int], say: Callable[[Text], None]) -> None:
    """Record the last match's result where a killed program did not; for who begins a new match at once."""
    try:
        evening = Evening.resume(journal, clock_ms)
    except FileProblemError as error:  # of a game that this program does not know; its rows stay as they are
        say(Text(str(error), error.of("es")))
        return
    if evening is not None:
        _Keeper(evening, journal, say).settle_after_restart()


@dataclass(frozen=True)
class _Keeper:
    """Keeps the result of one match as the journal has it now."""

    evening: Evening[Any]
    journal: ResilientJournal
    say: Callable[[Text], None]

    @property
    def _name(self) -> str:
        return str(self.evening.number)

    def hear(self, told: Told[Any]) -> None:
        was_over = self.evening.game.outcome(told.before) is not None
        if was_over or self.evening.game.outcome(told.after) is not None:
            self.settle(is_new=not was_over)

    def settle_after_restart(self) -> None:
        """Do what a killed program left undone: its newest act has nothing in the records after it."""
        taken = self.journal.register().taken
        settled = [one.seq for one in taken if one.by != DESK and isinstance(one.step, _OF_RESULTS)]
        if max(settled, default=0) < self.evening.last_seq:
            self.settle(is_new=False)

    def settle(self, *, is_new: bool) -> None:
        """Bring the records in line with the match.

        Args:
            is_new: it ended with the newest act; otherwise the past before an end was changed, or nothing was.
        """
        outcome = self.evening.game.outcome(self.evening.state)
        register = self.journal.register()
        before = register.people
        if outcome is None:
            steps = self._uncounted(before)
        else:
            steps = self._counted(register, outcome, PLAYED_ON if is_new else REPAIRED)
        if steps:
            self.evening.note(*map(event, steps))
            for step in steps:
                if isinstance(step, BoutRecorded):
                    _tell_passed_over(before, step.result.fighters, self.say)
            if outcome is None:
                self.say(UNCOUNTED.filled(n=self._name))
            for line in changes(before, self.journal.register().people):
                self.say(line)
        if outcome is not None and (steps or is_new):
            self.journal.back_up(f"match-{self._name}", self._tell_backup)

    def _uncounted(self, people: People) -> list[Step]:
        """The result that this match gave no longer counts; one that the desk recorded under its number stays."""
        return [
            PeopleReverted(taken.seq, _TAKEN_BACK)
            for taken, bout in people.bouts
            if name_key(bout.bout) == name_key(self._name) and taken.by != DESK
        ]

    def _counted(self, register: Register, outcome: Outcome, reason: str) -> list[Step]:
        steps: list[Step] = [*self._again(register)]
        people = register.foresee(steps) if steps else register.people
        bout = self._result(people, outcome)
        last = self._recorded_last(people)
        if last is None:
            steps.append(BoutRecorded(bout))
        elif last != replace(bout, belt=last.belt, bracket=last.bracket):  # the desk may have changed what it was for
            steps.append(BoutCorrected(bout, reason))
        return steps

    def _again(self, register: Register) -> Iterator[Step]:
        """The match ends again: the taking back of its result is taken back, with every correction that it had."""
        recorded = {
            taken.seq
            for taken in register.taken
            if isinstance(taken.step, BoutRecorded) and name_key(taken.step.result.bout) == name_key(self._name)
        }
        by_us = [
            taken.seq
            for taken in register.taken
            if isinstance(taken.step, PeopleReverted)
            and taken.step.seq in recorded
            and taken.step.reason == _TAKEN_BACK
        ]
        if by_us and not any(taken.seq in recorded for taken in register.people.steps):
            yield PeopleReverted(by_us[-1], "the match ended again")

    def _result(self, people: People, outcome: Outcome) -> Bout:
        state = self.evening.state
        if isinstance(state, Match):
            return result(state, outcome, self._name, *at_stake(people, self._name, fighters_of(state)))
        from companion.screens.card_view import names_of

        called = names_of(state)
        fighters = tuple(called[seat] for seat in called)
        winners = tuple(called.get(seat, seat) for seat in outcome.winners)
        belt, bracket = at_stake(people, self._name, fighters)
        game = self.evening.game.id
        return Bout(self._name, fighters, winners, outcome.method, belt, bracket=bracket, game=game)

    def _recorded_last(self, people: People) -> Bout | None:
        """The result that this match itself gave last; a correction by hand is left alone."""
        found = None
        for taken in people.steps:
            step = taken.step
            if not isinstance(step, BoutRecorded | BoutCorrected) or name_key(step.result.bout) != name_key(self._name):
                continue
            if isinstance(step, BoutRecorded) or step.reason in {PLAYED_ON, REPAIRED}:
                found = step.result
        return found

    def _tell_backup(self, made: Path | FileProblemError) -> None:
        if isinstance(made, Path):
            self.say(BACKED_UP.filled(n=self._name, name=made.name))
        else:
            self.say(NO_BACKUP.filled(why=Text(str(made), made.of("es"))))


def chosen_fighters(words: str | None) -> tuple[str, ...]:
    """`--fighters A,B`.

    Raises:
        UsageProblemError: an empty name.
    """
    if words is None:
        return ()
    names = tuple(name.strip() for name in words.split(","))
    if not all(names):
        raise UsageProblemError(
            f"--fighters {words} has an empty name; give A,B,C", f"--fighters {words} tiene un nombre vacío; pon A,B,C"
        )
    return names
