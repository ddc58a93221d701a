"""`companion doctor`: every part is named, and what is missing has the remedy of the system at hand."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from companion.app import doctor_checks
from companion.app.doctor import LABELS, examine, page_lines, print_report, summary
from companion.app.doctor_checks import Finding, cv2_wheels
from companion.app.doctor_devices import MAC_CAMERAS, WINDOWS_CAMERAS
from companion.app.doctor_machine import Machine, import_problem, may_use, tool_output
from companion.app.doctor_report import DEVICE, FOLDER, NUMBER, PERSON, Private, report_text, write_report
from companion.cli.main import main
from companion.errors import UsageProblemError
from companion.kernel.text import Text

PARTS = {"python", "cv2", "hands", "screens", "display", "sound", "lights", "firmware", "print", "disk", "camera"}
PLATFORMS = ("linux", "darwin", "win32")


@dataclass
class Port:
    device: str
    vid: int | None = 0x1A86
    pid: int | None = 0x7523


def machine(tmp_path: Path, platform: str, **given: Any) -> Machine:
    """A computer of that kind on which everything loads and nothing is plugged in."""
    usual: dict[str, Any] = {
        "import_problem": lambda _: None,
        "serial_ports": list,
        "tool_output": lambda _: None,
        "may_use": lambda _: True,
        "which": lambda _: None,
        "devices": tmp_path / "dev",
        "camera_names": tmp_path / "names",
        "folder": tmp_path,
        "environment": {},
    }
    return Machine(platform, **{**usual, **given})


def found(computer: Machine, part: str) -> Finding:
    return next(item for item in examine(computer) if item.part == part)


def v4l(tmp_path: Path, *cameras: str) -> None:
    """Cameras as Linux shows them: each twice, the second without pictures."""
    for number, name in enumerate(name for camera in cameras for name in (camera, camera)):
        (tmp_path / "dev").mkdir(exist_ok=True)
        (tmp_path / "dev" / f"video{number}").touch()
        folder = tmp_path / "names" / f"video{number}"
        folder.mkdir(parents=True)
        (folder / "index").write_text(f"{number % 2}\n", encoding="utf-8")
        (folder / "name").write_text(f"{name}\n", encoding="utf-8")


class TestHere:
    """On the computer that runs the tests."""

    def test_json_has_part_ok_detail_remedy_in_both_languages(self, capsys: pytest.CaptureFixture[str]) -> None:
        told = {}
        for language in ("es", "en"):
            assert main(["doctor", "--json", "--lang", language]) == 0
            told[language] = json.loads(capsys.readouterr().out)
        for items in told.values():
            assert {item["part"] for item in items} == PARTS == set(LABELS)
            assert all(set(item) == {"part", "ok", "detail", "remedy"} for item in items)
            assert all(bool(item["remedy"]) != item["ok"] for item in items)
            assert all(item["detail"] for item in items)

    def test_the_cv2_wheels_are_of_one_version(self) -> None:
        assert set(cv2_wheels()) >= {"opencv-python", "opencv-contrib-python"}
        assert len(set(cv2_wheels().values())) == 1

    def test_what_it_asks_the_system(self, tmp_path: Path) -> None:
        assert import_problem("json") is None
        assert "no_such_library" in str(import_problem("no_such_library"))
        assert tool_output(["no-such-tool-here"]) is None
        assert may_use(str(tmp_path))
        assert not may_use(str(tmp_path / "ttyUSB9"))


class TestLibraries:
    @pytest.mark.parametrize(
        ("platform", "problem", "remedy"),
        [
            ("linux", "ImportError: libGL.so.1: cannot open shared object file", "apt-get install libgl1"),
            ("linux", "ModuleNotFoundError: No module named 'cv2'", "make setup"),
            ("darwin", "ImportError: incompatible architecture (have 'x86_64', need 'arm64')", "this Mac's processor"),
            ("darwin", "ModuleNotFoundError: No module named 'cv2'", "make setup"),
            ("win32", "ImportError: DLL load failed while importing cv2", "vc_redist.x64.exe"),
            ("win32", "ModuleNotFoundError: No module named 'cv2'", r"py -3.11 scripts\setup_env.py"),
        ],
    )
    def test_the_remedy_is_of_this_system(self, platform: str, problem: str, remedy: str, tmp_path: Path) -> None:
        computer = machine(tmp_path, platform, import_problem=lambda _: problem)
        for part in ("cv2", "hands", "screens", "print", "lights"):
            item = found(computer, part)
            assert not item.ok
            assert problem in item.detail.es
            assert remedy in item.remedy.en
        assert "make" not in found(computer, "cv2").remedy.en or platform != "win32", "Windows has no make"

    def test_two_different_cv2_copies_are_told(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        wheels = {"opencv-python": "5.0.0.93", "opencv-contrib-python": "5.1.0.95"}
        monkeypatch.setattr(doctor_checks, "cv2_wheels", lambda: wheels)
        item = found(machine(tmp_path, "linux"), "cv2")
        assert not item.ok
        assert "opencv-python 5.0.0.93" in item.detail.en

    @pytest.mark.parametrize(
        ("platform", "word"), [("linux", "python3.11-venv"), ("darwin", "python.org"), ("win32", "py -3.11")]
    )
    def test_a_python_too_new(self, platform: str, word: str, tmp_path: Path) -> None:
        item = found(machine(tmp_path, platform, python=(3, 14)), "python")
        assert not item.ok
        assert word in item.remedy.en
        assert word in item.remedy.es


class TestLights:
    @pytest.mark.parametrize(
        ("platform", "words"),
        [
            ("linux", ("/dev/ttyUSB0", "brltty", "data cable")),
            ("darwin", ("/dev/cu.usbserial-", "Privacy & Security", "CH340")),
            ("win32", ("COM3", "Device Manager", "CH340", "FTDI", "wch-ic.com", "ftdichip.com")),
        ],
    )
    def test_no_port_tells_names_and_drivers(self, platform: str, words: tuple[str, ...], tmp_path: Path) -> None:
        item = found(machine(tmp_path, platform), "lights")
        assert not item.ok
        assert [word for word in words if word not in item.remedy.en] == []

    def test_a_port_without_permission_names_the_group(self, tmp_path: Path) -> None:
        computer = machine(
            tmp_path, "linux", serial_ports=lambda: [Port("/dev/ttyUSB0"), Port("/dev/ttyACM0")],
            may_use=lambda device: device.endswith("ACM0"),
        )  # fmt: skip
        item = found(computer, "lights")
        assert not item.ok
        assert "/dev/ttyUSB0" in item.detail.en
        assert "ttyACM0" not in item.detail.en
        assert "usermod -aG dialout" in item.remedy.es

    @pytest.mark.parametrize("device", ["/dev/ttyUSB0", "/dev/cu.wchusbserial1420", "COM12"])
    def test_a_port_that_is_there(self, device: str, tmp_path: Path) -> None:
        item = found(machine(tmp_path, "win32", serial_ports=lambda: [Port(device)]), "lights")
        assert item.ok
        assert f"{device} (CH340" in item.detail.en


class TestCamera:
    @pytest.mark.parametrize(
        ("platform", "word"), [("linux", "v4l2-ctl"), ("darwin", "System Information"), ("win32", "Device Manager")]
    )
    def test_none_there(self, platform: str, word: str, tmp_path: Path) -> None:
        empty = {"darwin": '{"SPCameraDataType": []}', "win32": "\r\n"}.get(platform)
        item = found(machine(tmp_path, platform, tool_output=lambda _: empty), "camera")
        assert not item.ok
        assert word in item.remedy.en
        assert "by hand" in item.detail.en

    def test_linux_lists_each_once_with_its_name(self, tmp_path: Path) -> None:
        v4l(tmp_path, "HD Pro Webcam C920", "Integrated")
        item = found(machine(tmp_path, "linux"), "camera")
        assert item.ok
        assert item.detail.en == "video devices: /dev/video0 (HD Pro Webcam C920), /dev/video2 (Integrated)"

    def test_linux_without_the_group(self, tmp_path: Path) -> None:
        v4l(tmp_path, "C920")
        item = found(machine(tmp_path, "linux", may_use=lambda _: False), "camera")
        assert not item.ok
        assert "/dev/video0" in item.detail.en
        assert "usermod -aG video" in item.remedy.en

    def test_mac_lists_and_says_where_the_permission_is(self, tmp_path: Path) -> None:
        def tool(words: Sequence[str]) -> str | None:
            listed = {"SPCameraDataType": [{"_name": "FaceTime HD"}, {"_name": "C920"}]}
            return json.dumps(listed) if words == MAC_CAMERAS else None

        item = found(machine(tmp_path, "darwin", tool_output=tool), "camera")
        assert item.ok
        assert item.detail.en.startswith("2: FaceTime HD, C920; ")
        assert "Privacy & Security, Camera" in item.detail.en
        assert "Privacidad y seguridad, Cámara" in item.detail.es

    def test_windows_lists(self, tmp_path: Path) -> None:
        answers = {WINDOWS_CAMERAS: "HD Pro Webcam C920\r\nIntegrated Camera\r\n"}
        item = found(machine(tmp_path, "win32", tool_output=lambda words: answers.get(tuple(words))), "camera")
        assert item.ok
        assert item.detail.en.startswith("2: HD Pro Webcam C920, Integrated Camera; ")

    @pytest.mark.parametrize("key", ["webcam", r"webcam\NonPackaged"])
    def test_windows_said_no(self, key: str, tmp_path: Path) -> None:
        def tool(words: Sequence[str]) -> str | None:
            return "    Value    REG_SZ    Deny\r\n" if words[0] == "reg" and words[2].endswith(key) else "C920\r\n"

        item = found(machine(tmp_path, "win32", tool_output=tool), "camera")
        assert not item.ok
        assert "let desktop apps use it" in item.remedy.en

    @pytest.mark.parametrize("platform", ["darwin", "win32"])
    def test_a_system_that_does_not_tell_is_no_fault(self, platform: str, tmp_path: Path) -> None:
        for answer in (None, "nonsense" if platform == "darwin" else None):
            item = found(machine(tmp_path, platform, tool_output=lambda _, a=answer: a), "camera")
            assert item.ok
            assert "when set-up opens them" in item.detail.en


class TestTheRest:
    @pytest.mark.parametrize(("platform", "ok"), [("linux", False), ("darwin", True), ("win32", True)])
    def test_display_and_sound(self, platform: str, ok: bool, tmp_path: Path) -> None:
        for part in ("display", "sound"):
            assert found(machine(tmp_path, platform), part).ok is ok
        assert found(machine(tmp_path, platform, environment={"WAYLAND_DISPLAY": "w"}), "display").ok

    def test_a_sound_card_of_linux(self, tmp_path: Path) -> None:
        (tmp_path / "dev" / "snd").mkdir(parents=True)
        (tmp_path / "dev" / "snd" / "pcmC0D0p").touch()
        assert found(machine(tmp_path, "linux"), "sound").ok

    @pytest.mark.parametrize(
        ("platform", "word"), [("linux", "gcc-avr"), ("darwin", "Arduino IDE"), ("win32", "Arduino IDE")]
    )
    def test_firmware(self, platform: str, word: str, tmp_path: Path) -> None:
        assert word in found(machine(tmp_path, platform), "firmware").remedy.en

    def test_a_full_disk_is_a_failure(self, tmp_path: Path) -> None:
        item = found(machine(tmp_path, "linux", free_bytes=lambda _: 5_000_000), "disk")
        assert not item.ok
        assert "5 MB" in item.detail.es
        told: list[str] = []
        assert print_report(iter([item]), "es", as_json=False, say=told.append) == 1
        assert "haz:" in told[0]
        assert "Sin esto no se puede celebrar la velada: disco" in told[1]

    def test_a_folder_that_is_synchronised_is_told_and_not_named_in_a_report(self, tmp_path: Path) -> None:
        folder = tmp_path / "Dropbox" / "Peña"
        folder.mkdir(parents=True)
        computer = machine(tmp_path, "linux", folder=folder, free_bytes=lambda _: 10**10)
        item = found(computer, "disk")
        assert item.ok
        assert "synchronises; copies may clash" in item.detail.en
        assert "Peña" not in report_text([item], "es", Private((), ()))

    def test_what_an_evening_can_do_without_is_no_failure(self) -> None:
        missing = Finding("sound", ok=False, detail=Text("no", "no"), remedy=Text("buy", "compra"))
        told: list[str] = []
        assert print_report(iter([missing]), "en", as_json=True, say=told.append) == 0
        assert [one["part"] for one in json.loads(told[0])] == ["sound"]
        assert summary([missing], "en").startswith("Off: 1.")
        assert summary([], "es") == "Aquí funciona todo."

    @pytest.mark.parametrize("platform", PLATFORMS)
    @pytest.mark.parametrize("language", ["es", "en"])
    def test_it_is_one_page(self, platform: str, language: Any, tmp_path: Path) -> None:
        """Everything off, and still a page of 80 columns and 60 lines."""
        computer = machine(
            tmp_path, platform, import_problem=lambda m: f"ImportError: {m}.so: DLL load failed",
            python=(3, 9), free_bytes=lambda _: 0,
        )  # fmt: skip
        lines = [line for item in examine(computer) for line in page_lines(item, language, 80).split("\n")]
        assert len(lines) <= 60
        assert [line for line in lines if len(line) > 80 and " " in line[21:].strip()] == []

    @pytest.mark.parametrize("platform", PLATFORMS)
    def test_every_word_is_in_both_languages(self, platform: str, tmp_path: Path) -> None:
        for item in examine(machine(tmp_path, platform, import_problem=lambda _: "x", python=(3, 9))):
            assert item.ok or item.remedy.es
            assert item.detail.es != item.detail.en or item.part in {"python", "cv2", "screens"}
            assert item.ok or item.remedy.es != item.remedy.en or item.remedy.en.startswith("sudo")


HOSTILE = [
    # user, home, host
    ("ana", "/home/ana", "anas-laptop.local"),
    ("Peña López (x)", "/home/Peña López (x)", "host.*"),
    ("a+b[c", "/Users/a+b[c", "MacBook-Pro-de-José"),
    ("O'Neill\\d", "C:\\Users\\O'Neill", "DESKTOP-4F5G6H7"),
    ("python", "/srv/people/python", "camera"),
    ("x", "/home/x", "q"),
    ("Jose\u0301", "/home/Jose\u0301", "josé-pc"),
    ("\\1\\g<0>", "/home/\\1\\g<0>", "$&"),
]


class TestReport:
    """A file that can be sent: no user, no home, no host, no serial number."""

    @pytest.mark.parametrize(("user", "home", "host"), HOSTILE)
    @pytest.mark.parametrize("language", ["es", "en"])
    def test_hostile_names(self, user: str, home: str, host: str, language: Any, tmp_path: Path) -> None:
        private = Private((home, f"{home}/velada"), (user, host))
        problem = f"ImportError: {home}/venv/lib/libGL.so.1 of {user}@{host}: cannot open"
        items = [
            Finding("cv2", ok=False, detail=Text(problem, problem), remedy=Text(f"cd {home}", f"cd {home}")),
            Finding(
                "camera", ok=True, detail=Text(f"{user} iPhone", f"iPhone de {user}"), private=(f"iPhone de {user}",)
            ),
            Finding("disk", ok=False, detail=Text(f"{home}/velada/{host}", "x"), remedy=Text("y", "y")),
        ]
        report = report_text(items, language, private)
        told = re.sub(r"<[^>]*>|(?m:^\w+ +\w+ +)", "", report.split("\n\n", 2)[2])  # without our own words
        for word in (user, home, host):
            assert not re.search(rf"(?<![^\W_]){re.escape(word)}(?![^\W_])", told, re.IGNORECASE)
        assert "libGL.so.1" in told, "what helps stays"
        assert FOLDER in report

    @pytest.mark.parametrize(
        ("words", "due"),
        [
            ("/dev/cu.usbserial-A10KZP45 (FTDI)", f"/dev/cu.usbserial{NUMBER} (FTDI)"),
            ("/dev/cu.usbmodem14101", f"/dev/cu.usbmodem{NUMBER}"),
            ("usb-046d_C920_0E1F2A3B", f"usb-046d_C920_{NUMBER}"),
            ("COM3, /dev/ttyUSB0, /dev/video2", "COM3, /dev/ttyUSB0, /dev/video2"),
            ("OpenCV 4.12.0.88, pygame 2.6.1", "OpenCV 4.12.0.88, pygame 2.6.1"),
            ("C:\\Users\\Ana María\\x", f"{FOLDER} María\\x"),
            ("c:/users/ana/x", f"{FOLDER}/x"),
            ("at aa:bb:cc:dd:ee:ff", f"at {NUMBER}"),
            ("rtsp://192.168.1.20:554/x", f"rtsp://{NUMBER}:554/x"),
            ("ana.pena@example.org", PERSON),
        ],
    )
    def test_numbers_and_addresses(self, words: str, due: str) -> None:
        told = Private((), ()).taken_out(words)
        assert told == due

    def test_names_of_devices_are_left_out(self, tmp_path: Path) -> None:
        v4l(tmp_path, "Zoë's phone", "Zoë's phone 2")
        report = report_text(examine(machine(tmp_path, "linux")), "en", Private((str(tmp_path),), ()))
        assert "Zoë" not in report
        assert report.count(DEVICE) == 2

    def test_this_computers_own_names_are_known(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.setenv("USER", "walter")
        monkeypatch.setenv("HOME", str(tmp_path / "walter"))
        monkeypatch.setattr("platform.node", lambda: "walters-pc.lan")
        private = Private.of_this_computer()
        assert {"walter", "walters-pc.lan", "walters-pc"} <= set(private.names)
        assert private.taken_out(f"{tmp_path}/walter/x by Walter on walters-pc") == (
            f"{FOLDER}/x by {PERSON} on {PERSON}"
        )

    def test_the_command_writes_it_and_spares_other_files(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("companion.app.doctor.Machine", lambda: machine(tmp_path, "linux"))
        path = tmp_path / "report.txt"
        for _ in range(2):
            assert main(["doctor", "--report", str(path), "--lang", "es"]) == 0
        assert "-> " in capsys.readouterr().out
        told = path.read_text(encoding="utf-8")
        assert told.startswith("Ringside Companion: informe de companion doctor")
        assert "paquetes: opencv-python 4" in told
        assert main(["doctor", "--json", "--report", str(path), "--lang", "es"]) == 0
        json.loads(capsys.readouterr().out)
        show = tmp_path / "show.db"
        show.write_bytes(b"SQLite format 3\0")
        with pytest.raises(UsageProblemError, match="is no report"):
            write_report(show, [], "en", Private((), ()))
        assert show.read_bytes() == b"SQLite format 3\0"
