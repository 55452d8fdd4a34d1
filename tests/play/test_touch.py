"""A whole deal by real touches, under Xvfb."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys

import pytest


def test_a_whole_deal_by_touch_scores_the_truth() -> None:
    command = [sys.executable, "-m", "tests.play.touch_deal", "3"]
    if not os.environ.get("DISPLAY"):
        if shutil.which("xvfb-run") is None:
            if os.environ.get("DALJE_SCREEN_TESTS") == "required":
                pytest.fail("screen tests are required and there is neither a screen nor Xvfb")
            pytest.skip("no screen: apt-get install xvfb")
        command = ["xvfb-run", "-a", "-s", "-screen 0 1400x900x24", *command]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr[-3000:]
    told = json.loads(done.stdout.strip().splitlines()[-1])
    assert told["scores"] == told["truth"]
    assert told["acts"] > 20
    for points in told["truth"].values():
        assert any(str(points) in words for words in told["words"]), told["words"]
