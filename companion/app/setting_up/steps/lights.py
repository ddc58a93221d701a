"""The lights: found, identified corner by corner, and held against the clay's colours."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import ClassVar

import numpy as np

from companion.app.setting_up.bench import Bench
from companion.app.setting_up.progress import empty_picture
from companion.app.setting_up.ring_work import near_ring
from companion.app.setting_up.step import Form, Page, Step
from companion.app.setting_up.steps.camera import reopen
from companion.errors import CompanionError
from companion.kernel.text import Text
from companion.leds.discovery import backend_for, check_wanted
from companion.leds.identify import Step as LightTest
from companion.leds.identify import identify_steps
from companion.leds.interference import SHOW_LIGHTS as COLOURS
from companion.leds.interference import Sample, Shift, flood, judge
from companion.leds.layout import COLOUR_ORDERS, Layout
from companion.leds.scenes import NEUTRAL_SCENE, LightScene
from companion.leds.session import Session, taught
from companion.leds.settings import LedSettingError, LedSettings, settings_from
from companion.screens.setup_view import Choice, Lamp, Live, Note, Told
from companion.vision.colours import to_lab
from companion.vision.figure_names import called
from companion.vision.figures import Figure, from_entry
from companion.vision.sources import Frame, Picture, read_picture
from companion.vision.table_file import Draft

LABELS = {
    "words": Text("lights (auto, PORT, off)", "luces (auto, PUERTO, off)"),
    "per_m": Text("LEDs per metre of strip", "LED por metro de tira"),
    "ropes": Text("ropes in the kit (12 or 4)", "cuerdas del kit (12 o 4)"),
    "post_leds": Text("LEDs on each post", "LED en cada poste"),
    "order": Text("colour order (found out)", "orden de colores (se halla)"),
}
KIT_KEYS = ("per_m", "ropes", "post_leds")
NOT_WHOLE = Text("{typed} is not allowed; type a whole number", "{typed} no vale; escribe un número entero")
OFF = "off"
GOLD = (247, 187, 64)
SEARCHING = Text("looking for the lights", "buscando las luces")
SHOWING = Text("changing the light", "cambiando la luz")
YES, NO = Text("yes, that is what I see", "sí, es lo que veo"), Text("no, something else", "no, otra cosa")
DARK = Text("nothing lights at all", "no se enciende nada")
# the first tests light every zone
FLOODS = 4
ALL_DARK = Text(
    "nothing lights: is the kit's own supply plugged in and switched on, the data plug in the strip's arrow end?",
    "no se enciende nada: ¿está enchufada y encendida la fuente del kit, y el conector de datos en el extremo de "
    "donde sale la flecha?",
)
NO_ORDER = Text(
    "no colour order gives red, green, blue: another kind of strip (WS2812B is meant), or a loose data or ground wire",
    "ningún orden da rojo, verde, azul: será otra tira (debe ser WS2812B), o falla el cable de datos o de masa",
)
AT_PLACES = Text(
    "The colours of the lights are held against those of the clay. Put the figures back where the picture names them, "
    "hands away, and press Enter. F5 leaves this check out.",
    "Se comparan los colores de las luces con los de la plastelina. Pon las figuras donde las nombra la imagen, "
    "aparta las manos y pulsa Intro. F5 lo deja sin comprobar.",
)
QUESTION = Text("question {n} of {of}", "pregunta {n} de {of}")
LEAVE_OUT, LEAVE_OUT_KEY = Text("leave it out", "no comprobarlo"), "f5"
NOBODY = Text("no figure stands at its place yet", "aún no hay ninguna figura en su sitio")
NOT_LOOKED_AT = Text("what the lights do to the clay was not checked", "no se comprobó qué hacen las luces al color")
MISSING = Text("not at its place, left out: {who}", "no estaba en su sitio, sin comprobar: {who}")
NEAR_EMPTY_LAB, COVERED = 12.0, 0.4
# pictures after a change of light until the camera has it throughout
SETTLE_FRAMES = 8


class LightsStep(Step):
    """E-06, and what coloured light does to the clay."""

    id = "lights"
    title = Text("Lights", "Luces")
    meanings: ClassVar[dict[Lamp, Text]] = {
        Lamp.GREEN: Text("ropes and posts tell the match", "cuerdas y postes cuentan el combate"),
        Lamp.AMBER: Text("the lights work; mind what is told", "las luces funcionan; atiende el aviso"),
        Lamp.RED: Text("the lights stay dark; the match goes on", "las luces quedan apagadas; el combate sigue"),
        Lamp.SKIPPED: Text("a match without lights", "un combate sin luces"),
    }

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench)
        reopen(bench)
        part = dict(bench.draft().leds)
        values = {
            "words": str(bench.path.answers.get("leds") or bench.wanted.leds), "per_m": str(part.get("per_m", 30)),
            "ropes": str(part.get("ropes", 12)), "post_leds": str(part.get("post_leds", 7)),
            "order": str(part.get("order", "GRB")),
        }  # fmt: skip
        self.form = Form(LABELS, values, here="words")
        self.offered = values["words"]
        self._kit = {key: values[key] for key in KIT_KEYS}
        self.session: Session | None = None
        self.tests: Sequence[LightTest] = ()
        self.at = 0
        self.wrong: list[Text] = []
        self.tried: list[str] = []
        self.unseen: list[Text] = []
        self._is_asking = False
        self._there: frozenset[str] = frozenset()
        self.samples: dict[str, Sample] = {}
        self._colours: list[tuple[str, LightScene]] = []
        self._wait_until = 0

    # -- the page ---------------------------------------------------------------------------------------------------

    def page(self) -> Page:
        if self._colours:
            todo = Text(
                "The lights go through their colours; the camera looks at the figures. Hands away.",
                "Las luces pasan por sus colores; la cámara mira las figuras. Aparta las manos.",
            )
            at, of = len(self.samples) + 1, len(COLOURS) + 1
            progress = Told(Text("light {at} of {of}", "luz {at} de {of}").filled(at=at, of=of))
            return Page(
                todo,
                (progress, *self.said),
                live=self._at_places(),
                primary=None,
            )
        if self._is_asking:
            live = self._at_places()
            return Page(AT_PLACES, self.said, (Choice(LEAVE_OUT_KEY, LEAVE_OUT),), live=live,
                        primary=Text("They stand there", "Ya están"))  # fmt: skip
        if self.session is not None and self.at < len(self.tests):
            todo = Text("Do you see this: {what}?", "¿Ves esto: {what}?").filled(what=self.tests[self.at].text)
            choices = (Choice("1", YES), Choice("2", NO), Choice("3", DARK))
            number = Told(QUESTION.filled(n=self.at + 1, of=len(self.tests)))
            return Page(todo, (number, *self.said), choices, live=self.bench.live(), primary=YES)
        todo = Text(
            "Plug the light kit in and press Enter: it is looked for, then shows its colours and corners one by one. "
            "LEDs per metre stand on the strip's reel: 30, 60 or 144; the colour order is found by what you see. "
            "Without lights, skip.",
            "Enchufa el kit de luces y pulsa Intro: se busca y enseña sus colores y esquinas. Los LED por metro están "
            "en el carrete: 30, 60 o 144; el orden de colores se halla con lo que ves. Sin luces, salta.",
        )
        return Page(todo, self.said or self.before, entries=self.form.entries(), live=self.bench.live(),
                    primary=Text("Look for the lights", "Buscar las luces"))  # fmt: skip

    # -- keys -------------------------------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        if self._colours:
            return
        if self._is_asking:
            if key == "enter":
                self._begin_colours()
            elif key == LEAVE_OUT_KEY:
                self.skip_question()
            return
        if self.session is not None and self.at < len(self.tests):
            if key in {"1", "enter"}:
                self._answer(None)
            elif key == "2":
                self._answer(self.tests[self.at].text)
            elif key == "3":
                self._dark()
            return
        if self.form.press(key):
            self.said = ()
        elif key == "enter":
            self._connect()

    def skip_question(self) -> bool:
        """What the lights do to the clay is left out; that colours and corners are right is known all the same."""
        if not self._is_asking and not self._colours:
            return False
        self._is_asking, self._colours = False, []
        self.unseen = [NOT_LOOKED_AT]
        self._done(())
        return True

    def part(self) -> dict[str, object]:
        """The table file's `leds:` part as the fields say it."""
        numbers = {key: self.form.number(key) for key in KIT_KEYS}
        kept = {key: int(value) for key, value in numbers.items() if value is not None}
        return {**dict(self.bench.draft().leds), **kept, "order": self.form.values["order"].strip().upper() or "GRB"}

    def _settings(self) -> LedSettings | Text:
        """What the fields say, or what is wrong with one of them."""
        for key in KIT_KEYS:
            number = self.form.number(key)
            if number is None or number != int(number):
                typed = self.form.values[key].strip() or "—"
                return self.form.refused(key, NOT_WHOLE.filled(typed=typed))
        ring = self.bench.draft().ring
        try:
            return settings_from(self.part(), 700 if ring is None else round(max(ring.size_mm)))
        except LedSettingError as error:
            if error.key not in LABELS:
                return Text(error.of("en"), error.of("es"))
            # the key's name in the table file says nothing to whoever types
            at, no_value = f"leds.{error.key} = ", (error.what, error.what_es)
            en, es = (what.removeprefix(at) for what in no_value)
            return self.form.refused(error.key, Text(f"{en}; {error.allowed}", f"{es}; {error.allowed_es}"))

    def _leave_off(self) -> None:
        """Somebody wants none: as if the page were skipped; next month they are offered again."""
        self.bench.mark(self.id, Lamp.SKIPPED)
        self.next()

    def _connect(self) -> None:
        words = self.form.values["words"].strip() or "auto"
        if words.casefold() == OFF:
            self._leave_off()
            return
        typed = {key: self.form.values[key] for key in KIT_KEYS}
        is_typed = typed != self._kit
        settings = self._settings()
        if isinstance(settings, Text):
            self.say_bad(settings)
            return
        try:
            check_wanted(words)
        except CompanionError as error:
            self.form.here = "words"
            self.say_bad(Text(error.of("en"), error.of("es")))
            return

        def job() -> tuple[Session, Layout, bool]:
            backend = backend_for(words, settings.limit, settings.layout)
            session = Session(backend.connect(lambda: True))
            session.__enter__()
            try:
                return session, *layout_of(session, settings.layout, is_typed=is_typed)
            except CompanionError:
                session.__exit__(None, None, None)
                raise

        def then(found: tuple[Session, Layout, bool]) -> None:
            self.session, layout, is_taught = found
            self.at, self.wrong, self.tried, self._kit = 0, [], [], typed
            self.tests = tuple(identify_steps(layout))
            self.bench.answer(leds=words)
            if is_taught:
                self.say(taught(layout))
            self._show(0)

        self.bench.start(SEARCHING, job, then, self.say_bad)

    def _show(self, number: int) -> None:
        session, test = self.session, self.tests[number]
        assert session is not None

        def job() -> None:
            if session.board is not None:
                session.ask(test.command)
            else:
                session.show(test.scene)

        self.bench.start(SHOWING, job, lambda _: None, self._lost)

    def _lost(self, text: Text) -> None:
        self._close()
        self.bench.mark(self.id, Lamp.RED, text)
        self.say_bad(text)

    def _dark(self) -> None:
        """Nothing lights: at the first colours that is the whole kit, later a corner or rope."""
        if self.at < FLOODS:
            self._give_up(ALL_DARK)
        else:
            self.wrong.append(self.tests[self.at].text)
            self._answer(None)

    def _give_up(self, why: Text) -> None:
        """The kit cannot be shown to be right: red, with what to do; another try begins from the fields."""
        self._close()
        self.at, self.tests, self.tried = 0, (), []
        self.bench.mark(self.id, Lamp.RED, why)
        self.say_bad(why)

    def _answer(self, wrong: Text | None) -> None:
        if wrong is not None:
            self.wrong.append(wrong)
            if self.at < 3:
                self._other_order()
                return
        self.at += 1
        if self.at < len(self.tests):
            self._show(self.at)
        else:
            self._ask_for_figures()

    def _other_order(self) -> None:
        """Another colour than was said: the next colour order is tried from the beginning."""
        self.tried.append(self.form.values["order"].strip().upper())
        left = [order for order in COLOUR_ORDERS if order not in self.tried]
        if not left:
            self._give_up(NO_ORDER)
            return
        following = left[0]
        self.form.values["order"] = following
        self.wrong = []
        session = self.session
        assert session is not None

        def job() -> None:
            board = session.board
            if board is not None and board.info is not None:
                session.configure(session.read_layout().with_order(following), board.info.maximum_ma)

        def then(_: None) -> None:
            self.at = 0
            self.say(Text("colour order {order} now", "ahora con el orden {order}").filled(order=following))
            self._show(0)

        self.bench.start(SHOWING, job, then, self._lost)

    # -- colours of the lights against those of the clay -----------------------------------------------------------

    def _ask_for_figures(self) -> None:
        """They were learned one by one and taken away: now they are all needed."""
        if not learned_figures(self.bench.draft()) or not self.bench.is_live:
            self._done(())
            return
        self._is_asking, self.samples, self.said = True, {}, ()
        self._first_light()

    def _first_light(self) -> None:
        session = self.session
        assert session is not None
        self.bench.start(SHOWING, lambda: session.show(NEUTRAL_SCENE), lambda _: None, self._lost)

    def _at_places(self) -> Live | None:
        draft = self._known
        return self.bench.live(notes=self._places(draft), shown=near_ring(draft.camera, draft.ring))

    @cached_property
    def _known(self) -> Draft:
        """The table as it was when this page was opened: its end alone writes it, and it is drawn many times."""
        return self.bench.draft()

    def _places(self, draft: Draft) -> tuple[Note, ...]:
        """Where each figure was learned."""
        notes = []
        for one in draft.figures:
            at = one["model"].get("learned_at") if isinstance(one.get("model"), Mapping) else None
            if draft.camera is not None and isinstance(at, Mapping):
                x, y = draft.camera.project([[float(at["x_mm"]), float(at["y_mm"]), 0.0]])[0]
                name = Text(called(draft.figures, "en")[str(one["id"])], called(draft.figures, "es")[str(one["id"])])
                notes.append(Note((float(x), float(y)), name, GOLD))
        return tuple(notes)

    def _begin_colours(self) -> None:
        frame, draft = self.bench.still(), self.bench.draft()
        if isinstance(frame, Text):
            self.say_bad(frame)
            return
        figures = learned_figures(draft)
        try:
            empty = read_picture(empty_picture(self.bench.table))
        except CompanionError as error:
            self.say_bad(Text(error.of("en"), error.of("es")))
            return
        there = standing(figures, frame.picture, empty)
        if not there:
            self.say_bad(NOBODY)
            return
        missing = ", ".join(figure.name for figure in figures if figure.name not in there)
        self.unseen = [MISSING.filled(who=missing)] if missing else []
        self._is_asking, self._there, self.said = False, there, ()
        self._colours = [("neutral", NEUTRAL_SCENE), *((name, flood(rgb)) for name, rgb in COLOURS.items())]
        self._show_colour()

    def _show_colour(self) -> None:
        session, scene = self.session, self._colours[0][1]
        assert session is not None

        def then(_: None) -> None:
            self._wait_until = self.bench.watch.count + SETTLE_FRAMES

        self._wait_until = 1 << 60
        self.bench.start(SHOWING, lambda: session.show(scene), then, self._lost)

    def tick(self) -> None:
        frame = self.bench.watch.newest
        if not self._colours or frame is None or self.bench.watch.count < self._wait_until:
            return
        name, _ = self._colours.pop(0)
        found = sample(self.bench.draft(), frame)
        self.samples[name] = {who: colour for who, colour in found.items() if who in self._there}
        self.bench.changed()
        if self._colours:
            self._show_colour()
        else:
            self._done(judge(self.samples))

    def _done(self, shifts: Sequence[Shift]) -> None:
        confusing = [shift.sentence() for shift in shifts if shift.confusing]
        wrong = [Text("not seen: {what}", "no se vio: {what}").filled(what=text) for text in self.wrong]
        self._close()
        try:
            self.bench.write(replace(self.bench.draft(), leds=self.part()))
        except CompanionError as error:
            self.say_bad(Text(error.of("en"), error.of("es")))
            return
        why = [*wrong, *confusing, *self.unseen]
        why = why or [Text("colours and corners are right", "colores y esquinas están bien")]
        lamp = Lamp.AMBER if wrong or confusing else Lamp.GREEN
        self.bench.mark(self.id, lamp, *why[:4], mind=bool(self.unseen))
        self.next()

    def _close(self) -> None:
        if self.session is not None:
            self.session.__exit__(None, None, None)
        self.session, self._colours, self._is_asking = None, [], False

    def leave(self) -> None:
        self._close()


def learned_figures(draft: Draft) -> list[Figure]:
    """The figures whose places in the picture are known: learned, and not before the camera was moved.

    None where a model is of another version.
    """
    try:
        known = [figure for figure in map(from_entry, draft.figures) if figure is not None]
        return [figure for figure in known if draft.camera is None or figure.fits(draft.camera)]
    except CompanionError:
        return []


def standing(figures: Sequence[Figure], picture: Picture, empty: Picture) -> frozenset[str]:
    """Names of the figures at whose learned place something stands that is not in the empty ring's picture."""
    if picture.shape != empty.shape:
        return frozenset()
    high, wide = picture.shape[:2]
    found = []
    now, before = (to_lab(one.reshape(-1, 3)).reshape(high, wide, 3) for one in (picture, empty))
    away = now - before
    # the lights shine on everything alike
    away -= np.median(away[::8, ::8].reshape(-1, 3), axis=0)
    for figure in figures:
        mask = figure.silhouette(1.0, (high, wide))
        if mask.any() and (np.linalg.norm(away[mask], axis=1) > NEAR_EMPTY_LAB).mean() > COVERED:
            found.append(figure.name)
    return frozenset(found)


def sample(draft: Draft, frame: Frame) -> Sample:
    """Each learned figure's mean colour where it stood at the weigh-in, sRGB 0..255."""
    found: dict[str, tuple[float, float, float]] = {}
    for figure in learned_figures(draft):
        mask = figure.silhouette(1.0, (frame.size[1], frame.size[0]))
        picture: Picture = frame.picture
        if mask.any():
            blue, green, red = (float(value) for value in np.mean(picture[mask], axis=0))
            found[figure.name] = (red, green, blue)
    return found


def layout_of(session: Session, said: Layout, *, is_typed: bool) -> tuple[Layout, bool]:
    """The zones to go through, and whether our own board has just learned them.

    A board keeps what it was taught elsewhere; only a kit that somebody types on this page is taught anew.
    """
    board = session.board
    if board is None or board.info is None:
        return said, False
    known = session.read_layout()
    if not is_typed:
        return known, False
    layout = replace(said, colour_order=known.colour_order)
    if layout != known:
        session.configure(layout, board.info.maximum_ma)
    return layout, layout != known
