"""Where each system grants a program the camera; loads no library, so that `companion doctor` can tell it too."""

import sys

from companion.kernel.text import Text


def permission_advice(platform: str = sys.platform) -> Text:
    """Where this system grants a program the camera (A-09)."""
    if platform == "darwin":
        return Text(
            "the camera is not allowed: System Settings, Privacy & Security, Camera: allow the terminal; then retry",
            "la cámara no está permitida: Ajustes del Sistema, Privacidad y seguridad, Cámara: permite la terminal",
        )
    if platform.startswith("win"):
        return Text(
            "the camera is not allowed: Settings, Privacy & security, Camera: let desktop apps use it; then retry",
            "la cámara no está permitida: Configuración, Privacidad, Cámara: permite las aplicaciones de escritorio",
        )
    return Text(
        "the camera is not allowed: add yourself to the group `video` (sudo usermod -aG video $USER) and log in again",
        "la cámara no está permitida: únete al grupo `video` (sudo usermod -aG video $USER) y entra de nuevo",
    )
