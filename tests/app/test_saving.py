"""The referee reads what the store has to say; nobody leaves with unsaved data unwarned (G-07, H-09)."""

from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from app.test_live import ROSTER, Ticks, end_by_pin
from companion.app.live import LiveEvening
from companion.app.live_window import Wanted, open_evening, prepare
from companion.app.records import keep_result
from companion.app.saving import LOOK_EVERY_MS, StoreNews, close_journal, open_journal
from companion.cli.main import main
from companion.errors import CompanionError
from companion.kernel.text import Text
from companion.leds.service import no_lights
from companion.screens.interaction import LEAVE_QUESTION, Give, Leave, Ui
from companion.screens.referee_window import RefereeLoop
from companion.screens.view_model import Part, RefereeView, Tone
from companion.store import places
from companion.store.opening import DISK_FULL, connect
from companion.store.pending import ShowWriteError, SideFile
from companion.store.show import Show


class Disk:
    """Refuses what it is told to refuse."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.show_is_full = self.all_is_full = False
        insert, add = Show._insert, SideFile.add

        def take(show: Show, *rest: Any) -> Any:
            if self.show_is_full or self.all_is_full:
                raise ShowWriteError("x: not saved: full", "full", es="x: no guardado: lleno", reason_es="lleno")
            return insert(show, *rest)

        def take_beside(file: SideFile, commits: Any) -> None:
            if self.all_is_full:
                raise OSError(28, "No space left on device")
            add(file, commits)

        monkeypatch.setattr(Show, "_insert", take)
        monkeypatch.setattr(SideFile, "add", take_beside)


@pytest.mark.parametrize("language", ["en", "es"])
def test_on_a_full_disk_only_an_evening_speaks_of_a_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], language: str
) -> None:
    """Without room for SQLite's index of the log the file is written alone; what that means depends on who writes."""
    path = tmp_path / "night.db"
    Show.open(path).close()
    monkeypatch.setattr("companion.store.show.connect_to_write", lambda path: (connect(path, "rw"), DISK_FULL))
    words = ["results", "record", "Momia", "Pulpo", "--show", str(path), "--lang", language]
    assert main(words) == 0
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert {"en": "until there is room it may take nothing", "es": "hasta que haya sitio"}[language] in err
    assert {"en": "match", "es": "combate"}[language] not in err
    told: list[Text] = []
    open_journal(path, told.append).close()
    assert [one.en for one in told][-1].startswith("a match goes on in memory all the same")


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(monkeypatch)


@pytest.fixture
def show(tmp_path: Path, disk: Disk) -> Path:
    roster = tmp_path / "people.csv"
    roster.write_text(ROSTER, encoding="utf-8")
    path = tmp_path / "night.db"
    assert main(["roster", "import", str(roster), "--show", str(path)]) == 0
    return path


class Referee:
    """The screen without a window."""

    def __init__(self, show: Path) -> None:
        self.told: deque[Text] = deque()
        self.journal = open_journal(show, self.told.append, [])
        evening = open_evening(Wanted(show, seed="4"), self.journal, self.told.append)
        keep_result(evening, self.journal, self.told.append)
        self.ticks = Ticks()
        news = StoreNews(self.journal, self.told)
        self.live = LiveEvening(evening, self.journal, no_lights(), self.ticks, news=news)
        self.loop = RefereeLoop(self.live, Ui(language="es"))

    def press(self, *keys: str) -> tuple[bool, RefereeView]:
        left = any(isinstance(one, Leave) for key in keys for one in self.loop.press(key, self.ticks()))
        self.live.tick(self.ticks())
        return left, self.loop.view(self.ticks())

    def start(self) -> None:
        assert self.live.ask(Give("start_match", {"mode": "wrestling_match", "fighters": ["Momia", "Pulpo"]})) is None


@pytest.fixture
def referee(show: Path, disk: Disk) -> Iterator[Referee]:
    one = Referee(show)
    yield one
    disk.show_is_full = disk.all_is_full = False
    one.journal.close()


def disk_item(view: RefereeView) -> Any:
    return next(one for one in view.health if one.part is Part.DISK)


def test_saved_waiting_and_saved_again(referee: Referee, disk: Disk) -> None:
    _, view = referee.press()
    assert (disk_item(view).tone, disk_item(view).text.es) == (Tone.GOOD, "guardado")
    assert view.notice is None
    disk.show_is_full = True
    referee.start()
    _, view = referee.press()
    assert disk_item(view).tone is Tone.BAD
    assert view.notice is not None
    assert "esperan en el archivo auxiliar (lleno)" in view.notice.text.es
    disk.show_is_full = False
    for _ in range(10):
        _, view = referee.press()
    assert disk_item(view).tone is Tone.GOOD
    assert view.notice is not None
    assert view.notice.text.es == "todo está guardado otra vez"
    referee.live.ask(Give("undo", {"commands": 1}))
    assert referee.press()[1].notice is None


def test_leaving_with_unsaved_data_asks_what_is_lost(referee: Referee, disk: Disk) -> None:
    _, view = referee.press("escape")
    assert view.question is not None
    assert view.question.text == LEAVE_QUESTION
    referee.press("1")
    disk.all_is_full = True
    referee.start()
    left, view = referee.press("escape")
    assert not left
    assert view.question is not None
    assert "SIN GUARDAR" in view.question.text.es
    assert referee.press("1")[0] is False
    assert referee.press("escape", "2")[0] is True


def test_what_the_disk_does_not_take_at_the_end_is_rescued_and_comes_back(
    show: Path, disk: Disk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other disk"
    add = SideFile.add

    def only_elsewhere(file: SideFile, commits: Any) -> None:
        full, disk.all_is_full = disk.all_is_full, disk.all_is_full and file.path.parent != other
        try:
            add(file, commits)
        finally:
            disk.all_is_full = full

    monkeypatch.setattr(SideFile, "add", only_elsewhere)
    referee = Referee(show)
    disk.all_is_full = True
    referee.start()
    events = referee.journal.last_seq
    told: list[Text] = []
    close_journal(referee.journal, told.append, [other])
    assert str(other) in told[0].es
    disk.all_is_full = False
    journal = open_journal(show, told.append, [other])
    assert journal.last_seq == events
    assert "rescatados" in told[1].es
    close_journal(journal, told.append, [other])


def test_where_no_disk_takes_it_the_loss_is_an_error(show: Path, disk: Disk) -> None:
    referee = Referee(show)
    disk.all_is_full = True
    referee.start()
    with pytest.raises(ShowWriteError, match="NOT SAVED"):
        close_journal(referee.journal, lambda _: None, [])
    referee.journal.close()  # it is closed all the same


def test_little_room_is_shown(referee: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "free_bytes", lambda _: 123_400_000)
    referee.ticks.now_ms += LOOK_EVERY_MS
    _, view = referee.press()
    assert (disk_item(view).tone, disk_item(view).text.es) == (Tone.WARN, "solo 123 MB libres")


def test_a_torn_end_is_read_on_the_screen(show: Path, disk: Disk) -> None:
    first = Referee(show)
    first.start()
    log = show.with_name(f"{show.name}-wal")
    raw = log.read_bytes()
    lock = show.with_name(f"{show.name}.writer")
    copy = show.with_name("copy.db")
    copy.write_bytes(show.read_bytes())
    copy.with_name("copy.db-wal").write_bytes(raw[:-700])  # the power went in the middle of the last commit
    assert lock.exists()
    first.journal.close()
    second = Referee(copy)
    _, view = second.press()
    assert view.notice is not None
    assert "a medio escribir" in view.notice.text.es
    second.journal.close()


def test_a_result_says_that_it_is_recorded_and_where_the_backup_is(referee: Referee) -> None:
    end_by_pin(referee.live.evening)
    referee.journal.wait_for_backups()
    _, view = referee.press()
    assert view.notice is not None
    assert view.notice.text.es.startswith("combate 1 anotado; copia de seguridad: ")
    assert (referee.journal.show.path.parent / "night.db.backups" / view.notice.text.es.split(": ")[1]).exists()


def test_an_evening_that_is_refused_leaves_no_show(tmp_path: Path) -> None:
    path, rules = tmp_path / "new.db", tmp_path / "rules.yaml"
    rules.write_text("house_rules: {frob: 1}\n", encoding="utf-8")
    wanted = Wanted(path, rules=rules, leds="off", crowd=False)
    with pytest.raises(CompanionError, match=r"rules\.yaml"), ExitStack() as closing:
        prepare(wanted, lambda _text: None, closing)
    assert [each.name for each in tmp_path.iterdir()] == ["rules.yaml"]
