"""Palms: one player after the other lays an open and a closed hand on the mat; or the centimetres are typed."""

from pathlib import Path
from typing import ClassVar

from companion.app.now import now_ms
from companion.app.palm_desk import after_measures, in_centimetres, palm_values
from companion.app.setting_up.bench import WAIT_FOR_IT, Bench
from companion.app.setting_up.path import SetupPath
from companion.app.setting_up.step import BACK, Form, Page, Step
from companion.app.setting_up.steps.camera import reopen
from companion.app.setting_up.steps.palms_known import BY, how_palms_stand, players_of, put_right, who_comes_is_known
from companion.errors import CompanionError
from companion.kernel.names import name_key
from companion.kernel.text import Text, decimal
from companion.screens.setup_view import Choice, Lamp, Note, Told
from companion.screens.view_model import Tone
from companion.store.people import Player, event, fold
from companion.store.show import Show
from companion.vision.hand import NoPalm, Palm
from companion.vision.hand_worker import HandWorker
from companion.vision.palm_measure import Kind
from companion.vision.palm_session import MEASURING, PalmSession, PalmState, Phase, typed_palm
from companion.vision.references import scale_of_table
from companion.vision.table_file import Table

LABELS = {
    "player": Text("player", "jugador"),
    "open": Text("open palm, mm", "palmo, mm"),
    "closed": Text("closed palm, mm (empty: half the open one)", "medio palmo, mm (vacío: la mitad)"),
}
GOLD = (247, 187, 64)
KEPT = Text("kept: {who}", "guardado: {who}")
BOTH = Text("{who} {open} mm, closed {closed} mm", "{who} {open} mm, medio palmo {closed} mm")
HALVED = Text("{who} {open} mm, closed {closed} mm (half of it)", "{who} {open} mm, medio palmo {closed} mm (la mitad)")
NOT_MEASURED = Text(
    "the palm of {who} is not measured yet: the hand on the mat, or type it; F9 once more leaves it out",
    "aún no está medido el palmo de {who}: pon la mano en la lona o escríbelo; con F9 otra vez se queda sin medir",
)
LOOKING = Text("looking for the hand", "buscando la mano")
LOOKING_CLOSED = Text("looking for the closed hand", "buscando la mano cerrada")
SO_FAR = Text("measuring, hold still: {n} %", "midiendo, no te muevas: {n} %")
WHOSE = Text("type whose palm this is", "escribe de quién es este palmo")
WHO_PLAYS_WHOM = Text(
    "the player's own name: who plays which fighter is asked before the bell",
    "el nombre de la persona: quién lleva a cada luchador se pregunta antes de la campana",
)
# kept palms on one page of their list
PAGE = 6
PUT_RIGHT = Text("put a kept one right, or remove it", "corregir o quitar uno guardado")
REMOVE = Text("remove {who}", "quitar a {who}")
MORE = Text("the next ones", "los siguientes")
WHICH = Text(
    "These palms are kept. Press a number to put that player's name or palms right, or to remove the player.",
    "Estos palmos están guardados. Pulsa un número para corregir el nombre o los palmos de ese jugador, o quitarlo.",
)
RIGHTED = Text(
    "{who}: type the name or the palms anew, Enter keeps them; or F10 removes {who}.",
    "{who}: escribe otra vez el nombre o los palmos, Intro los guarda; o F10 quita a {who}.",
)
REMOVED = Text("{who} is removed", "{who} queda fuera")


def palms_judged(path: SetupPath) -> SetupPath:
    """The palms' result held against the players whom the show file has now; one that is not there changes nothing."""
    mark, show = path.mark(PalmsStep.id), str(path.answers.get("show") or "")
    if mark.lamp not in {Lamp.GREEN, Lamp.AMBER} or not show or not Path(show).is_file():
        return path
    try:
        players, is_everybody = players_of(Path(show)), who_comes_is_known(Path(show))
    except CompanionError:
        return path
    lamp, why = how_palms_stand(players, is_everybody=is_everybody)
    if not players or lamp is mark.lamp is Lamp.GREEN:
        return path
    return path.marked(PalmsStep.id, lamp, why, kept=mark.kept)


class PalmsStep(Step):
    """Measured by the camera where it can, typed where it cannot; only numbers are kept."""

    id = "palms"
    title = Text("Palms", "Palmos")
    meanings: ClassVar[dict[Lamp, Text]] = {
        Lamp.GREEN: Text("moves are measured in each player's palm", "los movimientos se miden en palmos de cada jugador"),  # noqa: E501
        Lamp.AMBER: Text("some palms are missing: 200 mm are taken for them", "faltan palmos: se toman 200 mm"),
        Lamp.SKIPPED: Text("every palm is taken as 200 mm until it is typed or measured", "cada palmo vale 200 mm hasta escribirlo o medirlo"),  # noqa: E501
    }  # fmt: skip

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench)
        reopen(bench)
        self.players = self._players()
        # measured in this show file: another one has its own people
        measured = {one.name for one in self.players if one.palm_mm is not None}
        self.done: list[str] = [name for name in bench.path.answers.get("palms", []) if name in measured]
        self.kept: dict[str, Player] = {}
        self.form = Form(LABELS)
        self.worker: HandWorker | None = None
        self.session: PalmSession | None = None
        self.state: PalmState | None = None
        self._before: dict[str, str] = {}
        self._was_told = ""
        self._filled: dict[str, str] = {}
        # the first steady measure of each kind: what is shown is what Enter keeps, however long the hand lies there
        self._measured: dict[Kind, Palm] = {}
        # the first of the kept ones that are listed; None: no list is shown
        self._listed_from: int | None = None
        # who was kept and is being put right
        self._righted = ""
        self._prefill()

    def _show(self) -> str:
        return str(self.bench.path.answers.get("show") or "")

    def _players(self) -> list[Player]:
        show = self._show()
        if not show or not Path(show).exists():
            return []
        try:
            return players_of(Path(show))
        except CompanionError as error:
            self.say_bad(Text(error.of("en"), error.of("es")))
            return []

    def _prefill(self) -> None:
        due = [one for one in self.players if one.name not in self.done]
        self._righted = ""
        self._fill(due[0] if due else Player(""))

    def _fill(self, player: Player) -> None:
        self.form.values = {
            "player": player.name,
            "open": "" if player.palm_mm is None else f"{player.palm_mm:g}",
            "closed": "" if player.half_palm_mm is None else f"{player.half_palm_mm:g}",
        }
        self.form.here = "open" if player.name else "player"
        self._before, self._filled, self._measured = dict(self.form.values), {}, {}

    def page(self) -> Page:
        if self._listed_from is not None:
            return self._list_page(self._listed_from)
        todo = Text(
            "Each player: measure thumb tip to little finger tip of the open hand, and the closed hand across, and "
            "type mm or cm; or press F5 and lay the hand on the mat. Enter keeps them; F9 when all are done.",
            "Cada jugador: mide la mano abierta de pulgar a meñique y la cerrada a lo ancho, y escríbelo en mm o cm; o "
            "pulsa F5 y pon la mano en la lona. Intro lo guarda; F9 cuando estén todos.",
        )
        if self._righted:
            todo = RIGHTED.filled(who=self._righted)
        told = [Told(KEPT.filled(who=self._kept_words()), Tone.GOOD)] * bool(self.done)
        notes: tuple[Note, ...] = ()
        words = None if self.state is None else self._camera_words(self.state)
        if self.state is not None and words is not None:
            told.append(words)
            if self.state.points_px is not None:
                notes = tuple(Note((float(x), float(y)), None, GOLD) for x, y in self.state.points_px)
        choices = (
            Choice("f5", Text("measure with the camera", "medir con la cámara"), chosen=self.session is not None),
            Choice("f9", Text("all players are done", "ya están todos")),
            *[Choice("f10", REMOVE.filled(who=self._righted) if self._righted else PUT_RIGHT)] * bool(self.done),
        )
        if not self.done and not told:
            told.append(Told(WHO_PLAYS_WHOM))
        return Page(todo, (*told, *self.said), choices, self.form.entries(), self.bench.live(notes=notes),
                    primary=Text("Keep", "Guardar"))  # fmt: skip

    def _list_page(self, first: int) -> Page:
        """Who was kept, each with a number that leads to what was typed."""
        names = self.done[first : first + PAGE]
        choices = tuple(Choice(str(number), self._in_full(name)) for number, name in enumerate(names, 1))
        choices = (*choices, *[Choice("f9", MORE)] * (len(self.done) > PAGE), Choice("f10", BACK))
        return Page(WHICH, self.said, choices, live=self.bench.live(), primary=None)

    def _list_key(self, key: str, first: int) -> None:
        names = self.done[first : first + PAGE]
        if key == "f10":
            self._listed_from = None
        elif key == "f9" and len(self.done) > PAGE:
            self._listed_from = first + PAGE if first + PAGE < len(self.done) else 0
        elif key in {str(number) for number in range(1, len(names) + 1)}:
            self._righted, self._listed_from, self.said = names[int(key) - 1], None, ()
            self._fill(self._player(self._righted) or Player(self._righted))

    def _player(self, name: str) -> Player | None:
        """Who was kept here, or is in the show file."""
        return ({one.name: one for one in self.players} | self.kept).get(name)

    def _kept_words(self) -> Text:
        """Whose palms are kept, and what counts for each."""
        told = [self._in_full(name) for name in self.done]
        return Text("; ".join(one.en for one in told), "; ".join(one.es for one in told))

    def _in_full(self, name: str) -> Text:
        player = self._player(name)
        if player is None or player.palm_mm is None:
            return Text(name, name)
        closed_mm = player.half_palm_mm or player.palm_mm / 2
        words = HALVED if player.half_palm_mm is None else BOTH
        return words.filled(who=name, open=f"{player.palm_mm:.0f}", closed=decimal(closed_mm, 1))

    def _camera_words(self, state: PalmState) -> Told | None:
        """What is measured and that Enter keeps it; else what is missing for it, while a hand is looked for."""
        values, filled = self.form.values, self._filled
        palms = {kind: palm for kind, palm in self._measured.items() if values[kind.value] == filled.get(kind.value)}
        if not palms and self.session is None:
            return None
        is_other = state.phase is Phase.MEASURING and state.kind not in palms
        if not palms or is_other:
            return Told(SO_FAR.filled(n=round(100 * state.progress)) if state.advice is MEASURING else state.advice)
        words = after_measures(palm_values(palms))
        doubts = [one for palm in palms.values() for one in palm.advice]
        for doubt in dict.fromkeys(doubts):
            words = Text(f"{words.en}; {doubt.en}", f"{words.es}; {doubt.es}")
        return Told(words, Tone.WARN if doubts else Tone.GOOD)

    def _fill_in(self, state: PalmState) -> None:
        """What the camera measures goes into its field, unless somebody has typed there meanwhile."""
        new = {kind: palm for kind, palm in state.palms.items() if kind not in self._measured}
        self._measured |= new
        # rounded as the page's own words round it: one number for one hand
        measured = {one.kind: f"{one.mm:.0f}" for one in palm_values(new)}
        for kind in Kind:
            key = kind.value
            if kind not in new or self.form.values[key] != self._filled.get(key, self._before.get(key, "")):
                continue
            is_first = key not in self._filled
            self._filled[key] = self.form.values[key] = measured[key]
            if is_first and key == "open" and self.form.here == "open":
                self.form.here = "closed"  # the next thing due
        if len(state.palms) == len(Kind):
            self.session = None  # nothing is left to look for

    def tick(self) -> None:
        frame = self.bench.watch.newest
        if self.session is None or frame is None or not self.bench.is_live or self.bench.runner.busy():
            return
        session = self.session

        def then(state: PalmState) -> None:
            if session is self.session:
                self.state = state
                self._fill_in(state)
                self.bench.changed()

        is_measured = self.state is not None and Kind.OPEN in self.state.palms
        self.bench.glance(
            LOOKING_CLOSED if is_measured else LOOKING,
            lambda: session.feed(frame.picture, frame.time_ms),
            then,
            lambda text: self.say_bad(text) if session is self.session else None,
        )

    def press(self, key: str) -> None:
        if self._listed_from is not None:
            self._list_key(key, self._listed_from)
        elif key == "f10" and self._righted:
            self._remove(self._righted)
        elif key == "f10" and self.done:
            self._listed_from, self.session, self.said = 0, None, ()
        elif key == "f5":
            self._measure()
        elif key == "f9":
            self._end()
        elif self.form.press(key):
            self.said = ()
        elif key == "enter":
            self._keep()

    def _measure(self) -> None:
        draft = self.bench.draft()
        if self.session is not None or draft.ring is None:
            self.session = self.state = None
            return
        scale = scale_of_table(Table(1, draft.ring, draft.camera))
        self.worker = self.worker or HandWorker()
        self.session, self.state, self._measured = PalmSession(scale, self.worker), None, {}

    def _end(self) -> None:
        """Nobody is dropped who is being measured: kept when a length is there, else asked once."""
        name = self.form.values["player"].strip()
        if self.form.values != self._before and (self.form.values["open"] or self.form.values["closed"]):
            self._keep(is_last=True)
        elif name and self.session is not None and self._was_told != name:
            self._was_told = name
            self.say(NOT_MEASURED.filled(who=name), Tone.WARN)
        else:
            self._finish()

    def _keep(self, *, is_last: bool = False) -> None:
        name = self.form.values["player"].strip()
        if not name and (self.form.values["open"] or self.form.values["closed"]):
            self.form.here = "player"
            self.say_bad(WHOSE)
            return
        if not name:
            self._finish()
            return
        lengths: dict[str, float | None] = {}
        for key, kind in (("open", Kind.OPEN), ("closed", Kind.CLOSED)):
            words = self.form.values[key].strip()
            judged = typed_palm(in_centimetres(words), kind, is_child=False) if words else None
            if isinstance(judged, NoPalm):
                self.say_bad(self.form.refused(key, judged.advice))
                return
            lengths[key] = None if judged is None else judged.length_mm
        if lengths["open"] is None:
            self.form.here = "open"
            self.say_bad(Text("type the open palm, in mm or cm", "escribe el palmo, en mm o cm"))
            return
        if not self._show():
            self.say_bad(Text("choose a show file first", "elige antes un archivo de la velada"))
            return
        self._write(self._righted or name, Player(name, lengths["open"], lengths["closed"]), is_last=is_last)

    def _remove(self, name: str) -> None:
        """Nobody of that name was kept; who is awaited by a sheet is due again."""
        if self._write(name, None):
            self.say(REMOVED.filled(who=name), Tone.GOOD)

    def _write(self, old: str, player: Player | None, *, is_last: bool = False) -> bool:
        """Into the show file, in place of who was kept as `old`; None: that one is taken back. False: not now."""
        show = self._show()

        def job() -> None:
            with Show.open(show) as opened:
                steps = put_right(fold(opened.rows()), old, player)
                opened.append([event(one) for one in steps], by=BY, at_ms=now_ms())

        # what is typed meanwhile is the next player's; a failure brings this one's fields back
        before = (
            self.done, dict(self.form.values), dict(self._before), self.form.here, self.said, self._righted,
            dict(self.kept), self.players,
        )  # fmt: skip

        def back() -> None:
            (self.done, self.form.values, self._before, self.form.here, self.said, self._righted,
             self.kept, self.players) = before  # fmt: skip

        is_righted = bool(self._righted)
        awaited = {one.name for one in self.players}

        def then(_: None) -> None:
            if is_righted:
                # whom a sheet names is still awaited
                self.players = [one for one in self._players() if one.name in awaited]
            self.bench.answer(palms=self.done)
            # one more than were awaited is perhaps not the last one
            is_awaited = player is not None and player.name in awaited and not is_righted
            if is_last or (is_awaited and all(one.name in self.done for one in self.players)):
                self._finish()

        def otherwise(text: Text) -> None:
            back()
            self.say_bad(text)

        self._take(old, player, is_righted=is_righted)
        if self.bench.start(Text("writing", "guardando"), job, then, otherwise, is_promised=True):
            self.session = self.state = None
            return True
        back()
        self.say(WAIT_FOR_IT)
        return False

    def _take(self, old: str, player: Player | None, *, is_righted: bool) -> None:
        """The page as it is once that is written: the next one who is due stands in the fields."""
        new = [] if player is None else [player.name]
        at = self.done.index(old) if old in self.done else len(self.done)
        others = [name for name in self.done if name not in {old, *new}]
        self.done = [*others[:at], *new, *others[at:]]
        if is_righted:
            self.kept.pop(old, None)
            self.players = [one for one in self.players if one.name != old]
        if player is not None:
            self.kept[player.name] = player
        self.said = ()
        self._prefill()

    def _finish(self) -> None:
        # of one name in other letters only one is kept
        kept = {name_key(name): player for name, player in self.kept.items()}
        everybody = {name_key(one.name): one for one in self.players} | kept
        if all(one.palm_mm is None for one in everybody.values()):
            self.bench.take(self.bench.path.marked(self.id, Lamp.SKIPPED).skip())
            return
        is_everybody = who_comes_is_known(Path(self._show()))
        lamp, why = how_palms_stand(list(everybody.values()), is_everybody=is_everybody)
        self.bench.mark(self.id, lamp, why, mind=not is_everybody)
        self.next()

    def leave(self) -> None:
        if self.worker is not None:
            self.worker.close()
