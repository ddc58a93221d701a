"""Whose palms a show file knows: who is missing, how that stands, and how one that was kept is put right."""

from collections.abc import Sequence
from pathlib import Path

from companion.kernel.names import name_key
from companion.kernel.text import Text, plural
from companion.screens.setup_view import Lamp
from companion.store.desk import people_of
from companion.store.people import People, PeopleReverted, Player, PlayerSet, Step

MISSING = Text("{n} of {all} palms are missing: {who}", "faltan {n} de {all} palmos: {who}")
KNOWN = Text("palms are known", "se conocen los palmos")
SO_FAR_KNOWN = (
    Text(
        "1 palm is known: {who}; others are asked for before the bell",
        "se conoce 1 palmo: {who}; los demás se piden antes de la campana",
    ),
    Text(
        "{n} palms are known: {who}; others are asked for before the bell",
        "se conocen {n} palmos: {who}; los demás se piden antes de la campana",
    ),
)
BY = "setup"
"""Who writes what is kept here."""
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


def put_right(people: People, name: str, player: Player | None) -> list[Step]:
    """What is written when a player who was kept is somebody else, or nobody.

    Args:
        name: as it was kept.
        player: who it is; None takes the one who was kept back.
    """
    steps: list[Step] = []
    if player is None or name_key(player.name) != name_key(name):
        # each time it was kept here; what the referee or a roster says of that name stays
        steps += [
            PeopleReverted(taken.seq)
            for taken in people.steps
            if isinstance(taken.step, PlayerSet)
            and name_key(taken.step.player.name) == name_key(name)
            and taken.by == BY
        ]
    return steps if player is None else [*steps, PlayerSet(player)]
