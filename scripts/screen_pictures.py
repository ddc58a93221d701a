"""Pictures of every screen for the guide: drawn by the program from states that its own tests play or make.

`python scripts/make_pictures.py --only screens` writes them, and the list in both guides, so that they stay true.
"""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import pygame

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from screens import crowd_samples, samples
from screens.flow_samples import PAGES, page
from screens.golden import shots
from screens.play import Player
from screens.stand import Stand
from screens.test_card_golden import wanted
from vision.palm_scene import hand_picture

from companion.kernel.text import Language, Text
from companion.screens import render
from companion.screens.flow_view import FighterRow
from companion.screens.sheet_form import blank
from companion.screens.view_model import Chip, CrowdView, RefereeView, RingPicture

DRAWN = (1280, 720)
KEPT = (960, 540)
QUALITY = 82
BEGIN, END = "<!-- screens: made by scripts/make_pictures.py -->\n", "<!-- end of screens -->"
MAT_PX, CLOSE_UP_PX = 420, 96
NAMES = (
    "Momia",
    "Pulpo",
    "Ñandú",
    "Kraken",
    "Gólem",
    "Жаба",
    "Dragón",
    "Cíclope",
    "Tiburón",
    "Sombra",
    "Doctor",
    "Mantis",
    "Rayo",
    "Hueso",
    "Coloso",
    "Tormenta",
    "Zorro",
    "Búfalo",
    "Calamar",
    "Niebla",
)
Draw = Callable[[Language], pygame.Surface]


@dataclass(frozen=True)
class Shown:
    """One picture.

    Attributes:
        name: of its file, without language and ending.
    """

    name: str
    caption: Text
    draw: Draw


@dataclass(frozen=True)
class Chapter:
    """Pictures that belong together."""

    title: Text
    shown: tuple[Shown, ...]


def _referee(view: Callable[[], RefereeView]) -> Draw:
    """Played or made when it is drawn: the list of the guide needs no match."""
    return lambda language: render.render_referee(view(), DRAWN, language, 1000)


def _crowd(view: Callable[[], CrowdView]) -> Draw:
    return lambda language: render.render_crowd(view(), DRAWN, language, 1000)


# -- before the bell ----------------------------------------------------------------------------------------------


def _rgb(picture: np.ndarray, side_px: int) -> RingPicture:
    """The middle of a picture, square."""
    high, wide = picture.shape[:2]
    side = min(high, wide)
    top, left = (high - side) // 2, (wide - side) // 2
    part = cv2.resize(picture[top : top + side, left : left + side], (side_px, side_px), interpolation=cv2.INTER_AREA)
    return RingPicture(side_px, side_px, np.ascontiguousarray(part[:, :, ::-1]).tobytes())


def _before_the_bell(name: str) -> RefereeView:
    """A page of the flow, with nothing of a running match around it."""
    evening, flow = PAGES[name]
    hand = _rgb(hand_picture("open_left"), MAT_PX)
    palm = evening.palm if evening.palm.picture is None else replace(evening.palm, picture=hand, points=())
    # what stands there is not to be seen in a picture that was made without a camera
    rows: tuple[FighterRow, ...] = tuple(replace(one, picture=None) for one in evening.fighters)
    view = page(replace(evening, palm=palm, fighters=rows), flow)
    fighters = tuple(
        replace(one, card=None, flags=(), counts=(), die=None, place=None, active=False, wounds=(), counter_loss=0,
                posture=samples.STANDING,
                gauge=samples.gauge(20))
        for one in view.fighters
    )  # fmt: skip
    return replace(view, turn_no=None, phase=None, slot=None, fighters=fighters, journal=(), timers=(), proposals=())


def _sheet() -> RefereeView:
    form = replace(
        blank(("Pulpo",), ("dark_blue",)), name="Momia", player="Ana", finisher="La Maldición", at="position"
    )
    return replace(_before_the_bell("2_fighters"), flow=None, form=form)


_PAGES = (
    ("show", "1_show", Text("The show and what came before", "La velada y lo que ya pasó")),
    ("fighters", "2_fighters", Text("Fighters", "Luchadores")),
    ("sculpting", "3_sculpting", Text("Sculpting clock and classes", "Reloj de modelado y clases")),
    ("palm", "4_palm_measured", Text("A palm by the camera", "Un palmo con la cámara")),
    ("palm_by_hand", "4_palm_no_camera", Text("A palm by a ruler", "Un palmo con regla")),
    ("weigh_in", "5_weigh_in", Text("Weigh-in of the clays", "Pesaje de las plastelinas")),
    ("mode", "6_mode", Text("Mode, ways to win, who fights", "Modo, formas de ganar, quién lucha")),
    ("places", "7_places", Text("Starting places", "Puestos de salida")),
    ("bell", "8_bell", Text("The bell", "La campana")),
)


def _flow() -> Iterator[Shown]:
    for name, sample, caption in _PAGES:
        yield Shown(f"flow_{name}", caption, _referee(partial(_before_the_bell, sample)))
        if name == "fighters":
            yield Shown("flow_sheet", Text("A character sheet", "Una ficha de personaje"), _referee(_sheet))


# -- the match ----------------------------------------------------------------------------------------------------

_MATCH = (
    ("1_who_touches_whom", Text("Who touches whom: as the camera sees it", "Quién toca a quién: como lo ve la cámara")),
    ("2_rest_or_taunt", Text("A question: rest or taunt", "Una pregunta: descansar o provocar")),
    ("3_slot", Text("A fighter's slot: what he may do, with the odds", "Un momento: qué puede hacer, con su %")),
    ("4_defence", Text("The defence", "La defensa")),
    ("5_dice", Text("Dice are due", "Faltan dados")),
    ("6_knocked_down", Text("Knocked down", "Derribado")),
    ("7_pin", Text("The pin", "El pin")),
    ("8_winner", Text("The end; U takes it back", "El final; U lo deshace")),
)


def _shot(name: str) -> RefereeView:
    return shots()[name].referee


def _journal() -> RefereeView:
    """The journal browser at a past step."""
    player = Player(Stand.of(2, "whole"), 7)
    player.play(40)
    player.loop.press("j", 0)
    return player.loop.view(0)


def _match() -> Iterator[Shown]:
    for name, caption in _MATCH:
        yield Shown(f"referee_{name[2:]}", caption, _referee(partial(_shot, name)))
    yield Shown(
        "referee_journal", Text("J: the journal, to mend the past", "J: el diario, para corregir"), _referee(_journal)
    )
    keys = replace(samples.REFEREE, show_keys=True)
    yield Shown("referee_keys", Text("F1: all keys", "F1: todas las teclas"), _referee(lambda: keys))
    yield Shown(
        "referee_light",
        Text("T: for a light hall", "T: para una sala con luz"),
        _referee(lambda: replace(_shot("3_slot"), light_hall=True)),
    )


# -- the crowd board ----------------------------------------------------------------------------------------------


def _rumble() -> CrowdView:
    looks = list(samples.CHIPS.values())
    fighters = tuple(
        replace(
            samples.FIGHTERS[(2, 1, 5, 1)[number % 4] if number else 1], id=name, name=name, active=number == 0,
            chip=Chip(looks[number % 6].rgb, name[0], looks[(number + number // 6) % 6].pattern),
            place=number + 1 if number < 14 else None, out=number >= 14, gauge=samples.gauge(18 - number), counts=(),
            card=samples.FIGHTERS[2].card if number in {3, 7} else None,
        )
        for number, name in enumerate(NAMES)
    )  # fmt: skip
    return replace(samples.CROWD, mode=Text("Katz Rumble", "Katz Rumble"), fighters=fighters)


def _board() -> Iterator[Shown]:
    states = {
        "six": samples.CROWD,
        **crowd_samples.STATES,
        "rumble": _rumble(),
        "pin": samples.PIN,
        "review": replace(samples.CROWD, review=True),
        "silent": replace(samples.CROWD, silent_ms=4000),
        "light": replace(samples.CROWD, light_hall=True),
    }
    captions = (
        ("building", Text("Sculpting", "Modelado")),
        ("duel", Text("Two fighters", "Dos luchadores")),
        ("six", Text("Six fighters", "Seis luchadores")),
        ("rumble", Text("A rumble of twenty; it pages by itself", "Rumble de veinte; pasa de página sola")),
        ("for_a_title", Text("For a title", "Por un título")),
        ("iron_man", Text("Iron Man hour", "Hora del Iron Man")),
        ("pin", Text("The pin is counted", "Se cuenta el pin")),
        ("knock_out", Text("Knock-out", "K.O.")),
        ("finisher", Text("A finisher", "Un finisher")),
        ("eliminated", Text("Eliminated", "Eliminado")),
        ("review", Text("Under review", "En revisión")),
        ("champion", Text("The winner, and the belt", "El ganador y el cinturón")),
        ("silent", Text("The referee's program is silent", "El programa del árbitro calla")),
        ("light", Text("For a light hall", "Para una sala con luz")),
    )
    for name, caption in captions:
        yield Shown(f"crowd_{name}", caption, _crowd(partial(states.__getitem__, name)))


_CARDS = (
    ("all_time_wrestling", "All Time Wrestling"),
    ("galaxy_wrestling_federation", "Galaxy Wrestling Federation"),
    ("raw_deal", "Raw Deal"),
    ("wrasslin_manager", "Wrasslin' Manager"),
)


def _table(name: str) -> RefereeView:
    return wanted(name, 0).referee()


def _table_for_crowd(name: str) -> CrowdView:
    return wanted(name, 0).crowd()


def _cards() -> Iterator[Shown]:
    for name, title in _CARDS:
        referee, crowd = Text(f"{title}, referee", f"{title}, árbitro"), Text(f"{title}, crowd", f"{title}, público")
        yield Shown(f"cards_{name}", referee, _referee(partial(_table, name)))
        yield Shown(f"cards_{name}_crowd", crowd, _crowd(partial(_table_for_crowd, name)))


def chapters() -> tuple[Chapter, ...]:
    """Every screen but those of the set-up, in the order of an evening."""
    return (
        Chapter(Text("Before the bell", "Antes de la campana"), tuple(_flow())),
        Chapter(Text("The match", "El combate"), tuple(_match())),
        Chapter(Text("The crowd board", "El marcador"), tuple(_board())),
        Chapter(Text("Card games", "Juegos de cartas"), tuple(_cards())),
    )


def file_of(shown: str, language: Language) -> str:
    return f"screen_{shown}_{language}.webp"


def keep(surface: pygame.Surface, path: Path) -> None:
    """Write a picture as small as it can still be read."""
    drawn = np.ascontiguousarray(pygame.surfarray.array3d(surface).swapaxes(0, 1)[:, :, ::-1])
    small = cv2.resize(drawn, KEPT, interpolation=cv2.INTER_AREA)
    cv2.imwrite(str(path), small, [cv2.IMWRITE_WEBP_QUALITY, QUALITY])


def write(folder: Path, language: Language, only: str | None = None) -> list[Path]:
    """Write the pictures, or the one that is asked for; gives the files."""
    written = []
    for chapter in chapters():
        for shown in chapter.shown:
            if only in {None, shown.name}:
                written.append(folder / file_of(shown.name, language))
                keep(shown.draw(language), written[-1])
    return written


def listed(language: Language, setup: dict[str, Text]) -> str:
    """The guide's list: two pictures a line, each with its caption.

    Args:
        setup: pages of the set-up by the name of their file; they come first.
    """
    groups = [(Text("Set-up", "Puesta a punto"), list(setup.items()))]
    groups += [(one.title, [(shown.name, shown.caption) for shown in one.shown]) for one in chapters()]
    out = []
    for title, entries in groups:
        out.append(f"### {title.of(language)}\n\n| | |\n|---|---|\n")
        cells = [
            f"![{caption.of(language)}](pictures/{file_of(name, language)}) {caption.of(language)}"
            for name, caption in entries
        ]
        cells += [""] * (len(cells) % 2)
        out += [f"| {one} | {other} |\n" for one, other in zip(cells[::2], cells[1::2], strict=True)]
        out.append("\n")
    return "".join(out).rstrip("\n") + "\n"
