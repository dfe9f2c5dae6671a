"""Tensor contract, sections 3 and 4: reading and writing one element."""

import numpy as np
import pytest
from runtime_support import ALL_DTYPES, SAMPLE, layout_of, nothing_changes, numbered

from strideweave import Carrier, DType, Tensor

KIND = "Tensor indices must be integers or tuples/lists of integers"
DOMAIN = "Key is not in domain of shape"


@pytest.mark.parametrize(
    ("key", "slot"),
    [
        (0, 0),
        (1, 5),
        (2, 6),
        (3, 11),
        (11, 19),
        ((1, 2), 9),
        ([1, 2], 9),
        ((1, (1, 2)), 19),
        ((1, [0, 2]), 13),
        ([0, (1, 1)], 10),
    ],
)
def test_keys_count_the_first_mode_fastest_at_every_level(key, slot):
    tensor = numbered([2, [2, 3]], [5, [6, 4]])
    assert tensor[key] == float(slot)
    tensor[key] = -1.0
    assert tensor.carrier[slot] == -1.0


def test_the_offset_is_added():
    assert numbered([2], [3], offset=4)[1] == 7.0


@pytest.mark.parametrize(
    "key", ["a", 1.5, None, (0, "a"), (0, 1.0), [0, None], (0, (1, "a")), (0, {1}), True]
)
def test_a_key_of_the_wrong_kind_is_refused_for_reading_and_writing(key):
    tensor = numbered([5, 10], [1, 5])
    with nothing_changes(tensor.carrier):
        with pytest.raises(TypeError) as reading:
            tensor[key]
        with pytest.raises(TypeError) as writing:
            tensor[key] = 1.0
    assert str(reading.value) == str(writing.value) == KIND


@pytest.mark.parametrize(
    "key", [-1, 50, (5, 0), (0, 10), (-1, 0), (1,), (1, 2, 3), (), (0, (1, 1)), [[0], 11]]
)
def test_a_key_out_of_the_domain_is_refused_for_reading_and_writing(key):
    tensor = numbered([5, 10], [1, 5])
    with nothing_changes(tensor.carrier):
        with pytest.raises(ValueError, match=r".") as reading:
            tensor[key]
        with pytest.raises(ValueError, match=r".") as writing:
            tensor[key] = 1.0
    assert str(reading.value) == str(writing.value) == DOMAIN


def test_the_kind_of_a_key_is_checked_before_its_domain_and_the_domain_before_the_carrier():
    tensor = numbered([5, 10], [1, 5])
    tensor.carrier.release()
    with pytest.raises(TypeError, match=f"^{KIND}$"):
        tensor[(99, "a")]
    with pytest.raises(ValueError, match=f"^{DOMAIN}$"):
        tensor[(99, 0)]
    with pytest.raises(RuntimeError, match=r"^Carrier is released$"):
        tensor[(0, 0)]


@pytest.mark.parametrize("dtype", ALL_DTYPES, ids=repr)
def test_a_write_stores_one_slot_and_advances_the_version_once(dtype):
    tensor = Tensor(Carrier(12, dtype=dtype), 1, layout_of([2, 3], [1, 4]))
    tensor[1, 2] = SAMPLE[dtype]
    assert tensor[1, 2] == SAMPLE[dtype]
    assert tensor.version == 1
    assert [tensor.carrier[i] for i in range(12)] == [SAMPLE[dtype] if i == 10 else 0 for i in range(12)]


def test_writing_into_a_broadcast_view_writes_the_shared_slot():
    tensor = Tensor(Carrier(2), 0, layout_of([4, 2], [0, 1]))
    tensor[3, 1] = 5.0
    assert [tensor[i, 1] for i in range(4)] == [5.0] * 4
    assert tensor.version == 1


@pytest.mark.parametrize("key", [slice(None), (slice(0, 1), 0), (0, slice(None)), [slice(None), 0]])
def test_slices_cannot_be_assigned(key):
    tensor = numbered([5, 10], [1, 5])
    with nothing_changes(tensor.carrier), pytest.raises(TypeError):
        tensor[key] = 1.0


def test_write_failures_are_reported_in_the_documented_order():
    released = Tensor(Carrier(2, mutable=False), 0, layout_of([2], [1]))
    immutable = Tensor(Carrier(2, mutable=False), 0, layout_of([2], [1]))
    mutable = Tensor(Carrier(2, dtype=DType.Int32), 0, layout_of([2], [1]))
    released.carrier.release()
    with pytest.raises(TypeError, match=f"^{KIND}$"):
        released["a"] = "value"
    with pytest.raises(ValueError, match=f"^{DOMAIN}$"):
        released[7] = "value"
    with pytest.raises(RuntimeError, match=r"^Carrier is released$"):
        released[0] = "value"
    with nothing_changes(immutable.carrier), pytest.raises(RuntimeError, match=r"^Carrier is not mutable$"):
        immutable[0] = "value"
    with nothing_changes(mutable.carrier), pytest.raises(TypeError, match=r"must be an integer"):
        mutable[0] = 1.0
    with nothing_changes(mutable.carrier), pytest.raises(OverflowError, match=r"out of int32 range"):
        mutable[0] = 2**31


def test_numpy_integers_are_no_tensor_keys():
    # The layout contract prefers refusing integer-likes to coercing them.
    with pytest.raises(TypeError, match=f"^{KIND}$"):
        numbered([2], [1])[np.int64(1)]
