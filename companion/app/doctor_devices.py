"""What is plugged in: light board and cameras, found without opening them, and whether this person may use them."""

import json
from pathlib import Path

from companion.app import doctor_remedies as remedies
from companion.app.doctor_checks import Finding
from companion.app.doctor_machine import Machine
from companion.kernel.text import Text
from companion.leds.discovery import name_of
from companion.vision.permission import permission_advice

# where Windows keeps what its camera page was told; programs like ours are "non-packaged"
CONSENT = r"HKCU\Software\Microsoft\Windows\CurrentVersion\CapabilityAccessManager\ConsentStore\webcam"
MAC_CAMERAS = ("system_profiler", "SPCameraDataType", "-json")
WINDOWS_CAMERAS = (
    "powershell",
    "-NoProfile",
    "-Command",
    "Get-CimInstance Win32_PnPEntity | Where-Object {$_.PNPClass -in 'Camera','Image'} | ForEach-Object {$_.Name}",
)
BY_HAND = Text("the bout is refereed by hand, every fact is asked", "se arbitra a mano y se pregunta cada dato")


def check_lights(machine: Machine) -> Finding:
    """The light board's serial port."""
    problem = machine.import_problem("serial")
    if problem is not None:
        return Finding(
            "lights",
            ok=False,
            detail=Text(
                f"pyserial cannot be loaded ({problem}); lights are off",
                f"pyserial no se puede cargar ({problem}); sin luces",
            ),
            remedy=remedies.library(machine.platform, problem),
        )
    ports = machine.serial_ports()
    if not ports:
        return Finding(
            "lights",
            ok=False,
            detail=Text(
                "no USB serial port: the lights are simulated or off",
                "sin puerto serie USB: luces simuladas o apagadas",
            ),
            remedy=remedies.no_port(machine.platform),
        )
    listed = ", ".join(f"{port.device} ({name_of(port) or '?'})" for port in ports)
    shut = [port.device for port in ports if machine.is_linux and not machine.may_use(port.device)]
    if shut:
        names = ", ".join(shut)
        return Finding(
            "lights",
            ok=False,
            detail=Text(f"no permission for {names}: the lights stay off", f"sin permiso para {names}: sin luces"),
            remedy=remedies.port_not_allowed(machine.platform),
        )
    return Finding("lights", ok=True, detail=Text(f"USB serial ports: {listed}", f"puertos serie USB: {listed}"))


NO_CAMERA = Text(
    "none at this computer (one of the network is named by its address): {hand}",
    "ninguna en este ordenador (una de red se nombra por su dirección): {hand}",
)


def check_camera(machine: Machine) -> Finding:
    """Cameras that the system lists, and whether they may be opened."""
    if machine.is_linux:
        return _linux(machine)
    if machine.is_windows and _is_denied(machine):
        return _denied(machine, Text("the cameras of this computer", "las cámaras de este ordenador"))
    names = _mac_names(machine) if machine.is_mac else _windows_names(machine)
    place = remedies.camera_permission_place(machine.platform)
    if names is None:
        return Finding(
            "camera",
            ok=True,
            detail=Text(
                f"cameras are listed when set-up opens them; {place.en}",
                f"las cámaras se listan al abrirlas en la puesta a punto; {place.es}",
            ),
        )
    if not names:
        return _none(machine)
    listed = ", ".join(names)
    return Finding(
        "camera",
        ok=True,
        detail=Text(f"{len(names)}: {listed}; {place.en}", f"{len(names)}: {listed}; {place.es}"),
        private=tuple(names),
    )


def _none(machine: Machine) -> Finding:
    return Finding(
        "camera",
        ok=False,
        detail=NO_CAMERA.filled(hand=BY_HAND),
        remedy=remedies.no_camera(machine.platform),
    )


def _denied(machine: Machine, what: Text) -> Finding:
    return Finding(
        "camera",
        ok=False,
        detail=Text(
            f"{what.en} may not be used by this program: {BY_HAND.en}",
            f"este programa no puede usar {what.es}: {BY_HAND.es}",
        ),
        remedy=permission_advice(machine.platform),
    )


def _linux(machine: Machine) -> Finding:
    """V4L devices; a camera shows up several times, only index 0 gives pictures."""
    nodes = []
    for node in sorted(machine.devices.glob("video*")):
        index = machine.camera_names / node.name / "index"
        if not index.is_file() or index.read_text(encoding="utf-8").strip() == "0":
            nodes.append(node)
    if not nodes:
        return _none(machine)
    shut = [f"/dev/{node.name}" for node in nodes if not machine.may_use(str(node))]
    if shut:
        names = ", ".join(shut)
        return _denied(machine, Text(names, names))
    named = {node: _v4l_name(machine, node) for node in nodes}
    listed = ", ".join(f"/dev/{node.name} ({name})" if name else f"/dev/{node.name}" for node, name in named.items())
    return Finding(
        "camera",
        ok=True,
        detail=Text(f"video devices: {listed}", f"dispositivos de vídeo: {listed}"),
        private=tuple(name for name in named.values() if name),
    )


def _v4l_name(machine: Machine, node: Path) -> str:
    name = machine.camera_names / node.name / "name"
    return name.read_text(encoding="utf-8", errors="replace").strip() if name.is_file() else ""


def _mac_names(machine: Machine) -> list[str] | None:
    told = machine.tool_output(MAC_CAMERAS)
    try:
        listed = json.loads(told or "")["SPCameraDataType"]
        return [str(camera["_name"]) for camera in listed]
    except (ValueError, KeyError, TypeError):
        return None


def _windows_names(machine: Machine) -> list[str] | None:
    told = machine.tool_output(WINDOWS_CAMERAS)
    return None if told is None else [line.strip() for line in told.splitlines() if line.strip()]


def _is_denied(machine: Machine) -> bool:
    """What the camera page of Windows says: of all programs, or of those that came from no shop."""
    told = [
        machine.tool_output(("reg", "query", key, "/v", "Value")) or "" for key in (CONSENT, CONSENT + r"\NonPackaged")
    ]
    return any("Deny" in words for words in told)
