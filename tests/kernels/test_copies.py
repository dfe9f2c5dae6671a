"""Copies move every element to its place, whatever the strides of both sides."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import swc.compile as compiler
from kernel_support import fill, launch, leaf_view
from layout_strategies import compact_layouts, layouts
from swc.dtypes import ALL_DTYPES, DType
from swc.layout import Layout, Shape, Stride
from swc.operand import OperandType

RNG = np.random.default_rng(1)


def check_copy(source: Layout, target: Layout, dtype: DType = DType.Int32) -> None:
    buffer = np.arange(source.cosize).astype(dtype.numpy)
    copied = launch(compiler.copy(OperandType(source, dtype), target), buffer)
    np.testing.assert_array_equal(copied, leaf_view(buffer, source))


def flat(extents, strides) -> Layout:
    return Layout(Shape(list(extents)), Stride(list(strides)))


@given(source=layouts(min_leaves=1), data=st.data())
def test_any_layout_into_any_compact_one(source: Layout, data):
    check_copy(source, data.draw(compact_layouts(source.shape)))


@given(target=layouts(min_leaves=1), data=st.data())
def test_any_layout_into_any_injective_one(target: Layout, data):
    assume(target.is_injective)
    check_copy(data.draw(compact_layouts(target.shape)), target)


@pytest.mark.parametrize("dtype", ALL_DTYPES)
def test_every_dtype(dtype):
    source = flat([3, 4, 5], [40, 10, 2])
    buffer = fill(source, dtype, RNG)
    copied = launch(compiler.copy(OperandType(source, dtype), flat([3, 4, 5], [1, 3, 12])), buffer)
    np.testing.assert_array_equal(copied, leaf_view(buffer, source))


@pytest.mark.parametrize("dtype", [DType.Float32, DType.Float64])
def test_nan_keeps_its_payload(dtype):
    bits = np.array([0x7FF4_0000_0000_1234, 0xFFF8_0000_0000_5678, 0x7FF0_0000_0000_0001], np.uint64)
    if dtype is DType.Float32:
        bits = np.array([0x7FA0_1234, 0xFFC0_5678, 0x7F80_0001], np.uint32)
    layout = flat([3], [1])
    copied = launch(compiler.copy(OperandType(layout, dtype), layout), bits.view(dtype.numpy))
    assert np.ascontiguousarray(copied).view(bits.dtype).tolist() == bits.tolist()


@pytest.mark.parametrize("rows", [1, 2, 31, 32, 33, 63, 65, 257])
@pytest.mark.parametrize("columns", [1, 31, 32, 33, 100])
def test_transposing_tiles_and_their_edges(rows, columns):
    check_copy(flat([rows, columns], [1, rows]), flat([rows, columns], [columns, 1]))


@pytest.mark.parametrize("length", [1, 2, 16383, 16384, 16385, 40000])
def test_long_runs_and_their_task_edges(length):
    check_copy(flat([length], [1]), flat([length], [1]))
    check_copy(flat([length], [3]), flat([length], [2]))


def test_one_element_spread_over_many():
    check_copy(flat([100, 3], [0, 0]), flat([100, 3], [3, 1]))


def test_gaps_between_written_elements_are_left_alone():
    check_copy(flat([7, 5], [5, 1]), flat([7, 5], [12, 2]))


def test_three_axes_in_every_order():
    source = flat([33, 5, 34], [170, 34, 1])
    for strides in ([1, 33, 165], [1, 1122, 33], [5, 1, 165], [34, 1122, 1], [170, 34, 1], [170, 1, 5]):
        check_copy(source, flat([33, 5, 34], strides))


def test_target_that_overlaps_itself_is_refused():
    layout = flat([2, 2], [1, 1])
    with pytest.raises(ValueError, match=r"^copy target must not give two coordinates one element: "):
        compiler.copy(OperandType(flat([2, 2], [2, 1]), DType.Int32), layout)


def test_target_of_another_shape_is_refused():
    with pytest.raises(ValueError, match=r"^copy target must have the source's shape: "):
        compiler.copy(OperandType(flat([2, 3], [3, 1]), DType.Int32), flat([3, 2], [2, 1]))
