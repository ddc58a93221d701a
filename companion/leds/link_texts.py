"""What the link to our board tells people: one line each, with the remedy."""

from companion.kernel.text import Text
from companion.leds.packets import PROTOCOL_VERSION, Command, ReplyStatus


def version_text(protocol: int) -> Text:
    return Text(
        f"lights: the board speaks protocol {protocol}, this program {PROTOCOL_VERSION}; run `companion leds flash`",
        f"luces: la placa habla el protocolo {protocol}, este programa el {PROTOCOL_VERSION}; "
        "ejecuta `companion leds flash`",
    )


def silent_text() -> Text:
    return Text(
        "lights: the board does not answer; check the cable and that the firmware is on it (`companion leds flash`)",
        "luces: la placa no responde; revisa el cable y que tenga el firmware (`companion leds flash`)",
    )


def odd_answer_text() -> Text:
    return Text(
        "lights: the board's answer makes no sense; put the firmware of this program on it (`companion leds flash`)",
        "luces: la respuesta de la placa no tiene sentido; grábale este firmware (`companion leds flash`)",
    )


def wrong_baud_text() -> Text:
    return Text(
        "lights: only garbage comes from the board; its firmware was built for another baud rate, flash it again",
        "luces: de la placa solo llega basura; su firmware usa otra velocidad, vuelve a grabarlo",
    )


def refused_text(command: Command, status: ReplyStatus, data: bytes) -> Text:
    if status is ReplyStatus.TOO_LARGE and len(data) == 2:
        most = int.from_bytes(data, "big")
        return Text(
            f"lights: too many LEDs for the board: at most {most}; use fewer per metre or four strips, or WLED",
            f"luces: demasiados LED para la placa: como mucho {most}; usa menos por metro, cuatro tiras o WLED",
        )
    name = type(command).__name__
    return Text(
        f"lights: the board refuses {name} ({status.name.lower()}); its firmware may be older: `companion leds flash`",
        f"luces: la placa rechaza {name} ({status.name.lower()}); quizá su firmware es antiguo: `companion leds flash`",
    )
