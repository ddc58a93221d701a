"""What both screens are told about the evening besides the match: tracks, lights, journal and health."""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.games.clay_wrestling.events import RulingMade
from companion.games.clay_wrestling.model import Match
from companion.kernel.acts import COMMANDED, REDONE, REROLL, UNDONE, Act
from companion.kernel.game import Game
from companion.kernel.text import Text, plural
from companion.screens import clay_view
from companion.screens.clay_moments import moment_of
from companion.screens.clay_rulings import CORRECTS, ruled
from companion.screens.past_lines import text_of, throws_of_several
from companion.screens.rolling import rolled_of
from companion.screens.surroundings import (
    CameraProposal,
    Surroundings,
    Track,
    camera_health,
    crowd_health,
    disk_health,
    lights_health,
)
from companion.screens.view_model import ActLine, HealthItem, JournalLine, Moment, Rgb, Rolled

JOURNAL_LINES = 12
_UNDONE = Text("Taken back: {what}.", "Deshecho: {what}.")
_REDONE = Text("Done again: {what}.", "Rehecho: {what}.")
_STEP = Text("one step", "un paso")
_STEPS = Text("{n} steps", "{n} pasos")
_REROLL = Text("The dice may be rolled anew: {why}", "Los dados se pueden volver a tirar: {why}")
_AMENDED = {
    "remove": Text("Step {n} taken out.", "Paso {n} quitado."),
    "change": Text("Step {n} changed.", "Paso {n} cambiado."),
    "insert": Text("A step put in before step {n}.", "Un paso añadido antes del paso {n}."),
    "cut": Text("Back to before step {n}.", "De vuelta a antes del paso {n}."),
}
_LOST = (
    Text("{told} 1 later one fell away.", "{told} 1 posterior ha caído."),
    Text("{told} {n} later ones fell away.", "{told} {n} posteriores han caído."),
)
PALM_MM = 200.0
"""Taken where nobody's palm was measured: the span of an average adult hand."""


def repaired(act: Act, what: Text | None = None, number: int | None = None) -> Text:
    """The journal's line of an act that is no command of the game.

    Args:
        what: was undone or redone, where that is known.
        number: the journal's number of the step that was changed: people know it by that.
    """
    what = what or plural(act.count, _STEP, _STEPS)
    if act.kind == UNDONE:
        return _UNDONE.filled(what=what)
    if act.kind == REROLL:
        return _REROLL.filled(why=act.parameters["reason"])
    if act.kind == REDONE:
        return _REDONE.filled(what=what)
    told = _AMENDED[act.parameters["how"]].filled(n=number or act.parameters["at"])
    return plural(len(act.lost), *_LOST, told=told) if act.lost else told


@dataclass
class Teller:
    """Keeps the play-by-play and the newest big moment, as acts come in.

    Attributes:
        for_crowd: repairs of the past are told in one plain sentence, rulings without their reason.
    """

    game: Game[Any]
    for_crowd: bool = False
    journal: deque[JournalLine] = field(default_factory=lambda: deque(maxlen=JOURNAL_LINES))
    moment: Moment | None = None
    rolled: Rolled | None = None

    def hear(
        self, act: Act, before: Any, now_ms: int, seq: int, what: Text | None = None, number: int | None = None
    ) -> None:
        """Take the events of one act; the states between them are folded again to tell each in its place.

        Args:
            what: was taken back or done again; number: the journal's number of the step that was changed.
        """
        self.rolled = rolled_of(act, now_ms)
        if act.kind != COMMANDED:
            self.moment = None  # of what is taken back nobody is told any more
            self.journal.append(JournalLine(seq, CORRECTS if self.for_crowd else repaired(act, what, number)))
            return
        state = before
        if not self.for_crowd and isinstance(before, Match) and throws_of_several(act, clay_view.names_of(before)):
            self.add(seq, text_of(self.game, act, before))  # the order that follows does not tell who threw what
        for event in act.events:
            state = self.game.evolve(state, event)
            line = ruled(state, event) if self.for_crowd and isinstance(event, RulingMade) else None
            line = line or (None if self._is_raw(event) else self.game.tell(state, event))
            if line is not None:
                self.journal.append(JournalLine(seq, line))
            if isinstance(state, Match):
                self.moment = moment_of(state, event, now_ms) or self.moment
            else:
                from companion.screens import card_moments

                self.moment = card_moments.moment_of(state, event, now_ms) or self.moment

    def add(self, seq: int, text: Text) -> None:
        """A line that no event tells."""
        self.journal.append(JournalLine(seq, text))

    def _is_raw(self, event: Any) -> bool:
        """Whether an event has no words for the crowd: what a ruling wrote into a field is the referee's own affair."""
        return self.for_crowd and isinstance(event, RulingMade)


@dataclass
class Table:
    """What the camera knows of the figures, by fighter."""

    ring_size_mm: tuple[float, float] = (700.0, 700.0)
    ringside_mm: float = 250.0
    tracks: Mapping[str, Track] = field(default_factory=dict)
    colours: Mapping[str, Rgb] = field(default_factory=dict)
    palm_mm: float = PALM_MM
    proposals: tuple[CameraProposal, ...] = ()
    fps: float | None = None
    age_ms: float | None = None
    camera_note: Text | None = None

    def live(self, heartbeat_ms: int) -> dict[str, Any]:
        """The `live` row for the crowd board: positions and a heartbeat, no history."""
        return {
            "referee_ms": heartbeat_ms,
            "ring": [*self.ring_size_mm, self.ringside_mm],
            "figures": {
                name: [
                    round(t.x_mm, 1),
                    round(t.y_mm, 1),
                    t.facing_deg,
                    t.posture,
                    t.held,
                    round(t.confidence, 2),
                    t.radius_mm,
                ]
                for name, t in self.tracks.items()
            },
            "colours": {name: list(rgb) for name, rgb in self.colours.items()},
        }

    @classmethod
    def from_live(cls, body: Mapping[str, Any]) -> "Table":
        """The table as the `live` row tells it."""
        width, height, ringside = body.get("ring", [700.0, 700.0, 250.0])
        return cls(
            (width, height),
            ringside,
            {name: Track(*values) for name, values in body.get("figures", {}).items()},
            {name: (rgb[0], rgb[1], rgb[2]) for name, rgb in body.get("colours", {}).items()},
        )


def surroundings(
    table: Table,
    teller: Teller,
    *,
    lights: tuple[Rgb, ...] = (),
    lights_state: str = "off",
    crowd_boards: int | None = None,
    crowd_unseen: bool = False,
    crowd_comes: bool = False,
    saved: bool = True,
    can_undo: int = 0,
    can_redo: int = 0,
    silent_ms: int = 0,
    acts: tuple[ActLine, ...] = (),
    undoes: Text | None = None,
) -> Surroundings:
    """Everything the screens show that is not the match.

    Args:
        lights_state: `connected`, `simulated`, `searching`, `lost` or `off`.
    """
    health: tuple[HealthItem, ...] = (
        camera_health(table.fps, table.age_ms, table.camera_note),
        lights_health(lights_state),
        crowd_health(crowd_boards, unseen=crowd_unseen, comes=crowd_comes),
        disk_health(saved=saved),
    )
    return Surroundings(
        ring_size_mm=table.ring_size_mm,
        ringside_mm=table.ringside_mm,
        tracks=table.tracks,
        colours=table.colours,
        palm_mm=table.palm_mm,
        zone_mm=table.palm_mm / 4,
        lights=lights,
        proposals=table.proposals,
        journal=tuple(teller.journal),
        moment=teller.moment,
        rolled=teller.rolled,
        health=health,
        can_undo=can_undo,
        can_redo=can_redo,
        silent_ms=silent_ms,
        acts=acts,
        undoes=undoes,
    )


def poses_of(tracks: Mapping[str, Track]) -> dict[str, dict[str, Any]]:
    """The camera's places as a command takes them, to a tenth of a millimetre and a whole degree."""
    return {
        name: {
            "x_mm": round(track.x_mm, 1),
            "y_mm": round(track.y_mm, 1),
            "facing_deg": None if track.facing_deg is None else float(round(track.facing_deg)),
            "source": "camera",
            "confidence": round(track.confidence, 2),
        }
        for name, track in tracks.items()
    }
