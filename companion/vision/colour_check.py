"""Which colours will be mixed up, told before the bell with what to change (C-04).

Figures among themselves, and each with the mat and what is drawn on it, with what lies round it (ropes, posts, table),
with hands and with the status cards.
"""

import functools
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import cycle
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.kernel.text import Text
from companion.table.clays import COLOURS, colour_key
from companion.vision.clay_words import SHADES_BGR, is_like_word, shade_of, words_of
from companion.vision.colours import ColourModel, fit_colours, separation, to_lab
from companion.vision.figure_notes import FigureNote, NoteKind
from companion.vision.figures import Figure, seen_area, tube
from companion.vision.segmentation import Scene

# mean cost of taking one colour for the other: under CONFUSED they will be mixed up, under DOUBTFUL in bad light
CONFUSED, DOUBTFUL = 4.0, 9.0
# skin from very light to very dark under neutral light, sRGB as B G R; spread as of one clay colour
SKINS_BGR = ((190, 205, 240), (140, 170, 220), (100, 135, 190), (70, 95, 145), (45, 60, 95))
# the status cards' shades (CW-STATUS-14, -18, -19), B G R: printing card of the usual makes
CARDS_BGR = {
    Text("the red card (knocked down)", "la cartulina roja (derribado)"): (45, 40, 200),
    Text("the green card (unconscious)", "la cartulina verde (inconsciente)"): (70, 140, 40),
    Text("the yellow card (submitted)", "la cartulina amarilla (sumiso)"): (40, 205, 240),
}
# a drawing on the mat, or a thing beside it, is large enough to be taken for a body from so many of its pixels on
BODIES = 3.0
# what lies behind a figure hides it where it costs less than this; of 21 sample figures, eight like the ropes, the
# table or the mat, the worst (white, on a white mat) had half of itself hidden so at 9 % of the places, and all were
# followed within 21 mm. Tried at so many places each way
HIDES, HALF, OFTEN, PLACES = 2.0, 0.5, 0.15, 9
# so many different shades are suggested before the first one comes again
MOST_SHADES = 4
# a clay's pixels: lit and shaded by so much of its colour, and uneven by so many grey levels
SHADED, GRAIN = (0.6, 1.1), 4.0


ANOTHER = Text("another colour", "de otro color")


class _Thing(NamedTuple):
    """What a figure may look like, and what else than another clay would help."""

    name: Text
    remedy: Text


MAT = _Thing(Text("the mat", "la lona"), Text("lay another mat", "pon otra lona"))
DRAWN = _Thing(
    Text("what is drawn on the mat", "lo dibujado en la lona"),
    Text("cover that drawing", "tapa ese dibujo"),
)
AROUND = _Thing(
    Text("the ropes or the table", "las cuerdas o la mesa"),
    Text("lay another cloth there", "pon otra tela ahí"),
)
HAND = _Thing(Text("a hand", "una mano"), Text("wear gloves of another colour", "usa guantes de otro color"))
_HIDDEN = Text(
    "{one} looks like {what} ({apart} apart, {due:g} are due), which hides half of it at {share} % of the places "
    "on the mat: make it {shade}, or {remedy}",
    "{one} se parece a {what} (distancia {apart}, hacen falta {due:g}) y eso tapa la mitad de ella en el {share} % "
    "de los sitios de la lona: hazla {shade}, o {remedy}",
)
# nothing that anybody must do: figures of such clay were followed as well as the others
_LOOKS_LIKE = Text(
    "{one} looks like {what}; with that behind it its place may be asked: make it {shade}, or {remedy}",
    "{one} se parece a {what}; con eso detrás se te puede preguntar su sitio: hazla {shade}, o {remedy}",
)
_LIKES_A_CARD = Text(
    "{names} has the colour of {cards}: keep that card off the mat, or make the figure {shade}",
    "{names} tiene el color de {cards}: no dejes esa cartulina en la lona, o haz la figura de color {shade}",
)
_LIKE_CARDS = Text(
    "{names} have the colours of {cards}: keep such cards off the mat, or make one of them {shade}",
    "{names} tienen los colores de {cards}: no dejes esas cartulinas en la lona, o haz una figura de color {shade}",
)
_MISTAKEN = Text(
    "{one} and {other} will be taken for each other ({apart} apart, {due:g} are due): make one of them {shade}",
    "{one} y {other} se confundirán (distancia {apart}, hacen falta {due:g}): haz una de las dos de color {shade}",
)
_DOUBTFUL = Text(
    "{one} and {other} may be taken for each other in bad light ({apart} apart, {due:g} are due): "
    "make one of them {shade}, or use white light",
    "{one} y {other} se pueden confundir con mala luz (distancia {apart}, hacen falta {due:g}): "
    "haz una de las dos de color {shade}, o pon luz blanca",
)


class _Found(NamedTuple):
    apart: float
    kind: NoteKind
    told: Text
    ids: tuple[str, ...]
    words: dict[str, object]


def colour_warnings(figures: Sequence[Figure], scene: Scene) -> list[str]:
    """Sentences about colours that are too close, the worst first; empty where all is well."""
    return [one.text.en for one in colour_notes(figures, scene)]


def colour_notes(figures: Sequence[Figure], scene: Scene, among: Collection[str] | None = None) -> list[FigureNote]:
    """The same in both languages, for the screens.

    Args:
        figures: all that the table file knows: what is suggested for a pair does not depend on who takes part.
        among: ids of those who take part; None for everybody.
    """
    found: list[_Found] = []
    for i, one in enumerate(figures):
        for other in figures[i + 1 :]:
            apart = separation(one.colours, other.colours)
            if apart < DOUBTFUL:
                pair = {"one": _called(one), "other": _called(other), "apart": _tenths(apart), "due": DOUBTFUL}
                kind, told = (NoteKind.MIXED_UP, _MISTAKEN) if apart < CONFUSED else (NoteKind.BAD_LIGHT, _DOUBTFUL)
                found.append(_Found(apart, kind, told, (one.id, other.id), pair))
        apart, thing = _alike(one, scene)
        if apart < CONFUSED:
            words = {"what": thing.name, "remedy": thing.remedy}
            hidden = 0.0 if thing is HAND else hidden_share(one, scene)
            alone = {
                "one": _called(one),
                "apart": _tenths(apart),
                "due": CONFUSED,
                "share": f"{100 * hidden:.0f}",
                **words,
            }
            kind, told = (NoteKind.HIDDEN, _HIDDEN) if hidden >= OFTEN else (NoteKind.LIKE_SURROUNDINGS, _LOOKS_LIKE)
            found.append(_Found(apart, kind, told, (one.id,), alone))
    found.sort(key=lambda each: (each.apart, str(each.words["one"])))
    cards = _like_cards(figures)
    # who changes two figures must not make them alike
    free = [words_of(shade) for shade in free_shades(figures, scene)] if found or cards else []
    shaded = list(zip([*found, *cards], cycle(free or [ANOTHER]), strict=False))
    if among is not None and cards:
        # one sentence about several: of those who take part alone
        shade = shaded.pop()[1]
        shaded += [(one, shade) for one in _like_cards([figure for figure in figures if figure.id in among])]
    return [
        FigureNote(one.kind, one.told.filled(shade=shade, **one.words), one.ids)
        for one, shade in shaded
        if among is None or set(one.ids) <= set(among)
    ]


def hidden_share(figure: Figure, scene: Scene) -> float:
    """At what share of the mat's places half of a figure or more has its own colours behind it."""
    shape = scene.camera.height, scene.camera.width
    alike = (figure.colours.cost(to_lab(scene.empty.reshape(-1, 3))) < HIDES).reshape(shape)
    half_mm = 0.95 * scene.ring.size_mm[0] / 2, 0.95 * scene.ring.size_mm[1] / 2
    high_mm = figure.height_mm
    covered = [
        alike[body].mean()
        for x_mm in np.linspace(-half_mm[0], half_mm[0], PLACES)
        for y_mm in np.linspace(-half_mm[1], half_mm[1], PLACES)
        if (body := seen_area(scene.camera, tube(x_mm, y_mm, figure.footprint_mm, 0.0, high_mm), shape)).any()
    ]
    return float(np.mean(np.array(covered) >= HALF)) if covered else 0.0


def _like_cards(figures: Sequence[Figure]) -> list[_Found]:
    """One sentence about all figures that a status card looks like; empty where there is none."""
    alike: dict[Text, list[Figure]] = {}
    for name, bgr in CARDS_BGR.items():
        card = to_lab(np.array([bgr], dtype=np.uint8))
        alike[name] = [figure for figure in figures if float(figure.colours.cost(card)[0]) < CONFUSED]
    names = [_called(figure) for figure in figures if any(figure in each for each in alike.values())]
    if not names:
        return []
    cards = _listed([name for name, each in alike.items() if each])
    told = _LIKES_A_CARD if len(names) == 1 else _LIKE_CARDS
    ids = tuple(figure.id for figure in figures if any(figure in each for each in alike.values()))
    return [_Found(CONFUSED, NoteKind.CARDS, told, ids, {"names": _listed(names), "cards": cards})]


def _alike(figure: Figure, scene: Scene) -> tuple[float, _Thing]:
    """What a figure is most likely taken for, and how far apart they are."""
    model = figure.colours
    body = BODIES * np.count_nonzero(figure.silhouette(scene.scale, (scene.camera.height, scene.camera.width)))
    on_mat, around = _areas(scene)
    mat = _from_mat(model, scene)
    tried = [(mat, MAT), (_from_area(model, around, body), AROUND), (_from_skin(model), HAND)]
    if mat >= CONFUSED:
        tried.append((_from_area(model, on_mat, body), DRAWN))
    return min(((max(0.0, apart), thing) for apart, thing in tried), key=lambda each: each[0])


def _listed(words: Sequence[Text]) -> Text:
    *first, last = words
    if not first:
        return last
    return Text(
        f"{', '.join(word.en for word in first)} and {last.en}", f"{', '.join(word.es for word in first)} y {last.es}"
    )


def _called(figure: Figure) -> Text:
    clay = COLOURS.get(colour_key(figure.colour)) or Text(figure.colour, figure.colour)

    def known(colour: str) -> str:
        name = "" if figure.name in {figure.id, figure.colour} else figure.name
        words = [word for word in (name, "" if figure.colour == figure.id else colour) if word]
        return f"{figure.id} ({', '.join(words)})" if words else figure.id

    return Text(f"figure {known(clay.en)}", f"la figura {known(clay.es)}")


def _tenths(number: float) -> Text:
    """With a point in English, a comma in Spanish; what is less than nothing apart is not apart."""
    shown = f"{max(0.0, number):.1f}"
    return Text(shown, shown.replace(".", ","))


def free_shades(figures: Sequence[Figure], scene: Scene) -> list[str]:
    """Clay shades, the farthest first from every colour on the table: figures, mat, surroundings, hands, cards.

    Each is far from those before it too. What a figure is called, or looks most like, is suggested to nobody: clay and
    light differ from the shops' words, nor what would itself be told to look like another figure, the mat, what lies
    round it, a hand or a card. Empty where every shade is on the table.
    """
    shades = to_lab(np.array(list(SHADES_BGR.values()), dtype=np.uint8))
    names = list(SHADES_BGR)
    called = [word for figure in figures for word in map(shade_of, (figure.colour, figure.name)) if word]
    called += [names[int(np.linalg.norm(shades - figure.colours.mean, axis=1).argmin())] for figure in figures]
    is_called = np.array([any(is_like_word(name, word) for word in called) for name in names])
    taken = [figure.colours.mean for figure in figures]
    taken += list(to_lab(np.array([*SKINS_BGR, *CARDS_BGR.values()], dtype=np.uint8)))
    away = np.linalg.norm(shades[:, None, :] - np.array(taken)[None, :, :], axis=2).min(axis=1)
    for area in _areas(scene):
        # a few specks of any colour are everywhere
        apart = np.linalg.norm(shades[:, None, :] - to_lab(area[:: max(1, len(area) // 1000)])[None], axis=2)
        away = np.minimum(away, np.percentile(apart, 10, axis=1))
    fine = [not called and not _is_warned(name, figures, scene) for name, called in zip(names, is_called, strict=True)]
    is_out = ~np.array(fine)
    away[is_out] = -1.0
    chosen: list[str] = []
    for _ in range(min(MOST_SHADES, int((~is_out).sum()))):
        best = int(np.argmax(away))
        chosen.append(names[best])
        away = np.minimum(away, np.linalg.norm(shades - shades[best], axis=1))
    return chosen


def _is_warned(shade: str, figures: Sequence[Figure], scene: Scene) -> bool:
    """Whether a figure of such clay would itself be told to look like something on the table."""
    model = _clay_of(shade)
    if any(separation(model, figure.colours) < DOUBTFUL for figure in figures):
        return True
    cards = to_lab(np.array(list(CARDS_BGR.values()), dtype=np.uint8))
    if float(model.cost(cards).min()) < CONFUSED:
        return True
    return bool(figures) and _alike(replace(figures[0], colours=model), scene)[0] < CONFUSED


@functools.cache
def _clay_of(shade: str) -> ColourModel:
    """The colours of a body of a shop's clay, lit and shaded as bodies on the mat are."""
    light = np.linspace(*SHADED, 200)[:, None]
    grain = np.random.default_rng(0).normal(0.0, GRAIN, (200, 3))
    return fit_colours(np.clip(np.array(SHADES_BGR[shade]) * light + grain, 0, 255).astype(np.uint8))


def _areas(scene: Scene) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Pixels of the empty ring: the mat, and what lies round it as far as figures are looked for; each shape (n, 3)."""
    mat, edge = scene.mat.astype(np.uint8), np.ones((5, 5), np.uint8)
    return scene.empty[cv2.erode(mat, edge) > 0], scene.empty[scene.region & (cv2.dilate(mat, edge) == 0)]


def _from_area(model: ColourModel, area: NDArray[np.uint8], pixels: float) -> float:
    """Cost of the most figure-like part of an area that is so large; infinite where the area is smaller."""
    step = max(1, len(area) // 8000)
    costs = model.cost(to_lab(area[::step]))
    rank = int(pixels / step)
    return float(np.partition(costs, rank)[rank]) if rank < len(costs) else float("inf")


def _from_mat(model: ColourModel, scene: Scene) -> float:
    """Cost of the mat's most figure-like large area, typical of its colours."""
    mat, _ = _areas(scene)
    cost = model.cost(to_lab(mat[:: max(1, len(mat) // 4000)]))
    return float(np.percentile(cost, 15))


def _from_skin(model: ColourModel) -> float:
    lab: NDArray[np.float32] = to_lab(np.array(SKINS_BGR, dtype=np.uint8))
    return float(model.cost(lab).min())
