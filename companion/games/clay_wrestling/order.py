"""Putting fighters in order by what they rolled, ties rolled off (CW-INIT-02, CW-TIEUP-05)."""

from collections.abc import Mapping, Sequence

from companion.games.clay_wrestling.draft import DiceDueError, Draft
from companion.kernel.dice import DiceRequest, check_faces, dice_count
from companion.kernel.text import Text

ROLL_OFF = Text("tie: one die each", "empate: un dado cada uno")


def ranked(
    draft: Draft, scores: Mapping[str, int], rounds: Sequence[Mapping[str, int]], field: str, rule: str
) -> tuple[str, ...]:
    """Names, highest first. Those who are level roll one d6 each among themselves until they are not.

    Args:
        rounds: roll-offs as given; each holds the faces of everybody who is still level, or of one level set.
        field: the command's field for `rounds`, to ask for what is missing.

    Raises:
        DiceDueError: a roll-off is due.
        IllegalCommandError: faces of somebody who is not level, or a round too many.
    """
    del draft
    keys: dict[str, tuple[int, ...]] = {name: (score,) for name, score in scores.items()}
    for number, faces in enumerate(rounds):
        level = _level(keys)
        if not level:
            raise dice_count(len(faces), 0, rule)
        names = [name for tied in level for name in tied]
        whole = [tied for tied in level if any(name in faces for name in tied)] or level
        due = [name for tied in whole for name in tied]
        missing = [name for name in due if name not in faces]
        if any(name not in names for name in faces):
            raise dice_count(len(faces), len(due), rule)
        if missing:
            raise DiceDueError(tuple(_request(field, number, name, rule) for name in missing))
        check_faces(tuple(faces.values()), sides=6, count=len(due), rule=rule)
        keys.update({name: (*keys[name], faces[name]) for name in due})
    level = _level(keys)
    if level:
        names = [name for tied in level for name in tied]
        raise DiceDueError(tuple(_request(field, len(rounds), name, rule) for name in names))
    return tuple(sorted(keys, key=lambda name: keys[name], reverse=True))


def _level(keys: Mapping[str, tuple[int, ...]]) -> list[list[str]]:
    by_key: dict[tuple[int, ...], list[str]] = {}
    for name, key in keys.items():
        by_key.setdefault(key, []).append(name)
    return [names for names in by_key.values() if len(names) > 1]


def _request(field: str, number: int, name: str, rule: str) -> DiceRequest:
    return DiceRequest(f"{field}.{number}.{name}", 6, 1, ROLL_OFF, rule, single=True)
