"""The evening before the bell, made by hand: what the pages of the flow are drawn and pressed with."""

from dataclasses import replace

from companion.games.clay_wrestling.modes import PRESETS
from companion.kernel.text import Text
from companion.kernel.timers import Timer
from companion.screens.flow_state import FlowUi
from companion.screens.flow_view import (
    CLOSED,
    OPEN,
    FighterRow,
    FlowView,
    PalmValue,
    PalmView,
    PlayerRow,
    ShowFacts,
    Step,
)
from companion.screens.view_model import Chip, Notice, Pattern, RefereeView, RingPicture, TimerView, Tone
from screens.samples import CHIPS, REFEREE

SHEET = {
    "main": {"combat": 2, "speed": 2, "strength": 2, "technique": 2, "resistance": 2},
    "combat_abilities": {"strike": 2, "whip": 2, "suplex": 2, "submission": 2, "counter": 2},
}
MODES = {mode.value: dict(flags) for mode, flags in PRESETS.items()}


def picture(width: int = 240, height: int = 240) -> RingPicture:
    """A mat with a paler hand on it, near enough."""
    rows = bytearray()
    for y in range(height):
        for x in range(width):
            inside = ((x - width * 0.5) / (width * 0.3)) ** 2 + ((y - height * 0.55) / (height * 0.24)) ** 2 < 1
            rows += bytes((206, 164, 138) if inside else (58, 84, 74))
    return RingPicture(width, height, bytes(rows))


MAT = picture()
FIGURE = picture(60, 60)
GIVEN_HEIGHT, NO_HEIGHT = (
    Text("91 mm high", "91 mm de alto"),
    Text("height: 105 mm taken", "altura: vale 105 mm"),
)
FIGHTERS = (
    FighterRow(
        "A", "Momia", "Ana", CHIPS["Momia"], "red", "humanoid", GIVEN_HEIGHT, FIGURE, SHEET, placed=True, seen=True
    ),
    FighterRow(
        "B", "Pulpo", "Bea", CHIPS["Pulpo"], "dark_blue", "beast", NO_HEIGHT, FIGURE, SHEET, placed=True, seen=True
    ),
    FighterRow("C", "Ñandú Peña", "Íñigo", CHIPS["Ñandú Peña"], "yellow", "absurd", sheet=SHEET),
    FighterRow("D", "Łukasz", "Łukasz", CHIPS["Łukasz"], "light_green", "", sheet=SHEET),
    FighterRow("E", "El Santísimo Gólem", "Eva María", CHIPS["El Santísimo Gólem"], "black", "", sheet=SHEET),
    FighterRow("F", "Жаба", "Женя", Chip((240, 180, 152), "Ж", Pattern.HALVES), "skin", "", sheet=SHEET),
)
PLAYERS = (
    PlayerRow("Ana", "Ana", 192.0, 88.0),
    PlayerRow("Bea", "Bea", 204.5),
    PlayerRow("Íñigo", "Íñigo"),
    PlayerRow("Łukasz", "Łukasz"),
    PlayerRow("Eva María", "Eva María"),
    PlayerRow("Женя", "Женя"),
)
PALM = PalmView(
    MAT,
    ((0.21, 0.6), (0.8, 0.48)),
    advice=Text("measured; accept it, or measure again", "medido; acéptalo o mide otra vez"),
    scale=True,
    values=(PalmValue(OPEN, 187.4, 1.3, 15), PalmValue(CLOSED, 84.2, 0.9, 15)),
)
UNUSUAL = Text(
    "unusual for an adult: is the hand flat on the mat? Accept or measure again",
    "poco usual para un adulto: ¿está la mano plana sobre la lona? Acepta o mide otra vez",
)
BY_HAND = PalmView(
    MAT,
    advice=Text(
        "no hand is found here; measure by hand: two clicks on the picture, or type the centimetres",
        "aquí no se encuentra la mano; mide a mano: dos clics en la imagen, o escribe los centímetros",
    ),
    by_hand=True,
    scale=True,
)
NO_CAMERA = PalmView(
    advice=Text("no camera: type what a ruler says", "sin cámara: escribe lo que dice una regla"), by_hand=True
)
EVENING = FlowView(
    frozenset({Step.SHOW, Step.FIGHTERS}),
    ShowFacts("sábado.db", 2, 214, (Text("Match 1: Momia wins by pin", "Combate 1: gana Momia por Pin"),)),
    FIGHTERS,
    PLAYERS,
    PALM,
    TimerView(Text("sculpting", "modelado"), Timer(900_000, 131_000)),
    (
        Text(
            "Łukasz and Pulpo may be taken for each other in bad light: make one of them orange",
            "Łukasz y Pulpo se pueden confundir con mala luz: haz uno de ellos naranja",
        ),
        Text("Жаба looks like a hand", "Жаба se parece a una mano"),
    ),
    camera=True,
    presets=MODES,
    most={mode: 20 if mode == "katz_rumble" else 10 if mode == "survivor_series" else 8 for mode in MODES},
)
STARTED = replace(
    EVENING,
    done=frozenset(Step) - {Step.PALMS, Step.BELL},
    mode="wrestling_match",
    started=True,
    flags=MODES["wrestling_match"],
)


REFUSED = Notice(
    Tone.BAD,
    Text(
        "the half palm (130 mm) is not smaller than the palm (120 mm): measure again",
        "el medio palmo (130 mm) no es menor que el palmo (120 mm): mide otra vez",
    ),
    "CW-MOVE-02",
)


def page(evening: FlowView, flow: FlowUi, notice: Notice | None = None) -> RefereeView:
    """The referee screen with a page of the flow over it."""
    return replace(REFEREE, ring=None, evening=evening, flow=flow, dice=None, notice=notice)


CROWDED = replace(
    EVENING,
    fighters=tuple(
        replace(FIGHTERS[number % 6], id=f"F{number}", name=f"{FIGHTERS[number % 6].name} {number}")
        for number in range(20)
    ),
    players=tuple(
        replace(PLAYERS[number % 6], id=f"P{number}", name=f"{PLAYERS[number % 6].name} {number}")
        for number in range(20)
    ),
)
"""A Katz Rumble: twenty fighters of twenty people."""


PAGES = {
    "1_show": (EVENING, FlowUi(Step.SHOW)),
    "2_fighters": (EVENING, FlowUi(Step.FIGHTERS)),
    "3_sculpting": (EVENING, FlowUi(Step.SCULPTING)),
    "4_palm_measured": (EVENING, FlowUi(Step.PALMS)),
    "4_palm_unusual": (
        replace(EVENING, palm=replace(PALM, values=(PalmValue(OPEN, 262.0, 1.0, 15, question=UNUSUAL),))),
        FlowUi(Step.PALMS, "Íñigo", asked=True),
    ),
    "4_palm_by_hand": (replace(EVENING, palm=BY_HAND), FlowUi(Step.PALMS, "Bea", typed="8.4", kind=CLOSED)),
    "4_palm_frozen": (
        replace(EVENING, palm=replace(BY_HAND, clicks=((0.22, 0.58),))),
        FlowUi(Step.PALMS, "Łukasz", frozen=True, pointed=True, cross=(0.7, 0.4)),
    ),
    "4_palm_no_camera": (replace(EVENING, palm=NO_CAMERA, camera=False), FlowUi(Step.PALMS, "Женя")),
    "4_palm_refused": (replace(EVENING, palm=BY_HAND), FlowUi(Step.PALMS, "Íñigo")),
    "5_weigh_in": (EVENING, FlowUi(Step.WEIGH_IN, "B")),
    "6_mode": (
        EVENING,
        FlowUi(Step.MODE, "C", mode="survivor_series", blue=frozenset({"B", "D"}), out=frozenset({"F"})),
    ),
    "7_places": (STARTED, FlowUi(Step.PLACES)),
    "8_bell": (STARTED, FlowUi(Step.BELL)),
}
