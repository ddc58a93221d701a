"""What to do about a part that does not work, in the words of the system at hand.

Written from the makers' pages (Debian, Apple, Microsoft, WCH, FTDI); only the Linux ones were tried by us.
"""

from companion.kernel.text import Text

DEBIAN_LIBRARIES = "sudo apt-get install libgl1 libglib2.0-0 libegl1 libgles2 libxi6"
FIRMWARE_TOOLS = "sudo apt-get install gcc-avr binutils-avr avr-libc libsimavr-dev arduino-core-avr"
WINDOWS_RUNTIME = "https://aka.ms/vs/17/release/vc_redist.x64.exe"


def set_up_again(platform: str) -> Text:
    """The command that installs every package anew."""
    if platform.startswith("win"):
        return Text(
            r"in the program's folder: py -3.11 scripts\setup_env.py",
            r"en la carpeta del programa: py -3.11 scripts\setup_env.py",
        )
    return Text("in the program's folder: make setup", "en la carpeta del programa: make setup")


def python(platform: str) -> Text:
    """A Python of the right age."""
    again = set_up_again(platform)
    if platform.startswith("win") or platform == "darwin":
        return Text(
            f"install Python 3.11 from python.org (3.10 to 3.13 work), then {again.en}",
            f"instala Python 3.11 desde python.org (valen 3.10 a 3.13) y luego, {again.es}",
        )
    return Text(
        f"install python3.11 and python3.11-venv with your package manager (3.10 to 3.13 work), then {again.en}",
        f"instala python3.11 y python3.11-venv con tu gestor de paquetes (valen 3.10 a 3.13) y luego, {again.es}",
    )


def library(platform: str, problem: str) -> Text:
    """A Python library that cannot be loaded."""
    again = set_up_again(platform)
    if platform.startswith("linux") and ".so" in problem:
        return Text(
            f"{DEBIAN_LIBRARIES} (elsewhere: the package with the library it names)",
            f"{DEBIAN_LIBRARIES} (en otros sistemas: el paquete que trae la biblioteca que nombra)",
        )
    if platform.startswith("win") and "DLL" in problem:
        return Text(
            f"install the Microsoft Visual C++ Redistributable (x64) from {WINDOWS_RUNTIME}; on Windows N also the "
            "Media Feature Pack (Settings, Apps, Optional features)",
            f"instala Microsoft Visual C++ Redistributable (x64) desde {WINDOWS_RUNTIME}; en Windows N también el "
            "paquete de características multimedia (Configuración, Aplicaciones, Características opcionales)",
        )
    if platform == "darwin" and ("architecture" in problem or "not loaded" in problem):
        return Text(
            f"use a Python made for this Mac's processor (python.org gives one for both kinds), then {again.en}",
            f"usa un Python hecho para el procesador de este Mac (el de python.org vale) y luego, {again.es}",
        )
    return again


def display(platform: str) -> Text:
    """No window can open."""
    if platform.startswith("linux"):
        return Text(
            "start it from a terminal of the desktop, not over ssh nor from a text console",
            "ejecútalo desde una terminal del escritorio, no por ssh ni desde una consola de texto",
        )
    return Text("start it from the desktop, not over ssh", "ejecútalo desde el escritorio, no por ssh")


def sound(platform: str) -> Text:
    """No audio device."""
    if platform.startswith("linux"):
        return Text(
            "plug in loudspeakers and choose them in the desktop's sound settings, or leave it",
            "conecta altavoces y elígelos en los ajustes de sonido del escritorio, o déjalo así",
        )
    return Text("plug in loudspeakers, or leave it", "conecta altavoces, o déjalo así")


def no_port(platform: str) -> Text:
    """No USB serial port is there: no kit, a charging cable, or no driver."""
    if platform.startswith("win"):
        return Text(
            "plug the light kit in with a data cable (some only charge); in the Device Manager, Ports (COM & LPT), it "
            "is called COM3 or alike; with a yellow sign it lacks its driver: CH340 from wch-ic.com (CH341SER), "
            "FTDI from ftdichip.com/drivers/vcp-drivers",
            "conecta el kit de luces con un cable de datos (algunos solo cargan); en el Administrador de dispositivos, "
            "Puertos (COM y LPT), se llama COM3 o parecido; con una señal amarilla le falta su controlador: CH340 de "
            "wch-ic.com (CH341SER), FTDI de ftdichip.com/drivers/vcp-drivers",
        )
    if platform == "darwin":
        return Text(
            "plug the light kit in with a data cable (some only charge) and allow the accessory when macOS asks "
            "(System Settings, Privacy & Security); it is called /dev/cu.usbserial-… or /dev/cu.wchusbserial…; macOS "
            "brings the drivers for CH340 and FTDI, a very old one needs the maker's from wch-ic.com",
            "conecta el kit de luces con un cable de datos (algunos solo cargan) y permite el accesorio cuando macOS "
            "pregunte (Ajustes del Sistema, Privacidad y seguridad); se llama /dev/cu.usbserial-… o "
            "/dev/cu.wchusbserial…; macOS trae los controladores de CH340 y FTDI, uno muy viejo pide el de wch-ic.com",
        )
    return Text(
        "plug the light kit in with a data cable (some only charge); it is called /dev/ttyUSB0 or /dev/ttyACM0; if "
        "`lsusb` lists it and no such name appears, brltty holds it: sudo apt-get remove brltty",
        "conecta el kit de luces con un cable de datos (algunos solo cargan); se llama /dev/ttyUSB0 o /dev/ttyACM0; si "
        "`lsusb` lo muestra y no aparece ese nombre, lo retiene brltty: sudo apt-get remove brltty",
    )


def port_not_allowed(platform: str) -> Text:
    """The port is there and this person may not use it."""
    if platform.startswith("linux"):
        return Text(
            "sudo usermod -aG dialout $USER (on Arch: uucp), then log out and in again",
            "sudo usermod -aG dialout $USER (en Arch: uucp); después cierra la sesión y vuelve a entrar",
        )
    return Text(
        "close other programs that use the port (the Arduino IDE's serial monitor) and plug the kit in again",
        "cierra otros programas que usen el puerto (el monitor serie del IDE de Arduino) y vuelve a conectar el kit",
    )


def no_camera(platform: str) -> Text:
    """The system lists no camera."""
    if platform.startswith("win"):
        return Text(
            "plug in a webcam; look in the Device Manager under Cameras (an arrow there: enable it); check the "
            "laptop's camera key or slide",
            "conecta una webcam; mira en el Administrador de dispositivos, Cámaras (con una flecha: actívala); revisa "
            "la tecla o la tapa de la cámara del portátil",
        )
    if platform == "darwin":
        return Text(
            "plug in a webcam; look in System Information, Camera; a hub without power is not enough for some",
            "conecta una webcam; mira en Información del Sistema, Cámara; a algunas no les basta un hub sin corriente",
        )
    return Text(
        "plug a webcam into a port of its own; `v4l2-ctl --list-devices` (package v4l-utils) shows what is seen",
        "conecta una webcam en un puerto propio; `v4l2-ctl --list-devices` (paquete v4l-utils) muestra lo que se ve",
    )


def camera_permission_place(platform: str) -> Text:
    """Where the first opening is allowed, on systems that ask."""
    if platform == "darwin":
        return Text(
            "macOS asks at the first opening; if you said no: System Settings, Privacy & Security, Camera",
            "macOS pregunta la primera vez; si dijiste que no: Ajustes del Sistema, Privacidad y seguridad, Cámara",
        )
    return Text(
        "allowed under Settings, Privacy & security, Camera, “Let desktop apps access your camera”",
        "se permite en Configuración, Privacidad y seguridad, Cámara, «Permitir que las aplicaciones de escritorio…»",
    )


def firmware(platform: str) -> Text:
    """No compiler for the light board."""
    if platform.startswith("linux"):
        return Text(FIRMWARE_TOOLS, FIRMWARE_TOOLS)
    return Text(
        "open firmware/ringside/ringside.ino in the Arduino IDE (arduino.cc) and press Upload",
        "abre firmware/ringside/ringside.ino en el IDE de Arduino (arduino.cc) y pulsa Subir",
    )


DISK = Text("choose another folder or free some space", "elige otra carpeta o libera espacio")
