"""Build `.venv` and see to the system's packages; a second call is quick.

    python3 scripts/setup_env.py [--for demo|test]

As root on Debian or Ubuntu missing system packages are installed; elsewhere the exact command is printed and what can
work without them goes on. Standard library only: it runs before anything is installed.
"""

import argparse
import hashlib
import locale
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STAMP = VENV / "ringside-stamp"
WINDOWS = os.name == "nt"
PYTHON = VENV / ("Scripts/python.exe" if WINDOWS else "bin/python")
OLDEST, NEWEST = (3, 10), (3, 13)

# what each part needs from Debian; a tuple names the same library under its older and newer names
# without libxi6 SDL 2.28 dies as a window fills a display; every desktop has it, a bare system has not
RUN = [("libgl1",), ("libglib2.0-0", "libglib2.0-0t64"), ("libegl1",), ("libgles2",), ("libxi6",)]
TEST = [
    ("make",), ("gcc",), ("libc6-dev",), ("gcc-avr",), ("binutils-avr",), ("avr-libc",), ("libsimavr-dev",),
    ("arduino-core-avr",), ("xvfb",), ("xdotool",),
]  # fmt: skip


def in_spanish() -> bool:
    """Whether the system speaks Spanish, as `companion.app.language` finds it; the program is not installed yet."""
    for name in ("COMPANION_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")
        if value:
            return value.lower().startswith("es")
    return (locale.getlocale()[0] or "").lower().startswith(("es", "spanish"))


def say(english: str, spanish: str) -> None:
    print(f"setup: {spanish if in_spanish() else english}", flush=True)


def stop(english: str, spanish: str) -> NoReturn:
    """Leave with exit code 1."""
    sys.exit(f"setup: {spanish if in_spanish() else english}")


def installed(names: "list[str]") -> "set[str]":
    """Which of these Debian packages are installed."""
    listing = subprocess.run(
        ["dpkg-query", "-W", "-f", "${Package} ${db:Status-Abbrev}\n", *names],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    return {line.split()[0] for line in listing.stdout.splitlines() if line.split()[1:2] == ["ii"]}


def missing_packages(groups: "list[tuple[str, ...]]") -> "list[tuple[str, ...]]":
    have = installed([name for group in groups for name in group])
    return [group for group in groups if not have.intersection(group)]


def known(names: "tuple[str, ...]") -> str:
    """The name that this release of Debian has."""
    for name in names:
        shown = subprocess.run(["apt-cache", "policy", name], capture_output=True, text=True, check=False).stdout
        if "Candidate:" in shown and "Candidate: (none)" not in shown:
            return name
    return names[0]


def see_to_packages(purpose: str) -> None:
    if not shutil.which("dpkg-query") or not shutil.which("apt-get"):
        if sys.platform.startswith("linux"):
            say(
                "this is not Debian or Ubuntu; see README, 'Other systems', for the libraries cv2 and mediapipe need",
                "esto no es Debian ni Ubuntu; LEEME, «Otros sistemas», dice qué bibliotecas piden cv2 y mediapipe",
            )
        return
    groups = RUN + (TEST if purpose == "test" else [])
    if not (VENV.exists() or can_make_venv()):
        groups = [(f"python3.{sys.version_info[1]}-venv", "python3-venv"), *groups]
    missing = missing_packages(groups)
    if not missing:
        return
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    if not root:
        names = " ".join(group[0] for group in missing)
        order = f"    sudo apt-get install --no-install-recommends {names}"
        say(
            f"some system packages are missing; parts that need them stay off until you run:\n{order}",
            f"faltan paquetes del sistema; las partes que los piden quedan apagadas hasta que des esta orden:\n{order}",
        )
        return
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    say("asking the package index", "preguntando a la lista de paquetes")
    subprocess.run(["apt-get", "update", "-qq"], env=environment, check=False)
    names = [known(group) for group in missing]
    say(f"installing {' '.join(names)}", f"instalando {' '.join(names)}")
    done = subprocess.run(
        ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *names], env=environment, check=False,
        stdout=subprocess.DEVNULL,
    )  # fmt: skip
    if done.returncode != 0:
        say(
            "the system packages could not be installed; parts that need them stay off (see `companion doctor`)",
            "no se pudieron instalar los paquetes del sistema; las partes que los piden quedan apagadas (mira"
            " `companion doctor`)",
        )


def can_make_venv() -> bool:
    return subprocess.run([sys.executable, "-c", "import ensurepip"], capture_output=True, check=False).returncode == 0


def stamp() -> str:
    digest = hashlib.sha256(sys.version.encode())
    # a moved or copied folder has a virtual environment that points elsewhere
    digest.update(str(ROOT).encode())
    for name in ("pyproject.toml", "requirements.lock"):
        digest.update((ROOT / name).read_bytes())
    return digest.hexdigest()


def build_venv() -> None:
    due = stamp()
    if STAMP.exists() and STAMP.read_text(encoding="utf-8") == due and PYTHON.exists():
        return
    if VENV.exists() and not STAMP.exists() and PYTHON.exists():
        say("finishing .venv", "terminando .venv")
    elif VENV.exists():
        say("renewing .venv", "renovando .venv")
        shutil.rmtree(VENV)
    if not VENV.exists():
        say("building .venv (once; a few minutes)", "haciendo .venv (una vez; unos minutos)")
        made = subprocess.run([sys.executable, "-m", "venv", str(VENV)], check=False)
        if made.returncode != 0:
            stop(
                "no virtual environment can be made; install the package python3-venv and call again",
                "no se puede hacer un entorno virtual; instala el paquete python3-venv y repite la orden",
            )
    pip = [str(PYTHON), "-m", "pip", "--disable-pip-version-check", "install", "-q"]
    constraints = ["-c", str(ROOT / "requirements.lock")]
    done = subprocess.run([*pip, *constraints, "-e", f"{ROOT}[dev]"], check=False, cwd=ROOT)
    if done.returncode != 0:
        stop(
            "the packages could not be installed; is the network there? The lines above say what failed",
            "no se pudieron instalar los paquetes; ¿hay internet? Las líneas de arriba dicen qué falló",
        )
    STAMP.write_text(due, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--for", dest="purpose", choices=("demo", "test"), default="demo")
    purpose = parser.parse_args().purpose
    if not OLDEST <= sys.version_info[:2] <= NEWEST:
        found = sys.version.split()[0]
        stop(
            f"Python {found} is not supported; use one from 3.10 to 3.13",
            f"Python {found} no sirve; usa uno de 3.10 a 3.13",
        )
    see_to_packages(purpose)
    build_venv()


if __name__ == "__main__":
    main()
