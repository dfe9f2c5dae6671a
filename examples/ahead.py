"""Compile ahead, then run in a process that compiles nothing and never imports Numba."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

COMMAND = "b i k, b j k -> b i j"
JOB = f"""
import sys
import numpy as np
import swc
queries, keys = np.load("queries.npy"), np.load("keys.npy")
np.save("scores.npy", swc.kernel({COMMAND!r})(queries, keys))
print("numba imported:", "numba" in sys.modules)
"""


def main() -> None:
    """Compile in one process, run in another, compare with NumPy."""
    random = np.random.default_rng(0)
    queries = random.standard_normal((3, 50, 40), dtype=np.float32)
    keys = random.standard_normal((3, 70, 40), dtype=np.float32)
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "SWC_CACHE_DIR": str(Path(folder, "kernels"))}
        np.save(Path(folder, "queries.npy"), queries)
        np.save(Path(folder, "keys.npy"), keys)

        build = [sys.executable, "-m", "swc", "compile", COMMAND]
        built = subprocess.run(build, env=environment, check=True, stdout=subprocess.PIPE, text=True)
        print(built.stdout.strip())

        job = [sys.executable, "-c", JOB]
        ran = subprocess.run(job, env=environment, cwd=folder, check=True, stdout=subprocess.PIPE, text=True)
        print(ran.stdout.strip())
        assert ran.stdout == "numba imported: False\n"

        scores = np.load(Path(folder, "scores.npy"))
    assert np.allclose(scores, np.einsum("bik,bjk->bij", queries, keys), atol=1e-4)
    print(f"scores {scores.shape}: equal to NumPy's to 1e-4")


if __name__ == "__main__":
    main()
