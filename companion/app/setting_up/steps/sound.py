"""The bell: is it heard?"""

from typing import ClassVar

from companion.app.setting_up.bench import Bench
from companion.app.setting_up.step import Page, Step
from companion.kernel.text import Text
from companion.screens.setup_view import Choice, Lamp, Told
from companion.screens.sounds import NO_DEVICE, Player, Sound
from companion.screens.view_model import Tone

NOT_HEARD = Text("the bell is not heard", "la campana no se oye")
ASKED = Text("The bell rings. Do you hear it where the crowd sits?", "Suena la campana. ¿Se oye donde está el público?")
NOTHING_TO_HEAR = Text(
    "No sound can come out here. Plug a loudspeaker or headphones in and press 3, or go on with Enter: the match is "
    "held without sound.",
    "Aquí no puede sonar nada. Enchufa un altavoz o auriculares y pulsa 3, o sigue con Intro: combate sin sonido.",
)
WITHOUT = Text("Go on without sound", "Seguir sin sonido")
TRY_AGAIN = Text("try again", "probar otra vez")


class SoundStep(Step):
    """The bell."""

    id = "sound"
    title = Text("Sound", "Sonido")
    meanings: ClassVar[dict[Lamp, Text]] = {
        Lamp.GREEN: Text("bell and counts are heard", "se oyen la campana y las cuentas"),
        Lamp.AMBER: Text("a match without sound", "un combate sin sonido"),
        Lamp.SKIPPED: Text("nobody listened for the bell", "nadie ha probado la campana"),
    }

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench)
        self.player = Player()
        self.player.play(Sound.BELL)

    def page(self) -> Page:
        if not self.player.audible:
            told = (Told(_no_sound(self.player.reason), Tone.WARN),)
            return Page(NOTHING_TO_HEAR, told, (Choice("3", TRY_AGAIN),), primary=WITHOUT)
        choices = (
            Choice("1", Text("yes", "sí")), Choice("2", Text("no", "no")), Choice("3", Text("once more", "otra vez")),
        )  # fmt: skip
        return Page(ASKED, (), choices, primary=Text("Yes", "Sí"))

    def press(self, key: str) -> None:
        if key == "3":
            self._ring_again()
        elif not self.player.audible:
            if key == "enter":
                self.bench.mark(self.id, Lamp.AMBER, _no_sound(self.player.reason))
                self.next()
        elif key == "2":
            self.bench.mark(self.id, Lamp.AMBER, NOT_HEARD)
            self.next()
        elif key in {"1", "enter"}:
            self.bench.mark(self.id, Lamp.GREEN, Text("the bell is heard", "la campana se oye"))
            self.next()

    def _ring_again(self) -> None:
        """The bell once more; what was plugged in since is found."""
        if not self.player.audible:
            self.player.close()
            self.player = Player()
        self.player.play(Sound.BELL)
        self.bench.changed()

    def leave(self) -> None:
        self.player.close()


def _no_sound(reason: str) -> Text:
    """Why nothing is heard; what a driver says comes in its own words."""
    if reason == NO_DEVICE:
        return Text(NO_DEVICE, "sin sonido: no hay tarjeta ni servidor de sonido")
    return Text(f"no sound card: {reason}", f"sin tarjeta de sonido: {reason}")
