"""Palms: one player after the other lays an open and a closed hand on the mat; or the centimetres are typed."""

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from companion.app.now import now_ms
from companion.app.palm_desk import after_measures, in_centimetres, palm_values
from companion.app.setting_up.bench import WAIT_FOR_IT, Bench
from companion.app.setting_up.path import SetupPath
from companion.app.setting_up.step import Form, Page, Step
from companion.app.setting_up.steps.camera import reopen
from companion.errors import CompanionError
from companion.kernel.names import name_key
from companion.kernel.text import Text, decimal, plural
from companion.screens.setup_view import Choice, Lamp, Note, Told
from companion.screens.view_model import Tone
from companion.store.desk import people_of
from companion.store.people import Player, PlayerSet, event
from companion.store.show import Show
from companion.vision.hand import NoPalm
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
MISSING = Text("{n} of {all} palms are missing: {who}", "faltan {n} de {all} palmos: {who}")
KNOWN = Text("palms are known", "se conocen los palmos")
SO_FAR_KNOWN = (
    Text("1 palm is known: {who}; others are asked for before the bell", "se conoce 1 palmo: {who}; los demás se piden antes de la campana"),  # noqa: E501
    Text("{n} palms are known: {who}; others are asked for before the bell", "se conocen {n} palmos: {who}; los demás se piden antes de la campana"),  # noqa: E501
)  # fmt: skip
WHOSE = Text("type whose palm this is", "escribe de quién es este palmo")
# names told at once
MOST_NAMES = 6


def who_comes_is_known(show: Path) -> bool:
    """Whether a show file has fighters' sheets: else nobody knows how many players come.

    Raises:
        FileProblemError: there is no such show file.
    """
    return any(sheet.player for sheet in people_of(show).sheets.values())


def players_of(show: Path) -> list[Player]:
    """Everybody who plays in a show file, also who only stands on a fighter's sheet.

    Raises:
        FileProblemError: there is no such show file.
    """
    people = people_of(show)
    only_named = {name_key(sheet.player): Player(sheet.player) for sheet in people.sheets.values() if sheet.player}
    return list({**only_named, **people.players}.values())


def how_palms_stand(players: Sequence[Player], *, is_everybody: bool) -> tuple[Lamp, Text]:
    """The lamp and its reason: who is missing is told by name.

    Args:
        is_everybody: more players are not awaited; else those who are known are told by name.
    """
    missing = [one.name for one in players if one.palm_mm is None]
    if not missing and is_everybody:
        return Lamp.GREEN, KNOWN
    if not missing:
        return Lamp.GREEN, plural(len(players), *SO_FAR_KNOWN, who=_names([one.name for one in players]))
    who = _names(missing)
    return Lamp.AMBER, MISSING.filled(n=len(missing), all=len(players), who=who)


def _names(names: Sequence[str]) -> str:
    return ", ".join(names[:MOST_NAMES]) + ", …" * (len(names) > MOST_NAMES)


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
        player = due[0] if due else Player("")
        self.form.values = {
            "player": player.name,
            "open": "" if player.palm_mm is None else f"{player.palm_mm:g}",
            "closed": "" if player.half_palm_mm is None else f"{player.half_palm_mm:g}",
        }
        self.form.here = "open" if player.name else "player"
        self._before, self._filled = dict(self.form.values), {}

    def page(self) -> Page:
        todo = Text(
            "Each player: measure thumb tip to little finger tip of the open hand, and the closed hand across, and "
            "type mm or cm; or press F5 and lay the hand on the mat. Enter keeps them; F9 when all are done.",
            "Cada jugador: mide la mano abierta de pulgar a meñique y la cerrada a lo ancho, y escríbelo en mm o cm; o "
            "pulsa F5 y pon la mano en la lona. Intro lo guarda; F9 cuando estén todos.",
        )
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
        )
        return Page(todo, (*told, *self.said), choices, self.form.entries(), self.bench.live(notes=notes),
                    primary=Text("Keep", "Guardar"))  # fmt: skip

    def _kept_words(self) -> Text:
        """Whose palms are kept, and what counts for each."""
        known = {one.name: one for one in self.players} | self.kept
        told = []
        for name in self.done:
            player = known.get(name)
            if player is None or player.palm_mm is None:
                told.append(Text(name, name))
                continue
            closed_mm = player.half_palm_mm or player.palm_mm / 2
            words = HALVED if player.half_palm_mm is None else BOTH
            told.append(words.filled(who=name, open=f"{player.palm_mm:.0f}", closed=decimal(closed_mm, 1)))
        return Text("; ".join(one.en for one in told), "; ".join(one.es for one in told))

    def _camera_words(self, state: PalmState) -> Told | None:
        """What is measured and that Enter keeps it; else what is missing for it, while a hand is looked for."""
        values, filled = self.form.values, self._filled
        palms = {kind: palm for kind, palm in state.palms.items() if values[kind.value] == filled.get(kind.value)}
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
        for kind in Kind:
            key = kind.value
            if kind not in state.palms or self.form.values[key] != self._filled.get(key, self._before.get(key, "")):
                continue
            is_first = key not in self._filled
            self._filled[key] = self.form.values[key] = f"{state.palms[kind].length_mm:.0f}"
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
        if key == "f5":
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
        self.session, self.state = PalmSession(scale, self.worker), None

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
        player, show = Player(name, lengths["open"], lengths["closed"]), self._show()
        if not show:
            self.say_bad(Text("choose a show file first", "elige antes un archivo de la velada"))
            return

        def job() -> None:
            with Show.open(show) as opened:
                opened.append([event(PlayerSet(player))], by="setup", at_ms=now_ms())

        # what is typed meanwhile is the next player's; a failure brings this one's fields back
        before = self.done, dict(self.form.values), dict(self._before), self.form.here, self.said

        def back() -> None:
            self.done, self.form.values, self._before, self.form.here, self.said = before

        def then(_: None) -> None:
            self.bench.answer(palms=self.done)
            if is_last or (self.players and all(one.name in self.done for one in self.players)):
                self._finish()

        def otherwise(text: Text) -> None:
            back()
            self.say_bad(text)

        self.kept[name] = player
        self.done, self.said = [*self.done, name], ()
        self._prefill()
        if self.bench.start(Text("writing", "guardando"), job, then, otherwise, is_promised=True):
            self.session = self.state = None
        else:
            back()
            self.say(WAIT_FOR_IT)

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
