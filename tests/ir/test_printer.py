"""A nest prints as the loops that it stands for."""

from dataclasses import replace

import pytest

from nest_support import converted_product, make_nest, product
from swc.dtypes import DType
from swc.ir import ReductionKind, ScalarOperation, format_nest

CASES = {
    "copy": (
        make_nest([("p", 2, (3, 1)), ("p", 3, (1, 0))]),
        "for i0 in 2:\n  for i1 in 3:\n    out[3*i0 + i1] = a[i0]",
    ),
    "no axes move": (make_nest([("p", 1, (0, 0))]), "for i0 in 1:\n  out[0] = a[0]"),
    "sum": (
        make_nest([("r", 5, (0, 2))], dtypes=[DType.Float32] * 2, kind=ReductionKind.SUM),
        "for i0 in 5 reduced:\n  out[0] sum= a[2*i0] in Float32",
    ),
    "prod": (
        make_nest([("r", 5, (0, 2))], dtypes=[DType.Float64] * 2, kind=ReductionKind.PROD),
        "for i0 in 5 reduced:\n  out[0] prod= a[2*i0] in Float64",
    ),
    "min": (
        make_nest([("r", 5, (0, 2))], kind=ReductionKind.MIN),
        "for i0 in 5 reduced:\n  out[0] min= a[2*i0]",
    ),
    "argmin": (
        make_nest([("r", 5, (0, 2)), ("r", 2, (0, 0))], kind=ReductionKind.ARGMIN, ordinals=(2, 1)),
        "for i0 in 5 reduced:\n  for i1 in 2 reduced:\n    out[0] argmin= a[2*i0] at 2*i0 + i1",
    ),
    "product": (
        make_nest([("p", 2, (1, 1, 0))], dtypes=[DType.Int32] * 3, value=product()),
        "for i0 in 2:\n  out[i0] = a[i0] * b[0]",
    ),
    "checked product": (
        make_nest(
            [("p", 2, (1, 1, 0))], dtypes=[DType.Int32] * 3, value=product(ScalarOperation.CHECKED_MULTIPLY)
        ),
        "for i0 in 2:\n  out[i0] = a[i0] *! b[0]",
    ),
    "converted product": (
        make_nest(
            [("p", 2, (1, 1, 0))],
            dtypes=[DType.Float64, DType.Int32, DType.Float32],
            value=converted_product(DType.Float64),
        ),
        "for i0 in 2:\n  out[i0] = Float64(a[i0]) * Float64(b[0])",
    ),
}


@pytest.mark.parametrize(("nest", "text"), CASES.values(), ids=CASES)
def test_nest_prints_as_loops(nest, text):
    assert format_nest(nest) == text


def test_loops_name_the_symbols_that_they_came_from():
    nest = make_nest([("p", 2, (3, 1)), ("r", 3, (0, 1))], kind=ReductionKind.MAX)
    first, second = nest.axes
    named = replace(nest, axes=(replace(first, origin=("a",)), replace(second, origin=("c", "d"))))
    assert (
        format_nest(named)
        == "for i0 in 2:  # a\n  for i1 in 3 reduced:  # c d\n    out[3*i0] max= a[i0 + i1]"
    )
