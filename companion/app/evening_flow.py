"""The evening before the bell: what the pages of the flow show of the match, and what they ask for."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import numpy as np

from companion.app.clay_checks import learned_notes, named_notes, other_clay_notes, same_clay_notes
from companion.app.clocks import EVERYBODY, SCULPT, Clocks
from companion.app.evening import Evening
from companion.app.live_eyes import LiveEyes
from companion.app.naming import figures_as_fighters, is_any_unlearned, names_without_fighter
from companion.app.palm_desk import PalmDesk, Turn
from companion.app.stage import Table, poses_of
from companion.games.clay_wrestling.model import Fighter, Match, Phase
from companion.games.clay_wrestling.modes import PRESETS, capacity
from companion.games.clay_wrestling.profile import OPTIONS, rule_is
from companion.kernel.codec import encode
from companion.kernel.refusals import Refusal
from companion.kernel.text import Text
from companion.screens import flow
from companion.screens.flow_state import (
    ClaysAgreed,
    FlowRequest,
    FlowUi,
    MeasureAgain,
    MeasureByHand,
    NextMatch,
    PlaceAsSeen,
    Sculpting,
    TakePalm,
)
from companion.screens.flow_view import CLOSED, OPEN, FighterRow, FlowView, PlayerRow, ShowFacts, Step
from companion.screens.interaction import ToggleClocks
from companion.screens.surroundings import LOST_MS
from companion.screens.view_model import Chip, RingPicture, TimerView
from companion.store.lineup import palms_due, players_named
from companion.store.people import Player as Person
from companion.store.people import PlayerSet, event, player_before
from companion.store.resilient import ResilientJournal
from companion.vision.close_ups import close_up
from companion.vision.figure_height import height_words

MORE_MS = 60_000
CLOSE_UP_PX = 96
CLOSE_UP_EVERY_MS = 500
SURE_OF_IT = 0.5
"""How sure a figure's place must be for a picture of it."""
USUAL_HEIGHT_MM = 80.0
PALM_TAKEN = "palm_measured"
"""A note of the evening: how a palm was measured, in numbers; no picture of a hand is kept anywhere."""
WEIGHED_IN = "weighed_in"
"""A note of the evening: whose clay the referee has agreed to at the weigh-in of a match."""
COMPANION = "companion"
"""Who writes palms of a match into the roster of the show."""
HALF_TOO_LONG = Text(
    "the half palm ({half:.0f} mm) is not smaller than the palm ({palm:.0f} mm): measure again",
    "el medio palmo ({half:.0f} mm) no es menor que el palmo ({palm:.0f} mm): mide otra vez",
)
NOT_SEEN = Text("the camera sees none of these figures; place them by hand", "la cámara no ve ninguna de estas figuras")
_BOUT = Text("Match {bout}: {who}", "Combate {bout}: {who}")
_DRAW = Text("draw", "empate")
_HOUSE = Text("{key} = {value}", "{key} = {value}")


CLOSED_FLOW = FlowView(frozenset(), ShowFacts("", 0, 0))
"""There is a flow, and nobody looks at it."""


class Host(Protocol):
    """What the flow needs of the live evening."""

    evening: Evening[Any]
    journal: ResilientJournal
    clocks: Clocks
    table: Table
    eyes: LiveEyes | None

    def give(self, command: str, parameters: Mapping[str, Any], method: str) -> Refusal | None: ...
    def ask(self, request: Any) -> Refusal | None: ...
    def signs(self) -> Mapping[str, Chip]: ...
    def lengthen(self, name: str, more_ms: int) -> None: ...
    def next_match(self, game: str = "") -> Refusal | None: ...


@dataclass
class EveningFlow:
    """The flow of one evening; it asks the host for every act."""

    host: Host
    desk: PalmDesk
    clock_ms: Callable[[], float]
    learned: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Clays of the learned figures by their names' `id_key`, whether or not the camera sees now."""
    table_figures: Sequence[Mapping[str, Any]] | None = None
    """Figures of the table file as it was opened; None where it knows no camera."""
    _known: tuple[Any, tuple[int, int, frozenset[str]], FlowView] | None = None
    _over: tuple[tuple[int, bool], tuple[Text, ...]] | None = None
    _pictures: dict[str, RingPicture] = field(default_factory=dict)
    _pictured_ms: float | None = None
    _weighed: tuple[int, Mapping[str, str]] | None = None
    _learned: tuple[dict[str, str], tuple[tuple[Text, ...], tuple[Text, ...]]] | None = None

    # -- what the pages show -----------------------------------------------------------------------------------------

    def view(self, ui: FlowUi | None) -> FlowView | None:
        """What the flow shows now; None for a game that has none. Tells the palm desk whose turn it is."""
        match = self.host.evening.state
        if not isinstance(match, Match):
            return None
        if ui is None:  # most of the evening: nothing is worked out for a page that nobody sees
            self.desk.attend(None)
            return replace(CLOSED_FLOW, show=ShowFacts("", self.host.evening.number, 0), learned=self.learned)
        view = self._of_match(match, ui.out)
        if self._is_stale():
            done = view.done - {Step.PLACES} if any(one.seen for one in view.fighters) else view.done
            view = replace(view, stale=True, done=done)
        step = flow.step_of(ui, view)
        self._attend(ui, view, step)
        if step is Step.SHOW:
            view = replace(view, show=replace(view.show, results=self._results()))
        clock = next((one for one in self._sculpting_clocks()), None)
        rows = self._pictured(view.fighters, match) if step is Step.WEIGH_IN else view.fighters
        if step is Step.WEIGH_IN:
            warnings, hints = self._alike(match)
            # sheets that are not of their figures' clay come first: there the camera takes one for another
            view = replace(view, warnings=(*other_clay_notes(match, self.learned), *warnings), hints=hints)
        return replace(view, palm=self.desk.view(), clock=clock, fighters=rows)

    def _is_stale(self) -> bool:
        """Whether the camera that the figures were seen by has gone away, or its clip has ended (A-01)."""
        age_ms = self.host.table.age_ms
        return self.host.eyes is not None and (age_ms is None or age_ms >= LOST_MS)

    def _of_match(self, match: Match, out: frozenset[str]) -> FlowView:
        """Everything that follows from the match; worked out once a state.

        Args:
            out: who does not take part: nothing of theirs is missing.
        """
        key = (self.host.evening.last_seq, len(self.host.table.tracks), out)
        if self._known is None or self._known[0] is not match or self._known[1] != key:
            self._known = (match, key, self._worked_out(match, out))
        return self._known[2]

    def _worked_out(self, match: Match, out: frozenset[str]) -> FlowView:
        signs, heights = self.host.signs(), self._heights_told(match)
        started = bool(match.roster) and match.phase is not Phase.SETUP
        listed = match.roster if started else tuple(match.fighters)
        fighters = tuple(self._fighter(match, one, signs[one], heights.get(one)) for one in listed)
        players = _players(match, listed)
        ringing = started and (match.turn_no > 0 or match.over)
        changed = OPTIONS.changed(match.profile)
        return FlowView(
            done=_done(
                match,
                [one for one in fighters if one.id not in out],
                _players(match, [one for one in listed if one not in out]),
                self._clays_agreed(),
                started=started,
                ringing=ringing,
                camera=self.host.eyes is not None,
            ),
            show=self._show(match),
            fighters=fighters,
            players=players,
            sculpted=match.sculpting.get(EVERYBODY) == "ended",
            learn_later=self.table_figures is not None and is_any_unlearned(self.table_figures, match),
            camera=self.host.eyes is not None,
            mode=match.mode.value if match.roster else "",
            flags=dict(match.flags) if started else {},
            presets={mode.value: dict(flags) for mode, flags in PRESETS.items()},
            most={mode.value: capacity(match, mode) for mode in PRESETS},
            house=tuple(_HOUSE.filled(key=key, value=value) for key, value in changed.items()),
            learned=self.learned,
            nobodys=names_without_fighter(self.table_figures or (), match),
            finisher_kinds=rule_is(match, "finisher_attack_choice", "on_sheet"),
            started=started and not match.over,
            ringing=ringing and not match.over,
        )

    def _fighter(self, match: Match, who: str, sign: Chip, height: Text | None) -> FighterRow:
        fighter = match.fighters[who]
        return FighterRow(
            who,
            fighter.name or who,
            _name_of(match, fighter.player),
            sign,
            fighter.clay_colour,
            "" if fighter.class_ is None else fighter.class_.value,
            height,
            None,
            _sheet(fighter),
            placed=fighter.pose.x_mm is not None or who in self.host.table.tracks,
            seen=fighter.pose.x_mm is None and who in self.host.table.tracks,
        )

    def _heights(self, match: Match) -> dict[str, float]:
        if self.host.eyes is None:
            return {}
        figures = self.host.eyes.table.figures
        names = figures_as_fighters(figures, match)
        known = {names.get(str(one["id"])): one.get("height_mm") for one in figures}
        return {who: float(mm) for who, mm in known.items() if who is not None and mm is not None}

    def _heights_told(self, match: Match) -> dict[str, Text]:
        """How high each figure is, as people are told it; of a figure that was never learned nothing."""
        if self.host.eyes is None:
            return {}
        figures = self.host.eyes.table.figures
        names = figures_as_fighters(figures, match)
        return {names[str(one["id"])]: height_words(one) for one in figures if str(one["id"]) in names}

    def _show(self, match: Match) -> ShowFacts:
        evening = self.host.evening
        return ShowFacts(self.host.journal.show.path.name, evening.number, evening.last_seq, over=match.over)

    def _results(self) -> tuple[Text, ...]:
        """What is over in this show; the journal is read once a match, and when one ends."""
        evening = self.host.evening
        key = (evening.number, evening.game.outcome(evening.state) is not None)
        if self._over is None or self._over[0] != key:
            bouts = self.host.journal.register().people.bouts
            told = (_BOUT.filled(bout=bout.bout, who=", ".join(bout.winners) or _DRAW) for _, bout in bouts)
            self._over = (key, tuple(told))
        return self._over[1]

    def _sculpting_clocks(self) -> Sequence[TimerView]:
        clocks = self.host.clocks
        return [view for one, view in zip(clocks.due, clocks.views(), strict=True) if one.id.startswith(SCULPT)]

    def _alike(self, match: Match) -> tuple[tuple[Text, ...], tuple[Text, ...]]:
        """Clays that will be taken for each other, and hints about them."""
        eyes = self.host.eyes
        if eyes is None:
            return named_notes(match, self.host.signs()), ()
        fighters = figures_as_fighters(eyes.table.figures, match)
        called = {id_: match.fighters[one].name or one for id_, one in fighters.items()}
        if self._learned is None or self._learned[0] != called:
            self._learned = (called, learned_notes(eyes.table, eyes.scene, called))
        warnings, hints = self._learned[1]
        return (*same_clay_notes(match), *warnings), hints

    def _pictured(self, rows: tuple[FighterRow, ...], match: Match) -> tuple[FighterRow, ...]:
        """The rows with the newest picture of each figure, a few times a second."""
        eyes = self.host.eyes
        followed = None if eyes is None else eyes.followed()
        if eyes is None or followed is None or eyes.table.camera is None:
            return rows
        # a place belongs to the picture it was found in: on a slow machine the newest one shows somebody else there
        frame, places = followed
        names = {fighter: id_ for id_, fighter in figures_as_fighters(eyes.table.figures, match).items()}
        now_ms = self.clock_ms()
        if self._pictured_ms is None or not 0 <= now_ms - self._pictured_ms < CLOSE_UP_EVERY_MS:
            self._pictured_ms = now_ms
            heights = self._heights(match)
            for row in rows:
                track = places.get(names.get(row.id, ""))
                # what stands in front of a held or doubtful figure may be a hand: the former picture stays
                if track is None or track.held or track.confidence < SURE_OF_IT:
                    continue
                height_mm = heights.get(row.id, USUAL_HEIGHT_MM)
                part = close_up(frame.picture, eyes.table.camera, (track.x_mm, track.y_mm), height_mm, CLOSE_UP_PX)
                if part is not None:
                    rgb = np.ascontiguousarray(part[:, :, ::-1])
                    self._pictures[row.id] = RingPicture(CLOSE_UP_PX, CLOSE_UP_PX, rgb.tobytes())
        return tuple(replace(row, picture=self._pictures.get(row.id)) for row in rows)

    def _attend(self, ui: FlowUi, view: FlowView, step: Step) -> None:
        player = flow.player_at(ui, view) if step is Step.PALMS else None
        if player is None:
            self.desk.attend(None)
            return
        self.desk.attend(Turn(player.id, player.id in ui.children, ui.frozen), ui)

    # -- what the pages ask for --------------------------------------------------------------------------------------

    def ask(self, request: FlowRequest) -> Refusal | None:
        """Do what a page asked; the refusal when the rules forbid it."""
        match request:
            case MeasureByHand():
                self.desk.ask(request)
            case MeasureAgain(points_only=points_only):
                self.desk.again(points_only=points_only)
            case TakePalm(player=player):
                return self._take(player)
            case Sculpting(what=what):
                return self._sculpt(what)
            case PlaceAsSeen():
                return self._place()
            case NextMatch(game=game):
                return self.host.next_match(game)
            case ClaysAgreed():
                self._agree_clays()
        return None

    def _agree_clays(self) -> None:
        """The weigh-in is held: it is in the journal with everybody's clay, so that another clay opens it again."""
        match = self.host.evening.state
        if isinstance(match, Match):
            clays = {who: fighter.clay_colour for who, fighter in match.fighters.items()}
            number = self.host.evening.number
            self.host.evening.note({"name": WEIGHED_IN, "bout": number, "clays": clays}, by="referee")
            self._weighed = (number, clays)

    def _clays_agreed(self) -> Mapping[str, str]:
        """Clays that were agreed to at the weigh-in of this match; the journal is read once a match."""
        number = self.host.evening.number
        if self._weighed is None or self._weighed[0] != number:
            said = [row.event for row in self.host.journal.rows(named={WEIGHED_IN})]
            own = [dict(one["clays"]) for one in said if one["bout"] == number]
            self._weighed = (number, own[-1] if own else {})
        return self._weighed[1]

    def _take(self, player: str) -> Refusal | None:
        """What was measured becomes the player's own unit: a command of the game like any other."""
        match = self.host.evening.state
        values = {one.kind: one for one in self.desk.view().values}
        if not values or not isinstance(match, Match):
            return None
        known = match.players.get(player)
        old = (None, None) if known is None else (known.palm_mm, known.half_palm_mm)
        palm_mm = values[OPEN].mm if OPEN in values else old[0]
        half_mm = values[CLOSED].mm if CLOSED in values else old[1]
        if palm_mm is not None and half_mm is not None and half_mm >= palm_mm:
            return Refusal("palm", "CW-MOVE-02", HALF_TOO_LONG.filled(half=half_mm, palm=palm_mm))
        name = (known.name if known is not None else "") or player
        given = {"player": player, "name": name, "palm_mm": palm_mm, "half_palm_mm": half_mm}
        method = "camera" if any(one.how == "camera" for one in values.values()) else "typed"
        refusal = self.host.give("register_player", {k: v for k, v in given.items() if v is not None}, method)
        if refusal is None:
            told = [
                {"kind": one.kind, "mm": one.mm, "spread_mm": one.spread_mm, "frames": one.frames, "how": one.how}
                for one in values.values()
            ]
            self.host.evening.note({"name": PALM_TAKEN, "player": player, "palms": told}, by="referee")
            self.desk.taken(values)
        return refusal

    def _sculpt(self, what: str) -> Refusal | None:
        """The table's clock is the rulebook's own timer; stopping and lengthening it is in the journal too."""
        clocks = self.host.clocks
        running = [one for one in clocks.due if one.id.startswith(SCULPT)]
        if what == "start" and not running:
            return self.host.give("sculpt_timer", {"player": EVERYBODY, "action": "start"}, "typed")
        if what in {"start", "pause"}:
            return self.host.ask(ToggleClocks()) if running else None
        for one in running:
            if what == "more":
                self.host.lengthen(one.id, MORE_MS)
                continue
            stop = {"player": one.id.removeprefix(SCULPT), "action": "stop"}
            refusal = self.host.give("sculpt_timer", stop, "typed")
            if refusal is not None:
                return refusal
        return None

    def _place(self) -> Refusal | None:
        """Every figure that the camera sees stands where it is seen."""
        match = self.host.evening.state
        seen = {who: track for who, track in self.host.table.tracks.items() if who in match.roster}
        if not seen:
            return Refusal("place", "CW-START-01", NOT_SEEN)
        poses = poses_of(seen)
        for who, track in seen.items():
            zone = "ringside" if track.posture == "ringside" else "ring"
            refusal = self.host.give("place", {"fighter": who, "zone": zone, "pose": poses[who]}, "camera")
            if refusal is not None:
                return refusal
        return None

    def remember(self, before: Any, after: Any) -> None:
        """Palms that changed, by an undo too, go to the show's roster: the next match knows them.

        A palm that came from the show is no news to it; one that is taken back leaves what the show knew before.
        """
        if not isinstance(before, Match) or not isinstance(after, Match) or before.players == after.players:
            return
        for who, player in after.players.items():
            old = before.players.get(who)
            new = (player.palm_mm, player.half_palm_mm)
            if new != ((None, None) if old is None else (old.palm_mm, old.half_palm_mm)):
                name = player.name or who
                self._keep_palm(Person(name, *new) if any(new) else self._known_before(name))
        for who, old in before.players.items():
            if who not in after.players and old.palm_mm is not None:
                self._keep_palm(self._known_before(old.name or who))

    def _known_before(self, name: str) -> Person:
        """What the show knew of a player without what this match measured."""
        opened_seq = self.host.evening.opened_seq
        people = self.host.journal.register().people
        known = player_before(people, name, lambda taken: taken.by == COMPANION and taken.seq > opened_seq)
        return known or Person(name)

    def _keep_palm(self, person: Person) -> None:
        known = self.host.journal.register().people.player(person.name)
        if known is None or (known.palm_mm, known.half_palm_mm) != (person.palm_mm, person.half_palm_mm):
            self.host.evening.note(event(PlayerSet(person)), by=COMPANION)

    def bring_palms(self, before: Match, after: Match) -> None:
        """Who is named for the first time, and was measured in this show before, has his palm at once."""
        named = [one for one in players_named(after) if one not in players_named(before)]
        if named:
            for command, given in palms_due(after, self.host.journal.register().people, named):
                self.host.give(command, given, "typed")

    def close(self) -> None:
        self.desk.close()


def same_people(before: Any, after: Any) -> list[tuple[str, dict[str, Any]]]:
    """Commands that bring the people of the last match into the next one, where the roster has not done so."""
    if not isinstance(before, Match) or not isinstance(after, Match):
        return []
    commands: list[tuple[str, dict[str, Any]]] = []
    for who, player in before.players.items():
        if who not in after.players:
            given = {"player": who, "name": player.name, "palm_mm": player.palm_mm, "half_palm_mm": player.half_palm_mm}
            commands.append(("register_player", {key: value for key, value in given.items() if value is not None}))
    for who, fighter in before.fighters.items():
        if who in after.fighters:
            continue
        known = {"fighter": who, "name": fighter.name, "player": fighter.player, "clay_colour": fighter.clay_colour}
        commands.append(("register_fighter", {**known, **_sheet(fighter)}))
        if fighter.class_ is not None:
            commands.append(("classify", {"fighter": who, "class": fighter.class_.value}))
    return commands


def _sheet(fighter: Fighter) -> dict[str, Any]:
    """What a sheet is registered with again."""
    finisher = encode(fighter.finisher)
    entry = {key: finisher[key] for key in ("name", "position", "kind") if finisher.get(key)}
    sheet = {"main": dict(fighter.main), "combat_abilities": dict(fighter.combat_abilities)}
    return {**sheet, **({"finisher": entry} if entry else {})}


def _name_of(match: Match, player: str) -> str:
    known = match.players.get(player)
    return (known.name if known is not None else "") or player


def _players(match: Match, fighters: Sequence[str]) -> tuple[PlayerRow, ...]:
    """Everybody who has one of these fighters, or is registered and has none, in the fighters' order."""
    theirs = [match.fighters[one].player for one in fighters if match.fighters[one].player]
    busy = {one.player for one in match.fighters.values()}
    ids = dict.fromkeys([*theirs, *(one for one in match.players if one not in busy)])
    rows = []
    for one in ids:
        known = match.players.get(one)
        palms = (None, None) if known is None else (known.palm_mm, known.half_palm_mm)
        rows.append(PlayerRow(one, _name_of(match, one), *palms))
    return tuple(rows)


def _done(
    match: Match,
    fighters: Sequence[FighterRow],
    players: Sequence[PlayerRow],
    agreed: Mapping[str, str],
    *,
    started: bool,
    ringing: bool,
    camera: bool,
) -> frozenset[Step]:
    """The steps in which nothing is missing; without a camera the places are where the figures stand."""
    enough = len(fighters) >= flow.FEWEST
    facts = {
        Step.SHOW: bool(fighters) or bool(players),
        Step.FIGHTERS: enough,
        Step.SCULPTING: enough and all(one.klass for one in fighters),
        Step.PALMS: bool(players) and all(one.palm_mm is not None for one in players),
        Step.WEIGH_IN: ringing or (enough and all(one.colour and agreed.get(one.id) == one.colour for one in fighters)),
        Step.MODE: started,
        Step.PLACES: started
        and (ringing or not camera or all(one.placed for one in fighters if one.id in match.roster)),
        Step.BELL: ringing,
    }
    return frozenset(step for step, is_done in facts.items() if is_done)
