"""A live evening in one window: keys in, acts on disk, screens and lights out.

The window's own loop asks here for the view and hands requests in; tests drive the same without a window.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from companion.app.camera_desk import CameraDesk, Waiting, on_screen
from companion.app.card_evening import ShowSoFar, after_the_end, setup_again
from companion.app.clocks import GOING, STOPPED, Clocks, Rung, due_clocks, readings_in_live
from companion.app.crowd_board import CrowdBoard
from companion.app.evening import CLOCKS, Evening, Told, acts_and_readings, newest_readings
from companion.app.evening_flow import EveningFlow, same_people
from companion.app.kept_page import PAGE, kept_page
from companion.app.language import LANGUAGE
from companion.app.lights import LightNews, WhipLight, icon_word, lights_of
from companion.app.live_eyes import LiveEyes, Seen
from companion.app.naming import by_fighter, facts_of_fighters, figures_as_fighters
from companion.app.records import keep_result, new_match
from companion.app.ring_picture import RingFromAbove
from companion.app.saving import StoreNews
from companion.app.sheet_draft import DRAFT, kept_draft
from companion.app.stage import PALM_MM, Table, Teller, surroundings
from companion.app.stepping import Stepping
from companion.app.tray_desk import TrayDesk
from companion.app.view_offers import ViewOffers
from companion.errors import CompanionError, NotationError
from companion.games import CLAY
from companion.games.clay_wrestling.events import Rejected
from companion.games.clay_wrestling.model import Match
from companion.kernel.acts import REDONE, UNDONE, Act
from companion.kernel.amending import AMEND, Edit
from companion.kernel.dice import DiceRequest
from companion.kernel.dice_calls import DiceCall
from companion.kernel.dice_counts import dice_counts
from companion.kernel.refusals import IllegalCommandError, Refusal
from companion.kernel.text import Language, Text
from companion.leds.service import LightService
from companion.screens import clay_choices, clay_view, interaction
from companion.screens.count_panels import count_panels
from companion.screens.dice_keys import dice_wanted
from companion.screens.flow_state import NextMatch
from companion.screens.lying_dice import lying_dice
from companion.screens.needs import Need
from companion.screens.past import Then, preview, same_again
from companion.screens.past_lines import PastLines, text_of
from companion.screens.surroundings import CameraProposal, Surroundings
from companion.screens.view_model import Action, Chip, Notice, Panel, RefereeView, Tone
from companion.store.resilient import ResilientJournal

LIVE_EVERY_MS = 200
"""How often the `live` row is written for the crowd board."""


@dataclass
class LiveEvening:
    """Everything between the referee's keys and the show file; the referee's window asks it (`Source`).

    Attributes:
        clock_ms: milliseconds since 1970, for the journal and the crowd board; people may set it at any time.
        steady_ms: milliseconds that never go back, for everything that waits or lasts; without one, `clock_ms`.
        tray: reads dice; without one they are typed or rolled here.
    """

    evening: Evening[Any]
    journal: ResilientJournal
    service: LightService
    clock_ms: Callable[[], int]
    eyes: LiveEyes | None = None
    board: CrowdBoard | None = None
    table: Table = field(default_factory=Table)
    notice: Notice | None = None
    steady_ms: Callable[[], int] | None = None
    tray: TrayDesk | None = None
    flow: EveningFlow | None = None
    news: StoreNews | None = None
    _language: Language | None = None
    _page: list[object] | None = None
    _draft: dict[str, Any] | None = None
    _draft_kept: dict[str, Any] | None = None
    _frame: int = -1
    _dice_open: bool = False
    _held: bool = False
    _live_ms: int = 0
    _offers: tuple[Any, Any] | None = None
    _proposed: tuple[Waiting, ...] = ()
    _light_news: LightNews = field(default_factory=LightNews)
    _whip: WhipLight = field(default_factory=WhipLight)
    _rung: tuple[Rung, ...] = ()
    _rung_settled: frozenset[str] = frozenset()
    _steps: Stepping = field(default_factory=Stepping)
    _view: ViewOffers = field(default_factory=ViewOffers)

    def __post_init__(self) -> None:
        self._now_ms = self.steady_ms or self.clock_ms
        self._news = self.news or StoreNews(self.journal)
        self.teller = Teller(self.evening.game)
        self._past = PastLines(self.evening.game)
        self._so_far = ShowSoFar(self.journal)
        self._from_above = None if self.eyes is None else RingFromAbove(self.eyes.table)
        self._wind_clocks()
        self.desk = CameraDesk({})
        if self.eyes is not None:
            ring = self.eyes.table.ring
            self.table.ring_size_mm, self.table.ringside_mm = ring.size_mm, ring.ringside_mm
        self._tell_again()
        self.evening.listen(self._hear)
        self._show_lights()

    def _wind_clocks(self) -> None:
        """New clocks, or those of before a restart; from now on their readings go into the journal with each act."""
        evening, before = self.evening, self.evening.opened_seq - 1
        seq, stood = newest_readings(self.journal, evening.number, before)
        newest = readings_in_live(self.journal.show.live() or {}, evening.number, seq)
        acts = acts_and_readings(self.journal, evening.number, before)
        self.clocks = Clocks.after_restart(acts, self._due_clocks(), stood if newest is None else newest)
        evening.readings = lambda: self.clocks.readings(self._now_ms())
        said = self.clocks.restart_notice()
        if said is not None:
            self.notice = Notice(Tone.WARN, said)

    def _due_clocks(self) -> Any:
        return due_clocks(self.evening.game, self.evening.state, self.evening.session.can_undo)

    def _tell_again(self) -> None:
        """The play-by-play of what was there before a restart."""
        session = self.evening.session
        for (act, before), seq in zip(session.done(), session.last_rows(), strict=True):
            self.teller.hear(act, before, 0, seq)
        self.teller.moment = self.teller.rolled = None
        self._steps.follow(session, self._past)

    # -- what the window asks --------------------------------------------------------------------------------------

    def tick(self, now_ms: int) -> bool:
        """Once a round: the camera's news, the crowd board, what waits for the disk."""
        self._look()
        self._hear_lights()
        self._watch_clocks(now_ms)
        self._news.tick(now_ms)
        # each letter of a sheet is kept at once: it is nowhere else
        if now_ms - self._live_ms >= LIVE_EVERY_MS or self._draft != self._draft_kept:
            self._live_ms, self._draft_kept = now_ms, self._draft
            self.journal.flush()
            rest: dict[str, Any] = {
                "clocks": self.clocks.live(now_ms),
                "clocks_of": [self.evening.number, self.journal.last_seq],
                "board": None if self.board is None else self.board.token,
                LANGUAGE: self._language,
                PAGE: self._page,
                DRAFT: self._draft,
            }
            self.journal.show.set_live({**self.table.live(self.clock_ms()), **rest})
        if self.board is not None:
            self.board.keep(self._now_ms())
        return True

    def others(self) -> tuple[str, ...]:
        """Keys that come from no window: what the dice tray shows."""
        return () if self.tray is None else self.tray.keys()

    def view(self, now_ms: int, ui: interaction.Ui) -> RefereeView:
        """The screen of the state as it is on disk now, without the menu."""
        self._language, self._page = ui.language, kept_page(ui.flow, self.evening.number)
        self._draft = kept_draft(ui.form, self.evening.number)
        self._dice_open = dice_wanted(ui)
        around = replace(
            self._around(),
            can_undo=self.evening.session.can_undo_doings,
            can_redo=self.evening.session.can_redo_doings,
            acts=self._past.lines(self.evening.session.done(), self.evening.session.last_rows()),
            undoes=self._undone_with_clock(now_ms),
            notice=self.notice or self._news.notice(),
            timers=self.clocks.views(),
            lying=lying_dice(self.evening.session.done(), self.evening.state),
        )
        if ui.picture and self.eyes is not None and self._from_above is not None:
            around = replace(around, picture=self._from_above.of(self.eyes.picture(), now_ms))
        view = replace(self._screen_of(self.evening.state, around), unsaved=self._news.unsaved())
        return view if self.flow is None else replace(view, evening=self.flow.view(ui.flow))

    def _around(self) -> Surroundings:
        """The table and the health of the parts as they are now, whichever moment of the match is shown."""
        around = surroundings(
            self.table,
            self.teller,
            lights_state=icon_word(self.service.status()),
            crowd_boards=None if self.board is None else int(self.board.alive),
            crowd_unseen=self.board is not None and self.board.unseen,
            crowd_comes=self.board is not None and self.board.comes,
        )
        disk = self._news.health()
        return replace(around, health=tuple(disk if one.part is disk.part else one for one in around.health))

    def _undone_with_clock(self, now_ms: int) -> Text | None:
        """What an undo would take back, and where it would put a clock."""
        what, clock = self._steps.undoes, self.clocks.undo_tells(now_ms, self._steps.depth)
        if clock is None or what is None:
            return what
        return Text(f"{what.en}; {clock.en}", f"{what.es}; {clock.es}")

    def _screen_of(self, state: Any, around: Surroundings) -> RefereeView:
        game = self.evening.game
        if isinstance(state, Match):
            return clay_view.referee_view(
                state, around, game.pending(state), self._offers_now(state), game.outcome(state)
            )
        from companion.screens import card_view

        view = card_view.card_referee_view(game, state, around, self._offers_now(state))
        return replace(view, after=after_the_end(game.id), summary=self._so_far.panels(self.evening))

    def _offers_now(self, state: Any) -> Any:
        """Offers are worked out once a state, not once a picture."""
        if self._offers is None or self._offers[0] is not state:
            if isinstance(state, Match):
                offers = clay_choices.offers_now(state)
            else:
                from companion.screens import card_view

                offers = card_view.offers_now(self.evening.game, state)
            self._offers = (state, offers)
        return self._offers[1]

    def dice_due(self, command: str, parameters: Mapping[str, Any]) -> tuple[DiceRequest, ...]:
        """Dice that the command still lacks."""
        return self._dice_due(self.evening.state, command, parameters)

    def _dice_due(self, state: Any, command: str, parameters: Mapping[str, Any]) -> tuple[DiceRequest, ...]:
        game = self.evening.game
        try:
            return game.dice_due(state, game.command(command, parameters))
        except NotationError:
            return ()  # what was typed is not what the command takes: `_give` says so in the same breath

    def needs(self, command: str, keys: tuple[str, ...]) -> tuple[Need, ...]:
        """What a person must still give."""
        return self._needs(self.evening.state, command, keys)

    def told(self, refusal: Refusal) -> Action | None:
        """The ruling that tells the value which a refused command lacks."""
        if isinstance(self.evening.state, Match):
            return None
        from companion.screens import card_view

        return card_view.told_value(self.evening.state, refusal)

    def _needs(self, state: Any, command: str, keys: tuple[str, ...]) -> tuple[Need, ...]:
        game = self.evening.game
        if isinstance(state, Match):
            return clay_choices.needs(state, command, keys)
        from companion.screens import card_view

        return card_view.needs(game, state, command, keys)

    def then(self, index: int) -> Then:
        """The match as it was before its `index`-th command; the figures' places are those of now."""
        session = self.evening.session
        state, act = session.state_before(index), session.acts()[index]
        return Then(
            self._screen_of(state, self._around()),
            partial(self._dice_due, state),
            partial(self._needs, state),
            same_again(act, text_of(self.evening.game, act, state)),
        )

    def foresee(self, edit: Edit, method: str) -> tuple[Text, ...] | Refusal:
        """What would follow from a change of the past, in words."""
        session = self.evening.session
        try:
            act = session.plan(AMEND, edit.parameters(), "referee", method)
        except IllegalCommandError as error:
            return error.refusal
        except CompanionError as error:
            return Refusal("notation", "", Text(str(error), error.of("es")))
        around = surroundings(self.table, self.teller)
        return preview(act, self._screen_of(session.state, around), self._screen_of(session.after(act), around))

    def dice_counts(self) -> tuple[Panel, ...]:
        """How often each face of the dice came up in this match."""
        return count_panels(dice_counts(self.evening.game, self.evening.session.done()))

    def ask(self, request: interaction.Request) -> Refusal | None:
        """Do what was asked; the refusal when the rules forbid it. Durable when this returns."""
        if self.notice is None:
            self._news.seen()
        self.notice = None
        match request:
            case interaction.Give(command=command, parameters=parameters, method=method, calls=calls):
                return self._give(command, parameters, method, calls=calls)
            case interaction.Undo(count=count):
                return self._give("undo", {"commands": self.evening.session.undo_depth(count)}, "typed")
            case interaction.Redo(count=count):
                return self._give("redo", {"commands": self.evening.session.redo_depth(count)}, "typed")
            case interaction.Amend(edit=edit, method=method, calls=calls):
                return self._give(AMEND, edit.parameters(), method, calls=calls)
            case interaction.AcceptProposal(number=number):
                return self._decide(number, taken=True)
            case interaction.RejectProposal(number=number):
                return self._decide(number, taken=False)
            case interaction.ToggleReview():
                return self._review()
            case interaction.ToggleClocks():
                going = self.clocks.toggle(self._now_ms())
                self._note_clocks(GOING if going else STOPPED, "referee")
            case interaction.ToggleWindow() | interaction.Leave():
                return None  # the window's own
            case NextMatch(game=game):
                return self.next_match(game)
            case _ if self.flow is not None:
                return self.flow.ask(request)
        return None

    # -- what the flow before the bell asks (`evening_flow.Host`) ----------------------------------------------------

    def give(self, command: str, parameters: Mapping[str, Any], method: str) -> Refusal | None:
        """A command of the referee's, as a page of the flow gives it."""
        return self._give(command, parameters, method, by="camera" if method == "camera" else "referee")

    def signs(self) -> Mapping[str, Chip]:
        """Everybody's chip."""
        return clay_view.chips_of(self.evening.state, surroundings(self.table, self.teller))

    def lengthen(self, name: str, more_ms: int) -> None:
        """Give a countdown more time; the journal says so."""
        self.clocks.lengthen(name, more_ms)
        self._note_clocks("clocks_lengthened", "referee")

    def next_match(self, game: str = "") -> Refusal | None:
        """Begin the next match of this show, once this one is over: with the same people, or the same cards and decks.

        Args:
            game: empty: of the same game.
        """
        before = self.evening
        if before.game.outcome(before.state) is None:
            return None
        wanted = game or before.game.id
        seed = f"{self.journal.show.path.stem}-{self.clock_ms()}"
        people = partial(same_people, before.state)
        setup = None if wanted == CLAY else setup_again(self.journal, wanted)
        self.evening = new_match(self.journal, wanted, seed, self.clock_ms, (), self._say, setup, more=people)
        keep_result(self.evening, self.journal, self._say)
        self.notice = None
        self.teller, self._past = Teller(self.evening.game), PastLines(self.evening.game)
        self.desk, self._offers = CameraDesk({}), None
        self._wind_clocks()
        self._tell_again()
        self.evening.listen(self._hear)
        self._list_proposals()
        self._show_lights()
        return None

    def _say(self, text: Text) -> None:
        self.notice = Notice(Tone.WARN, text)

    def _give(
        self,
        command: str,
        parameters: Mapping[str, Any],
        method: str,
        by: str = "referee",
        calls: tuple[DiceCall, ...] = (),
    ) -> Refusal | None:
        before = self.evening.state
        if command == "observe" and by == "referee" and (places := self.desk.stood.places()):
            parameters = {**parameters, "stood": places}  # what a person tells holds until they move
        try:
            act = self.evening.give(command, parameters, by=by, method=method, calls=calls)
        except IllegalCommandError as error:
            if isinstance(before, Match):
                return error.refusal
            from companion.screens import card_view

            return card_view.told_refusal(before, error.refusal, parameters)
        except CompanionError as error:
            return Refusal("notation", "", Text(str(error), error.of("es")))
        if command == "move" and by == "referee" and isinstance(before, Match):
            self.desk.told(str(parameters["fighter"]), before.turn_no)
            self._list_proposals()
        elif act.kind == UNDONE:
            self.desk.expected.clear()
        if self.flow is not None and act.kind not in {UNDONE, REDONE} and isinstance(before, Match):
            self.flow.bring_palms(before, self.evening.state)
        return self._why_not_after_all(before, act)

    def _why_not_after_all(self, before: Any, act: Act) -> Refusal | None:
        """The fact that a command waited for is told, and forbids it: the reason, as the rules give it now."""
        if not isinstance(before, Match) or not any(isinstance(event, Rejected) for event in act.events):
            return None
        asked = before.turn.asked
        if asked is None or not asked.command:
            return None
        try:
            self.evening.session.plan(asked.command, asked.parameters, "referee", "typed")
        except IllegalCommandError as error:
            return error.refusal
        except CompanionError:
            return None
        return None

    def _review(self) -> Refusal | None:
        """Open a review, or uphold what was reviewed; annulling is a ruling of its own."""
        state = self.evening.state
        if not isinstance(state, Match):
            return None
        value = "open" if state.review is None else "uphold"
        return self._give("referee_ruling", {"topic": "review", "value": value}, "typed")

    def _decide(self, number: int, *, taken: bool) -> Refusal | None:
        """Take or leave what the camera proposes."""
        rung = self._rung_offered()
        if len(self._proposed) < number <= len(self._proposed) + len(rung):
            return self._decide_rung(rung[number - len(self._proposed) - 1], taken=taken)
        if number == len(self._proposed) + len(rung) + 1 and self._view.offered() is not None:
            return self._decide_view(taken=taken)
        if not 1 <= number <= len(self._proposed):
            return None
        one = self._proposed[number - 1]
        self.desk.decide(one)
        command, refusal = one.proposal.command, None
        if taken and command is not None:
            refusal = self._give(command, one.proposal.parameters, "camera", by="camera")
        self._list_proposals()
        return refusal

    # -- the camera ------------------------------------------------------------------------------------------------

    def _look(self) -> None:
        if self.eyes is None:
            return
        seen, moved = self.eyes.look()
        self.table.fps, self.table.age_ms, self.table.camera_note = seen.fps, seen.age_ms, seen.advice
        self._hear_view(seen)
        state = self.evening.state
        due = self._held and not self._dice_open
        if (seen.frame == self._frame and not due) or seen.facts is None or seen.tracks is None:
            return
        self._frame = seen.frame
        if not isinstance(state, Match):
            return
        names = figures_as_fighters(self.eyes.table.figures, state)
        self.table.tracks = by_fighter(seen.tracks, names)
        self.desk.palm_mm = {name: self._palm_of(state, name) for name in state.fighters}
        acting = clay_view.acting(state)
        # "near" is a quarter of the acting player's own palm (DEC-109)
        self.table.palm_mm = PALM_MM if acting is None else self._palm_of(state, acting)
        self.eyes.measure_by(self.table.palm_mm)
        for facts in (*moved, replace(seen.facts, moves=())):
            self.desk.take(facts_of_fighters(facts, names), self.table.tracks, self._now_ms())
        self.desk.agree(state)
        # what was declared is judged by the table as it was then: what moves while its dice are open counts after them
        self._held = self._dice_open
        observation = None if self._held else self.desk.observation(state)
        if observation is not None:
            self._give("observe", observation, "camera", by="camera")
        self._list_proposals()

    def _hear_view(self, seen: Seen) -> None:
        before = self._view.offered()
        for line in self._view.hear(seen):
            self._say(line)
        if self._view.offered() != before:
            self._list_proposals()

    def offer_colours(self) -> None:
        """The clay colours are old: the referee may have them sampled again with one key."""
        self._view.offer_colours()
        self._list_proposals()

    def _decide_view(self, *, taken: bool) -> Refusal | None:
        if self.eyes is not None:
            self._view.decide(self.eyes, lambda entry: self.evening.note(entry, by="referee"), taken=taken)
        self._list_proposals()
        return None

    def _palm_of(self, state: Match, name: str) -> float:
        player = state.players.get(state.fighters[name].player)
        return (player.palm_mm if player is not None else None) or PALM_MM

    def _list_proposals(self) -> None:
        state = self.evening.state
        self._proposed = self.desk.listed(state) if isinstance(state, Match) else ()
        by_clock = tuple(CameraProposal(rung.text) for rung in self._rung_offered())
        offer = self._view.offered()
        by_view = () if offer is None else (CameraProposal(offer),)
        self.table.proposals = (*on_screen(self._proposed), *by_clock, *by_view)

    # -- the clocks ------------------------------------------------------------------------------------------------

    def _watch_clocks(self, now_ms: int) -> None:
        """A sleep of the computer stops them; one that is over is proposed to the referee, who decides."""
        said = self.clocks.tick(now_ms)
        if said is not None:
            self.notice = Notice(Tone.WARN, said)
            self._note_clocks(STOPPED, "sleep")
        rung = self.clocks.rung(now_ms)
        if rung != self._rung:
            self._rung = rung
            self._rung_settled &= {one.id for one in rung}
            self._list_proposals()

    def _rung_offered(self) -> tuple[Rung, ...]:
        return tuple(one for one in self._rung if one.id not in self._rung_settled)

    def _decide_rung(self, one: Rung, *, taken: bool) -> Refusal | None:
        self._rung_settled |= {one.id}
        refusal = self._give(one.command, one.parameters, "clock", by="clock") if taken else None
        self._list_proposals()
        return refusal

    def _note_clocks(self, name: str, why: str) -> None:
        self.evening.note({"name": name, CLOCKS: self.clocks.readings(self._now_ms()), "why": why}, by="clocks")
        self._show_lights()

    # -- told after it is on disk ----------------------------------------------------------------------------------

    def _hear(self, told: Told[Any]) -> None:
        now_ms = self._now_ms()
        self._news.outdate()
        jumped = self.clocks.hear(told.act, self._due_clocks(), now_ms)
        last = self.evening.session.next_undo()
        what = self._steps.hear(told.act, self.evening.session, self._past)
        number = None if last is None else last[1]
        self.teller.hear(told.act, told.before, now_ms, told.last_seq, what, number)
        if jumped is not None:
            self.teller.add(told.last_seq, jumped)
            self.notice = Notice(Tone.WARN, jumped)
        if self.flow is not None:
            self.flow.remember(told.before, told.after)
        if told.act.kind == "commanded" and isinstance(self.evening.state, Match):
            self._whip.hear(told.act.events, *self._places_and_tints(self.evening.state), now_ms)
        self._show_lights()

    def _hear_lights(self) -> None:
        said = self._light_news.told(self.service.status())
        if said is not None:
            self.notice = Notice(Tone.WARN, said)
        if self._whip.is_over(self._now_ms()):
            self._show_lights()

    def _places_and_tints(self, state: Match) -> tuple[dict[str, tuple[float, float]], dict[str, tuple[int, int, int]]]:
        signs = clay_view.chips_of(state, surroundings(self.table, self.teller))
        places = {name: (track.x_mm, track.y_mm) for name, track in self.table.tracks.items()}
        return places, {name: chip.rgb for name, chip in signs.items()}

    def _show_lights(self) -> None:
        state, now_ms = self.evening.state, self._now_ms()
        if isinstance(state, Match):
            timer, whip = self.clocks.light(now_ms), self._whip.now(now_ms)
            self.service.show(lights_of(state, *self._places_and_tints(state), timer=timer, whip=whip))
