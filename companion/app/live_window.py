"""The live evening's window: opens everything, runs the loop, closes everything whatever happens."""

import time
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.app.clocks import steady_ms
from companion.app.colour_age import ColourAge, learned_ms, local_offset_min
from companion.app.crash import report
from companion.app.crowd_board import CrowdBoard
from companion.app.evening import Evening
from companion.app.flow_opening import first_page, open_flow, open_sheet
from companion.app.house_rules import setup_of_files
from companion.app.light_interlock import LightInterlock
from companion.app.live import LiveEvening
from companion.app.live_eyes import open_eyes
from companion.app.now import now_ms
from companion.app.records import bring_palms, join_empty, keep_result, new_match, settle_last
from companion.app.saving import StoreNews, close_journal, open_journal
from companion.app.signals import end_on_signals
from companion.app.window_memory import REFEREE, keeper, was_whole
from companion.errors import CompanionError, FileProblemError, UsageProblemError
from companion.games import CLAY
from companion.games import game as game_named
from companion.kernel.dice_calls import DiceRules
from companion.kernel.text import Language, Text
from companion.leds.settings import lights_for
from companion.screens import interaction
from companion.store.resilient import ResilientJournal
from companion.vision.table_file import Table, read_table

DEFAULT_RING_MM = 700
"""Of the light kit where no table file tells."""
GOES_ON = Text(
    "going on with match {number} of {path}, event {seq}", "sigue el combate {number} de {path}, evento {seq}"
)
IS_OVER = Text(
    "match {number} of {path} is over; U takes its end back, --new begins the next match (so does G, first page)",
    "el combate {number} de {path} ha terminado; U deshace el final, --new empieza el siguiente (o G, primera página)",
)
IS_OVER_CARDS = Text(
    "match {number} of {path} is over; U takes its end back, 1 begins the next match (so does --new)",
    "el combate {number} de {path} ha terminado; U deshace el final, 1 empieza el siguiente (o --new)",
)
IS_OVER_OTHER = Text(
    "{path}: its match of {old} is over, and its end can still be taken back; begin the one of {new} with --new",
    "{path}: su partida de {old} ha terminado y aún se puede deshacer el final; empieza la de {new} con --new",
)
ONE_DISPLAY = Text(
    "no display for the crowd board alone: it waits minimised in the task bar",
    "no hay pantalla solo para el marcador: espera minimizado en la barra de tareas",
)
FILES_LATER = Text(
    "cards, decks and rules count from the next match on; --new begins one",
    "las cartas, los mazos y las reglas cuentan desde el próximo combate; --new empieza uno",
)


@dataclass(frozen=True)
class Wanted:
    """What the command line asks for.

    Attributes:
        camera: number, address or clip; None: by hand.
        game: of a new match, None: clay; a match of another one that is going on is not given up for it.
        new_match: even if a match is running, and after one that is over.
        crowd: start the crowd board too.
        cards, decks: files of a new match of a card game; decks by seat.
        rules: house rules of a new match.
        dice_rules: what becomes of dice that lean, leave the mat or lie on another.
    """

    show: Path
    table: Path | None = None
    camera: str | None = None
    leds: str = "auto"
    game: str | None = None
    language: Language = "es"
    crowd: bool = True
    display: str | None = None
    seed: str | None = None
    new_match: bool = False
    fighters: tuple[str, ...] = ()
    cards: tuple[Path, ...] = ()
    decks: Mapping[str, Path] = field(default_factory=dict)
    rules: Path | None = None
    dice_rules: DiceRules = field(default_factory=DiceRules)


def _need_unused(evening: Evening[Any], wanted: Wanted) -> None:
    """Hold that a match of another game than the one that was asked for is not given up in passing."""
    if not evening.session.can_undo:
        return
    running, game = evening.game.id, wanted.game
    raise UsageProblemError(
        f"{wanted.show}: a match of {running} is going on; end it, or begin the one of {game} with --new",
        f"{wanted.show}: hay una partida de {running} en curso; termínala, o empieza la de {game} con --new",
    )


def open_evening(
    wanted: Wanted,
    journal: ResilientJournal,
    say: Callable[[Text], None],
    say_standing: Callable[[Text], None] | None = None,
) -> Evening[Any]:
    """The last match of the show, else a new one.

    One that is over stays on the screen, so that its end can be taken back (field note G-06), until the referee begins
    the next one: on the screen, by `--new`, or by naming what only a new match can have (its people or files). A match
    of another game is begun by `--new` alone.

    Dice that nobody typed are rolled by the program; the seed is in the journal, so that anyone can roll them again.

    Args:
        say_standing: hears how the match stands as it is opened, until it moves on; else `say` does.
    """
    say_standing = say_standing or say
    evening = None if wanted.new_match else Evening.resume(journal, now_ms)
    with_files = bool(wanted.cards or wanted.decks or wanted.rules)
    running = evening is not None and evening.game.outcome(evening.state) is None
    if evening is not None and running and wanted.game not in {None, evening.game.id}:
        _need_unused(evening, wanted)
        evening = None  # nothing was done in it
    if evening is not None and evening.game.outcome(evening.state) is None:
        if with_files:
            say(FILES_LATER)
        if evening.session.can_undo:
            say_standing(GOES_ON.filled(number=evening.number, path=wanted.show, seq=evening.last_seq))
        join_empty(evening, journal, wanted.fighters, say)
        bring_palms(evening, journal, say)
        return evening
    if evening is not None and wanted.game not in {None, evening.game.id} and evening.session.can_undo:
        raise UsageProblemError(
            IS_OVER_OTHER.filled(path=wanted.show, old=evening.game.id, new=wanted.game).en,
            IS_OVER_OTHER.filled(path=wanted.show, old=evening.game.id, new=wanted.game).es,
        )
    if evening is not None and wanted.game in {None, evening.game.id} and not (with_files or wanted.fighters):
        told = IS_OVER if evening.game.id == CLAY else IS_OVER_CARDS
        say_standing(told.filled(number=evening.number, path=wanted.show))
        return evening
    settle_last(journal, now_ms, say)
    seed = wanted.seed or f"{wanted.show.stem}-{now_ms()}"
    game = wanted.game or CLAY
    setup = setup_of_files(game, wanted.cards, wanted.decks, wanted.rules) if with_files else None
    if setup is not None:
        _tell_profile(setup, say)
    return new_match(journal, game, seed, now_ms, wanted.fighters, say_standing, setup)


def _tell_profile(setup: Mapping[str, Any], say: Callable[[Text], None]) -> None:
    """Whose house rules the match goes by, where a file brought any."""
    from companion.app.card_files import profile_of

    profile = profile_of(setup)
    if profile is not None:
        say(profile)


def keys_come_back(live: LiveEvening, take_keys: Callable[[], None]) -> Callable[[int], bool]:
    """The evening's round; the referee's window has the keys again when the crowd board has gone out of sight.

    And when a board that died has come up again where it was: nobody has asked it to take them.
    """
    was_unseen = was_up_again = False

    def tick(now_ms: int) -> bool:
        nonlocal was_unseen, was_up_again
        going = live.tick(now_ms)
        is_unseen = live.board is not None and live.board.unseen
        is_up_again = live.board is not None and live.board.came_up_again
        if (is_unseen and not was_unseen) or (is_up_again and not was_up_again):
            take_keys()
        was_unseen, was_up_again = is_unseen, is_up_again
        return going

    return tick


def run(wanted: Wanted, say: Callable[[Text], None]) -> None:
    """The live evening until the referee leaves.

    Raises:
        FileProblemError: the show cannot be written, or there is no display.
    """
    from companion.screens import referee_window
    from companion.screens.displays import Placement, shares_display
    from companion.screens.window import has_display, open_displays, take_keys

    game_named(wanted.game or CLAY)
    end_on_signals()
    if not has_display():
        raise FileProblemError(
            "no display here for the referee's window; `companion demo --headless` shows what it would be",
            "aquí no hay pantalla para la ventana del árbitro; `companion demo --headless` enseña cómo sería",
        )
    with ExitStack() as closing:
        board = CrowdBoard(wanted.show, wanted.language, wanted.display) if wanted.crowd else None
        if board is not None:
            closing.callback(board.close)
            if wanted.show.exists():
                # the hall has waited for long enough: the board opens while this process reads the show
                board.keep(steady_ms())
        displays = open_displays()
        alone = wanted.crowd and shares_display(displays, wanted.display)
        live = prepare(wanted, say, closing, (ONE_DISPLAY,) if alone else (), board)
        placement = Placement(displays[0], borderless=was_whole(REFEREE))
        ui = interaction.Ui(language=wanted.language, flow=first_page(live), form=open_sheet(live))
        tick = keys_come_back(live, take_keys)
        referee_window.run(
            live, placement, steady_ms, ui=ui, tick=tick, dice_rules=wanted.dice_rules, others=live.others,
            on_window=keeper(REFEREE),
        )  # fmt: skip


def prepare(
    wanted: Wanted,
    say: Callable[[Text], None],
    closing: ExitStack,
    notes: tuple[Text, ...] = (),
    board: CrowdBoard | None = None,
) -> LiveEvening:
    """Everything but the window and the board; `closing` gives each part back, `notes` are told first."""
    sentences: deque[Text] = deque()

    def tell(text: Text) -> None:
        """On the terminal, and on the screen until it is seen."""
        say(text)
        sentences.append(text)

    standing: list[Text] = []

    def tell_standing(text: Text) -> None:
        tell(text)
        standing.append(text)

    for note in notes:
        tell(note)
    journal = open_journal(wanted.show, tell)
    closing.callback(close_journal, journal, say)
    try:
        evening = open_evening(wanted, journal, tell, tell_standing)
    except CompanionError:
        journal.show.abandon()
        raise
    keep_result(evening, journal, tell)
    table = None if wanted.table is None else _table_or_none(wanted.table)
    part, ring_mm = ({}, DEFAULT_RING_MM) if table is None else (table.leds, round(max(table.ring.size_mm)))
    service = lights_for(wanted.leds, part, ring_mm, report, wanted.table)
    closing.callback(service.close)
    eyes = open_eyes(wanted.camera, wanted.table, tell, LightInterlock(service, time.monotonic))
    if eyes is not None:
        closing.callback(eyes.close)
    age = _colour_age(wanted.table, table if eyes is not None else None, evening)
    news = StoreNews(journal, sentences, () if age is None else (age.tick,), tuple(standing))
    live = LiveEvening(evening, journal, service, now_ms, eyes, board, steady_ms=steady_ms, news=news)
    if age is not None:
        age.when_due = live.offer_colours
    live.flow = open_flow(live, wanted.camera, table, steady_ms, tell)
    closing.callback(live.flow.close)
    return live


def _colour_age(path: Path | None, table: Table | None, evening: Evening[Any]) -> ColourAge | None:
    """Who looks after what gets old in an evening: the colours that the eyes have learned."""
    learned = None if path is None or table is None else learned_ms(path, table.figures)
    return None if learned is None else ColourAge(learned, evening, now_ms, local_offset_min)


def _table_or_none(path: Path) -> Table | None:
    """The table file where it can be read; what is wrong with it was told when the eyes were opened."""
    try:
        return read_table(path)
    except FileProblemError:
        return None
