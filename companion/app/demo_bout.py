"""The bout of the demonstration: the camera proposes, a scripted referee disposes, the rules decide.

Nothing is canned: places come from the pictures, facts from the places, proposals from the facts. What has to be known
after a restart is in the journal: how far the clip was read and which proposals were decided.
"""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.app.evening import Evening, Told
from companion.app.eyes import Eyes, Look
from companion.app.lights import lights_of
from companion.app.scripted_referee import KnownTable, ScriptedReferee
from companion.app.stage import Table, Teller, poses_of, surroundings
from companion.errors import FileProblemError
from companion.games.clay_wrestling import GAME
from companion.games.clay_wrestling.model import COMBAT, MAIN, Match, Zone
from companion.kernel.refusals import IllegalCommandError, Refusal
from companion.kernel.text import Text
from companion.leds.backends import SimulatedLights
from companion.leds.service import LightService
from companion.screens.clay import clay_rgb
from companion.screens.surroundings import CameraProposal, Surroundings
from companion.screens.view_model import Rgb
from companion.store.resilient import ResilientJournal
from companion.table.facts import Move

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
MOVED = Text("{name} moved {palms} palms", "{name} se ha movido {palms} palmos")


@dataclass(frozen=True)
class Entrant:
    """A fighter of the demonstration; the id is the figure's in the table file."""

    id: str
    name: str
    colour: str
    kind: str

    @classmethod
    def of(cls, figure: Mapping[str, Any]) -> "Entrant":
        colour, name = str(figure.get("colour", "")), str(figure.get("name") or figure["id"])
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
    lamp: SimulatedLights
    clock_ms: Callable[[], int]
    tally: Tally = field(default_factory=Tally)
    table: Table = field(default_factory=Table)
    teller: Teller = field(default_factory=lambda: Teller(GAME))
    proposals: deque[Move] = field(default_factory=deque)
    spent_ms: list[float] = field(default_factory=list)
    _entered: int = 0

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
        self._decided = {(row["fighter"], row["to_frame"]) for row in rows if row["name"] == PROPOSAL}
        self.tally.accepted = sum(1 for row in rows if row["name"] == PROPOSAL and row["accepted"])
        self.tally.rejected = len(self._decided) - self.tally.accepted
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
        self.service.show(lights_of(told.after, self.places(), self.table.colours))
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
        self.proposals.extend(move for move in look.facts.moves if (move.id, move.to_frame) not in self._decided)
        self._list_proposals()

    @property
    def fps(self) -> float:
        """Frames a second from decoded picture to facts, over the run."""
        return 1000 * len(self.spent_ms) / max(1.0, sum(self.spent_ms))

    def _list_proposals(self) -> None:
        self.table.proposals = tuple(
            CameraProposal(
                MOVED.filled(name=self.names[move.id], palms=f"{move.path_mm / PALM_MM:.1f}"),
                self.table.tracks[move.id].confidence if move.id in self.table.tracks else 1.0,
                move.id,
                (move.end.x_mm, move.end.y_mm),
            )
            for move in self.proposals
        )

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
        if look is not None and self._observe(match, look):
            return
        if self._decide_proposal(match):
            return
        for name, parameters in self.referee.ideas(match, self.evening.session.can_undo):
            if self._try(name, parameters, "referee"):
                return
        raise FileProblemError(f"the bout cannot go on: {GAME.pending(match)}")

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

    def _observe(self, match: Match, look: Look) -> bool:
        """Bring the camera's facts to the match where they differ from what it knows."""
        facts = look.facts
        inside = {fighter.id for fighter in match.in_play}
        seen: dict[str, list[Any]] = {
            "adjacent": [list(pair) for pair in facts.adjacent if set(pair) <= inside],
            "near_ropes": [name for name in facts.near_ropes if name in inside],
            "near_post": [name for name in facts.near_post if name in inside],
            # the table says who has whom at his back, the rulebook who stands behind whom
            "behind": [[other, name] for name, other in facts.behind if {name, other} <= inside],
        }
        changed = {
            fact: value
            for fact, value in seen.items()
            if fact not in match.facts.manual
            and (match.facts.unsure.get(fact) or _differ(value, getattr(match.facts, fact)))
        }
        outside = {
            name: zone.value
            for name, zone in facts.zone.items()
            if name in inside and zone.value == "ringside" and match.fighters[name].zone is Zone.RING
        }
        if not changed and not outside:
            return False
        poses = {name: pose for name, pose in poses_of(self.table.tracks).items() if name in inside}
        return self._try(
            "observe",
            {"behind": seen["behind"], **changed, "poses": poses, "zone": outside, "source": "camera"},
            "camera",
        )

    def _decide_proposal(self, match: Match) -> bool:
        """Accept or reject the oldest move that the camera proposes, when its fighter has the slot."""
        if match.turn.pending or match.turn.asked is not None:
            return False
        stack = GAME.pending(match)
        owner = stack[-1].owner if stack and stack[-1].kind == "slot" else None
        move = next((one for one in self.proposals if one.id == owner), None)
        if move is None:
            return False
        parameters = {"fighter": move.id, "palms": round(move.path_mm / PALM_MM, 2)}
        refusal = self._refusal("move", parameters)
        self.proposals.remove(move)
        self._decided.add((move.id, move.to_frame))
        self._list_proposals()
        self.evening.note(
            {
                "name": PROPOSAL,
                "fighter": move.id,
                "to_frame": move.to_frame,
                "palms": parameters["palms"],
                "accepted": refusal is None,
                "rule": None if refusal is None else refusal.rule,
            },
            by="referee",
        )
        if refusal is not None:
            self.tally.rejected += 1
            return False
        self.tally.accepted += 1
        return self._try("move", parameters, "camera")

    def _refusal(self, name: str, parameters: Mapping[str, Any]) -> Refusal | None:
        try:
            self.evening.session.plan(name, parameters)
        except IllegalCommandError as error:
            return error.refusal
        return None

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


def _differ(seen: Sequence[Any], known: Sequence[Any]) -> bool:
    return sorted(str(list(item)) for item in seen) != sorted(str(list(item)) for item in known)


def _mean(pixels: Sequence[Sequence[int]]) -> Rgb:
    if not pixels:
        return (0, 0, 0)
    red, green, blue = (sum(pixel[channel] for pixel in pixels) // len(pixels) for channel in range(3))
    return (red, green, blue)
