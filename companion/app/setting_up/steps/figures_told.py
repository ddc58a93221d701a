"""What the page of the figures tells of the words for their clays."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.kernel.text import Text
from companion.screens.setup_view import Told
from companion.table.clays import colour_key
from companion.vision.clay_words import KNOWN_BGR, clays_of, either, looks_like, own_colour, shade_of

LOOKS = Text(
    "no colour was given; seen: {seen}. That will do; F10 corrects it",
    "sin color escrito; se ve: {seen}. Así vale; F10 lo corrige",
)
MANY_LOOK = Text(
    "no colour was given to {n} of them; seen, among others: {seen}. That will do; F10 corrects it",
    "{n} de ellas sin color escrito; se ve, entre otros: {seen}. Así vale; F10 lo corrige",
)
LOOKS_ALONE = Text("{who}: no colour was given; seen: {clay}", "{who}: sin color escrito; se ve: {clay}")
TAKEN_AS = Text("figure {id}: “{word}” is {clay} on the sheets", "figura {id}: «{word}» es {clay} en las fichas")
TAKEN_AS_SEEN = Text(
    "figure {id}: sheets have no clay “{word}”; as it looks they offer {clay}",
    "figura {id}: las fichas no tienen «{word}»; por cómo se ve ofrecen {clay}",
)
# so many of the clays that were seen are told at once
MOST_SEEN = 3


def told_of_clays(learned: Sequence[Mapping[str, Any]]) -> tuple[Told, ...]:
    """What the clays of figures just learned look like where nobody gave a colour, and which words were taken."""
    # who has no word yet is asked first
    unnamed = sorted((one for one in learned if not own_colour(one)), key=lambda one: bool(one.get("colour")))
    seen = [Text("{who} {clay}", "{who} {clay}").filled(who=one["id"], clay=looks_like(one)) for one in unnamed]
    few = seen[:MOST_SEEN]
    words = Text(", ".join(one.en for one in few), ", ".join(one.es for one in few))
    looks = LOOKS if few == seen else MANY_LOOK
    told = [looks.filled(seen=words, n=len(seen))] if seen else []
    return tuple(map(Told, (*told, *(text for one in learned if (text := word_taken(one))))))


def clay_words(entries: Sequence[Mapping[str, Any]], name_of: Callable[[str], Text]) -> list[Text]:
    """The same, figure by figure, by name."""
    told = []
    for one in entries:
        if not own_colour(one):
            told.append(LOOKS_ALONE.filled(who=name_of(str(one["id"])), clay=looks_like(one)))
        elif text := word_taken(one):
            told.append(text)
    return told


def word_taken(entry: Mapping[str, Any]) -> Text | None:
    """Which clay sheets take for a typed word that is none of theirs; None where the word is one of theirs."""
    typed, clays = own_colour(entry), clays_of(entry)
    if not typed or colour_key(typed) in KNOWN_BGR:
        return None
    told = TAKEN_AS if shade_of(typed) else TAKEN_AS_SEEN
    known = [clay for clay in clays if clay in KNOWN_BGR]
    return told.filled(id=entry["id"], word=typed, clay=either(known)) if known else None
