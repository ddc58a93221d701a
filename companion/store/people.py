"""Players, fighters, belts and results of a show, as a fold of its journal: values and events, no file, no clock.

The steps are journal events like any other, with names of their own; a step is taken back by `PeopleReverted` with its
number, and that in turn by another one. Whatever depends on a step (belts on results, injuries on results) is folded
again, so that a correction reaches all of it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from companion.errors import NotationError
from companion.kernel.codec import decode, encode, name_of, registry
from companion.kernel.names import name_key


@dataclass(frozen=True)
class Player:
    """A person at the table: a name and the measures of a hand, never a picture (CW-MOVE-02)."""

    name: str
    palm_mm: float | None = None
    half_palm_mm: float | None = None


@dataclass(frozen=True)
class Sheet:
    """A fighter's character sheet as the player filled it in, empty where nothing is written (CW-SHEET).

    Attributes:
        abilities: values by the names of the rules file; what is missing is not filled in yet.
        class_: humanoid, beast or absurd.
        photo: name of a picture file of the figure, beside the show; the picture itself is never kept.
    """

    name: str
    player: str = ""
    clay_colour: str = ""
    class_: str = ""
    abilities: Mapping[str, int] = field(default_factory=dict)
    finisher: str = ""
    finisher_position: str = ""
    photo: str = ""


@dataclass(frozen=True)
class Bout:
    """The result of a match.

    Attributes:
        bout: its name in the show: "3", "final".
        winners: empty for a draw.
        ending: how it ended: pin, knock_out, ...
        belt: at stake, or empty.
        injuries: ability injured, by fighter (CW-STATUS-23).
        bracket: the tournament it belongs to, or empty.
        game: name of its rules file; empty for clay wrestling.
    """

    bout: str
    fighters: tuple[str, ...]
    winners: tuple[str, ...] = ()
    ending: str = ""
    belt: str = ""
    injuries: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    bracket: str = ""
    game: str = ""


@dataclass(frozen=True)
class RosterImported:
    """One import of a roster: every player and sheet that it added or changed, whole."""

    file: str
    players: tuple[Player, ...] = ()
    sheets: tuple[Sheet, ...] = ()


@dataclass(frozen=True)
class PlayerSet:
    """A player was entered or changed, a palm was measured."""

    player: Player


@dataclass(frozen=True)
class SheetSet:
    """A sheet was entered or changed."""

    sheet: Sheet


@dataclass(frozen=True)
class SheetRemoved:
    """A fighter left the roster; results and belts keep the name."""

    fighter: str


@dataclass(frozen=True)
class BeltGranted:
    """A belt was given by a ruling; `points` on `ability` come with it (CW-SHEET-19)."""

    belt: str
    fighter: str
    ability: str = ""
    points: int = 0
    note: str = ""


@dataclass(frozen=True)
class BeltVacated:
    """A belt has no champion any more."""

    belt: str
    reason: str = ""


@dataclass(frozen=True)
class BeltStaked:
    """The next match that is recorded is for this belt; an empty name takes that back."""

    belt: str


@dataclass(frozen=True)
class TournamentStaked:
    """The next match that is recorded is for this tournament; an empty name takes that back."""

    bracket: str


@dataclass(frozen=True)
class BoutRecorded:
    """A match ended."""

    result: Bout


@dataclass(frozen=True)
class BoutCorrected:
    """A finished match had another result; it counts at the place of the match."""

    result: Bout
    reason: str = ""


@dataclass(frozen=True)
class BracketDrawn:
    """A tournament began; `kind` is elimination or round_robin, `fighters` stand in the order of the draw."""

    bracket: str
    kind: str
    fighters: tuple[str, ...]


@dataclass(frozen=True)
class PeopleReverted:
    """The step with this number in the journal is taken back."""

    seq: int
    reason: str = ""


Step = (
    RosterImported
    | PlayerSet
    | SheetSet
    | SheetRemoved
    | BeltGranted
    | BeltVacated
    | BeltStaked
    | TournamentStaked
    | BoutRecorded
    | BoutCorrected
    | BracketDrawn
    | PeopleReverted
)
STEPS = registry(
    RosterImported,
    PlayerSet,
    SheetSet,
    SheetRemoved,
    BeltGranted,
    BeltVacated,
    BeltStaked,
    TournamentStaked,
    BoutRecorded,
    BoutCorrected,
    BracketDrawn,
    PeopleReverted,
)


@dataclass(frozen=True)
class Taken:
    """A step with its place in the journal."""

    seq: int
    at_ms: int
    by: str
    step: Step


@dataclass(frozen=True)
class People:
    """What the journal says about people.

    Attributes:
        players, sheets: by `name_key` their names, in the order of their first entry.
        bouts: results with their corrections, in the order of the matches, with the step that recorded each.
        corrected: names of the bouts that were corrected.
        steps: all steps that hold, in order; belts and brackets are folded from them.
        unreadable: numbers of rows that bear the name of a step and cannot be read.
    """

    players: Mapping[str, Player] = field(default_factory=dict)
    sheets: Mapping[str, Sheet] = field(default_factory=dict)
    bouts: tuple[tuple[Taken, Bout], ...] = ()
    corrected: frozenset[str] = frozenset()
    steps: tuple[Taken, ...] = ()
    unreadable: tuple[int, ...] = ()

    def sheet(self, fighter: str) -> Sheet | None:
        return self.sheets.get(name_key(fighter))

    def player(self, name: str) -> Player | None:
        return self.players.get(name_key(name))


def player_before(people: People, name: str, is_left_out: Callable[[Taken], bool]) -> Player | None:
    """What the steps say of a player without those that are left out; None where they never name him."""
    found = None
    for taken in people.steps:
        if isinstance(taken.step, PlayerSet | RosterImported) and not is_left_out(taken):
            told = (taken.step.player,) if isinstance(taken.step, PlayerSet) else taken.step.players
            found = next((one for one in told if name_key(one.name) == name_key(name)), found)
    return found


class StoredRow(Protocol):
    """A journal row as the store gives it."""

    @property
    def seq(self) -> int: ...
    @property
    def at_ms(self) -> int: ...
    @property
    def by(self) -> str: ...
    @property
    def event(self) -> dict[str, Any]: ...


def event(step: Step) -> dict[str, Any]:
    """The step as a journal event."""
    plain = encode(step)
    if isinstance(step, BoutRecorded | BoutCorrected) and not step.result.game:
        del plain["result"]["game"]  # as it was before the card games had results: older programs read it
    return {"name": name_of(type(step)), **plain}


def fold(rows: Iterable[StoredRow]) -> People:
    """What the rows say about people; rows of matches are passed over. Never fails: it happened."""
    return _folded(*_read(rows))


def _folded(taken: Sequence[Taken], unreadable: Sequence[int]) -> People:
    holding = _without_reverted(taken)
    players: dict[str, Player] = {}
    sheets: dict[str, Sheet] = {}
    results = {name_key(t.step.result.bout): t.step.result for t in holding if isinstance(t.step, BoutCorrected)}
    bouts: dict[str, tuple[Taken, Bout]] = {}
    for each in holding:
        step = each.step
        if isinstance(step, RosterImported):
            players.update((name_key(player.name), player) for player in step.players)
            sheets.update((name_key(sheet.name), sheet) for sheet in step.sheets)
        elif isinstance(step, PlayerSet):
            players[name_key(step.player.name)] = step.player
        elif isinstance(step, SheetSet):
            sheets[name_key(step.sheet.name)] = step.sheet
        elif isinstance(step, SheetRemoved):
            sheets.pop(name_key(step.fighter), None)
        elif isinstance(step, BoutRecorded):
            key = name_key(step.result.bout)
            bouts[key] = (each, replace(results.get(key, step.result), bout=step.result.bout))
    corrected = frozenset(result.bout for key, (_, result) in bouts.items() if key in results)
    return People(players, sheets, tuple(bouts.values()), corrected, tuple(holding), tuple(unreadable))


def _read(rows: Iterable[StoredRow]) -> tuple[list[Taken], list[int]]:
    taken, unreadable = [], []
    for row in rows:
        kind = STEPS.get(row.event["name"])
        if kind is None:
            continue
        fields = {key: value for key, value in row.event.items() if key != "name"}
        try:
            taken.append(Taken(row.seq, row.at_ms, row.by, decode(kind, fields)))
        except NotationError:
            unreadable.append(row.seq)
    return taken, unreadable


def _without_reverted(taken: Sequence[Taken]) -> list[Taken]:
    """The steps that hold: from the last to the first, a revert that holds takes one away, be it a revert itself."""
    gone: set[int] = set()
    holding = []
    for each in reversed(taken):
        if each.seq in gone:
            continue
        if isinstance(each.step, PeopleReverted):
            if each.step.seq < each.seq:
                gone.add(each.step.seq)
        else:
            holding.append(each)
    holding.reverse()
    return holding


class Register:
    """The people of a journal that grows: a fold that only takes in what is new.

    Attributes:
        seq: number of the newest row of the journal that was looked at.
        people: what the rows up to there say.
    """

    def __init__(self) -> None:
        self.seq = 0
        self.people = People()
        self._taken: list[Taken] = []
        self._unreadable: list[int] = []

    def take(self, rows: Iterable[StoredRow], seq: int) -> None:
        """Take in the rows that follow those before, up to number `seq`; those that are no steps may be left out."""
        taken, unreadable = _read(rows)
        if taken or unreadable:
            self._taken += taken
            self._unreadable += unreadable
            self.people = _folded(self._taken, self._unreadable)
        self.seq = seq

    @property
    def taken(self) -> tuple[Taken, ...]:
        """Every step, those that were taken back too."""
        return tuple(self._taken)

    def foresee(self, steps: Sequence[Step]) -> People:
        """What the journal would say after these steps, too."""
        new = [Taken(self.seq + number, 0, "", step) for number, step in enumerate(steps, start=1)]
        return _folded([*self._taken, *new], self._unreadable)


def last_step(rows: Iterable[StoredRow]) -> Taken | None:
    """The newest step that holds and can be taken back; None if there is none."""
    taken, _ = _read(rows)
    holding = _without_reverted(taken)
    return holding[-1] if holding else None
