"""Cameras from files, and USB cameras on a stand-in for the device."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import cv2
import numpy as np
import pytest
from hardware_samples import BGR, Options, plain

from companion.ports import CameraGone, Trouble
from hardware.cameras import open_camera
from hardware.cameras.newest import Newest
from hardware.cameras.pi import PiCamera
from hardware.cameras.pictures import PictureFolder
from hardware.cameras.usb import UsbCamera, devices
from hardware.cameras.video import VideoFile
from hardware.clock import SteppedClock
from vision.pictures.pictures import load_picture

CLOCK = SteppedClock(500)


def huge_png(width: int, height: int) -> bytes:
    """A PNG whose header promises this size and which holds next to nothing."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")


def test_a_folder_shows_each_picture_in_order_and_ends(folder: Path) -> None:
    with PictureFolder(folder, load_picture, shown=2) as camera:
        frames = list(iter(camera.read, None))
        assert camera.read() is None
    assert [frame.number for frame in frames] == list(range(6))
    assert [frame.at_ms for frame in frames] == [0, 100, 200, 300, 400, 500]
    assert [tuple(frame.image[0, 0]) for frame in frames[::2]] == [tuple(plain(number)[0, 0]) for number in range(3)]
    assert frames[0].image is frames[1].image


def test_a_single_picture_is_a_camera(folder: Path, options: Options) -> None:
    with open_camera(str(folder / "b.png"), options, CLOCK, load_picture) as camera:
        frame = camera.read()
    assert frame and tuple(frame.image[0, 0]) == tuple(plain(1)[0, 0])


def test_every_file_that_is_no_picture_is_named_in_one_sentence(folder: Path, options: Options) -> None:
    (folder / "notes.txt").write_text("hello")
    (folder / "empty.jpg").touch()
    (folder / "huge.png").write_bytes(huge_png(11_000, 10_000))
    (folder / "bomb.png").write_bytes(huge_png(60_000, 60_000))
    with pytest.raises(Trouble) as trouble, open_camera(str(folder), options, CLOCK, load_picture):
        pass
    said = str(trouble.value)
    for part in (
        "bomb.png (more than 100 megapixels)",
        "empty.jpg (no picture)",
        "huge.png (more than 100 megapixels)",
        "notes.txt (no picture)",
    ):
        assert part in said
    assert "hidden" not in said


def test_a_long_list_of_files_is_cut(tmp_path: Path) -> None:
    for number in range(8):
        (tmp_path / f"{number}.txt").write_text("x")
    with pytest.raises(Trouble, match=r"0\.txt .* 4\.txt \(no picture\) and 3 more; take them out"):
        PictureFolder(tmp_path, load_picture).open()


def test_a_damaged_picture_is_one_sentence(folder: Path, options: Options) -> None:
    whole = (folder / "b.png").read_bytes()
    (folder / "b.png").write_bytes(whole[: len(whole) // 2])
    with open_camera(str(folder), options, CLOCK, load_picture) as camera, pytest.raises(Trouble, match=r"b\.png"):
        while camera.read():
            pass


def test_an_empty_folder_is_one_sentence(tmp_path: Path, options: Options) -> None:
    with pytest.raises(Trouble, match="holds no pictures"), open_camera(str(tmp_path), options, CLOCK, load_picture):
        pass


def test_a_video_gives_its_frames_at_their_own_time_and_ends(video: Path, options: Options) -> None:
    with open_camera(str(video), options, CLOCK, load_picture) as camera:
        frames = list(iter(camera.read, None))
        assert camera.read() is None
    assert [frame.number for frame in frames] == list(range(5))
    assert [frame.at_ms for frame in frames] == [0, 50, 100, 150, 200]
    for number, frame in enumerate(frames):
        assert np.abs(frame.image.astype(int) - plain(20 * number)).max() < 12


def test_a_video_cut_off_in_the_middle_ends_early(video: Path, options: Options) -> None:
    whole = video.read_bytes()
    video.write_bytes(whole[: len(whole) * 6 // 10])
    try:
        with open_camera(str(video), options, CLOCK, load_picture) as camera:
            assert len(list(iter(camera.read, None))) < 5
    except Trouble as trouble:
        assert str(video) in str(trouble)


@pytest.mark.parametrize(("content", "said"), [(b"", "is empty"), (b"no video at all" * 100, "is no video")])
def test_a_file_that_is_no_video_is_one_sentence(tmp_path: Path, options: Options, content: bytes, said: str) -> None:
    path = tmp_path / "film.mp4"
    path.write_bytes(content)
    with pytest.raises(Trouble, match=f"film.mp4 {said}"), open_camera(str(path), options, CLOCK, load_picture):
        pass


def test_a_huge_video_is_refused(video: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.cameras.video.MOST_MEGAPIXELS", 0.001)
    with pytest.raises(Trouble, match="megapixels"):
        VideoFile(video).open()


def test_names_of_cameras(options: Options) -> None:
    assert isinstance(open_camera("pi", options, CLOCK, load_picture), PiCamera)
    assert isinstance(open_camera("usb:12", options, CLOCK, load_picture), UsbCamera)
    for spec in ("usb", "usb:x", "camera", "/no/such/folder", "x" * 5000):
        with pytest.raises(Trouble, match=f'no camera, file or folder "{spec}": give pi, usb:0'):
            open_camera(spec, options, CLOCK, load_picture)


class Device:
    """A USB camera that gives ``pictures`` pictures, then fails; with ``hang`` it blocks until that is set."""

    def __init__(self, pictures: int, opens: bool = True, hang: Event | None = None) -> None:
        self.left = pictures
        self.opens = opens
        self.hang = hang
        self.released = Event()
        self.set_to: dict[int, float] = {}

    def isOpened(self) -> bool:
        return self.opens

    def set(self, propId: int, value: float) -> bool:
        self.set_to[propId] = value
        return True

    def read(self) -> tuple[bool, np.ndarray | None]:
        if self.left == 0:
            if self.hang:
                self.hang.wait(20)
            return False, None
        self.left -= 1
        return True, plain(0)

    def release(self) -> None:
        self.released.set()


def feed(*devices: Device) -> Callable[[int], Device]:
    """Each opening gets the next device."""
    later = iter(devices)
    return lambda number: next(later)


def test_a_usb_camera_that_fails_once_goes_on(options: Options) -> None:
    first, second = Device(1), Device(1, hang=(end := Event()))
    with UsbCamera(0, options, CLOCK, feed(first, second)) as camera:
        frames = [camera.read(), camera.read()]
        end.set()
    assert [frame.number for frame in frames if frame] == [0, 1]
    assert all(frame and frame.at_ms == 500 and tuple(frame.image[0, 0]) == BGR for frame in frames)
    assert first.released.is_set() and second.released.is_set()
    assert first.set_to[cv2.CAP_PROP_FRAME_WIDTH] == 1280


def test_a_usb_camera_that_is_pulled_out_is_gone_and_comes_back(options: Options) -> None:
    plugs = [Device(1), Device(0, opens=False), Device(0, opens=False), Device(1)]
    with UsbCamera(3, options, CLOCK, feed(*plugs)) as camera:
        assert camera.read()
        for _ in range(2):
            with pytest.raises(CameraGone, match="usb:3 gives no pictures"):
                camera.read()
        frame = camera.read()
    assert frame and frame.number == 1
    assert all(plug.released.wait(5) for plug in plugs)


def test_a_usb_camera_that_hangs_is_gone_after_its_time() -> None:
    hang = Event()
    plugs = [Device(1, hang=hang), Device(0, hang=hang)]
    with UsbCamera(0, Options(timeout_ms=20), CLOCK, feed(*plugs)) as camera:
        assert camera.read()
        with pytest.raises(CameraGone):
            camera.read()
        assert not any(plug.released.is_set() for plug in plugs)
    hang.set()
    assert all(plug.released.wait(5) for plug in plugs)


def test_no_usb_camera_names_those_that_there_are(options: Options, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.cameras.usb.devices", lambda: [1, 4])
    with pytest.raises(Trouble, match=r"no camera usb:0 that opens \(found: usb:1, usb:4\)"):
        UsbCamera(0, options, CLOCK, feed(Device(0, opens=False))).open()


def test_a_real_open_of_a_camera_that_is_not_there(options: Options) -> None:
    with pytest.raises(Trouble, match="no camera usb:93"):
        UsbCamera(93, options, CLOCK).open()


def test_devices(tmp_path: Path) -> None:
    for name in ("video10", "video2", "videoX", "vcs"):
        (tmp_path / name).touch()
    assert devices(tmp_path) == [2, 10]


def test_only_the_newest_picture_is_kept() -> None:
    ready, end = Event(), Event()

    def grab() -> Iterator[np.ndarray | None]:
        yield from (plain(number) for number in range(5))
        ready.set()
        end.wait(20)
        yield None

    pictures = grab()
    newest = Newest(lambda: next(pictures), lambda: None, CLOCK)
    assert ready.wait(20)
    taken = newest.take(1000)
    assert taken and tuple(taken[0][0, 0]) == tuple(plain(4)[0, 0])
    assert newest.take(1) is None
    end.set()
    assert newest.take(20_000) is None
    newest.stop(20_000)
