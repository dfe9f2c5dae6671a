"""`Tensor.numpy()` and `numpy.asarray`: zero-copy back to NumPy, one axis a leaf or a mode."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from runtime_support import ALL_DTYPES, layout_of, numbered

from layout_strategies import layouts
from strideweave import Carrier, Tensor, from_numpy, view


def test_one_axis_a_leaf_depth_first():
    tensor = numbered([2, [3, [2, 1]]], [1, [2, [6, 9]]], offset=2)
    array = tensor.numpy()
    assert array.shape == (2, 3, 2, 1)
    assert array.strides == (4, 8, 24, 36)
    assert array[1, 2, 1, 0] == tensor[1, (2, (1, 0))]
    assert array.__array_interface__["data"][0] == tensor.address


@pytest.mark.parametrize("dtype", ALL_DTYPES, ids=repr)
def test_the_dtype_is_kept(dtype):
    assert Tensor(Carrier(2, dtype=dtype), 0, layout_of([2], [1])).numpy().dtype == dtype.numpy


def test_writes_are_seen_on_both_sides_and_do_not_advance_the_version():
    tensor = numbered([2, [2]], [1, [2]])
    array = tensor.numpy()
    array[1, 1] = 50.0
    assert tensor[1, 1] == 50.0
    tensor[0] = 60.0
    assert array[0, 0] == 60.0
    assert tensor.version == 1


def test_an_immutable_carrier_gives_a_read_only_array():
    tensor = Tensor(Carrier.from_values([1.0, 2.0], mutable=False), 0, layout_of([2], [1]))
    array = tensor.numpy()
    with pytest.raises(ValueError, match=r"read-only"):
        array[0] = 5.0
    with pytest.raises(ValueError, match=r"WRITEABLE"):
        array.flags.writeable = True
    assert tensor[0] == 1.0


def test_the_array_outlives_tensor_and_release():
    tensor = numbered([3], [1])
    array = tensor.numpy()
    tensor.carrier.release()
    assert array.tolist() == [0.0, 1.0, 2.0]
    with pytest.raises(RuntimeError, match=r"^Carrier is released$"):
        tensor.numpy()
    with pytest.raises(RuntimeError, match=r"^Carrier is released$"):
        tensor.numpy(merge=True)


def test_rank_zero_and_one_element():
    assert numbered([], [], offset=4).numpy().shape == ()
    assert float(numbered([], [], offset=4).numpy()) == 4.0
    assert numbered([1, [1]], [400, [900]]).numpy().tolist() == [[0.0]]


def test_an_extent_one_leaf_may_have_a_stride_past_the_end():
    assert numbered([3, 1], [1, 10**9]).numpy().tolist() == [[0.0], [1.0], [2.0]]


def test_merging_shares_memory_when_one_stride_describes_each_mode():
    tensor = view(np.arange(48.0).reshape(6, 8), "(a b) (c d)", b=2, d=4)
    merged = tensor.numpy(merge=True)
    assert merged.tolist() == np.arange(48.0).reshape(6, 8).tolist()
    assert merged.__array_interface__["data"][0] == tensor.address
    assert np.shares_memory(merged, tensor.numpy())


def test_merging_walks_the_last_leaf_fastest_and_otherwise_copies_once():
    tensor = numbered([2, [3, 4]], [1, [2, 6]])
    merged = tensor.numpy(merge=True)
    assert merged.tolist() == tensor.numpy().reshape(2, 12).tolist()
    assert merged[1, 5] == tensor[1, (1, 1)]
    assert not np.shares_memory(merged, tensor.numpy())
    assert merged.flags.writeable


def test_asarray_shares_and_converts_on_request():
    tensor = numbered([2, 3], [3, 1])
    assert np.shares_memory(np.asarray(tensor), tensor.numpy())
    assert not np.shares_memory(np.array(tensor), tensor.numpy())
    assert np.asarray(tensor, dtype=np.float64).tolist() == [[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]
    assert np.asarray(tensor, dtype=np.float32, copy=False).dtype == np.float32
    with pytest.raises(ValueError, match=r"^a conversion from float32 to float64 needs a copy$"):
        np.asarray(tensor, dtype=np.float64, copy=False)


def test_an_array_comes_back_as_the_same_memory():
    array = np.arange(24.0).reshape(2, 3, 4)[:, ::2, 1:]
    back = from_numpy(array).numpy()
    assert back.__array_interface__ == array.__array_interface__


@settings(max_examples=120, deadline=None)
@given(layouts(single_nests=True), st.integers(0, 3), st.sampled_from(ALL_DTYPES[:4]))
def test_every_element_of_any_layout_is_where_the_layout_says(layout, offset, dtype):
    tensor = Tensor(Carrier.from_values(range(offset + layout.cosize), dtype=dtype), offset, layout)
    leaves = tensor.numpy()
    assert leaves.shape == tuple(tensor.layout.leaf_extents)
    by_ordinal = leaves.transpose().ravel()
    assert by_ordinal.tolist() == [tensor[ordinal] for ordinal in range(tensor.size())]
    merged = tensor.numpy(merge=True)
    assert merged.shape == tuple(mode.size for mode in tensor.layout.shape)
    assert np.array_equal(merged, leaves.reshape(merged.shape))
    assert np.array_equal(from_numpy(leaves).numpy(), leaves)
