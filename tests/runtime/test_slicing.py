"""Tensor contract, section 6: views by slices."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from runtime_support import layout_of, nothing_changes, numbered

from strideweave import Tensor


@pytest.mark.parametrize(
    ("key", "offset", "shape", "stride"),
    [
        ((2, slice(1, 9)), 7, [8], [5]),
        ((2, slice(1, 9, 2)), 7, [4], [10]),
        ((slice(-2, None), 9), 48, [2], [1]),
        ((slice(None), slice(None)), 0, [5, 10], [1, 5]),
        ((slice(0, 99), slice(-99, 3)), 0, [5, 3], [1, 5]),
        ((slice(None, None, 5), slice(0, 10, 5)), 0, [1, 2], [5, 25]),
        ((4, slice(9, 10)), 49, [1], [5]),
    ],
)
def test_leaf_modes_slice_by_python_normalisation(key, offset, shape, stride):
    tensor = numbered([5, 10], [1, 5])
    with nothing_changes(tensor.carrier):
        made = tensor[key]
    assert isinstance(made, Tensor)
    assert (made.offset, made.layout) == (offset, layout_of(shape, stride))
    assert made.carrier is tensor.carrier
    assert made.dtype() is tensor.dtype()


@pytest.mark.parametrize(
    ("key", "offset", "shape", "stride"),
    [
        ((1, slice(None)), 1, [[2, 3]], [[2, 4]]),
        ((1, slice(None, None, 1)), 1, [[2, 3]], [[2, 4]]),
        ((slice(None), 4), 8, [2], [1]),
        ((slice(1, 2), 5), 11, [1], [1]),
        ((slice(1, 2), slice(None)), 1, [1, [2, 3]], [1, [2, 4]]),
    ],
)
def test_nested_modes_take_an_ordinal_or_stay_whole(key, offset, shape, stride):
    made = numbered([2, [2, 3]], [1, [2, 4]])[key]
    assert (made.offset, made.layout) == (offset, layout_of(shape, stride))


def test_a_bare_slice_is_one_entry():
    made = numbered([6], [2])[2:6:2]
    assert (made.offset, made.layout) == (4, layout_of([2], [4]))


def test_a_view_of_a_view_adds_offsets():
    made = numbered([5, 10], [1, 5], offset=3)[1:5, 2:10][2, 3:8]
    assert (made.offset, made.layout) == (3 + 11 + 2 + 15, layout_of([5], [5]))


def test_a_single_leaf_nest_stays_a_nest():
    made = numbered([[3], 2], [[1], 3])[:, 0:1]
    assert made.layout == layout_of([[3], 1], [[1], 3])


def test_slicing_a_stride_zero_mode_keeps_the_stride():
    made = numbered([4, 2], [0, 1])[1:3, :]
    assert (made.offset, made.layout) == (0, layout_of([2, 2], [0, 1]))


def test_a_view_of_a_released_carrier_moves_no_storage():
    tensor = numbered([4], [1])
    tensor.carrier.release()
    assert tensor[1:3].layout == layout_of([2], [1])


FAILURES = [
    ((slice(None),), ValueError, "View keys must include exactly one key per top-level mode"),
    (slice(None), ValueError, "View keys must include exactly one key per top-level mode"),
    ((slice(None), 0, 0), ValueError, "View keys must include exactly one key per top-level mode"),
    ([slice(None), 0], ValueError, "View keys must include exactly one key per top-level mode"),
    ((slice(None), "a", "b"), ValueError, "View keys must include exactly one key per top-level mode"),
    ((slice(None), "a"), TypeError, "View key must be an integer or slice"),
    ((slice(None), 1.5), TypeError, "View key must be an integer or slice"),
    ((slice(None), None), TypeError, "View key must be an integer or slice"),
    ((0, (slice(None), 1)), TypeError, "View key must be an integer or slice"),
    (([slice(None)], 1), TypeError, "View key must be an integer or slice"),
    ((slice(None), 10), ValueError, "View integer key is out of domain"),
    ((slice(None), -1), ValueError, "View integer key is out of domain"),
    ((5, slice(None)), ValueError, "View integer key is out of domain"),
    ((slice(0, 4, 1.0), 0), TypeError, "View slice step must be an integer"),
    ((slice(0, 4, "a"), 0), TypeError, "View slice step must be an integer"),
    ((slice(0, 4, 0), 0), ValueError, "View slices require a positive step"),
    ((slice(0, 4, -1), 0), ValueError, "View slices require a positive step"),
    ((slice(3, 3), 0), ValueError, "View slices must be non-empty"),
    ((slice(4, 2), 0), ValueError, "View slices must be non-empty"),
    ((slice(7, 9), 0), ValueError, "View slices must be non-empty"),
    ((slice(0, 4, 3), 0), ValueError, "View slice interval must be divisible by its step"),
    ((slice(None, None, 2), 0), ValueError, "View slice interval must be divisible by its step"),
    ((slice(0, 4, 3), "a"), ValueError, "View slice interval must be divisible by its step"),
    (("a", slice(0, 4, 3)), TypeError, "View key must be an integer or slice"),
]


@pytest.mark.parametrize(("key", "error", "message"), FAILURES, ids=repr)
def test_a_bad_key_fails_with_its_own_text(key, error, message):
    tensor = numbered([5, 10], [1, 5])
    with nothing_changes(tensor.carrier), pytest.raises(error) as caught:
        tensor[key]
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("entry", "error", "message"),
    [
        (slice(0, 2), ValueError, "Only whole slices are supported for non-leaf modes"),
        (slice(0, 6), ValueError, "Only whole slices are supported for non-leaf modes"),
        (slice(None, 6), ValueError, "Only whole slices are supported for non-leaf modes"),
        (slice(None, None, 2), ValueError, "Only whole slices are supported for non-leaf modes"),
        (slice(None, None, -1), ValueError, "View slices require a positive step"),
        (slice(None, None, "a"), TypeError, "View slice step must be an integer"),
        (6, ValueError, "View integer key is out of domain"),
        (-1, ValueError, "View integer key is out of domain"),
        ((1, 1), TypeError, "View key must be an integer or slice"),
    ],
    ids=repr,
)
def test_a_nested_mode_refuses_part_of_itself(entry, error, message):
    tensor = numbered([2, [2, 3]], [1, [2, 4]])
    with nothing_changes(tensor.carrier), pytest.raises(error) as caught:
        tensor[0:1, entry]
    assert str(caught.value) == message


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_a_slice_reads_what_numpy_reads(data):
    extents = data.draw(st.lists(st.integers(1, 6), min_size=1, max_size=3))
    array = np.arange(np.prod(extents), dtype=np.float32).reshape(extents)
    strides = [stride // 4 for stride in array.strides]
    tensor = numbered(extents, strides)
    key = []
    for extent in extents:
        start = data.draw(st.integers(0, extent - 1))
        step = data.draw(st.integers(1, extent - start))
        count = data.draw(st.integers(1, (extent - start) // step))
        key.append(data.draw(st.sampled_from([start, slice(start, start + count * step, step)])))
    key[0] = key[0] if isinstance(key[0], slice) else slice(key[0], key[0] + 1)
    assert np.array_equal(tensor[tuple(key)].numpy(), array[tuple(key)])
