"""Three commands on this project's own source text: kernels compiled once, run again without compiling."""

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


def source_text() -> str:
    """Return all modules of the compiler, joined."""
    modules = sorted(Path(swc.__file__).parent.rglob("*.py"))
    return "\n".join(path.read_text(encoding="utf-8") for path in modules)


def letters_of(text: str) -> np.ndarray:
    """Return a table [place, letter] that holds a one for the letter at each place, or for the blank."""
    numbers = [max(0, LETTERS.find(character)) for character in text.lower()]
    return np.eye(len(LETTERS), dtype=np.float32)[numbers]


def page_of(text: str) -> np.ndarray:
    """Return which characters of the first page are not blank, in blocks of 4 x 2."""
    lines = [line.ljust(96)[:96] for line in text.split("\n")[:64]]
    return np.array([[character != " " for character in line] for line in lines]).reshape(16, 4, 48, 2)


def timed(kernel, *arrays: np.ndarray) -> tuple[np.ndarray, float]:
    """Return a kernel's result and the milliseconds that it took."""
    begin = time.perf_counter()
    return kernel(*arrays), 1e3 * (time.perf_counter() - begin)


def show(text: str) -> None:
    """Run the commands, compare with NumPy, and print what they found."""
    table = letters_of(text)
    count_pairs = swc.kernel(PAIRS)
    _, first = timed(count_pairs, table[:-1], table[1:])
    pairs, again = timed(count_pairs, table[:-1], table[1:])
    wanted, theirs = timed(lambda a, b: np.einsum("pf,ps->fs", a, b, optimize=True), table[:-1], table[1:])
    assert np.array_equal(pairs, wanted)
    pairs[0, :] = pairs[:, 0] = 0  # pairs with a blank
    best = [divmod(int(place), len(LETTERS)) for place in np.argsort(pairs, axis=None)[::-1][:8]]
    print(f'"{PAIRS}"\n  over {len(text):,} characters; the commonest pairs of letters:')
    print("  " + "   ".join(f"{LETTERS[a]}{LETTERS[b]} {int(pairs[a, b])}" for a, b in best))
    print(f"  {first:.0f} ms with compiling, then {again:.1f} ms; numpy.einsum {theirs:.1f} ms, same result")
    print(f'\n"{PAGE}"\n  the first page, every block of 4 x 2 characters as one shade:')
    for row in swc.kernel(PAGE)(page_of(text)):
        print("  " + "".join(SHADES[min(int(count), 9)] for count in row).rstrip())


def main() -> None:
    """Show the commands, a mistake, and a second process."""
    if sys.argv[1:] == ["--again"]:
        table = letters_of(source_text())
        _, milliseconds = timed(swc.kernel(PAIRS), table[:-1], table[1:])
        assert "numba" not in sys.modules
        print(
            f"a second process found the kernel on disk: first call {milliseconds:.0f} ms, nothing compiled"
        )
        return
    with tempfile.TemporaryDirectory() as store:
        os.environ["SWC_CACHE_DIR"] = store
        show(source_text())
        print("\na mistake is shown where it is:")
        try:
            swc.kernel(MISTAKE)
        except swc.CommandError as error:
            print(f"  {error}", *error.__notes__, sep="\n", end="\n\n")
        subprocess.run([sys.executable, __file__, "--again"], check=True)


if __name__ == "__main__":
    main()
