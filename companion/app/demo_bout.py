"""The bout of the demonstration: the camera proposes, a scripted referee disposes, the rules decide.

Nothing is canned: places come from the pictures, facts from the places, proposals from the facts. What has to be known
after a restart is in the journal: how far the clip was read and which proposals were decided.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.app.camera_desk import CameraDesk, Waiting, on_screen
from companion.app.evening import Evening, Told
from companion.app.eyes import Eyes, Look
from companion.app.lights import WhipLight, lights_of
from companion.app.scripted_referee import KnownTable, ScriptedReferee
from companion.app.stage import Table, Teller, surroundings
from companion.errors import FileProblemError
from companion.games.clay_wrestling import GAME
from companion.games.clay_wrestling.model import COMBAT, MAIN, Match
from companion.kernel.refusals import IllegalCommandError
from companion.leds.backends import SimulatedLights
from companion.leds.firmware_lights import FirmwareLights
from companion.leds.service import LightService
from companion.screens.clay import clay_rgb
from companion.screens.surroundings import Surroundings
from companion.screens.view_model import Rgb
from companion.store.resilient import ResilientJournal

PALM_MM = 200.0
CLIP_READ = "clip_read"
PROPOSAL = "proposal_decided"
CLASSES: Mapping[str, str] = {"humanoid": "humanoid", "beast": "beast", "blob": "absurd", "absurd": "absurd"}
ABILITIES = (
    ("combat", "speed", "strength", "technique", "resistance"),
    ("strike", "whip", "suplex", "submission", "counter"),
)
SHEETS = (
    ((2, 3, 3, 1, 1), (3, 2, 2, 1, 2)),
    ((2, 2, 3, 1, 2), (3, 1, 2, 2, 2)),
    ((1, 4, 3, 1, 1), (4, 1, 1, 2, 2)),
    ((1, 4, 2, 2, 1), (3, 2, 1, 3, 1)),
)
"""Legal sheets of ten points twice (CW-SHEET-05, -12), dealt out in turn."""
FINISHERS = ("knocked_down", "on_ropes", "in_corner", "back_turned")


@dataclass(frozen=True)
class Entrant:
    """A fighter of the demonstration; the id is the figure's in the table file."""

    id: str
    name: str
    colour: str
    kind: str

    @classmethod
    def of(cls, figure: Mapping[str, Any], name: str) -> "Entrant":
        colour = str(figure.get("colour", ""))
        return cls(str(figure["id"]), name, colour, CLASSES.get(str(figure.get("class", "")), "humanoid"))


@dataclass
class Tally:
    """What the summary counts."""

    frames: int = 0
    accepted: int = 0
    rejected: int = 0
    refused: int = 0


@dataclass
class DemoBout:
    """A match, the eyes that watch it, and everything that shows it.

    Attributes:
        eyes: None: no camera; the referee tells every fact by hand.
        clock_ms: milliseconds since 1970.
    """

    entrants: Sequence[Entrant]
    eyes: Eyes | None
    evening: Evening[Match]
    journal: ResilientJournal
    service: LightService
    lamp: FirmwareLights | SimulatedLights
    clock_ms: Callable[[], int]
    tally: Tally = field(default_factory=Tally)
    table: Table = field(default_factory=Table)
    teller: Teller = field(default_factory=lambda: Teller(GAME))
    spent_ms: list[float] = field(default_factory=list)
    whip: WhipLight = field(default_factory=WhipLight)

    def __post_init__(self) -> None:
        self.referee = ScriptedReferee(GAME, self.evening.session.seed or "")
        self.table.palm_mm = PALM_MM
        self.table.colours = {e.id: clay_rgb(e.colour, number) for number, e in enumerate(self.entrants)}
        self.names = {entrant.id: entrant.name for entrant in self.entrants}
        if self.eyes is not None:
            ring = self.eyes.table.ring
            self.table.ring_size_mm = (ring.size_mm[0], ring.size_mm[1])
            self.table.ringside_mm = ring.ringside_mm
        rows = [row.event for row in self.journal.rows()]
        self.read_to = max((int(row["frame"]) for row in rows if row["name"] == CLIP_READ), default=-1)
        decided = {(row["fighter"], row["to_frame"]) for row in rows if row["name"] == PROPOSAL}
        self.desk = CameraDesk({entrant.id: PALM_MM for entrant in self.entrants}, decided)
        self.tally.accepted = sum(1 for row in rows if row["name"] == PROPOSAL and row["accepted"])
        self.tally.rejected = len(decided) - self.tally.accepted
        self._hear_again()
        self.evening.listen(self._hear)

    @property
    def over(self) -> bool:
        return GAME.outcome(self.evening.state) is not None

    # -- what is told after it is on disk --------------------------------------------------------------------------

    def _hear_again(self) -> None:
        """The play-by-play of what was there before a restart."""
        state = GAME.start()
        for act in self.evening.session.acts():
            self.teller.hear(act, state, 0, self.evening.last_seq)
            for event in act.events:
                state = GAME.evolve(state, event)
        self.teller.moment = None

    def _hear(self, told: Told[Match]) -> None:
        now_ms = self.clock_ms()
        self.teller.hear(told.act, told.before, now_ms, told.last_seq)
        self.whip.hear(told.act.events, self.places(), self.table.colours, now_ms)
        self.service.show(lights_of(told.after, self.places(), self.table.colours, whip=self.whip.now(now_ms)))
        self.journal.show.set_live(self.table.live(now_ms))

    def places(self) -> dict[str, tuple[float, float]]:
        return {name: (track.x_mm, track.y_mm) for name, track in self.table.tracks.items()}

    # -- the camera ------------------------------------------------------------------------------------------------

    def see(self, look: Look) -> None:
        """Take one frame: places for the map, facts for the referee, moves as proposals."""
        assert self.eyes is not None
        self.table.tracks = self.eyes.on_screen(look)
        self.spent_ms.append(look.spent_ms)
        self.table.fps = self.fps
        self.table.age_ms = look.spent_ms
        self.tally.frames = look.index + 1
        width, depth = self.table.ring_size_mm
        outside = frozenset(name for name, zone in look.facts.zone.items() if zone.value == "ringside")
        self.referee.table = KnownTable(self.places(), (width / 2, depth / 2), PALM_MM, outside)
        self.desk.take(look.facts, self.table.tracks, look.time_ms)
        self.desk.agree(self.evening.state)
        self.table.proposals = on_screen(self.desk.waiting(self.evening.state))

    @property
    def fps(self) -> float:
        """Frames a second from decoded picture to facts, over the run."""
        return 1000 * len(self.spent_ms) / max(1.0, sum(self.spent_ms))

    def read(self, look: Look) -> None:
        """Keep in the journal how far the clip was read."""
        self.read_to = look.index
        self.evening.note({"name": CLIP_READ, "frame": look.index})

    # -- the referee -----------------------------------------------------------------------------------------------

    def act(self, look: Look | None) -> None:
        """One command of the scripted referee, whichever comes next.

        Raises:
            FileProblemError: no command fits; this is a defect of the demonstration.
        """
        match = self.evening.state
        if not match.roster:
            self.evening.give(*self._registration(match))
            return
        seen = self.desk.observation(match) if look is not None else None
        if seen is not None and self._try("observe", seen, "camera"):
            return
        if self._decide_move(match):
            return
        for name, parameters in self.referee.ideas(match, self.evening.session.can_undo):
            if self._try(name, parameters, "referee"):
                return
        raise FileProblemError(
            f"the bout cannot go on: {GAME.pending(match)}", f"el combate no puede seguir: {GAME.pending(match)}"
        )

    def _try(self, name: str, parameters: Mapping[str, Any], by: str) -> bool:
        try:
            self.evening.give(name, parameters, by=by, method="camera" if by == "camera" else "typed")
        except IllegalCommandError:
            self.tally.refused += 1
            return False
        return True

    def _registration(self, match: Match) -> tuple[str, dict[str, Any]]:
        """The next step from nothing to the bell; each looks at what is there, so a restart repeats none."""
        for number, entrant in enumerate(self.entrants):
            player = f"player {entrant.id}"
            if player not in match.players:
                return "register_player", {"player": player, "name": f"{entrant.name} & co.", "palm_mm": PALM_MM}
            if entrant.id not in match.fighters:
                main, combat = SHEETS[number % len(SHEETS)]
                return "register_fighter", {
                    "fighter": entrant.id,
                    "player": player,
                    "name": entrant.name,
                    "clay_colour": entrant.colour,
                    "main": dict(zip(MAIN, main, strict=True)),
                    "combat_abilities": dict(zip(COMBAT, combat, strict=True)),
                    "finisher": {"name": f"{entrant.name} Bomb", "position": FINISHERS[number % len(FINISHERS)]},
                }
            if match.fighters[entrant.id].class_ is None:
                return "classify", {"fighter": entrant.id, "class": entrant.kind}
        return "start_match", {"mode": "wrestling_match", "fighters": [entrant.id for entrant in self.entrants]}

    def _decide_move(self, match: Match) -> bool:
        """Take or leave the oldest move that the camera proposes, once its fighter has the slot."""
        stack = GAME.pending(match)
        if not stack or stack[-1].kind != "slot" or match.turn.pending:
            return False
        due = (one for one in self.desk.waiting(match) if one.proposal.kind == "zone" or one.move.id == stack[-1].owner)
        one = next(due, None)
        if one is None:
            return False
        self._keep_decision(one)
        self.desk.settle(one.key)
        self.table.proposals = on_screen(self.desk.waiting(match))
        command = one.proposal.command
        if command is None:
            self.tally.rejected += 1
            return False
        self.tally.accepted += 1
        return self._try(command, one.proposal.parameters, "camera")

    def _keep_decision(self, one: Waiting) -> None:
        """First in the journal, then done: a restart in between loses a move and never makes it twice."""
        self.evening.note(
            {
                "name": PROPOSAL,
                "fighter": one.move.id,
                "to_frame": one.move.to_frame,
                "path_mm": round(one.move.path_mm, 1),
                "accepted": one.proposal.command is not None,
                "rule": one.proposal.rule,
                "band": one.proposal.band.value,
            },
            by="referee",
        )

    # -- what it looks like ----------------------------------------------------------------------------------------

    def around(self, crowd_boards: int | None = None) -> Surroundings:
        """The surroundings of both screens, now."""
        return surroundings(
            self.table,
            self.teller,
            lights=self.lamps(),
            lights_state="simulated",
            crowd_boards=crowd_boards,
            saved=not self.journal.waiting_events,
            can_undo=self.evening.session.can_undo,
            can_redo=self.evening.session.can_redo,
        )

    def lamps(self) -> tuple[Rgb, ...]:
        """The simulated board's zones, each as the mean of its pixels."""
        return tuple(_mean(pixels) for pixels in self.lamp.port.zone_frame())


def _mean(pixels: Sequence[Sequence[int]]) -> Rgb:
    if not pixels:
        return (0, 0, 0)
    red, green, blue = (sum(pixel[channel] for pixel in pixels) // len(pixels) for channel in range(3))
    return (red, green, blue)
