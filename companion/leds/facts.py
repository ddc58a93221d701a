"""What `companion leds status` tells: numbers under fixed names for programs, the same in words for people."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from companion.kernel.text import Text
from companion.leds.layout import COLOUR_ORDERS
from companion.leds.packets import BoardInfo
from companion.leds.session import Session
from companion.leds.wled import WledLink

FIELD_WORDS = {
    "lights": Text("lights", "luces"),
    "port": Text("port", "puerto"),
    "build": Text("WLED build", "compilación de WLED"),
    "mind": Text("mind", "ojo"),
    "firmware": Text("firmware", "firmware"),
    "protocol": Text("protocol", "protocolo"),
    "leds": Text("LEDs", "LED"),
    "lane_leds": Text("LEDs on the four lanes", "LED en las cuatro líneas"),
    "ropes_per_side": Text("ropes on a side", "cuerdas por lado"),
    "maximum_ma": Text("maximum of the board, mA", "máximo de la placa, mA"),
    "answer_ms": Text("last answer took, ms", "última respuesta, ms"),
    "frames": Text("pictures shown since its start", "imágenes mostradas desde su arranque"),
    "crc_errors": Text("broken packets", "paquetes dañados"),
    "duplicates": Text("packets that came twice", "paquetes repetidos"),
    "overruns": Text("bytes lost by the receiver", "bytes perdidos por el receptor"),
    "framing_errors": Text("bytes out of step", "bytes mal formados"),
    "ring_overflows": Text("bytes without room", "bytes sin sitio"),
    "current_ma": Text("estimated current, mA", "corriente estimada, mA"),
    "scale": Text("brightness under the limit, of 255", "brillo bajo el límite, de 255"),
    "executed": Text("commands carried out", "órdenes cumplidas"),
    "payload_checksum": Text("checksum of the commands", "suma de control de las órdenes"),
    "flags": Text("state", "estado"),
    "colour_order": Text("colour order of the LEDs", "orden de colores de los LED"),
}
FLAG_WORDS = (  # bit 0 first
    Text("computer not heard lately", "hace poco no oía al ordenador"),
    Text("dark", "a oscuras"),
    Text("test pattern", "patrón de prueba"),
    Text("writing its memory", "escribiendo su memoria"),
)
OWN_BOARD = Text("own board", "placa propia")
VALUE_WORDS = {"own board": OWN_BOARD, "wled": Text("WLED", "WLED")}
WLED_LIMIT = Text(
    "WLED limits itself to 850 mA until told otherwise: set the limit in its own page",
    "WLED se limita a 850 mA hasta que se le diga otra cosa: ajusta el límite en su página",
)


def facts_of(session: Session) -> dict[str, Any]:
    """By the names of `--json`."""
    board = session.board
    if board is None or board.info is None:
        version = session.link.version if isinstance(session.link, WledLink) else ""
        return {"lights": "wled", "port": session.port.name, "build": version, "mind": WLED_LIMIT.en}
    counters = asdict(session.status())
    info = board.info
    return {
        "lights": OWN_BOARD.en, "port": session.port.name, "firmware": ".".join(map(str, info.firmware)),
        "protocol": info.protocol, "leds": info.leds, "lane_leds": list(info.lane_leds),
        "ropes_per_side": info.ropes_per_side, "maximum_ma": info.maximum_ma,
        "colour_order": _order_of(info),
        "answer_ms": round(board.counters.latency_ms, 1), **counters,
    }  # fmt: skip


def fact_lines(facts: Mapping[str, Any]) -> list[Text]:
    """The same for people."""
    lines = []
    for name, value in facts.items():
        told: object = VALUE_WORDS.get(value, value) if isinstance(value, str) else value
        if name == "mind":
            told = WLED_LIMIT
        elif name == "flags":
            told = flag_words(int(value))
        elif isinstance(value, list):
            told = ", ".join(map(str, value))
        lines.append(Text("{name}: {value}", "{name}: {value}").filled(name=FIELD_WORDS[name], value=told))
    return lines


def _order_of(info: BoardInfo) -> str:
    """In letters; a number that no board of ours has stays one."""
    known = info.colour_order < len(COLOUR_ORDERS)
    return COLOUR_ORDERS[info.colour_order] if known else str(info.colour_order)


def flag_words(flags: int) -> Text:
    """The flags of a STATUS reply in words."""
    said = [words for bit, words in enumerate(FLAG_WORDS) if flags >> bit & 1]
    if not said:
        return Text("shows its scenes", "muestra sus escenas")
    return Text(", ".join(words.en for words in said), ", ".join(words.es for words in said))


def port_line(device: str, kind: str | None) -> Text:
    """One serial port of this machine."""
    if kind is None:
        return Text(
            f"port {device}: no kind of device that has lights",
            f"puerto {device}: no es un aparato de los que tienen luces",
        )
    return Text(f"port {device}: {kind}", f"puerto {device}: {kind}")
