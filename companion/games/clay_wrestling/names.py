"""Names as they are shown: whatever people call their figures does no harm to a sentence (field note I-03)."""

from typing import Final

from companion.games.clay_wrestling.model import Match

LONGEST_NAME: Final = 40


def shown(text: str) -> str:
    """Without line breaks, direction marks and other signs that are not seen, and not too long."""
    clean = "".join(sign for sign in text if sign.isprintable())
    return clean if len(clean) <= LONGEST_NAME else clean[: LONGEST_NAME - 1] + "…"


def called(match: Match, name: str) -> str:
    """How people call a fighter; a team, or somebody unknown, by the word that was used."""
    fighter = match.fighters.get(name)
    return shown(name if fighter is None else fighter.name or name)
