"""Generated kernels are what `tests/golden/` shows; `make golden` writes it anew."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from swc.codegen.module import emit_module
from swc.codegen.signature import sign
from swc.codegen.target import TARGETS
from swc.dtypes import DType
from swc.passes import canonicalise
from swc.prepare import prepare

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden"
KERNELS = {
    "transpose": ("a b -> b a", "rearrange", DType.Float32),
    "batched_product": ("b i, b j -> b i j", "einsum", DType.Float64),
    "sum_of_rows": ("a b -> a", "reduce_sum", DType.Float32),
    "sum_of_columns": ("a b -> b", "reduce_sum", DType.Int32),
    "argmax": ("a b -> a", "argmax", DType.Float32),
    "contraction": ("b i k, b j k -> b i j", "einsum", DType.Float32),
}


def kernel_text(name: str) -> str:
    """Return the kernel's part of a module, without the support code in front of it."""
    command, kind, dtype = KERNELS[name]
    nest = canonicalise(prepare(command, kind, dtypes=(dtype,)).plan.nest)
    source = emit_module(sign(nest), TARGETS["x86-64-v3"], (f"Command: {command}",))
    _, mark, kernel = source.partition("# --- kernel")
    return mark + kernel


@pytest.mark.parametrize("name", KERNELS)
def test_a_kernel_is_the_golden_one(name: str) -> None:
    path = GOLDEN / f"{name}.py"
    if os.environ.get("UPDATE_GOLDEN") == "1":
        path.write_text(kernel_text(name), encoding="utf-8")
    assert kernel_text(name) == path.read_text(encoding="utf-8"), "if this is meant: make golden"


def test_there_is_no_golden_kernel_without_a_test() -> None:
    assert {path.stem for path in GOLDEN.glob("*.py")} == set(KERNELS)


def test_source_is_the_same_under_every_hash_seed() -> None:
    script = (
        "import sys; sys.path.insert(0, 'tests/codegen')\n"
        "from test_golden_kernels import KERNELS, kernel_text\n"
        "import hashlib; print(hashlib.sha256(''.join(map(kernel_text, KERNELS)).encode()).hexdigest())\n"
    )
    digests = set()
    for seed in "012":
        environment = {
            **os.environ,
            "PYTHONHASHSEED": seed,
            "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'runtime'}",
        }
        done = subprocess.run(
            [sys.executable, "-c", script],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        digests.add(done.stdout)
    assert len(digests) == 1
