"""Where rolled faces go in the parameters of a command. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.kernel.dice import DiceRequest


def put_faces(parameters: dict[str, Any], request: DiceRequest, faces: Sequence[int]) -> None:
    """Put rolled faces where the request's dotted path points, making what is missing on the way."""
    *path, last = request.field.split(".")
    here: Any = parameters
    for place, step in enumerate(path):
        if isinstance(here, list):
            while len(here) <= int(step):
                here.append({})
            here = here[int(step)]
            continue
        nested = here.get(step)
        # never write into the caller's own lists and maps
        # a number in the middle is a place in a list; at the end it is a key: fighters and seats may be called 7
        listed = place + 1 < len(path) and path[place + 1].isdigit()
        fresh: Any = [] if listed else {}
        if isinstance(nested, Mapping):
            fresh = dict(nested)
        elif isinstance(nested, Sequence):
            fresh = [dict(item) if isinstance(item, Mapping) else item for item in nested]
        here[step] = fresh
        here = fresh
    here[last] = request.placed(faces)
