"""Commands on this project's own source text: kernels compiled once, then run again without compiling."""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

import swc

LETTERS = " abcdefghijklmnopqrstuvwxyz"
SHADES = " .:-=+*#%@"
PAIRS = "place first, place second -> first second"
PAGE = "(row line) (column character) -> row column"
MISTAKE = "line column -> lines"

modules = sorted(Path(swc.__file__).parent.rglob("*.py"))
text = "\n".join(path.read_text(encoding="utf-8") for path in modules)


def letter_table() -> np.ndarray:
    """Return a table [place, letter] that holds a one for the letter at each place, or for the blank."""
    numbers = [max(0, LETTERS.find(character)) for character in text.lower()]
    return np.eye(len(LETTERS), dtype=np.float32)[numbers]


def page() -> np.ndarray:
    """Return which characters of the first page are not blank, in blocks of 4 x 2."""
    lines = [line.ljust(96)[:96] for line in text.split("\n")[:64]]
    return np.array([[character != " " for character in line] for line in lines]).reshape(16, 4, 48, 2)


def timed(kernel, *arrays: np.ndarray, runs: int = 1) -> tuple[np.ndarray, float]:
    """Return a kernel's result, and the least milliseconds that a run took."""
    seconds = []
    for _ in range(runs):
        begin = time.perf_counter()
        result = kernel(*arrays)
        seconds.append(time.perf_counter() - begin)
    return result, 1e3 * min(seconds)


def show_commands(first: np.ndarray, second: np.ndarray) -> None:
    """Run the commands, compare with NumPy, and print what they found."""
    count_pairs = swc.kernel(PAIRS)
    _, cold = timed(count_pairs, first, second)
    pairs, warm = timed(count_pairs, first, second, runs=5)
    wanted, numpy = timed(lambda a, b: np.einsum("pf,ps->fs", a, b, optimize=True), first, second, runs=5)
    assert np.array_equal(pairs, wanted)
    pairs[0, :] = pairs[:, 0] = 0  # pairs with a blank
    best = [divmod(int(place), len(LETTERS)) for place in np.argsort(pairs, axis=None)[::-1][:8]]
    print(f'"{PAIRS}"\n  over {len(text):,} characters; the commonest pairs of letters:')
    print("  " + "   ".join(f"{LETTERS[a]}{LETTERS[b]} {int(pairs[a, b])}" for a, b in best))
    print(f"  {cold:.0f} ms with compiling, then {warm:.1f} ms; numpy.einsum {numpy:.1f} ms, same result")
    print(f'\n"{PAGE}"\n  the first page, every block of 4 x 2 characters as one shade:')
    for row in swc.kernel(PAGE)(page()):
        print("  " + "".join(SHADES[int(count)] for count in row).rstrip())
    print("\na mistake is shown where it is:")
    try:
        swc.kernel(MISTAKE)
    except swc.CommandError as error:
        print(f"  {error}", *error.__notes__, sep="\n", end="\n\n")


table = letter_table()
if sys.argv[1:] == ["--again"]:
    _, again = timed(swc.kernel(PAIRS), table[:-1], table[1:])
    assert "numba" not in sys.modules
    print(f"a second process found the kernel on disk: first call {again:.0f} ms, nothing compiled")
else:
    with tempfile.TemporaryDirectory() as store:
        os.environ["SWC_CACHE_DIR"] = store
        show_commands(table[:-1], table[1:])
        subprocess.run([sys.executable, __file__, "--again"], check=True)
