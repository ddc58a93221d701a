"""`companion calibrate` as people type it: the words of the issue, exit codes, one-line errors, nothing lost."""

import json

import cv2
import numpy as np
import pytest
import yaml

from companion.cli.main import main
from companion.vision.sources import is_cut_short
from companion.vision.table_file import generation, read_draft, read_table
from vision.calib_scene import DATA, scene

BOARD = "DICT_5X5_100:8x6:30:22"


@pytest.fixture
def run(capsys, monkeypatch):
    monkeypatch.setenv("COMPANION_LANG", "en")

    def call(*words) -> tuple[int, str, str]:
        code = main([str(word) for word in ("calibrate", *words)])
        told = capsys.readouterr()
        return code, told.out, told.err

    return call


@pytest.fixture
def markers_file(tmp_path):
    """The layout as a person types it."""
    path = tmp_path / "M.yaml"
    path.write_text(
        "".join(
            f"- {{id: {m.id}, dict: {m.dictionary}, size_mm: {m.size_mm}, corners_mm: {m.corners_mm.tolist()}}}\n"
            for m in scene("a").markers
        ),
        encoding="utf-8",
    )
    return path


RING = ("--ring", "700x700", "--ringside", "250", "--ringside-z", "-40")
CORNERS = "sw:280.5,564.2 se:1001.5,583.4 ne:894.8,173.7 nw:425.8,168"


def test_an_evening_from_lens_to_check(run, tmp_path, markers_file):
    table = tmp_path / "T.yaml"
    code, out, _ = run("camera", *sorted(DATA.glob("a_board_*.jpg")), "--board", BOARD, "--table", table)
    assert "only 7 views of the board; take 8 or more" in out
    assert code == 0
    assert "focal length 960.1 px" in out
    assert "is new" in out
    picture = tmp_path / "ring.jpg"
    code, out, _ = run("ring", DATA / "a_empty.jpg", "--table", table, *RING, "--markers", markers_file,
                       "--picture", picture)  # fmt: skip
    assert code == 0
    assert "sure to" in out
    assert "south side: at the bottom of the picture" in out
    assert cv2.imread(str(picture)).shape == (720, 1280, 3)
    found = read_table(table)
    assert scene("a").worst_mm(found.camera) < 3.0
    assert found.ring.ringside_z_mm == -40
    assert len(found.markers) == 4
    code, out, _ = run("check", DATA / "a_learn.jpg", "--table", table)
    assert code == 0, out
    code, out, _ = run("check", DATA / "a_learn.jpg", "--table", table, "--json")
    assert {"part", "ok", "detail", "remedy"} == json.loads(out)[0].keys()


def test_clicks_before_any_lens(run, tmp_path):
    table = tmp_path / "T.yaml"
    code, out, _ = run("ring", DATA / "a_empty.jpg", "--table", table, *RING, "--corners", CORNERS)
    assert code == 0
    assert "lens guessed" in out
    plain = yaml.safe_load(table.read_text(encoding="utf-8"))
    assert plain["camera"]["lens"] == "guessed"
    assert plain["camera"].keys() >= {"width", "height", "K", "dist", "rvec", "tvec_mm", "error_px"}
    assert scene("a").worst_mm(read_table(table).camera) < 5.0


def test_ring_again_needs_only_a_picture(run, tmp_path):
    """What the table knows need not be typed twice; a guessed lens is guessed anew, and the journal hears of it."""
    table = tmp_path / "T.yaml"
    assert run("ring", DATA / "a_empty.jpg", "--table", table, *RING, "--corners", CORNERS)[0] == 0
    code, out, _ = run("ring", DATA / "a_learn.jpg", "--table", table, "--corners", CORNERS)
    assert code == 0
    assert "camera moved by" in out
    assert "former file is" in out
    assert read_table(table).ring.ringside_mm == 250
    assert run("restore", "--table", table)[0] == 0
    assert generation(table, 2).exists()


def test_a_new_lens_makes_the_old_pose_void(run, tmp_path):
    table = tmp_path / "T.yaml"
    run("ring", DATA / "a_empty.jpg", "--table", table, *RING, "--corners", CORNERS)
    code, out, _ = run("camera", DATA / "a_empty.jpg", *DATA.glob("a_board_*.jpg"), "--board", BOARD, "--table", table)
    assert code == 0
    assert "run `companion calibrate ring` again" in out
    assert "a_empty.jpg: " in out  # the picture without a board is named
    draft = read_draft(table)
    assert draft.camera is None
    assert draft.ring is not None


def test_a_clip_and_a_folder_serve_as_pictures(run, tmp_path, markers_file):
    """The median of a clip's frames has no hands in it."""
    clip = tmp_path / "clip.avi"
    writer = cv2.VideoWriter(str(clip), cv2.VideoWriter.fourcc(*"MJPG"), 15.0, (1280, 720))
    for number in range(9):
        picture = scene("a").empty.copy()
        cv2.rectangle(picture, (140 * number, 100), (140 * number + 200, 700), (130, 160, 220), -1)
        writer.write(picture)
    writer.release()
    folder = tmp_path / "boards"
    folder.mkdir()
    for path in DATA.glob("a_board_*.jpg"):
        (folder / path.name).write_bytes(path.read_bytes())
    table = tmp_path / "T.yaml"
    assert run("camera", folder, "--board", BOARD, "--table", table)[0] == 0
    assert run("ring", clip, "--table", table, *RING, "--markers", markers_file)[0] == 0
    assert scene("a").worst_mm(read_table(table).camera) < 3.0


class TestRefusals:
    """One line, the right exit code, and the table stays as it is."""

    def test_copies_of_one_view(self, run, tmp_path):
        code, _, err = run("camera", *[DATA / "a_board_00.jpg"] * 10, "--board", BOARD, "--table", tmp_path / "T.yaml")
        assert code == 1
        assert err.count("\n") == 1
        assert not (tmp_path / "T.yaml").exists()

    def test_mirrored(self, run, tmp_path, markers_file):
        flipped = tmp_path / "flipped.png"
        cv2.imwrite(str(flipped), np.ascontiguousarray(scene("a").empty[:, ::-1]))
        code, _, err = run("ring", flipped, "--table", tmp_path / "T.yaml", *RING, "--markers", markers_file)
        assert code == 1
        assert "mirrored" in err
        assert not (tmp_path / "T.yaml").exists()

    def test_in_spanish(self, run, tmp_path, monkeypatch, markers_file):
        monkeypatch.setenv("COMPANION_LANG", "es")
        blank = tmp_path / "blank.png"
        cv2.imwrite(str(blank), np.full((720, 1280, 3), 90, np.uint8))
        _, _, err = run("ring", blank, "--table", tmp_path / "T.yaml", *RING, "--markers", markers_file)
        assert "ninguna marca" in err

    @pytest.mark.parametrize(
        ("words", "said"),
        [
            (("--corners", "sw:1,2 se:3,4 ne:5,6"), "corner nw is missing"),
            (("--corners", "sw:1,2 sw:3,4"), "corner 'sw:3,4' is not allowed"),
            (("--corners", "sw:1;2"), "corner 'sw:1' is not allowed"),
            (("--corners", CORNERS, "--markers", "M.yaml"), "not both"),
            (("--ring", "70x70"), "did you mean cm?"),
            (("--ring", "seventy"), "write WIDTHxDEPTH"),
            ((), "has no ring yet"),
            (("--ring", "700x700", "--bar", "15"), "did you mean cm"),
            (("--ring", "700x700", "--markers", "nothing.yaml"), "no such file"),
        ],
    )
    def test_words_that_do_not_fit(self, run, tmp_path, words, said):
        code, _, err = run("ring", DATA / "a_empty.jpg", "--table", tmp_path / "T.yaml", *words)
        assert code == 2
        assert said in err

    def test_a_wrong_markers_file_is_told_with_its_place(self, run, tmp_path, markers_file):
        markers_file.write_text(markers_file.read_text(encoding="utf-8").replace("id: 2", "id: two"), encoding="utf-8")
        code, _, err = run(
            "ring", DATA / "a_empty.jpg", "--table", tmp_path / "T.yaml", *RING, "--markers", markers_file
        )
        assert code == 2
        assert "M.yaml:3:8: [2].id = two is not allowed" in err


def test_targets(run, tmp_path):
    code, out, _ = run("targets", "--out", tmp_path / "print")
    assert code == 0
    assert "print at 100 %" in out
    assert (tmp_path / "print" / "targets.pdf").stat().st_size > 2000


@pytest.mark.parametrize("verb", ["targets", "camera", "ring", "check", "restore", "colours"])
def test_every_verb_has_help_with_an_example(run, verb):
    code, out, _ = run(verb, "--help")
    assert code == 0
    assert "Example" in out


class TestPicturesThatCannotBeRead:
    """One among several is named and left out; alone it is refused; a name that was mistyped always is."""

    @pytest.fixture
    def cut(self, tmp_path):
        path = tmp_path / "cut.jpg"
        raw = (DATA / "a_empty.jpg").read_bytes()
        path.write_bytes(raw[: len(raw) // 2])
        return path

    def test_alone(self, run, tmp_path, cut):
        code, _, err = run("ring", cut, "--table", tmp_path / "T.yaml", *RING, "--corners", CORNERS)
        assert (code, err) == (2, f"{cut}: the picture is cut short; copy it again, or take it anew\n")
        assert not (tmp_path / "T.yaml").exists()

    def test_in_a_folder(self, run, tmp_path, cut):
        folder = tmp_path / "pictures"
        folder.mkdir()
        (folder / "1.jpg").write_bytes(cut.read_bytes())
        (folder / "2.jpg").write_text("no picture", encoding="utf-8")
        (folder / "3.jpg").write_bytes((DATA / "a_empty.jpg").read_bytes())
        code, out, _ = run("ring", folder, "--table", tmp_path / "T.yaml", *RING, "--corners", CORNERS)
        assert code == 0
        assert "1.jpg: the picture is cut short; copy it again, or take it anew; left out" in out
        assert "2.jpg: is no picture this program reads" in out

    def test_a_mistyped_name(self, run, tmp_path):
        code, _, err = run(
            "ring", DATA / "a_empty.jpg", tmp_path / "nothing.jpg", "--table", tmp_path / "T.yaml", *RING
        )
        assert (code, "no such file" in err) == (2, True)

    @pytest.mark.parametrize("ending", [".jpg", ".png"])
    @pytest.mark.parametrize("share", [0.02, 0.5, 0.99])
    def test_every_cut_is_seen(self, ending, share):
        whole = cv2.imencode(ending, scene("c").empty)[1].tobytes()
        assert is_cut_short(whole[: int(share * len(whole))])
        assert not is_cut_short(whole)


class TestWhereThePictureGoes:
    """It is looked at before anything is measured: an error leaves no table behind."""

    @pytest.mark.parametrize(
        ("name", "told"),
        [
            ("no/such/folder/p.jpg", "no such folder"),
            ("p.txt", "is no picture's name; give one that ends in .bmp, .jpeg, .jpg"),
            ("", "is no picture's name"),
            ("folder.png", "is a folder"),
        ],
    )
    def test_refused_before_the_table_is_written(self, run, tmp_path, name, told):
        (tmp_path / "folder.png").mkdir()
        code, _, err = run("ring", DATA / "a_empty.jpg", "--table", tmp_path / "T.yaml", *RING, "--corners", CORNERS,
                           "--picture", tmp_path / name)  # fmt: skip
        assert (code, told in err, err.count("\n")) == (2, True, 1)
        assert not (tmp_path / "T.yaml").exists()
