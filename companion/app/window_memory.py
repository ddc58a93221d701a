"""Whether a window filled its display when it was left: the next start opens it so. Of this computer, not of a show."""

import contextlib
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

REFEREE, SETUP = "referee", "setup"


def _own_file() -> Path:
    from platformdirs import user_config_path

    return user_config_path("ringside-companion") / "windows.json"


def _read(path: Path) -> dict[str, bool]:
    """What is remembered; nothing where nothing is, or where somebody wrote something else into it."""
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return {name: whole is True for name, whole in kept.items()} if isinstance(kept, dict) else {}


def was_whole(window: str, path: Path | None = None) -> bool:
    """Whether `window` filled its display when somebody last pressed F11."""
    return _read(path or _own_file()).get(window, False)


def _keep(window: str, path: Path | None, whole: bool) -> None:  # the window calls it
    path = path or _own_file()
    # a comfort: a folder that cannot be written stops nobody
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({**_read(path), window: whole}), encoding="utf-8")


def keeper(window: str, path: Path | None = None) -> Callable[[bool], None]:
    """What a window tells whether it fills its display now."""
    return partial(_keep, window, path)
