"""The Pi's camera on a stand-in for picamera2, and every name we use of it looked up in the released package."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hardware_samples import BGR, Options

from companion.ports import CameraGone, Trouble
from hardware.cameras import pi
from hardware.cameras.pi import PiCamera, lores_size
from hardware.clock import SteppedClock

LIBCAMERA_CONTROLS = Path(__file__).with_name("libcamera_controls.txt")


class Request:
    def __init__(self, config: dict[str, Any]) -> None:
        self.config = config

    def make_array(self, name: str) -> np.ndarray:
        """As picamera2 does: RGB888 is an array in the order B, G, R; YUV420 has its grey rows first."""
        width, height = self.config[name]["size"]
        if self.config[name]["format"] == "YUV420":
            return np.concatenate(
                [np.full((height, width + 32), 77, np.uint8), np.zeros((height // 2, width + 32), np.uint8)]
            )
        assert self.config[name]["format"] in ("RGB888", "BGR888")
        order = 1 if self.config[name]["format"] == "RGB888" else -1
        return np.full((height, width, 3), BGR[::order], np.uint8)


class FakePicamera2:
    """What ``PiCamera`` sees; the classmethods' state is that of the hardware, and lives on between openings."""

    controls_known: dict[str, object] = {}
    fails: str = ""
    focuses: bool = True
    opened: list[FakePicamera2] = []

    def __init__(self) -> None:
        if self.fails == "open":
            raise RuntimeError("Camera __init__ sequence did not complete.")
        self.opened.append(self)
        self.camera_controls = self.controls_known
        self.controls: dict[str, object] = {}
        self.config: dict[str, Any] = {}
        self.closed = self.started = False

    def create_video_configuration(self, **config: Any) -> dict[str, Any]:
        return config

    def configure(self, config: dict[str, Any]) -> None:
        self.config = config
        self.set_controls(config["controls"])

    def set_controls(self, controls: dict[str, object]) -> None:
        assert set(controls) <= set(self.controls_known), "Control is not advertised by libcamera"
        self.controls |= controls

    def start(self) -> None:
        self.started = True

    def autofocus_cycle(self, wait: float) -> bool:
        if self.fails == "focus":
            raise TimeoutError
        return self.focuses

    def capture_metadata(self, wait: float) -> dict[str, object]:
        return {"LensPosition": 1.43}

    @contextmanager
    def captured_request(self, wait: float) -> Iterator[Request]:
        if self.fails == "frames":
            raise TimeoutError
        assert self.started and not self.closed
        yield Request(self.config)

    def close(self) -> None:
        self.closed = True


ALL_CONTROLS = dict.fromkeys(["AfMode", "LensPosition", "AeFlickerMode", "AeFlickerPeriod", "FrameDurationLimits"])


@pytest.fixture
def picamera2(monkeypatch: pytest.MonkeyPatch) -> type[FakePicamera2]:
    class Camera(FakePicamera2):
        controls_known = ALL_CONTROLS
        opened: list[FakePicamera2] = []

    module = ModuleType("picamera2")
    module.Picamera2 = Camera  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "picamera2", module)
    return Camera


def test_two_streams_in_the_right_order_of_colours(picamera2: type[FakePicamera2]) -> None:
    with PiCamera(Options(), SteppedClock(40)) as camera:
        frame = camera.read()
    assert frame and frame.image.shape == (720, 1280, 3) and tuple(frame.image[0, 0]) == BGR
    assert frame.small is not None and frame.small.shape == (360, 640) and (frame.small == 77).all()
    assert (frame.at_ms, frame.number) == (40, 0)
    assert [device.closed for device in picamera2.opened] == [True]


def test_exposure_follows_the_mains_and_the_focus_is_found_once_and_locked(picamera2: type[FakePicamera2]) -> None:
    with PiCamera(Options(), SteppedClock()) as camera:
        camera.read()
    assert picamera2.opened[0].controls == {
        "AeFlickerMode": 1,
        "AeFlickerPeriod": 10_000,
        "FrameDurationLimits": (33_333, 66_667),
        "AfMode": 0,
        "LensPosition": 1.43,
    }
    picamera2.fails = "focus"
    with PiCamera(Options(focus=2.0, mains_hz=60), SteppedClock()):
        assert picamera2.opened[1].controls["LensPosition"] == 2.0
        assert picamera2.opened[1].controls["AeFlickerPeriod"] == 8333


def test_a_camera_with_a_fixed_lens_and_few_controls(picamera2: type[FakePicamera2]) -> None:
    picamera2.controls_known = {"FrameDurationLimits": None}
    with PiCamera(Options(), SteppedClock()) as camera:
        assert camera.read()
    assert set(picamera2.opened[0].controls) == {"FrameDurationLimits"}
    assert camera.focus is None


@pytest.mark.parametrize("how", ["fails", "times out"])
def test_no_focus_is_one_sentence(picamera2: type[FakePicamera2], how: str) -> None:
    picamera2.focuses = False
    picamera2.fails = "focus" if how == "times out" else ""
    with pytest.raises(Trouble, match="cannot focus: lay a card on the table"):
        PiCamera(Options(), SteppedClock()).open()
    assert picamera2.opened[0].closed


def test_no_frame_is_gone_and_the_next_read_opens_anew_with_the_same_focus(picamera2: type[FakePicamera2]) -> None:
    with PiCamera(Options(), SteppedClock()) as camera:
        camera.read()
        picamera2.fails = "frames"
        with pytest.raises(CameraGone, match="no picture for 2000 ms"):
            camera.read()
        assert picamera2.opened[0].closed
        picamera2.fails = "open"
        with pytest.raises(CameraGone, match=r"does not open \(Camera __init__"):
            camera.read()
        picamera2.fails = "focus"  # so that focusing again would show
        frame = camera.read()
    assert frame and frame.number == 1
    assert picamera2.opened[1].controls["LensPosition"] == 1.43


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (
            ModuleNotFoundError("No module named 'libcamera'"),
            r"apt-get install python3-picamera2 .*--system-site-packages",
        ),
        (ValueError("numpy.dtype size changed"), r'do not fit .*pip install "numpy<2" "opencv-python<4.12"'),
    ],
)
def test_a_broken_picamera2_is_one_sentence(monkeypatch: pytest.MonkeyPatch, error: Exception, said: str) -> None:
    class Finder:
        @staticmethod
        def find_spec(name: str, path: object, target: object = None) -> None:
            if name == "picamera2":
                raise error

    monkeypatch.delitem(sys.modules, "picamera2", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Finder, *sys.meta_path])
    with pytest.raises(Trouble, match=said):
        PiCamera(Options(), SteppedClock()).open()


@pytest.mark.parametrize("size", [(2304, 1296), (4608, 2592), (1280, 720), (641, 480), (320, 240)])
def test_the_small_stream_fits_into_the_main_one_with_even_sides(size: tuple[int, int]) -> None:
    width, height = lores_size(size)
    assert width % 2 == height % 2 == 0 and width <= size[0] and height <= size[1]
    assert abs(width / height - size[0] / size[1]) < 0.02


# What we use of picamera2, read off our own source.

OURS = ast.parse(Path(pi.__file__).read_text("utf-8"))


def used(owner: str) -> dict[str, list[ast.Call]]:
    """The attributes of the variable ``owner`` in our source, with the calls of each."""
    found: dict[str, list[ast.Call]] = {}
    for node in ast.walk(OURS):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == owner:
            found.setdefault(node.attr, [])
    for node in ast.walk(OURS):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            named = isinstance(node.func.value, ast.Name) and node.func.value.id == owner
            found.get(node.func.attr, []).extend([node] if named else [])
    return found


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> dict[str, ast.Module]:
    """The sources of the newest release of picamera2."""
    folder = tmp_path_factory.mktemp("picamera2")
    command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary", ":all:", "-d", str(folder)]
    got = subprocess.run([*command, "picamera2"], capture_output=True, text=True, timeout=100, check=False)
    wheels = list(folder.glob("picamera2-*.whl"))
    if not wheels:
        why = f"picamera2 cannot be fetched: {got.stderr.strip().splitlines()[-1:]}"
        pytest.fail(why) if os.environ.get("CI") else pytest.skip(why)
    with zipfile.ZipFile(wheels[0]) as wheel:
        names = [name for name in wheel.namelist() if name.startswith("picamera2/") and name.count("/") == 1]
        return {Path(name).stem: ast.parse(wheel.read(name)) for name in names if name.endswith(".py")}


def members(module: ast.Module, cls: str) -> dict[str, ast.FunctionDef]:
    """The methods and properties of a class; of overloads the last, which is the real one."""
    (body,) = (node.body for node in module.body if isinstance(node, ast.ClassDef) and node.name == cls)
    return {node.name: node for node in body if isinstance(node, ast.FunctionDef)}


def accepts(function: ast.FunctionDef, call: ast.Call) -> bool:
    """Whether the call's arguments fit the parameters (after self)."""
    names = [argument.arg for argument in function.args.args][1:]
    given = names[: len(call.args)] + [keyword.arg for keyword in call.keywords]
    required = names[: len(names) - len(function.args.defaults)]
    return len(call.args) <= len(names) and set(given) <= set(names) and set(required) <= set(given)


@pytest.mark.parametrize(
    ("owner", "module", "cls", "few"),
    [("device", "picamera2", "Picamera2", 8), ("request", "request", "CompletedRequest", 1)],
)
def test_all_we_call_exists_with_these_arguments(
    released: dict[str, ast.Module], owner: str, module: str, cls: str, few: int
) -> None:
    ours = used(owner)
    theirs = members(released[module], cls)
    assert len(ours) >= few, "the test no longer finds our own calls"
    assert set(ours) <= set(theirs)
    for name, calls in ours.items():
        for call in calls:
            assert accepts(theirs[name], call), f"{cls}.{name} does not take {ast.unparse(call)}"
    assert accepts(members(released["picamera2"], "Picamera2")["__init__"], ast.parse("Picamera2()").body[0].value)  # type: ignore[attr-defined]


def test_captured_request_waits_for_a_number_of_seconds(released: dict[str, ast.Module]) -> None:
    theirs = members(released["picamera2"], "Picamera2")
    assert "wait=wait" in ast.unparse(theirs["captured_request"])
    assert "get_result(timeout=timeout)" in ast.unparse(theirs["dispatch_functions"])


def test_streams_formats_and_their_keys_exist(released: dict[str, ast.Module]) -> None:
    (call,) = used("device")["create_video_configuration"]
    streams = {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg in ("main", "lores", "raw")}
    asked = {str(ast.literal_eval(call.args[0])) for call in used("request")["make_array"]}
    assert asked == set(streams) == {"main", "lores"}
    checks = ast.unparse(members(released["picamera2"], "Picamera2")["_make_initial_stream_config"])
    for stream in streams.values():
        assert isinstance(stream, ast.Dict)
        for key in stream.keys:
            assert repr(ast.literal_eval(key)) in checks  # type: ignore[arg-type]
    known = ast.unparse(released["formats"])
    assert repr(pi.MAIN_FORMAT) in known and repr(pi.LORES_FORMAT) in known


def test_the_main_format_is_bgr_in_memory(released: dict[str, ast.Module]) -> None:
    """picamera2 itself tells Pillow the order of the bytes of each format."""
    (orders,) = (
        ast.literal_eval(node.value)
        for node in ast.walk(released["request"])
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "mode_lookup"
    )
    assert orders[pi.MAIN_FORMAT] == "BGR"


def test_the_controls_we_set_are_libcameras() -> None:
    ours = {
        str(key.value)
        for node in ast.walk(OURS)
        if isinstance(node, ast.Dict)
        for key in node.keys
        if isinstance(key, ast.Constant) and str(key.value)[0].isupper()
    }
    known = {line for line in LIBCAMERA_CONTROLS.read_text("utf-8").splitlines() if not line.startswith("#")}
    assert {"AfMode", "LensPosition", "AeFlickerPeriod"} <= ours <= known


def test_importing_the_cameras_does_not_import_picamera2() -> None:
    code = "import sys, hardware.cameras; sys.exit('picamera2' in sys.modules or 'libcamera' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
