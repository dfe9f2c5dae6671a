"""Operations contract, section 1, and the lightness of the import."""

import subprocess
import sys

import pytest

import strideweave
from strideweave import friendly, layout

OPERATIONS = [
    "argmax",
    "argmin",
    "as_strided",
    "broadcast_in_dim",
    "broadcast_to",
    "contiguous",
    "einsum",
    "from_numpy",
    "matmul",
    "permute",
    "rearrange",
    "reduce_max",
    "reduce_min",
    "reduce_prod",
    "reduce_sum",
    "reshape",
    "squeeze",
    "unsqueeze",
    "view",
]
VALUES = ["Carrier", "DType", "Layout", "Node", "Shape", "Stride", "Tensor", "Tiler", "Tree"]


@pytest.mark.parametrize("module", [strideweave, strideweave.einops, friendly, layout])
def test_all_is_sorted_and_every_name_exists(module):
    assert module.__all__ == sorted(module.__all__)
    assert all(hasattr(module, name) for name in module.__all__)
    assert module.__doc__


def test_the_top_level_has_the_names_of_the_contract():
    assert set(OPERATIONS) | set(VALUES) <= set(strideweave.__all__)


def test_every_public_function_is_documented():
    for module in (strideweave, strideweave.einops, friendly):
        undocumented = [name for name in module.__all__ if not getattr(module, name).__doc__]
        assert undocumented == [name for name in undocumented if name in {"TokenKind", "Tiler"}]


def test_layout_values_are_importable_from_both_places():
    for name in ("Layout", "Node", "Shape", "Stride", "Tiler", "Tree"):
        assert getattr(strideweave, name) is getattr(layout, name)


def test_importing_stays_light():
    script = (
        "import sys, strideweave\n"
        "heavy = {'numba', 'llvmlite', 'lark', 'rich', 'click'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
        "strideweave.from_numpy(__import__('numpy').zeros((2, 3)))[0:1, :]\n"
        "heavy = {'numba', 'llvmlite', 'lark', 'rich', 'click'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.returncode == 0
