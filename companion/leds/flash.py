"""Puts our firmware onto a Nano or Uno: builds it and calls avrdude, or says how the Arduino IDE does it."""

import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

from companion.errors import CompanionError, UsageProblemError
from companion.kernel.text import Text
from companion.leds.discovery import ListedPort, list_serial_ports, name_of
from companion.leds.firmware_sim import FIRMWARE

PACKAGES = "gcc-avr binutils-avr avr-libc arduino-core-avr make avrdude"
NEW_LOADER_BAUD = 115_200
OLD_LOADER_BAUD = 57_600
FLASH_LIMIT_S = 120

Run = Callable[[Sequence[str]], int]


def run_command(words: Sequence[str]) -> int:
    """Run it before the user's eyes; its exit code."""
    return subprocess.run(list(words), check=False, timeout=FLASH_LIMIT_S).returncode  # noqa: S603 words are ours


def choose_port(wanted: str | None, ports: Sequence[ListedPort]) -> str:
    """The port named, else the only one with a known device.

    Raises:
        UsageProblemError: none or several; names them.
    """
    if wanted:
        return wanted
    known = [port.device for port in ports if name_of(port)]
    if len(known) == 1:
        return known[0]
    if not known:
        raise UsageProblemError(
            "no board is plugged in; plug it in, or name its port with --port",
            "no hay ninguna placa conectada; conéctala o indica su puerto con --port",
        )
    raise UsageProblemError(
        f"several boards are plugged in ({', '.join(known)}); name one with --port",
        f"hay varias placas conectadas ({', '.join(known)}); indica una con --port",
    )


def port_is_there(port: str, ports: Sequence[ListedPort]) -> bool:
    """Listed, or a device file by another name (a link of udev, for example)."""
    return any(listed.device.casefold() == port.casefold() for listed in ports) or Path(port).exists()


def avrdude_words(port: str, image: Path, *, old_loader: bool) -> list[str]:
    baud = OLD_LOADER_BAUD if old_loader else NEW_LOADER_BAUD
    return ["avrdude", "-c", "arduino", "-p", "m328p", "-b", str(baud), "-P", port, "-U", f"flash:w:{image}:i"]


def by_hand(folder: Path = FIRMWARE) -> Text:
    """How it goes step by step."""
    sketch = folder / "ringside" / "ringside.ino"
    return Text(
        f"With the Arduino IDE: open {sketch}, choose Tools > Board > Arduino Nano (or Uno) and port, press Upload; "
        "if it does not sync, choose Processor > ATmega328P (Old Bootloader).\n"
        f"With Debian packages: apt-get install --no-install-recommends {PACKAGES}, then `companion leds flash` again.",
        f"Con el IDE de Arduino: abre {sketch}, elige Herramientas > Placa > Arduino Nano (o Uno) y el puerto, pulsa "
        "Subir; si no sincroniza, elige Procesador > ATmega328P (Old Bootloader).\n"
        f"Con paquetes Debian: apt-get install --no-install-recommends {PACKAGES} y otra vez `companion leds flash`.",
    )


def flash(
    wanted_port: str | None,
    *,
    say: Callable[[Text], None],
    old_loader: bool,
    run: Run = run_command,
    which: Callable[[str], str | None] = shutil.which,
    ports: Callable[[], Sequence[ListedPort]] = list_serial_ports,
    folder: Path = FIRMWARE,
) -> None:
    """Build and flash; `say` gets the steps by hand where a tool is missing.

    Raises:
        CompanionError: a tool or the sources are missing, the build fails, or the board does not take it.
    """
    missing = [tool for tool in ("make", "avr-gcc", "avrdude") if which(tool) is None]
    if missing or not (folder / "Makefile").is_file():
        say(by_hand(folder))
        tools = ", ".join(missing) or str(folder)
        there = True if wanted_port is None else port_is_there(wanted_port, ports())
        no_port = "" if there else f", and there is no port {wanted_port}: plug the board in or name another"
        sin_puerto = "" if there else f", y no existe el puerto {wanted_port}: conecta la placa o indica otro"
        raise CompanionError(
            f"{tools} is missing; flash by hand as said above{no_port}",
            f"falta {tools}; grábalo a mano como se dice arriba{sin_puerto}",
        )
    port = choose_port(wanted_port, ports())
    if not port_is_there(port, ports()):
        raise UsageProblemError(
            f"there is no port {port}; plug the board in, or name another with --port",
            f"no existe el puerto {port}; conecta la placa o indica otro con --port",
        )
    if run(["make", "-C", str(folder), "firmware"]) != 0:
        raise CompanionError(
            "the firmware does not build; the lines above say why",
            "el firmware no se compila; las líneas de arriba dicen por qué",
        )
    if run(avrdude_words(port, folder / "build" / "ringside.hex", old_loader=old_loader)) != 0:
        hint = "without --old-bootloader" if old_loader else "with --old-bootloader (older Nanos), or another cable"
        consejo = "sin --old-bootloader" if old_loader else "con --old-bootloader (Nanos antiguos) u otro cable"
        raise CompanionError(
            f"the board on {port} did not take the firmware; try {hint}",
            f"la placa de {port} no aceptó el firmware; prueba {consejo}",
        )
