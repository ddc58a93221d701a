"""A port only moves bytes. The real one is pyserial's; tests swap it for one that splits, loses, delays or hangs."""

import errno
import re
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from companion.errors import CompanionError
from companion.kernel.text import Text

if TYPE_CHECKING:
    import serial

BAUD = 115_200
WRITE_LIMIT_S = 0.25  # pyserial's default would block for ever


class PortError(CompanionError):
    """The port is gone, taken or never was; `text` says it for people, with the remedy."""

    def __init__(self, text: Text) -> None:
        self.text = text
        super().__init__(text.en, text.es)


class RefusedError(PortError):
    """Somebody is there and it is not for us: another version, another kind."""


class Port(Protocol):
    """Bytes in, bytes out. All raise PortError when the line is lost."""

    @property
    def name(self) -> str: ...

    def open(self) -> None: ...

    def read(self, wait_s: float) -> bytes:
        """What has come in; waits at most `wait_s` for the first byte, less after `wake`."""
        ...

    def write(self, data: bytes) -> None: ...

    def close(self) -> None:
        """Let go of the line; never raises."""
        ...

    def wake(self) -> None:
        """End a waiting `read` early, from any thread."""
        ...


def open_problem(name: str, number: int | None) -> Text:
    """Why a port cannot be opened, and what helps (field note E-03): no device, no permission, taken, none at all."""
    if number in {errno.ENOENT, errno.ENODEV, errno.ENXIO}:
        return Text(
            f"lights: there is no device at {name}; plug the board in, or find its name with `companion leds status`",
            f"luces: no hay ningún aparato en {name}; conecta la placa o busca su nombre con `companion leds status`",
        )
    if number in {errno.EACCES, errno.EPERM}:
        return Text(
            f"lights: no permission for {name}; run `sudo usermod -aG dialout $USER` and log in again",
            f"luces: sin permiso para {name}; ejecuta `sudo usermod -aG dialout $USER` y vuelve a entrar",
        )
    if number in {errno.EBUSY, errno.EAGAIN, errno.EWOULDBLOCK}:
        return Text(
            f"lights: {name} is taken by another program (errno {number}); close the Arduino IDE's serial monitor, "
            "a second companion or ModemManager",
            f"luces: {name} lo usa otro programa (errno {number}); cierra el monitor serie del IDE de Arduino, "
            "otro companion o ModemManager",
        )
    if number in {errno.ENOTTY, errno.EISDIR, errno.ENOTDIR, errno.ELOOP, errno.ENAMETOOLONG, errno.EINVAL}:
        return Text(
            f"lights: {name} is no serial port; find the board's with `companion leds status`",
            f"luces: {name} no es un puerto serie; busca el de la placa con `companion leds status`",
        )
    return Text(
        f"lights: {name} cannot be opened; pull the cable, plug it in again, try another socket or cable",
        f"luces: no se puede abrir {name}; desconecta el cable, conéctalo otra vez, prueba otra toma u otro cable",
    )


def lost_text(name: str) -> Text:
    return Text(
        f"lights: {name} is gone; plug it in again, the match goes on",
        f"luces: se ha perdido {name}; conéctala de nuevo, el combate sigue",
    )


def full_text(name: str) -> Text:
    return Text(
        f"lights: {name} takes no bytes; pull the cable and plug it in again, the match goes on",
        f"luces: {name} no acepta datos; desconecta el cable y conéctalo otra vez, el combate sigue",
    )


def _number_of(problem: BaseException) -> int | None:
    """The system's number for what went wrong; pyserial hides some in its sentence or in the arguments."""
    number = getattr(problem, "errno", None)
    if isinstance(number, int):
        return number
    for part in (*problem.args, problem.__context__):
        if isinstance(part, BaseException):
            return _number_of(part)
        if isinstance(part, int):
            return part
    found = re.search(r"(?:Errno |\()(\d+)", str(problem))
    return int(found.group(1)) if found else None


def _lost_errors() -> tuple[type[BaseException], ...]:
    """What pyserial lets out when a cable is pulled; its SerialException is an OSError, termios.error is none."""
    try:
        import termios
    except ImportError:  # Windows
        return (OSError,)
    return (OSError, termios.error)


NO_PYSERIAL = Text(
    "lights: pyserial cannot be loaded ({why}); run make setup, the match goes on without lights",
    "luces: pyserial no se puede cargar ({why}); ejecuta make setup, el combate sigue sin luces",
)
LOST_ERRORS = _lost_errors()
# a port that is being closed in the other thread has no pipe to write its wake-up into any more
WAKE_ERRORS: tuple[type[BaseException], ...] = (*LOST_ERRORS, AttributeError, TypeError)


def new_serial() -> "serial.Serial":
    """Pyserial's port, loaded when one is due: everything but a real board works without the library.

    Raises:
        PortError: pyserial is not there.
    """
    try:
        import serial
    except ImportError as problem:
        raise PortError(NO_PYSERIAL.filled(why=problem)) from problem
    return serial.Serial()


class SerialPort:
    """A serial device, opened once and kept open.

    Args:
        make: the class to make the port with, `serial.Serial` but in tests.
    """

    def __init__(self, device: str, baud: int = BAUD, make: "Callable[[], serial.Serial] | None" = None) -> None:
        self._device = device
        self._baud = baud
        self._make = make or new_serial
        self._serial: serial.Serial | None = None

    @property
    def name(self) -> str:
        return self._device

    def open(self) -> None:
        line = self._make()
        line.port = self._device
        line.baudrate = self._baud
        line.timeout = 0
        line.write_timeout = WRITE_LIMIT_S
        line.exclusive = True
        line.dtr = False  # an ESP32 would restart into its loader; a Nano restarts whatever we do
        line.rts = False
        try:
            line.open()
        except LOST_ERRORS as problem:
            raise PortError(open_problem(self._device, _number_of(problem))) from problem
        except (ValueError, OverflowError, NotImplementedError) as problem:  # a name or rate that the system refuses
            raise PortError(open_problem(self._device, errno.EINVAL)) from problem
        self._serial = line

    def read(self, wait_s: float) -> bytes:
        line = self._line()
        try:
            line.timeout = wait_s
            first = line.read(1)
            if not first:
                return b""
            return first + line.read(line.in_waiting)
        except LOST_ERRORS as problem:
            raise PortError(lost_text(self._device)) from problem

    def write(self, data: bytes) -> None:
        line = self._line()
        try:
            line.write(data)
        except LOST_ERRORS as problem:
            slow = "timeout" in type(problem).__name__.lower()
            raise PortError((full_text if slow else lost_text)(self._device)) from problem

    def close(self) -> None:
        line, self._serial = self._serial, None
        if line is None:
            return
        try:
            line.close()
        except LOST_ERRORS:
            return  # a device that is gone cannot be closed any better

    def wake(self) -> None:
        line = self._serial
        if line is None:
            return
        try:
            line.cancel_read()
        except WAKE_ERRORS:
            return  # closing in the other thread at this moment: nothing waits any more

    def _line(self) -> "serial.Serial":
        if self._serial is None:
            raise PortError(lost_text(self._device))
        return self._serial


class Mailbox:
    """Bytes that one thread leaves and another waits for: the inside of every port that is not a device."""

    def __init__(self) -> None:
        self._arrived = threading.Condition()
        self._bytes = bytearray()
        self._woken = False

    def put(self, data: bytes) -> None:
        with self._arrived:
            self._bytes += data
            self._arrived.notify_all()

    def take(self, wait_s: float) -> bytes:
        with self._arrived:
            if not self._bytes and not self._woken and wait_s > 0:
                self._arrived.wait(wait_s)
            self._woken = False
            data = bytes(self._bytes)
            self._bytes.clear()
            return data

    def wake(self) -> None:
        with self._arrived:
            self._woken = True
            self._arrived.notify_all()
