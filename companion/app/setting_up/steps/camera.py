"""Which camera, and how it delivers."""

from dataclasses import replace
from typing import Any, ClassVar

from companion.app.setting_up.bench import JUDGED_AFTER, NOT_LIVE, Bench
from companion.app.setting_up.feed import delivery_of
from companion.app.setting_up.path import ASKED_CAMERA
from companion.app.setting_up.step import GO_ON, LONGEST_PATH, Form, Page, Step
from companion.app.setting_up.steps.again import (
    COMPARING,
    asked,
    camera_before,
    is_other_camera,
    passes_by,
    told_before,
)
from companion.errors import CompanionError
from companion.kernel.text import Text, decimal
from companion.screens.setup_view import Choice, Lamp, Told
from companion.screens.view_model import Tone
from companion.vision.camera import OPENING
from companion.vision.health import BANDING_ADVICE, OWN_PORT, CameraId, Finding, is_flat
from companion.vision.picture_quality import focus
from companion.vision.sources import ADDRESS_STARTS, Frame, is_live_name

MOST_LISTED = 4
# F11 is the window's own
SIZE_KEYS, SIZES = ("f9", "f10"), ((1280, 720), (1920, 1080), (640, 480))
OTHER = Text("number, address, file or folder", "número, dirección, archivo o carpeta")
NONE_LISTED = Text(
    "this system names no camera: type its number; 0 is the first, 1 the next",
    "este sistema no nombra cámaras: escribe su número; la primera es 0, la siguiente 1",
)
LOOK_AGAIN, OPEN_IT = Text("look for cameras again", "buscar cámaras otra vez"), Text("Open it", "Abrirla")
NO_CAMERA = Text(
    "no camera is chosen: plug a webcam in and press F12, type an address, clip or folder and press Enter, or skip",
    "no hay cámara: enchufa una webcam y pulsa F12, escribe una dirección, clip o carpeta y pulsa Intro, o salta",
)
NO_BANDS = Text("the light does not flicker", "la luz no parpadea")
OTHER_SIZE = Text("picture size: ask for {w}x{h}", "tamaño de imagen: pedir {w}x{h}")
FIRST_SIZE = Text(
    "{given} comes, {asked} was asked for: good for a first calibration; F9 and F10 ask for another size",
    "llega {given}, se pidió {asked}: vale para una primera calibración; F9 y F10 piden otro tamaño",
)
SIZE_OF_ITS_OWN = Text(
    "{given} comes, as the camera's own app has it: good for a first calibration",
    "llega {given}, como dice la aplicación de la propia cámara: vale para una primera calibración",
)
SLOW_AT_SIZE = Text("{given} comes, at {fps} pictures a second", "llega {given}, a {fps} imágenes por segundo")
BY_NETWORK = Text(
    "bring the phone or camera nearer to the wireless point or use a cable; more light shortens the exposure",
    "acerca el teléfono o la cámara al punto wifi o usa cable; más luz acorta la exposición",
)
SMALLER = Text(
    "{nearer}; or choose a smaller picture in its app",
    "{nearer}; o elige en su aplicación una imagen más pequeña",
)
OF_ANOTHER_COMMAND = Text(
    "the command names another camera, {new}; until now it was {old}. This is the picture of {new}: Enter takes it",
    "la orden nombra otra cámara, {new}; hasta ahora era {old}. Esta es la imagen de {new}: Intro la acepta",
)

WORSE = Text(
    "Asked because that was better last time. Enter takes it as it is",
    "Se pregunta porque la última vez eso iba mejor. Intro la acepta así",
)
OTHER_ONE = Text(
    "Asked because this is not the camera of last time, or its picture has another size",
    "Se pregunta porque no es la cámara de la última vez, o su imagen tiene otro tamaño",
)
LOOKING = Text("looking at the picture", "mirando la imagen")


class CameraStep(Step):
    """A camera is chosen; its picture, size, rate, light, bands and focus are shown (A-04, A-06, A-07, A-09, A-11)."""

    id = "camera"
    shows_picture = True
    title = Text("Camera", "Cámara")
    meanings: ClassVar[dict[Lamp, Text]] = {
        Lamp.GREEN: Text("the camera follows the figures", "la cámara sigue a las figuras"),
        Lamp.AMBER: Text("it works; mind what is told, calls may be unsure", "funciona; atiende el aviso, puede dudar"),
        Lamp.RED: Text("no camera: every fact is told by hand", "sin cámara: todo se dice a mano"),
        Lamp.SKIPPED: Text("no camera: every fact is told by hand", "sin cámara: todo se dice a mano"),
    }

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench)
        self.listed = list(bench.cameras.listed())[:MOST_LISTED]
        is_named_anew = is_of_another_command(bench)
        known = camera_wanted(bench) if is_named_anew else bench.place or camera_wanted(bench)
        here = "place" if not self.listed else ""
        self.form = Form({"place": OTHER}, {"place": known}, here=here, longest=LONGEST_PATH)
        self.offered = camera_wanted(bench)
        self.stored = camera_before(bench)
        self._confirmed_other = False
        self._why: Text | None = None
        if known and (bench.feed is None or is_named_anew):
            self._open(known)
        elif bench.feed is None and len(self.listed) == 1:
            self._open(str(self.listed[0].place))
        if is_named_anew and bench.feed is not None:
            self.say(OF_ANOTHER_COMMAND.filled(new=known, old=bench.path.answers["camera"]["place"]), Tone.WARN)

    def _open(self, text: str) -> None:
        self.said = ()
        try:
            self.bench.open_camera(text, None)
        except CompanionError as error:
            self.say_bad(Text(error.of("en"), error.of("es")))
            # to be typed over
            self.form.here = "place"
        else:
            # the field shows the camera in use, however it was chosen; what is typed next means another one
            self.form.values["place"], self.form.here = text, self.form.here

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(f"f{5 + number}" for number in range(len(self.listed)))

    def page(self) -> Page:
        choices = tuple(
            Choice(key, Text(one.name, one.name), chosen=str(one.place) == self.bench.place)
            for key, one in zip(self.keys, self.listed, strict=True)
        )
        if self.bench.feed is not None and not is_coming(self.bench):
            choices = (*choices, Choice("f12", Text("try again", "probar otra vez")))
        choices = (*choices, *(Choice(key, OTHER_SIZE.filled(w=w, h=h)) for key, (w, h) in self._other_sizes().items()))
        ready = self.bench.watch.count >= JUDGED_AFTER and self.bench.is_live
        todo = Text(
            "Choose the camera over the ring; wave a hand before it: the picture must follow. Then press Enter.",
            "Elige la cámara que mira al ring; mueve una mano delante: la imagen debe seguirla. Luego pulsa Intro.",
        )
        if self.bench.feed is None and not self.listed:
            choices = (*choices, Choice("f12", LOOK_AGAIN))
        primary = OPEN_IT if self._typed_other() else GO_ON if ready else None
        if self._is_compared() and not self._typed_other():
            todo, primary = COMPARING, None
        why = () if self._why is None else (Told(self._why, Tone.WARN),)
        told = (*self._findings(), *why, *self.said)
        return Page(todo, told, choices, self.form.entries(), self.bench.live(), primary=primary)

    def _is_compared(self) -> bool:
        """Whether the camera of last time is looked at, to go on by itself where it is as it was."""
        return passes_by(self.bench, self.id) and is_coming(self.bench)

    def _typed_other(self) -> str:
        """What is typed and not open yet, or gives nothing: another Enter tries it again."""
        typed, feed = self.form.values["place"].strip(), self.bench.feed
        gives_nothing = feed is not None and feed.advice() is not None and self.bench.watch.newest is None
        is_due = feed is None or (self.form.here and (typed != self.bench.place or gives_nothing))
        return typed if is_due else ""

    def _findings(self) -> tuple[Told, ...]:
        frame = self.bench.watch.newest
        if self.bench.feed is None and not self.listed:
            return (Told(NONE_LISTED),)
        if self.bench.feed is None or frame is None or not self.bench.is_live:
            return ()
        if self.bench.watch.count < JUDGED_AFTER:
            return (Told(LOOKING),)
        return tuple(_told(finding) for finding in self._judged(frame))

    def _judged(self, frame: Frame) -> list[Finding]:
        feed = self.bench.feed
        assert feed is not None
        found = [self._delivered(frame, feed.fps())]
        lock = feed.light_lock()
        if lock is not None:
            found.append(lock)
        amplitude = f"{100 * self.bench.watch.banding.amplitude:.0f} %"
        advice = self.bench.watch.banding.advice
        bands = NO_BANDS
        if advice is not None:
            bands = Text(f"the light flickers by {amplitude}", f"la luz parpadea un {amplitude}")
        found.append(Finding("flicker", advice is None, bands, BANDING_ADVICE))
        found.append(focus(frame.picture))
        return found

    def _delivered(self, frame: Frame, fps: float) -> Finding:
        """Size and rate; another size than asked for is no fault while nothing was calibrated at that one."""
        wanted = self.bench.cameras.wanted
        asked, given = f"{wanted.width}x{wanted.height}", f"{frame.size[0]}x{frame.size[1]}"
        if not is_live_name(self.bench.place):
            # what was recorded comes at its own rate: no port and no light makes it faster
            wanted = replace(wanted, fps=fps)
        found = _by_its_way(delivery_of(frame, fps, wanted), self.bench.place, frame)
        before = self.stored is not None and (self.stored["width"], self.stored["height"]) != frame.size
        if asked == given or before:
            return found
        rate = delivery_of(frame, fps, replace(wanted, width=frame.size[0], height=frame.size[1]))
        if not rate.ok:
            # the size does, so that the rate alone is told, with what helps it
            slow = SLOW_AT_SIZE.filled(given=given, fps=decimal(fps, 0))
            return _by_its_way(replace(rate, detail=slow), self.bench.place, frame)
        size = SIZE_OF_ITS_OWN if _is_of_network(self.bench.place) else FIRST_SIZE
        return replace(rate, detail=size.filled(given=given, asked=asked))

    def _other_sizes(self) -> dict[str, tuple[int, int]]:
        """Keys of sizes that can be asked for; none of what has its own size, and none before a picture is there."""
        frame, place = self.bench.watch.newest, self.bench.place
        if frame is None or self.bench.feed is None or not is_live_name(place) or _is_of_network(place):
            return {}
        wanted = self.bench.cameras.wanted
        here = {frame.size, (wanted.width, wanted.height)}
        return dict(zip(SIZE_KEYS, (size for size in SIZES if size not in here), strict=False))

    def _ask_size(self, size: tuple[int, int]) -> None:
        """The same camera again, in another size."""
        cameras, place = self.bench.cameras, self.bench.place
        self.bench.cameras = replace(cameras, wanted=replace(cameras.wanted, width=size[0], height=size[1]))
        self._open(place)

    def press(self, key: str) -> None:
        if key in self._other_sizes():
            self._ask_size(self._other_sizes()[key])
        elif key in self.keys:
            self._open(str(self.listed[self.keys.index(key)].place))
        elif key == "f12" and self.bench.feed is None:
            self.listed, self.said = list(self.bench.cameras.listed())[:MOST_LISTED], ()
            if not self.listed:
                self.say_bad(NO_CAMERA)
        elif key == "f12" and self.bench.feed is not None:
            self.bench.feed.retry()
            self.bench.feed.confirm()
        elif self.form.press(key):
            self.said = ()
        elif key == "enter":
            self._accept()

    def _accept(self) -> None:
        # whatever is wrong with it, what is typed next takes its place
        self.form.here = self.form.here
        typed = self._typed_other()
        if typed:
            self._open(typed)
            return
        if self.bench.feed is None:
            self.say_bad(NO_CAMERA)
            return
        frame = self.bench.watch.newest
        if frame is None or not self.bench.is_live or self.bench.watch.count < JUDGED_AFTER:
            self.say_bad(NOT_LIVE)
            return
        if is_flat(frame.picture):
            self.say_bad(
                Text("the picture shows nothing: take the lens cap off", "la imagen no muestra nada: quita la tapa")
            )
            return
        chosen = self._identity(frame)
        other = is_other_camera(self.stored, chosen, frame)
        if other is not None and not self._confirmed_other:
            self._confirmed_other = True
            self.say(other, Tone.WARN)
            return
        self._mark(frame, chosen, is_new=other is not None or self.stored is None)

    def tick(self) -> None:
        """The camera of last time, as good as last time: nothing is asked."""
        frame = self.bench.watch.newest
        if frame is None or not passes_by(self.bench, self.id) or not self.bench.is_live:
            return
        if self.bench.watch.count < JUDGED_AFTER or self.bench.runner.busy():
            return
        chosen = self._identity(frame)
        is_same = self.stored is not None and is_other_camera(self.stored, chosen, frame) is None
        bad = [_told(one).text for one in self._judged(frame) if not one.ok]
        is_good = not is_flat(frame.picture) and told_before(self.bench, self.id, bad)
        asked(self.bench, self.id)
        if is_of_another_command(self.bench) and not chosen["stable"]:
            return
        if is_same and is_good:
            self._mark(frame, chosen, is_new=False)
        else:
            self._why = WORSE if is_same else OTHER_ONE
            self.bench.changed()

    def leave(self) -> None:
        """Whoever leaves the page by hand has seen it."""
        if passes_by(self.bench, self.id):
            asked(self.bench, self.id)
        chosen = self.bench.path.answers.get("camera")
        if chosen and self.bench.feed is not None and self.bench.place != chosen["place"]:
            # it was looked at and not taken: the one in use goes on
            self.bench.close_camera()
            reopen(self.bench)

    def _identity(self, frame: Frame) -> dict[str, Any]:
        found = next((one for one in self.listed if str(one.place) == self.bench.place), None)
        one = found or CameraId(self.bench.place, "", "")
        width, height = frame.size
        return {"place": self.bench.place, "stable": one.stable, "name": one.name, "width": width, "height": height}

    def _mark(self, frame: Frame, chosen: dict[str, Any], *, is_new: bool) -> None:
        found = self._judged(frame)
        lamp = Lamp.GREEN if all(one.ok for one in found) else Lamp.AMBER
        why = [_told(one).text for one in found if not one.ok] or [_told(found[0]).text]
        self.bench.answer(camera=chosen, **{ASKED_CAMERA: self.bench.wanted.camera or ""})
        if is_new:
            self.bench.done(self.id, lamp, *why)
        else:
            self.bench.mark(self.id, lamp, *why)
        self.next()


def is_of_another_command(bench: Bench) -> bool:
    """Whether the command line names a camera that it did not name when the camera in use was chosen."""
    told, chosen = bench.wanted.camera, bench.path.answers.get("camera")
    return bool(told) and chosen is not None and told not in {chosen["place"], bench.path.answers.get(ASKED_CAMERA)}


def camera_wanted(bench: Bench) -> str:
    """The camera in use; the command line's where it is named anew, or none was chosen yet."""
    chosen = str(bench.path.answers.get("camera", {}).get("place", ""))
    return bench.wanted.camera or "" if not chosen or is_of_another_command(bench) else chosen


def is_coming(bench: Bench) -> bool:
    """Whether a camera gives pictures, or is being opened: nothing is wrong with it so far."""
    return bench.feed is not None and bench.feed.advice() in {None, OPENING}


def reopen(bench: Bench) -> None:
    """The chosen camera, after a restart; whatever is wrong with it is told in the banner."""
    chosen = bench.path.answers.get("camera")
    if bench.feed is not None or not chosen:
        return
    stored = CameraId(_place(chosen["place"]), chosen.get("stable", ""), chosen.get("name", ""))
    try:
        bench.open_camera(str(chosen["place"]), stored if stored.name else None)
    except CompanionError as error:
        bench.problem = Text(error.of("en"), error.of("es"))


def _is_of_network(place: str) -> bool:
    return place.startswith(ADDRESS_STARTS)


def _by_its_way(rate: Finding, place: str, frame: Frame) -> Finding:
    """With advice for a network, where the pictures come by one: a port of the computer has no part in it."""
    if rate.remedy != OWN_PORT or not _is_of_network(place):
        return rate
    is_large = frame.size[0] > SIZES[0][0]
    return replace(rate, remedy=SMALLER.filled(nearer=BY_NETWORK) if is_large else BY_NETWORK)


def _place(text: str) -> int | str:
    return int(text) if text.isdecimal() else text


def _told(finding: Finding) -> Told:
    if finding.ok or finding.remedy is None:
        return Told(finding.detail, Tone.GOOD if finding.ok else Tone.WARN)
    return Told(Text("{what}: {do}", "{what}: {do}").filled(what=finding.detail, do=finding.remedy), Tone.WARN)
