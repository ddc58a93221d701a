"""Sounds are made by us, are short, never clip, and their absence stops nothing."""

import sys
from typing import ClassVar

import numpy as np
import pygame
import pytest

from companion.screens.audio_driver import drivers_to_try
from companion.screens.sounds import LOUDNESS, NO_DEVICE, RATE_HZ, SOUND_OF, Player, Sound, samples_of, sound_of
from companion.screens.view_model import MomentKind


@pytest.mark.parametrize("sound", Sound)
class TestEachSound:
    def test_it_is_short_and_never_clips(self, sound: Sound) -> None:
        made = samples_of(sound)
        assert 0.2 <= len(made) / RATE_HZ <= 3.0
        assert np.abs(made.astype(int)).max() <= round(LOUDNESS * 32767)

    def test_it_is_the_same_every_time(self, sound: Sound) -> None:
        assert (samples_of(sound) == samples_of(sound)).all()

    def test_it_dies_away(self, sound: Sound) -> None:
        made = np.abs(samples_of(sound).astype(float))
        assert made[-RATE_HZ // 50 :].mean() < 0.1 * made.max()


def test_every_moment_has_its_sound() -> None:
    assert set(SOUND_OF) == set(MomentKind)
    assert sound_of(None) is None


def test_muted_is_silent() -> None:
    player = Player(muted=True)
    assert not player.play(Sound.BELL)
    player.close()


def test_without_a_sound_card_everything_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_device(**_given: object) -> None:
        raise pygame.error("no available audio device")

    monkeypatch.setattr(pygame.mixer, "init", no_device)
    player = Player()
    assert not player.audible
    assert "audio" in player.reason
    assert not player.play(Sound.WIN)
    player.close()


def test_with_a_device_it_plays() -> None:
    player = Player()
    assert player.play(Sound.SLAP)
    assert not player.play(None)
    player.close()


class TestDriver:
    """A machine without a sound card is silent on the terminal, too: ALSA is not asked for what is not there."""

    HOME: ClassVar = {"HOME": "/home/ana", "XDG_RUNTIME_DIR": "/run/user/1"}

    @pytest.mark.parametrize(
        ("environment", "platform", "present", "expected"),
        [
            ({}, "linux", (), ""),
            ({}, "linux", ("/proc/asound/card0",), None),
            ({}, "linux", ("/dev/snd/controlC2",), None),
            ({}, "linux", ("/home/ana/.asoundrc",), None),
            ({}, "linux", ("/run/user/1/pulse/native",), "pulseaudio"),
            ({}, "linux", ("/run/user/1/pipewire-0", "/run/user/1/pulse/native"), "pipewire,pulseaudio"),
            ({"PULSE_SERVER": "tcp:10.0.0.2"}, "linux", (), "pulseaudio"),
            ({"SDL_AUDIODRIVER": "alsa"}, "linux", (), None),
            ({}, "win32", (), None),
            ({}, "darwin", (), None),
        ],
    )
    def test_each_machine(
        self, environment: dict[str, str], platform: str, present: tuple[str, ...], expected: str | None
    ) -> None:
        found = drivers_to_try(self.HOME | environment, platform, lambda path: str(path) in present)
        assert found == expected

    def test_where_there_is_nothing_to_be_heard_with_no_device_is_opened(
        self, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr("companion.screens.sounds.drivers_to_try", lambda *_: "")
        monkeypatch.setattr(pygame.mixer, "init", lambda **_: pytest.fail("a device was opened"))
        player = Player()
        print("our own line", file=sys.stderr)
        assert (player.audible, player.reason, player.play(Sound.BELL)) == (False, NO_DEVICE, False)
        player.close()
        assert capfd.readouterr().err == "our own line\n"
