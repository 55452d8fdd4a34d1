"""Memory as the bench counts it."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

COUNT = "from vision.bench.resident import most_mb, resident_mb; print(resident_mb(), most_mb())"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a process may begin with its parent's peak")
def test_peak_is_not_that_of_the_process_that_measures() -> None:
    ballast = np.ones(400 * 2**17)  # 400 MB
    done = subprocess.run([sys.executable, "-c", COUNT], capture_output=True, text=True, check=True)
    resident, most = (float(word) for word in done.stdout.split())
    assert ballast[-1] == 1 and 0 < resident <= most < 300
