"""Tensor contract, section 1: the carrier."""

import copy
import pickle

import numpy as np
import pytest
from runtime_support import ALL_DTYPES, SAMPLE, nothing_changes, slots

from strideweave import Carrier, DType


@pytest.mark.parametrize("dtype", ALL_DTYPES, ids=repr)
def test_fresh_storage_is_zero_and_at_version_zero(dtype):
    carrier = Carrier(3, dtype=dtype)
    assert carrier.size() == 3
    assert carrier.dtype() is dtype
    assert carrier.version == 0
    assert carrier.is_mutable()
    assert not carrier.is_released()
    assert slots(carrier) == [0, 0, 0]
    assert {type(value) for value in slots(carrier)} == {type(SAMPLE[dtype])}


def test_default_dtype_is_float32():
    assert Carrier(1).dtype() is DType.Float32
    assert Carrier.from_values([1]).dtype() is DType.Float32


def test_an_empty_carrier_has_the_slots_but_no_promised_contents():
    carrier = Carrier(4, dtype=DType.Int64, empty=True)
    carrier[3] = 9
    assert carrier.size() == 4
    assert carrier[3] == 9


def test_a_carrier_may_have_no_slots():
    assert Carrier(0).size() == 0
    assert Carrier.from_values([]).size() == 0


@pytest.mark.parametrize("dtype", ALL_DTYPES, ids=repr)
def test_a_value_reads_back_as_its_python_kind(dtype):
    carrier = Carrier(2, dtype=dtype)
    assert carrier.set_value(1, SAMPLE[dtype]) is None
    assert carrier.get_value(1) == carrier[1] == SAMPLE[dtype]
    assert type(carrier[1]) is type(SAMPLE[dtype])


def test_from_values_copies_and_normalises():
    values = [1, 2.5, True]
    carrier = Carrier.from_values(values)
    values[0] = 9
    assert slots(carrier) == [1.0, 2.5, 1.0]
    assert carrier.version == 0


def test_from_values_takes_any_iterable():
    assert slots(Carrier.from_values((n for n in range(3)), dtype=DType.Int32)) == [0, 1, 2]
    with pytest.raises(TypeError):
        Carrier.from_values(5)


def test_each_successful_write_advances_the_version_by_one():
    carrier = Carrier(2)
    carrier[0] = 1.0
    carrier.set_value(1, 2.0)
    carrier[0] = 1.0
    assert carrier.version == 3
    assert carrier[0] == 1.0
    assert carrier.version == 3


def test_the_version_is_read_only():
    carrier = Carrier(1)
    with pytest.raises(AttributeError):
        carrier.version = 4
    assert carrier.version == 0


def test_release_is_idempotent_and_no_mutation():
    carrier = Carrier.from_values([1.0, 2.0])
    carrier[0] = 5.0
    assert carrier.release() is None
    carrier.release()
    assert carrier.is_released()
    assert carrier.size() == 0
    assert carrier.dtype() is DType.Float32
    assert carrier.is_mutable()
    assert carrier.version == 1


def test_new_like_makes_an_independent_buffer_with_zero_for_none():
    source = Carrier.from_values([7, 8], dtype=DType.Int32)
    made = source.new_like([1, None, 3])
    made[0] = 5
    assert slots(made) == [5, 0, 3]
    assert made.dtype() is DType.Int32
    assert slots(source) == [7, 8]
    assert source.version == 0


def test_new_like_works_on_a_released_receiver_and_takes_options():
    source = Carrier(1)
    source.release()
    made = source.new_like([None, True], mutable=False, dtype=DType.Bool)
    assert slots(made) == [False, True]
    assert made[0] is False
    assert not made.is_mutable()


def test_allocate_like_makes_an_independent_buffer():
    source = Carrier.from_values([1, 2], dtype=DType.Int64)
    made = source.allocate_like(3, mutable=False)
    assert slots(made) == [0, 0, 0]
    assert made.dtype() is DType.Int64
    assert not made.is_mutable()
    assert source.allocate_like(2, dtype=DType.Float64, empty=True).dtype() is DType.Float64


def test_dlpack_info_names_the_buffer():
    carrier = Carrier(2)
    assert carrier.dlpack_info() == {"pointer": carrier.address, "device_type": 1, "device_id": 0}
    assert carrier.address == carrier.live_array().__array_interface__["data"][0]
    carrier.release()
    assert carrier.dlpack_info() == {"pointer": 0, "device_type": 1, "device_id": 0}


@pytest.mark.parametrize("mutable", [True, False])
def test_the_address_is_that_of_the_array(mutable):
    carrier = Carrier.from_values([1.0, 2.0], mutable=mutable)
    assert carrier.address == carrier.live_array().__array_interface__["data"][0]


INDEX_FAILURES = [
    ("a", TypeError, "Carrier index must be an integer"),
    (1.0, TypeError, "Carrier index must be an integer"),
    (None, TypeError, "Carrier index must be an integer"),
    (-1, IndexError, "Carrier index out of range"),
    (2, IndexError, "Carrier index out of range"),
    (2**80, IndexError, "Carrier index out of range"),
]


@pytest.mark.parametrize(("index", "error", "message"), INDEX_FAILURES)
def test_reading_a_bad_index_fails(index, error, message):
    carrier = Carrier.from_values([1.0, 2.0])
    with nothing_changes(carrier), pytest.raises(error) as caught:
        carrier[index]
    assert str(caught.value) == message


@pytest.mark.parametrize(("index", "error", "message"), INDEX_FAILURES)
def test_writing_a_bad_index_fails_and_changes_nothing(index, error, message):
    carrier = Carrier.from_values([1.0, 2.0])
    with nothing_changes(carrier), pytest.raises(error) as caught:
        carrier[index] = 3.0
    assert str(caught.value) == message


def test_numpy_integers_index_a_carrier():
    carrier = Carrier.from_values([1.0, 2.0])
    carrier[np.int32(0)] = 4.0
    assert carrier[np.int64(0)] == 4.0


def test_failures_are_reported_in_the_documented_order():
    released = Carrier(1, mutable=False)
    released.release()
    with pytest.raises(TypeError, match=r"^Carrier index must be an integer$"):
        released["a"] = "value"
    with pytest.raises(RuntimeError, match=r"^Carrier is released$"):
        released[5] = "value"
    with pytest.raises(RuntimeError, match=r"^Carrier is released$"):
        released.get_value(5)
    immutable = Carrier(1, mutable=False)
    with nothing_changes(immutable):
        with pytest.raises(RuntimeError, match=r"^Carrier is not mutable$"):
            immutable[5] = "value"
        with pytest.raises(IndexError, match=r"^Carrier index out of range$"):
            Carrier(1)[5] = "value"


def test_a_value_that_is_not_storable_changes_nothing():
    carrier = Carrier.from_values([1, 2], dtype=DType.Int32)
    with nothing_changes(carrier), pytest.raises(OverflowError) as caught:
        carrier[0] = 2**31
    assert str(caught.value) == "Carrier value 2147483648 is out of int32 range"


def test_the_memory_of_an_immutable_carrier_cannot_be_made_writable_through_numpy():
    array = Carrier.from_values([1.0], mutable=False).live_array()
    with pytest.raises(ValueError, match=r"WRITEABLE"):
        array[:].flags.writeable = True


@pytest.mark.parametrize("dtype", [np.float32, "Float32", None, float])
def test_a_dtype_that_is_no_dtype_is_refused_before_allocation(dtype):
    for attempt in (
        lambda: Carrier(2**60, dtype=dtype),
        lambda: Carrier.from_values(None, dtype=dtype),
    ):
        with pytest.raises(TypeError) as caught:
            attempt()
        assert str(caught.value) == "Carrier dtype must be a DType"


@pytest.mark.parametrize("size", [1.0, "3", None, True])
def test_a_size_that_is_no_int_is_refused(size):
    with pytest.raises(TypeError) as caught:
        Carrier(size)
    assert str(caught.value) == "Carrier size must be an integer"


def test_a_negative_size_is_refused():
    with pytest.raises(ValueError, match=r"^Carrier size must be non-negative$"):
        Carrier(-1)


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, lambda c: pickle.loads(pickle.dumps(c))])
def test_a_copied_carrier_is_independent_and_has_its_own_address(duplicate):
    source = Carrier.from_values([1, 2], dtype=DType.Int32, mutable=False)
    address = source.address
    made = duplicate(source)
    assert slots(made) == [1, 2]
    assert made.dtype() is DType.Int32
    assert not made.is_mutable()
    assert made.address != address
    assert made.address == made.live_array().__array_interface__["data"][0]


def test_a_copied_carrier_keeps_version_and_release():
    source = Carrier(1)
    source[0] = 2.0
    assert copy.deepcopy(source).version == 1
    source.release()
    assert copy.deepcopy(source).is_released()


def test_repr_tells_dtype_size_and_version():
    carrier = Carrier(2, dtype=DType.Bool)
    assert repr(carrier) == "Carrier<Bool, 2 slots, version 0>"
    carrier.release()
    assert repr(carrier) == "Carrier<Bool, released, version 0>"
