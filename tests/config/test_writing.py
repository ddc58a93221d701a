"""H-09: files are whole or not there; what is written is read back as it was."""

import errno
import os
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.config.strict import dump, load_text, replacing, write_atomic
from companion.errors import FileProblemError

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**63) + 1, 2**63 - 1),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=12),
    st.sampled_from(
        ["NO", "007", "2:30", "~", "0o7", "0x1F", "null", "1e3", "<<", "- a", "a: b", "", " x ", "a\nb", "=", "1_0"]
    ),
)
plain_data = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)


class TestDump:
    def test_a_table_reads_like_the_one_in_the_design(self) -> None:
        table = {
            "version": 1,
            "ring": {"size_mm": [700, 700], "ringside_z_mm": -40},
            "camera": {"K": [[1000.5, 0, 640], [0, 1000.5, 360], [0, 0, 1]]},
            "figures": [{"id": "1", "name": "Muñoz", "nick": "NO", "number": "007"}],
        }
        assert dump(table) == (
            "version: 1\n"
            "ring:\n"
            "  size_mm: [700, 700]\n"
            "  ringside_z_mm: -40\n"
            "camera:\n"
            "  K: [[1000.5, 0, 640], [0, 1000.5, 360], [0, 0, 1]]\n"
            "figures:\n"
            "  - id: '1'\n"
            "    name: Muñoz\n"
            "    nick: 'NO'\n"
            "    number: '007'\n"
        )

    @settings(max_examples=300, deadline=None)
    @given(plain_data)
    def test_what_is_written_is_read_back(self, value: object) -> None:
        assert load_text(dump(value), "f").value == value

    @settings(max_examples=100, deadline=None)
    @given(plain_data)
    def test_other_readers_of_yaml_see_the_same(self, value: object) -> None:
        assert yaml.safe_load(dump(value)) == value

    @pytest.mark.parametrize("value", [float("nan"), float("inf"), object(), {"a": {1, 2}}, b"x", 2**63])
    def test_what_is_no_plain_data_is_refused(self, value: object) -> None:
        with pytest.raises(ValueError, match="cannot be written as YAML"):
            dump(value)


class TestWriteAtomic:
    def test_one_backup_generation_is_kept(self, tmp_path: Path) -> None:
        path = tmp_path / "mesa ñ.yaml"
        for text in ("one\n", "two\n", "three é\n"):
            write_atomic(path, text)
        assert path.read_text(encoding="utf-8") == "three é\n"
        assert (tmp_path / "mesa ñ.yaml.bak").read_text(encoding="utf-8") == "two\n"
        assert len(list(tmp_path.iterdir())) == 2

    def test_without_a_backup(self, tmp_path: Path) -> None:
        path = tmp_path / "a.yaml"
        write_atomic(path, "one", keep_backup=False)
        write_atomic(path, "two", keep_backup=False)
        assert [p.name for p in tmp_path.iterdir()] == ["a.yaml"]

    def test_a_link_stays_a_link_and_rights_stay(self, tmp_path: Path) -> None:
        real, link = tmp_path / "real.yaml", tmp_path / "link.yaml"
        real.write_text("one")
        real.chmod(0o640)
        link.symlink_to(real)
        write_atomic(link, "two")
        assert link.is_symlink()
        assert (real.read_text(), real.stat().st_mode & 0o777) == ("two", 0o640)

    @pytest.mark.parametrize("failing", ["fsync", "replace", "open"])
    def test_a_full_disk_leaves_the_old_file(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str
    ) -> None:
        path = tmp_path / "a.yaml"
        path.write_text("old")

        def full(*_args: object, **_kwargs: object) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        if failing == "fsync":
            monkeypatch.setattr(os, failing, full)
        else:
            monkeypatch.setattr(Path, failing, full)
        with pytest.raises(FileProblemError, match=r"a.yaml: cannot be written: No space left on device"):
            write_atomic(path, "new")
        monkeypatch.undo()
        assert path.read_text() == "old"
        assert not list(tmp_path.glob(".*"))

    def test_a_text_that_cannot_be_encoded_leaves_the_old_file(self, tmp_path: Path) -> None:
        path = tmp_path / "a.yaml"
        path.write_text("old")
        with pytest.raises(FileProblemError):
            write_atomic(path, "x\ud800")
        assert [p.name for p in tmp_path.iterdir()] == ["a.yaml"]

    def test_a_missing_folder_is_one_line(self, tmp_path: Path) -> None:
        with pytest.raises(FileProblemError, match="cannot be written"):
            write_atomic(tmp_path / "no" / "a.yaml", "x")


def test_what_killed_writers_left_goes_with_the_next_one_unless_somebody_is_writing(tmp_path: Path) -> None:
    target = tmp_path / "o.jsonl"
    names = (".o.jsonl.0a1b2c3d.tmp", ".o.jsonl.bak.0a1b2c3d.tmp", ".o.jsonl.mine.tmp", ".oo.jsonl.0a1b2c3d.tmp")
    for name in names:
        (tmp_path / name).write_text("half", encoding="utf-8")
    write_atomic(target, "whole")
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted((*names[2:], "o.jsonl"))
    with replacing(target) as slow:
        slow.write(b"slow")
        write_atomic(target, "quick")
    assert target.read_text(encoding="utf-8") == "slow"
    assert target.with_name("o.jsonl.bak").read_text(encoding="utf-8") == "quick"
