"""Tensor contract, section 2: construction and attributes."""

import copy
import gc
import pickle
import weakref

import numpy as np
import pytest
from runtime_support import ALL_DTYPES, layout_of, nothing_changes, numbered

from strideweave import Carrier, DType, Layout, Shape, Stride, Tensor


def test_construction_shares_the_carrier_and_touches_nothing():
    carrier = Carrier.from_values(range(10))
    with nothing_changes(carrier):
        tensor = Tensor(carrier, 2, layout_of([2, 3], [1, 2]))
    assert tensor.carrier is carrier
    assert tensor.offset == 2
    assert tensor.layout == layout_of([2, 3], [1, 2])
    assert tensor.version == 0


def test_cosize_and_not_size_must_fit():
    layout = layout_of([2, 3], [1, 4])
    assert layout.size == 6
    with pytest.raises(ValueError, match=r"^Tensor storage exceeds carrier size") as caught:
        Tensor(Carrier(9), 0, layout)
    assert str(caught.value).endswith(": offset 0 plus cosize 10 is more than 9 slots")
    assert Tensor(Carrier(10), 0, layout).size() == 6
    with pytest.raises(ValueError, match=r"^Tensor storage exceeds carrier size"):
        Tensor(Carrier(10), 1, layout)


def test_a_broadcast_layout_needs_one_slot():
    assert Tensor(Carrier(1), 0, layout_of([2**40], [0])).size() == 2**40


def test_rank_zero_holds_one_element():
    tensor = Tensor(Carrier.from_values([4.0]), 0, Layout(Shape(), Stride()))
    assert tensor.size() == 1
    assert tensor[()] == tensor[0] == 4.0


@pytest.mark.parametrize("carrier", [None, [1.0], np.zeros(3), object()])
def test_a_carrier_of_the_wrong_kind_is_refused_first(carrier):
    with pytest.raises(TypeError, match=r"^Tensor carrier must be a Carrier$"):
        Tensor(carrier, "offset", "layout")


@pytest.mark.parametrize("layout", [None, Shape(2), (2, 1)])
def test_a_layout_of_the_wrong_kind_is_refused(layout):
    with pytest.raises(TypeError, match=r"^Tensor layout must be a Layout$"):
        Tensor(Carrier(3), "offset", layout)


@pytest.mark.parametrize("offset", [1.0, "0", None, True])
def test_an_offset_of_the_wrong_kind_is_refused(offset):
    with pytest.raises(TypeError, match=r"^Tensor offset must be an integer$"):
        Tensor(Carrier(3), offset, layout_of([9], [1]))


def test_a_negative_offset_is_refused_before_the_size_is_looked_at():
    with pytest.raises(ValueError, match=r"^Tensor offset must be non-negative"):
        Tensor(Carrier(3), -1, layout_of([9], [1]))


def test_a_released_carrier_holds_no_layout():
    carrier = Carrier(3)
    carrier.release()
    with pytest.raises(ValueError, match=r"^Tensor storage exceeds carrier size"):
        Tensor(carrier, 0, layout_of([1], [1]))


@pytest.mark.parametrize("name", ["carrier", "offset", "layout", "version"])
def test_attributes_are_read_only(name):
    tensor = numbered([2], [1])
    before = getattr(tensor, name)
    with pytest.raises(AttributeError):
        setattr(tensor, name, before)
    assert getattr(tensor, name) is before


@pytest.mark.parametrize("dtype", ALL_DTYPES, ids=repr)
def test_methods_tell_what_the_carrier_is(dtype):
    tensor = Tensor(Carrier(6, dtype=dtype, mutable=False), 0, layout_of([2, [3]], [1, [2]]))
    assert tensor.dtype() is dtype
    assert tensor.size() == 6
    assert tensor.is_mutable() is False
    assert tensor.carrier_type() is Carrier
    assert tensor.is_differentiable() is (dtype in (DType.Float32, DType.Float64))


def test_the_address_is_that_of_the_first_element():
    tensor = numbered([2], [1], dtype=DType.Float64, offset=3)
    assert tensor.address == tensor.carrier.address + 24
    tensor.carrier.release()
    with pytest.raises(RuntimeError, match=r"^Carrier is released$"):
        _ = tensor.address


def test_tensors_that_share_a_carrier_see_each_others_writes_and_version():
    first = numbered([4], [1])
    second = Tensor(first.carrier, 1, layout_of([2], [2]))
    second[1] = 9.0
    assert first[3] == 9.0
    assert first.version == second.version == 1


def test_a_tensor_keeps_its_carrier_alive_and_never_releases_it():
    tensor = numbered([2], [1])
    carrier = weakref.ref(tensor.carrier)
    gc.collect()
    assert tensor[1] == 1.0
    held = tensor.carrier
    del tensor
    gc.collect()
    assert carrier() is held
    assert not held.is_released()


def test_an_array_on_the_left_does_not_take_the_tensor_apart():
    tensor = numbered([2], [1])
    with pytest.raises(TypeError):
        np.ones(2) @ tensor
    with pytest.raises(TypeError):
        np.ones(2) + tensor


def test_operators_that_do_not_exist_are_type_errors():
    tensor = numbered([2], [1])
    for attempt in (lambda: 1.0 + tensor, lambda: 1.0 - tensor, lambda: 1.0 / tensor):
        with pytest.raises(TypeError):
            attempt()


def test_a_tensor_is_not_iterable():
    tensor = numbered([2], [1])
    with pytest.raises(TypeError):
        iter(tensor)
    with pytest.raises(TypeError):
        _ = 1.0 in tensor


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))])
def test_views_copied_together_still_share(duplicate):
    tensor = numbered([2, 3], [1, 2])
    first, second = duplicate((tensor, tensor[0:1, :]))
    assert first.carrier is second.carrier
    assert first.carrier is not tensor.carrier
    assert first.layout == tensor.layout
    second[0] = 7.0
    assert first[0] == 7.0
    assert tensor[0] == 0.0


def test_repr_shows_the_elements_and_the_layout():
    tensor = numbered([2, 2], [1, 2])
    assert repr(tensor) == (
        "Tensor([[0., 2.],\n        [1., 3.]], dtype=Float32, layout=Layout( Shape<(2, 2)>, Stride<(1, 2)>))"
    )
    tensor.carrier.release()
    assert repr(tensor) == "Tensor(released, dtype=Float32, layout=Layout( Shape<(2, 2)>, Stride<(1, 2)>))"
