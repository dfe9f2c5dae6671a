"""`contiguous`: the same elements side by side."""

import numpy as np
import pytest
from runtime_support import ALL_DTYPES, layout_of, nothing_changes, numbered

from strideweave import Carrier, Tensor, contiguous, from_numpy, view


@pytest.mark.parametrize(("order", "stride"), [("C", [12, [4, 1]]), ("F", [1, [2, 6]])])
def test_the_nesting_stays_and_the_strides_become_compact(order, stride):
    tensor = numbered([2, [3, 4]], [50, [3, 11]], offset=2)
    with nothing_changes(tensor.carrier):
        made = contiguous(tensor, order)
    assert made.layout == layout_of([2, [3, 4]], stride)
    assert np.array_equal(made.numpy(), tensor.numpy())
    assert made.carrier is not tensor.carrier
    assert (made.carrier.size(), made.offset, made.version) == (24, 0, 0)


def test_the_default_order_is_c():
    assert contiguous(numbered([2, 3], [1, 2])).layout == layout_of([2, 3], [3, 1])


@pytest.mark.parametrize(
    ("shape", "stride", "order"),
    [
        ([2, 3], [3, 1], "C"),
        ([2, [3]], [1, [2]], "F"),
        ([1, 3], [77, 1], "C"),
        ([], [], "C"),
        ([1], [0], "F"),
    ],
)
def test_a_tensor_that_is_already_so_is_returned_itself(shape, stride, order):
    tensor = numbered(shape, stride, offset=1)
    assert contiguous(tensor, order) is tensor


@pytest.mark.parametrize("dtype", ALL_DTYPES, ids=repr)
def test_every_dtype_is_copied_bit_by_bit(dtype):
    array = (np.arange(30) % 2).astype(dtype.numpy).reshape(5, 6)[::2, ::2]
    made = contiguous(from_numpy(array))
    assert made.dtype() is dtype
    assert made.numpy().tolist() == array.tolist()


def test_a_broadcast_is_written_out():
    tensor = Tensor(Carrier.from_values([5.0, 7.0]), 0, layout_of([3, 2], [0, 1]))
    assert contiguous(tensor, "F").carrier.live_array().tolist() == [5.0, 5.0, 5.0, 7.0, 7.0, 7.0]


def test_nan_payloads_and_signed_zeros_survive():
    bits = np.array([0x7FC00123, 0x80000000, 0xFF800001, 0x00000001], np.uint32)
    tensor = from_numpy(bits.view(np.float32).reshape(2, 2).T)
    assert (
        contiguous(tensor).numpy().ravel().view(np.uint32).tolist() == bits.reshape(2, 2).T.ravel().tolist()
    )


def test_a_view_can_be_made_contiguous_and_merged_without_a_copy():
    made = contiguous(view(np.arange(24.0).reshape(4, 6), "a (b c)", b=2, order="F"))
    assert np.shares_memory(made.numpy(merge=True), made.numpy())


def test_failures():
    tensor = numbered([2, 3], [1, 2])
    with pytest.raises(TypeError, match=r"^tensor must be a Tensor$"):
        contiguous(np.zeros(3))
    with nothing_changes(tensor.carrier), pytest.raises(ValueError, match=r'^order must be "C" or "F"$'):
        contiguous(tensor, "K")
    tensor.carrier.release()
    assert contiguous(tensor, "F") is tensor
    with pytest.raises(RuntimeError, match=r"^tensor carrier is released$"):
        contiguous(tensor, "C")
