"""Golden screens: eight states of a clay match, in both languages, at five sizes, on both screens.

Pictures are kept small (their long side `SMALL_PX`) with the texts beside them; the texts tell a reader what changed.
`pytest tests/screens/test_golden.py --renew-screens` writes them anew after a change that is meant.
"""

import functools
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pygame

from companion.games.clay_wrestling import GAME
from companion.games.clay_wrestling.model import Match, Posture
from companion.kernel.text import Text
from companion.screens import clay_view
from companion.screens.surroundings import (
    CameraProposal,
    camera_health,
    crowd_health,
    disk_health,
    lights_health,
)
from companion.screens.ui_state import Ui
from companion.screens.view_model import CrowdView, JournalLine, Moment, MomentKind, RefereeView
from screens.play import Player
from screens.stand import Stand

FOLDER = Path(__file__).parents[1] / "golden" / "screens"
SIZES = ((1280, 720), (1366, 768), (1920, 1080), (3840, 2160), (1080, 1920))
LANGUAGES = ("es", "en")
SMALL_PX = 288
LIGHTS = (*[(255, 0, 0)] * 3, *[(0, 40, 255)] * 3, *[(255, 0, 0)] * 3, *[(0, 40, 255)] * 3, *[(255, 170, 0)] * 4)


@dataclass(frozen=True)
class Shot:
    """One state on both screens."""

    referee: RefereeView
    crowd: CrowdView


Wanted = Callable[[Player, Match], bool]


def _asked(kind: str) -> Wanted:
    return lambda player, match: GAME.pending(match)[-1].kind == kind


def _posture(posture: Posture) -> Wanted:
    return lambda player, match: any(one.posture is posture for one in match.in_play)


WANTED: dict[str, Wanted] = {
    "1_who_touches_whom": _asked("Q-ADJ"),
    "2_rest_or_taunt": _asked("Q-REST"),
    "3_slot": lambda player, match: GAME.pending(match)[-1].kind == "slot" and match.turn_no > 2,
    "4_defence": _asked("Q-DEFEND"),
    "5_dice": lambda player, match: player.loop.view(0).dice is not None and match.turn_no > 2,
    "6_knocked_down": _posture(Posture.KNOCKED_DOWN),
    "7_pin": lambda player, match: any(one.pin is not None for one in match.in_play),
    "8_winner": lambda player, match: match.over,
}


@functools.cache
def shots() -> dict[str, Shot]:
    """The eight states, from one match that is always the same."""
    player = Player(Stand.of(6, "whole"), 7)
    found: dict[str, Shot] = {}
    for _ in range(1000):
        match = player.stand.session.state
        for name, wanted in WANTED.items():
            ended_early = match.over and name < "8"
            if name not in found and not ended_early and wanted(player, match):
                found[name] = _shot(player)
        if match.over:
            break
        player.press()
    return dict(sorted(found.items()))


def _shot(player: Player) -> Shot:
    stand = player.stand
    match = stand.session.state
    # the play-by-play belongs to the rulebook's own tests; here fixed lines keep the pictures still
    lines = (
        JournalLine(40, Text("Turn 4 begins.", "Empieza el turno 4.")),
        JournalLine(41, Text("Momia strikes Pulpo: 2 successes.", "Momia golpea a Pulpo: 2 éxitos.")),
    )
    around = replace(
        stand.around,
        journal=lines,
        lights=LIGHTS,
        zone_mm=45.0,
        proposals=(
            CameraProposal(
                Text("Ñandú moved 1.2 palms north", "Ñandú se ha movido 1,2 palmos al norte"),
                0.8,
                "Ñandú",
                (-60, 170),
                ("move", {"fighter": "Ñandú"}, ("palms",)),
            ),
        ),
        health=(camera_health(30, 42), lights_health("simulated"), crowd_health(1), disk_health(saved=True)),
    )
    offers = () if match.over else player.offers()
    view = clay_view.referee_view(match, around, GAME.pending(match), offers, GAME.outcome(match))
    moment = None
    if any(one.pin is not None for one in match.in_play) and not match.over:
        moment = Moment(MomentKind.PIN, Text("Pin!", "¡Pin!"), "Pulpo › Momia", None, 1, 0)
    crowd = replace(clay_view.crowd_view(match, around, GAME.outcome(match)), moment=moment)
    return Shot(player.shown(replace(view, can_undo=23, can_redo=0)), crowd)


EXTRAS: dict[str, tuple[str, ...]] = {
    "9_journal": ("j", "up", "up"),
    "9_journal_preview": ("j", "1"),
    "9_journal_new_die": ("j", "3", "1", "r"),
    "10_ruling": ("a",),
    "10_ruling_status": ("a", "3", "1"),
    "10_ruling_written": ("b", "9", "1", "text:p", "text:i", "text:n"),
    "11_hint": ("z",),
}
"""More of the referee's screen, by the keys that lead there from one slot of the match."""
EXTRA_SIZES = ((1280, 720), (1080, 1920))


@functools.cache
def extras() -> dict[str, RefereeView]:
    """The referee's repairs, from the same match."""
    player = Player(Stand.of(6, "whole"), 7)
    while not WANTED["3_slot"](player, player.stand.session.state):
        player.press()
    found = {}
    for name, keys in EXTRAS.items():
        player.loop.ui = Ui()
        for key in keys:
            player.loop.press(key, 0)
        found[name] = player.loop.view(0)
    return found


def small(surface: pygame.Surface) -> pygame.Surface:
    """The picture as it is kept."""
    scale = SMALL_PX / max(surface.get_size())
    size = round(surface.get_width() * scale), round(surface.get_height() * scale)
    return pygame.transform.smoothscale(surface, size)


def difference(one: pygame.Surface, other: pygame.Surface) -> float:
    """Greatest mean difference of a 16 x 16 block, 0..255; 255 where the sizes differ."""
    if one.get_size() != other.get_size():
        return 255.0
    a, b = pygame.surfarray.array3d(one).astype(int), pygame.surfarray.array3d(other).astype(int)
    away = abs(a - b).mean(axis=2)
    width, height = away.shape[0] // 16 * 16, away.shape[1] // 16 * 16
    blocks = away[:width, :height].reshape(width // 16, 16, height // 16, 16).mean(axis=(1, 3))
    return float(blocks.max())
