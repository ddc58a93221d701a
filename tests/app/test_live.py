"""The live evening driven by keys alone, without a window: what a referee presses is what the journal holds."""

from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.evening_table import Ticks
from companion.app.crowd import CrowdFeed
from companion.app.crowd_board import CrowdBoard
from companion.app.evening import Evening
from companion.app.language import of_show
from companion.app.live import LiveEvening
from companion.app.live_window import Wanted, open_evening
from companion.app.naming import figures_as_fighters
from companion.app.records import keep_result
from companion.app.saving import StoreNews
from companion.app.stage import Teller
from companion.cli.main import main
from companion.errors import UsageProblemError
from companion.games import game
from companion.games.clay_wrestling.events import OrderSet
from companion.kernel.acts import COMMANDED, Act, Roll
from companion.kernel.amending import Edit
from companion.kernel.session import Session
from companion.kernel.text import Text
from companion.leds.service import no_lights
from companion.screens.interaction import Amend, Give, Leave, Ui
from companion.screens.menu import on_page
from companion.screens.past_lines import text_of
from companion.screens.referee_window import RefereeLoop
from companion.screens.view_model import RefereeView, Tone
from companion.store.belts import lineage
from companion.store.people import fold
from companion.store.resilient import ResilientJournal
from companion.store.show import Show

HEADER = (
    "player,name,clay_colour,class,combat,speed,strength,technique,resistance,strike,whip,suplex,submission,counter,"
    "finisher,finisher_position,palm_mm,half_palm_mm\n"
)
ROSTER = HEADER + (
    "Ana,Momia,red,humanoid,2,2,2,2,2,2,2,2,2,2,Bomba,knocked_down,190,85\n"
    "Luis,Pulpo,blue,beast,2,2,2,2,2,2,2,2,2,2,Ola,on_ropes,210,92\n"
)


@pytest.fixture
def show(tmp_path: Path) -> Path:
    roster = tmp_path / "people.csv"
    roster.write_text(ROSTER, encoding="utf-8")
    path = tmp_path / "night.db"
    assert main(["roster", "import", str(roster), "--show", str(path)]) == 0
    return path


@pytest.fixture
def journal(show: Path) -> Iterator[ResilientJournal]:
    opened = ResilientJournal.open(show)
    yield opened
    opened.close()


class Screen:
    """The referee's loop without a window."""

    def __init__(self, live: LiveEvening, language: str = "en") -> None:
        self.live = live
        self.evening = live.evening
        self.loop = RefereeLoop(live, Ui(language="es" if language == "es" else "en"))
        self.leaving = False

    def step(self, keys: list[str]) -> RefereeView:
        for key in keys:
            left = self.loop.press(key, self.live.clock_ms())
            self.leaving |= any(isinstance(one, Leave) for one in left)
        assert self.live.tick(self.live.clock_ms())
        return self.loop.view(self.live.clock_ms())


def key_of(screen: Screen, label: str) -> str:
    """The key of a choice, as the screen shows it."""
    listed = {action.label.en: key for key, action in on_page(screen.step([]))}
    return listed[label]


def live(journal: ResilientJournal, show: Path) -> tuple[Screen, list[str]]:
    told: list[str] = []
    evening = open_evening(Wanted(show, seed="4"), journal, lambda text: told.append(str(text)))
    keep_result(evening, journal, lambda text: told.append(str(text)))
    return Screen(LiveEvening(evening, journal, no_lights(), Ticks())), told


def names(evening: Evening[Any]) -> list[str]:
    return [act.name for act in evening.session.acts()]


def test_the_roster_brings_fighters_palms_and_sheets_to_the_match(journal: ResilientJournal, show: Path) -> None:
    screen, told = live(journal, show)
    state = screen.evening.state
    assert told == []
    assert list(state.fighters) == ["Momia", "Pulpo"]
    assert state.players["Luis"].palm_mm == 210
    assert state.fighters["Pulpo"].finisher.name == "Ola"


def test_keys_start_a_match_and_undo_it(journal: ResilientJournal, show: Path) -> None:
    screen, _ = live(journal, show)
    before = screen.evening.state
    view = screen.step([key_of(screen, "Start: Wrestling Match")])
    assert names(screen.evening)[-1] == "start_match"
    assert view.slot is None
    screen.step(["u"])
    assert screen.evening.state == before
    screen.step(["y"])
    assert screen.evening.state.roster == ("Momia", "Pulpo")


def test_a_refusal_is_shown_and_changes_nothing(journal: ResilientJournal, show: Path) -> None:
    screen, _ = live(journal, show)
    rows = journal.last_seq
    refusal = screen.live.ask(Give("pin", {"attacker": "Momia", "defender": "Pulpo"}))
    assert refusal is not None
    assert refusal.reason.es
    assert journal.last_seq == rows


def test_leaving_asks_first(journal: ResilientJournal, show: Path) -> None:
    screen, _ = live(journal, show)
    assert screen.step(["escape"]).question is not None
    screen.step(["1"])
    assert not screen.leaving
    screen.step(["escape", "2"])
    assert screen.leaving


def test_the_same_show_goes_on_with_the_running_match(journal: ResilientJournal, show: Path) -> None:
    screen, _ = live(journal, show)
    screen.step([key_of(screen, "Start: Wrestling Match")])
    state = screen.evening.state
    again, told = live(journal, show)
    assert again.evening.state == state
    assert told == [f"going on with match 1 of {show}, event {journal.last_seq}"]


def end_by_pin(evening: Evening[Any]) -> None:
    """Momia pins Pulpo, whom the referee has worn down by a ruling."""
    rulings = [("stamina", "Pulpo", -9), ("posture", "Pulpo", "lying")]
    evening.give("start_match", {"mode": "wrestling_match", "fighters": ["Momia", "Pulpo"]})
    evening.give("observe", {"adjacent": [], "near_ropes": [], "near_post": [], "behind": []})
    evening.give("start_turn", {})
    evening.give("initiative_roll", {"dice": {"Momia": 6, "Pulpo": 1}})
    for topic, subject, value in rulings:
        evening.give("referee_ruling", {"topic": topic, "subject": subject, "value": value, "note": "test"})
    evening.give("observe", {"adjacent": [["Momia", "Pulpo"]]})
    evening.give("pin", {"attacker": "Momia", "defender": "Pulpo", "d10": 1})
    for _ in range(2):
        if evening.game.outcome(evening.state) is None and evening.game.pending(evening.state)[-1].kind == "slot":
            evening.give("end_slot", {"fighter": evening.game.pending(evening.state)[-1].owner})
    evening.give("end_turn", {})
    evening.give("start_turn", {})
    evening.give("pin_check", {"fighter": "Pulpo", "d10": 1})


@pytest.mark.parametrize("is_there", [True, False])
def test_what_waited_for_a_fact_goes_on_or_is_told_why_not(
    journal: ResilientJournal, show: Path, is_there: bool
) -> None:
    """By the rules as they stand with the fact, not by what the menu happens to offer afterwards."""
    screen, _ = live(journal, show)
    evening = screen.evening
    evening.give("start_match", {"mode": "wrestling_match", "fighters": ["Momia", "Pulpo"]})
    evening.give("observe", {"adjacent": [], "near_post": [], "behind": []})
    evening.give("start_turn", {})
    evening.give("initiative_roll", {"dice": {"Momia": 1, "Pulpo": 6}})
    assert screen.live.ask(Give("leave_ring", {"fighter": "Pulpo"})) is None
    assert evening.state.turn.asked is not None
    assert screen.step([]).decision is not None
    view = screen.step(["1" if is_there else "2"])
    assert evening.state.turn.asked is None
    assert evening.state.fighters["Pulpo"].zone.value == ("ringside" if is_there else "ring")
    assert (view.notice is None) == is_there
    if view.notice is not None:
        assert view.notice.text.es == "Pulpo no está en las cuerdas."


def test_a_result_is_recorded_once_and_a_second_end_is_a_correction(journal: ResilientJournal, show: Path) -> None:
    screen, told = live(journal, show)
    end_by_pin(screen.evening)
    assert [bout.winners for _, bout in fold(journal.rows()).bouts] == [("Momia",)]
    screen.step(["u"])
    ruling = {"topic": "winner", "subject": "match", "value": "Pulpo", "note": "test"}
    screen.evening.give("referee_ruling", ruling)
    people = fold(journal.rows())
    assert [bout.winners for _, bout in people.bouts] == [("Pulpo",)]
    assert people.corrected == frozenset({"1"})
    journal.wait_for_backups()
    assert len([line for line in told if "backup: " in line]) == 2
    screen.step(["u"])
    screen.evening.give("pin_check", {"fighter": "Pulpo", "d10": 1})  # and the first end after all
    assert [bout.winners for _, bout in fold(journal.rows()).bouts] == [("Momia",)]
    journal.wait_for_backups()
    assert len(list(show.with_name("night.db.backups").iterdir())) == 3


def champions(journal: ResilientJournal) -> dict[str, str]:
    return {reigns[-1].belt: reigns[-1].champion for reigns in lineage(fold(journal.rows())).values()}


def outcomes(journal: ResilientJournal) -> list[tuple[str, ...]]:
    return [bout.winners for _, bout in fold(journal.rows()).bouts]


def test_an_end_that_is_taken_back_does_not_count_and_done_again_is_no_correction(
    journal: ResilientJournal, show: Path
) -> None:
    grant = {"name": "belt_granted", "belt": "World", "fighter": "Pulpo"}
    journal.append([grant, {"name": "belt_staked", "belt": "World"}], by="desk", at_ms=1)
    screen, told = live(journal, show)
    end_by_pin(screen.evening)
    assert outcomes(journal) == [("Momia",)]
    recorded = fold(journal.rows()).bouts
    for _ in range(2):
        journal.wait_for_backups()
        told.clear()
        screen.step(["u"])
        assert outcomes(journal) == []
        assert champions(journal) == {"World": "Pulpo"}
        assert told[0] == "match 1: its end is taken back, its result does not count"
        screen.step(["y"])
        assert fold(journal.rows()).bouts == recorded
        assert champions(journal) == {"World": "Momia"}
    assert fold(journal.rows()).corrected == frozenset()
    assert "bout_corrected" not in {row.event["name"] for row in journal.rows()}


def test_a_finished_match_stays_after_a_restart_and_its_end_can_be_taken_back(
    journal: ResilientJournal, show: Path
) -> None:
    screen, _ = live(journal, show)
    end_by_pin(screen.evening)
    lines = screen.step([]).journal
    again, told = live(journal, show)
    assert again.evening.number == 1
    assert told == [
        f"match 1 of {show} is over; U takes its end back, --new begins the next match (so does G, first page)"
    ]
    shown = again.step([])
    assert shown.ending is not None
    assert [(line.seq, line.text) for line in shown.journal] == [(line.seq, line.text) for line in lines]
    again.step(["u"])
    assert again.evening.game.outcome(again.evening.state) is None
    assert outcomes(journal) == []
    third, _ = live(journal, show)  # closed while the end is taken back
    assert third.evening.number == 1
    third.evening.give("pin_check", {"fighter": "Pulpo", "d10": 1})
    assert outcomes(journal) == [("Momia",)]
    assert fold(journal.rows()).corrected == frozenset()


def test_how_the_match_stood_at_the_start_is_no_news_once_it_goes_on(journal: ResilientJournal, show: Path) -> None:
    screen, _ = live(journal, show)
    end_by_pin(screen.evening)
    standing: list[Text] = []
    evening = open_evening(Wanted(show), journal, lambda _text: None, standing.append)
    first, last = Text("first", "primero"), Text("last", "último")
    news = StoreNews(journal, deque([first, *standing, last]), standing=tuple(standing))
    again = Screen(LiveEvening(evening, journal, no_lights(), Ticks(), news=news))
    assert "is over" in standing[0].en
    again.step(["u"])  # the winner is taken back: the match is over no more
    assert list(news.sentences) == [last]


def test_a_moment_that_is_taken_back_is_not_shown_any_more(journal: ResilientJournal, show: Path) -> None:
    screen, _ = live(journal, show)
    screen.evening.give("start_match", {"mode": "wrestling_match", "fighters": ["Momia", "Pulpo"]})
    assert screen.live.teller.moment is not None
    screen.step(["u"])
    assert screen.live.teller.moment is None


def test_the_health_of_the_parts_is_that_of_now_in_a_moment_of_the_past(journal: ResilientJournal, show: Path) -> None:
    screen, _ = live(journal, show)
    screen.step([key_of(screen, "Start: Wrestling Match")])
    screen.live.board = CrowdBoard(show, "es")
    screen.live.table.fps, screen.live.table.age_ms = 30.0, 33.0
    now = screen.step([]).health
    assert screen.step(["j", "3"]).health == now
    assert {one.tone for one in now} != {Tone.OFF}


@pytest.mark.parametrize("wanted", [{"new_match": True}, {"fighters": ("Momia", "Pulpo")}])
def test_after_a_finished_match_a_new_one_is_begun_by_asking_for_it(
    journal: ResilientJournal, show: Path, wanted: dict[str, Any]
) -> None:
    screen, _ = live(journal, show)
    end_by_pin(screen.evening)
    evening = open_evening(Wanted(show, seed="4", **wanted), journal, lambda _: None)
    assert evening.number == 2


def test_without_a_roster_one_line_says_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "empty.db"
    journal = ResilientJournal.open(path)
    told: list[Text] = []
    open_evening(Wanted(path), journal, told.append)
    journal.close()
    (only,) = told
    assert "companion roster import" in only.en
    assert "en la pantalla" in only.es


def test_a_sheet_of_the_roster_that_is_not_whole_is_told_in_the_screens_language(tmp_path: Path) -> None:
    path, roster = tmp_path / "bare.db", tmp_path / "roster.csv"
    roster.write_text("name,player,clay_colour\nMomia,Ana,red\n", encoding="utf-8")
    assert main(["roster", "import", str(roster), "--show", str(path)]) == 0
    journal = ResilientJournal.open(path)
    told: list[Text] = []
    open_evening(Wanted(path, new_match=True), journal, told.append)
    journal.close()
    assert any("está por debajo de su mínimo" in text.es for text in told)
    assert not any("below" in text.es or "not in play" in text.es for text in told)


def test_a_card_game_runs_on_the_same_screen(tmp_path: Path) -> None:
    path = tmp_path / "cards.db"
    cards = ResilientJournal.open(path)
    evening = open_evening(Wanted(path, game="galaxy_wrestling_federation"), cards, lambda _: None)
    screen = Screen(LiveEvening(evening, cards, no_lights(), Ticks()), "es")
    evening.give("start_game", {"seats": ["p1", "p2", "p3"], "first": "p1"})
    view = screen.step([])
    assert [fighter.name for fighter in view.fighters] == ["p1", "p2", "p3"]
    cards.close()


def test_the_clay_game_asked_for_does_not_pass_over_a_card_match_that_is_going_on(tmp_path: Path) -> None:
    path, clay, cards = tmp_path / "cards.db", "clay_wrestling", "galaxy_wrestling_federation"
    journal = ResilientJournal.open(path)
    running = open_evening(Wanted(path, game=cards), journal, lambda _: None)
    unused = open_evening(Wanted(path, game=clay), journal, lambda _: None)  # nothing was done in it
    assert (unused.number, unused.game.id) == (running.number + 1, clay)
    running = open_evening(Wanted(path, game=cards, new_match=True), journal, lambda _: None)
    running.give("start_game", {"seats": ["p1", "p2", "p3"], "first": "p1"})
    for same in (None, cards):
        assert open_evening(Wanted(path, game=same), journal, lambda _: None).number == running.number
    rows = journal.last_seq
    with pytest.raises(UsageProblemError) as refused:
        open_evening(Wanted(path, game=clay), journal, lambda _: None)
    assert f"a match of {cards} is going on; end it, or begin the one of {clay} with --new" in str(refused.value)
    assert f"hay una partida de {cards} en curso" in refused.value.of("es")
    assert journal.last_seq == rows
    assert open_evening(Wanted(path, new_match=True), journal, lambda _: None).game.id == clay
    journal.close()


def test_figures_find_their_fighters_by_id_name_or_colour() -> None:
    clay = game("clay_wrestling")
    match = clay.set_up({"fighters": {"1": {}, "Momia": {}, "Pulpo": {}, "Gata": {}}})
    named = {"Momia": "Momia", "Pulpo": "El Pulpo", "Gata": "Gata"}
    colours = {"Momia": "red", "Pulpo": "dark_blue", "Gata": "pink"}
    fighters = {
        name: type(one)(**{**one.__dict__, "name": named.get(name, ""), "clay_colour": colours.get(name, "")})
        for name, one in match.fighters.items()
    }
    match = type(match)(**{**match.__dict__, "fighters": fighters})
    figures = [
        {"id": "1", "name": "?", "colour": "green"},
        {"id": "2", "name": "el pulpo", "colour": "green"},
        {"id": "3", "name": "?", "colour": "Pink"},
        {"id": "4", "name": "?", "colour": "white"},
    ]
    assert figures_as_fighters(figures, match) == {"1": "1", "2": "Pulpo", "3": "Gata"}
    # of two figures with one name or colour neither is taken for the fighter; the third one's colour is its own
    twins = [{"id": id_, "name": "Gata", "colour": "pink"} for id_ in ("7", "8")]
    assert figures_as_fighters([*twins, figures[1]], match) == {"2": "Pulpo"}
    assert figures_as_fighters([twins[0], {"id": "9", "name": "?", "colour": "pink"}], match) == {"7": "Gata"}
    # nobody typed a name: the id is what the fighter is called
    plain = clay.set_up({"fighters": {"dark_blue": {}}})
    assert figures_as_fighters([{"id": "2", "name": "Dark blue", "colour": "?"}], plain) == {"2": "dark_blue"}


def test_the_sample_roster_is_ready_for_a_match(tmp_path: Path) -> None:
    path = tmp_path / "night.db"
    sample = Path(__file__).parents[2] / "calibration" / "people.csv"
    assert main(["roster", "import", str(sample), "--show", str(path)]) == 0
    journal = ResilientJournal.open(path)
    told: list[str] = []
    evening = open_evening(Wanted(path), journal, lambda text: told.append(str(text)))
    assert told == []
    assert [fighter.class_ for fighter in evening.state.fighters.values()].count(None) == 0
    assert len(evening.state.fighters) == 4
    journal.close()


def test_a_roster_of_twelve_comes_in_whole_and_the_screen_chooses(tmp_path: Path) -> None:
    """More than a match holds: they are ticked on the page, or behind the menu's own entry; no option is needed."""
    path, roster = tmp_path / "long.db", tmp_path / "roster.csv"
    head, first, *_ = ROSTER.splitlines()
    cells = first.split(",")
    rows = [",".join([f"P{n}", f"F{n:02}", f"#0000{n:02}", *cells[3:]]) for n in range(12)]
    roster.write_text("\n".join([head, *rows]) + "\n", encoding="utf-8")
    assert main(["roster", "import", str(roster), "--show", str(path)]) == 0
    journal = ResilientJournal.open(path)
    screen, told = live(journal, path)
    assert len(screen.evening.state.fighters) == 12
    assert "12 fighters, a match holds 8" in told[0]
    assert key_of(screen, "Start: Katz Rumble Match")  # twenty fit there
    screen.step([key_of(screen, "Start: Wrestling Match: tick who fights, 8 at most")])
    screen.step(["1", "pagedown", "2", "enter"])
    assert screen.evening.state.roster == ("F00", "F11")
    journal.close()


def test_a_changed_past_is_one_row_on_screen_and_one_step_back(journal: ResilientJournal, show: Path) -> None:
    screen, _ = live(journal, show)
    screen.step([key_of(screen, "Start: Wrestling Match")])
    before, acts = screen.evening.state, names(screen.evening)
    number = screen.step([]).acts[-1].number
    view = screen.step(["j", "1", "enter"])
    assert names(screen.evening) == acts[:-1]
    assert view.journal[-1].text.es == f"Paso {number} quitado."
    resumed = Evening.resume(journal, Ticks())
    assert resumed is not None
    assert resumed.state == screen.evening.state
    assert resumed.session.can_undo == screen.evening.session.can_undo
    view = screen.step(["u"])
    assert screen.evening.state == before
    assert names(screen.evening) == acts
    assert view.journal[-1].text.es == f"Deshecho: Paso {number} quitado."


def test_a_changed_step_has_in_the_journal_the_number_that_the_browser_shows(
    journal: ResilientJournal, show: Path
) -> None:
    screen, _ = live(journal, show)
    for how in ("insert", "remove"):
        acts = screen.step([]).acts
        at = len(acts)
        given = ("referee_ruling", {"topic": "stamina", "subject": "Momia", "value": 7, "note": "?"})
        edit = Edit(at, how, given if how == "insert" else None)
        assert screen.live.ask(Amend(edit)) is None
        said = screen.step([]).journal[-1].text.en
        assert str(acts[at - 1].number) in said
        assert acts[at - 1].number != at
        view = screen.step(["u"])  # and an undo says that it takes back this change
        assert view.journal[-1].text.en == f"Taken back: {said}"
        assert view.notice is not None
        assert view.notice.text.en.startswith(f"Taken back: {said.rstrip('.')}.")
        assert screen.step(["y"]).journal[-1].text.en == f"Done again: {said}"


def test_the_journal_says_what_was_undone_and_redone(journal: ResilientJournal, show: Path) -> None:
    screen, _ = live(journal, show)
    screen.step([key_of(screen, "Start: Wrestling Match")])
    last = screen.step([]).acts[-1].text.es
    assert screen.step(["u"]).journal[-1].text.es == f"Deshecho: {last}."
    assert screen.step(["y"]).journal[-1].text.es == f"Rehecho: {last}."
    assert screen.step(["u"]).journal[-1].text.es == f"Deshecho: {last}."


def test_a_moment_of_the_past_is_shown_with_its_own_choices(journal: ResilientJournal, show: Path) -> None:
    screen, _ = live(journal, show)
    screen.step([key_of(screen, "Start: Wrestling Match")])
    acts = names(screen.evening)
    view = screen.step(["j", "3"])
    assert view.notice is not None
    assert str(screen.evening.session.last_rows()[-1]) in view.notice.text.es  # as the play-by-play has it
    listed = {action.label.en: key for key, action in on_page(view)}
    other = next(label for label in listed if label.startswith("Start: ") and "Wrestling" not in label)
    view = screen.step([listed[other]])
    assert view.past is not None
    assert view.past.edit == "change"
    screen.step(["enter"])
    assert names(screen.evening) == acts
    assert screen.step([]).mode.en == other.removeprefix("Start: ")


def test_dice_rolled_here_are_on_disk_before_they_fall(journal: ResilientJournal, show: Path) -> None:
    screen, _ = live(journal, show)
    assert screen.step([]).rolled is None
    screen.step([key_of(screen, "Start: Wrestling Match")])
    for _ in range(12):
        view = screen.loop.view(screen.live.clock_ms())
        key = "r" if view.dice is not None else on_page(view)[0][0] if on_page(view) else "enter"
        view = screen.step([key])
        if view.rolled is not None:
            break
    assert view.rolled is not None
    rows = [row.event for row in Show.open(show, readonly=True).rows() if row.event["name"] == "dice_rolled"]
    assert rows


def test_after_a_restart_the_play_by_play_has_the_numbers_it_had(journal: ResilientJournal, show: Path) -> None:
    screen, _ = live(journal, show)
    screen.step([key_of(screen, "Start: Wrestling Match")])
    before = screen.step([]).journal
    again, _ = live(journal, show)
    after = again.step([]).journal
    assert [(line.seq, line.text) for line in after] == [(line.seq, line.text) for line in before]


@pytest.mark.parametrize("is_over", [True, False])
@pytest.mark.parametrize("repair", ["redo", "change", "change_and_back"])
def test_what_was_done_again_keeps_its_number_over_a_restart(
    journal: ResilientJournal, show: Path, *, is_over: bool, repair: str
) -> None:
    screen, _ = live(journal, show)
    end_by_pin(screen.evening)
    if not is_over:
        screen.evening.give("undo", {"commands": 1})
    before = screen.evening.session.last_rows()
    assert len(set(before)) == len(before)
    place = next(n for n, act in enumerate(screen.evening.session.acts()) if act.name == "referee_ruling")
    if repair == "redo":
        screen.evening.give("undo", {"commands": 5})
        screen.evening.give("redo", {"commands": 2})
        screen.evening.give("redo", {"commands": 3})
        expected: tuple[int, ...] = before
    else:
        parameters = {**screen.evening.session.acts()[place].parameters, "note": "told better"}
        edit = Edit(place + 1, "change", ("referee_ruling", parameters))
        screen.evening.give("amend", edit.parameters())
        expected = (*before[:place], screen.evening.last_seq, *before[place + 1 :])
    if repair == "change_and_back":
        for name in ("undo", "redo", "undo"):
            screen.evening.give(name, {"commands": 1})
        expected = before
    again, _ = live(journal, show)
    assert again.evening.session.last_rows() == screen.evening.session.last_rows() == expected
    assert {line.seq for line in again.step([]).journal} <= set(expected)


def test_a_step_of_the_table_says_who_is_meant() -> None:
    clay = game("clay_wrestling")
    match = clay.set_up({"fighters": {"A": {}, "B": {}, "C": {}}})
    act = Act(COMMANDED, "observe", {"adjacent": [["A", "C"]]}, "referee")
    assert text_of(clay, act, match).es == "La mesa: adyacentes: A–C"
    nobody = Act(COMMANDED, "observe", {"near_ropes": []}, "referee")
    assert text_of(clay, nobody, match).es == "La mesa: en las cuerdas: nadie"
    moved = Act(COMMANDED, "move", {"fighter": "A", "palms": 1.5, "half_turn": True}, "referee")
    assert text_of(clay, moved, match).es == "Moverse: A · 1,5 palmos, con giro"
    ruled = {"topic": "stamina", "subject": "A", "value": 7, "note": "?"}
    session = Session(clay, {"fighters": {"A": {}, "B": {}}})
    act = session.plan("referee_ruling", ruled)
    assert text_of(clay, act, session.state).es == "Árbitro: Estamina, A: 7 (?)."


def test_dice_of_several_at_once_tell_whose_they_are() -> None:
    clay = game("clay_wrestling")
    match = clay.set_up({"fighters": {"1": {"name": "Momia"}, "B": {}, "C": {}}})
    thrown = {"dice.1": 6, "dice.B": 6, "dice.C": 2, "rerolls.0.1": 1, "rerolls.0.B": 5}
    rolls = tuple(Roll(field, [face], "typed", 6) for field, face in thrown.items())
    act = Act(COMMANDED, "initiative_roll", {}, "referee", rolls=rolls, events=(OrderSet(order=("B",), scope="turn"),))
    told = "Iniciativa: Momia 6, B 6, C 2 · Momia 1, B 5"
    assert text_of(clay, act, match).es == told
    for crowd in (False, True):  # the play-by-play, too; the crowd hears the order
        teller = Teller(clay, for_crowd=crowd)
        teller.hear(act, match, 0, 7)
        assert [line.text.es for line in teller.journal] == ([] if crowd else [told]) + ["Orden: B."]


def test_a_board_that_was_away_has_every_change_after_one_look(journal: ResilientJournal, show: Path) -> None:
    """G-09, G-05: five changes during a drop; then both screens say the same."""
    screen, _ = live(journal, show)
    screen.evening.give("start_match", {"mode": "wrestling_match", "fighters": ["Momia", "Pulpo"]})
    feed, now = CrowdFeed(show), screen.live.clock_ms
    before = feed.fetch(now())
    assert before is not None
    for stamina in (17, 12, 9, 4, -3):  # nobody looks meanwhile
        ruling = {"topic": "stamina", "subject": "Pulpo", "value": stamina, "note": "test"}
        screen.evening.give("referee_ruling", ruling)
    after, referee = feed.fetch(now()), screen.step([])
    feed.close()
    assert after is not None
    told = [line for line in ("17", "12", "9", "4", "-3") if any(line in entry.text.en for entry in referee.journal)]
    assert len(told) == 5
    shown = [{one.name: (one.gauge, one.posture, one.flags) for one in view.fighters} for view in (after, referee)]
    assert shown[0] == shown[1]
    assert (after.turn_no, after.phase, after.slot) == (referee.turn_no, referee.phase, referee.slot)
    assert [one.gauge.value for one in after.fighters if one.gauge is not None and one.name == "Pulpo"] == [-3]


def test_an_evening_goes_on_in_the_language_it_was_left_in(journal: ResilientJournal, show: Path) -> None:
    assert of_show(show) is None
    screen, _ = live(journal, show)
    for _ in range(6):  # the clock goes on 40 ms at each look, the row is written every 200
        screen.step([])
    assert of_show(show) == "en"
    screen.step(["l"])
    for _ in range(6):
        screen.step([])
    assert of_show(show) == "es"
    assert of_show(show.with_name("none.db")) is None
    damaged = show.with_name("damaged.db")
    damaged.write_text("no show")
    assert of_show(damaged) is None
