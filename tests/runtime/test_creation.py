"""Tensor contract, section 11: making tensors from values and taking values out."""

import random

import numpy as np
import pytest
from runtime_support import ALL_DTYPES, layout_of, nothing_changes, numbered, slots

from strideweave import Carrier, DType, Shape, Tensor
from strideweave.friendly import (
    arange,
    column_major,
    full,
    item,
    ones,
    rand,
    randn,
    row_major,
    tensor,
    to_list,
    zeros,
)

EXTENTS = "extents must be positive integers"


def fails(error, message, attempt):
    with pytest.raises(error) as caught:
        attempt()
    assert str(caught.value) == message


def test_nested_lists_put_the_outermost_level_at_mode_zero():
    made = tensor([[1, 2, 3], [4, 5, 6]])
    assert made.layout == layout_of([2, 3], [1, 2])
    assert made.dtype() is DType.Float32
    assert [[made[i, j] for j in range(3)] for i in range(2)] == [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
    assert slots(made.carrier) == [1.0, 4.0, 2.0, 5.0, 3.0, 6.0]
    assert made.version == 0
    assert made.is_mutable()


def test_tuples_and_deeper_levels_work_too():
    made = tensor(([(1, 2)], [(3, 4)], [(5, 6)]), dtype=DType.Int64)
    assert made.layout == column_major(3, 1, 2)
    assert made[2, 0, 1] == 6
    assert tensor([7], dtype=DType.Int32).layout == layout_of([1], [1])


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([], "values must be a non-empty list or tuple"),
        ((), "values must be a non-empty list or tuple"),
        (5, "values must be a non-empty list or tuple"),
        (None, "values must be a non-empty list or tuple"),
        (range(3), "values must be a non-empty list or tuple"),
        (np.ones(2), "values must be a non-empty list or tuple"),
        ([[]], "values must not contain empty levels"),
        ([[1], []], "values must not contain empty levels"),
        ([[[1]], [[]]], "values must not contain empty levels"),
        ([[1, 2], [3]], "values must be rectangular across every level"),
        ([[1], 2], "values must be rectangular across every level"),
        ([1, [2]], "values must be rectangular across every level"),
        ([[[1], [2]], [[3], 4]], "values must be rectangular across every level"),
    ],
)
def test_values_that_are_no_full_block_are_refused(values, message):
    fails(ValueError, message, lambda: tensor(values))


def test_values_follow_the_storage_rules():
    fails(
        TypeError,
        "Carrier value must be an integer for Int32 storage",
        lambda: tensor([1.0], dtype=DType.Int32),
    )
    fails(
        OverflowError,
        "Carrier value 2147483648 is out of int32 range",
        lambda: tensor([2**31], dtype=DType.Int32),
    )
    fails(TypeError, "Carrier value must be a real number for Float32 storage", lambda: tensor(["a"]))
    fails(TypeError, "Carrier dtype must be a DType", lambda: tensor([], dtype="Float32"))


def test_with_a_layout_values_come_in_ordinal_order_and_gaps_are_zero():
    made = tensor(iter([1, 2, 3, 4, 5, 6]), layout=layout_of([2, [3]], [5, [1]]))
    assert made.carrier.size() == 8
    assert slots(made.carrier) == [1.0, 3.0, 5.0, 0.0, 0.0, 2.0, 4.0, 6.0]
    assert to_list(made) == [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]


def test_with_a_layout_of_rank_zero_there_is_one_value():
    assert to_list(tensor([3], layout=layout_of([], []))) == [3.0]


def test_the_layout_is_checked_before_values_are_consumed():
    values = iter([1, 2])
    fails(TypeError, "layout must be a Layout", lambda: tensor(values, layout=Shape(2)))
    assert list(values) == [1, 2]


@pytest.mark.parametrize("values", [[1], [1, 2, 3], range(10**9), []])
def test_a_wrong_number_of_values_is_refused(values):
    fails(
        ValueError,
        "values length must equal the layout logical size",
        lambda: tensor(values, layout=layout_of([2], [1])),
    )


def test_values_that_are_not_iterable_are_refused():
    with pytest.raises(TypeError):
        tensor(5, layout=layout_of([2], [1]))


def test_full_zeros_and_ones_are_column_major():
    for made, value in ((full(2, 3, value=1.5), 1.5), (zeros(2, 3), 0.0), (ones(2, 3), 1.0)):
        assert made.layout == column_major(2, 3)
        assert made.dtype() is DType.Float32
        assert to_list(made) == [value] * 6


@pytest.mark.parametrize("dtype", ALL_DTYPES, ids=repr)
def test_zeros_and_ones_of_every_dtype(dtype):
    kind = type(dtype.numpy.type(0).item())
    assert to_list(zeros(2, dtype=dtype)) == [kind(0)] * 2
    assert to_list(ones(2, dtype=dtype)) == [kind(1)] * 2
    assert all(type(value) is kind for value in to_list(ones(2, dtype=dtype)))


def test_full_follows_the_storage_rules():
    assert to_list(full(1, value=0.1)) == [0.10000000149011612]
    fails(
        TypeError, "Carrier value must be a bool for Bool storage", lambda: full(2, value=1, dtype=DType.Bool)
    )


@pytest.mark.parametrize("make", [zeros, ones, rand, randn, lambda *extents: full(*extents, value=1.0)])
@pytest.mark.parametrize("extents", [(0,), (2, -1), (2.0,), ("3",), (10**9, 10**9, 0)])
def test_bad_extents_are_refused_before_allocation(make, extents):
    fails(ValueError, EXTENTS, lambda: make(*extents))


@pytest.mark.parametrize("make", [zeros, ones, rand, randn, lambda *extents: full(*extents, value=1.0)])
def test_no_extent_is_refused(make):
    fails(ValueError, "at least one extent is required", make)


def test_arange_counts_from_zero():
    assert to_list(arange(4)) == [0.0, 1.0, 2.0, 3.0]
    assert to_list(arange(3, dtype=DType.Int64)) == [0, 1, 2]
    assert arange(3).layout == layout_of([3], [1])
    for count in (0, -1, 2.0, "3"):
        fails(ValueError, EXTENTS, lambda count=count: arange(count))
    fails(TypeError, "Carrier value must be a bool for Bool storage", lambda: arange(2, dtype=DType.Bool))
    fails(
        OverflowError,
        "Carrier value 2147483648 is out of int32 range",
        lambda: arange(2**31 + 1, dtype=DType.Int32),
    )


def test_rand_draws_one_number_per_ordinal_in_order():
    made = rand(2, 3, rng=random.Random(5))
    reference = random.Random(5)
    assert to_list(made) == [float(np.float32(reference.random())) for _ in range(6)]
    assert made.layout == column_major(2, 3)
    assert made.dtype() is DType.Float32


def test_randn_draws_one_number_per_ordinal_in_order():
    made = randn(2, 3, rng=random.Random(5))
    reference = random.Random(5)
    assert to_list(made) == [float(np.float32(reference.gauss(0.0, 1.0))) for _ in range(6)]


def test_the_default_generator_obeys_the_seed_of_random():
    random.seed(3)
    first = to_list(rand(3)) + to_list(randn(3))
    random.seed(3)
    assert to_list(rand(3)) + to_list(randn(3)) == first


@pytest.mark.parametrize("make", [rand, randn])
def test_an_unsuitable_generator_is_an_attribute_error(make):
    with pytest.raises(AttributeError):
        make(2, rng=object())


def test_item_returns_the_only_element():
    assert item(numbered([1, [1]], [4, [2]], offset=3)) == 3.0
    assert item(numbered([], [], dtype=DType.Int32)) == 0


def test_item_counts_before_it_reads():
    many = numbered([2], [1])
    many.carrier.release()
    fails(ValueError, "item requires a tensor with exactly one element", lambda: item(many))
    one = numbered([1], [1])
    one.carrier.release()
    fails(RuntimeError, "Carrier is released", lambda: item(one))
    with pytest.raises(AttributeError):
        item(3.0)


def test_to_list_is_new_and_in_ordinal_order():
    made = numbered([2, [3, 2]], [6, [2, 1]], offset=1)
    with nothing_changes(made.carrier):
        values = to_list(made)
    assert values == [made[ordinal] for ordinal in range(12)]
    values[0] = None
    assert made[0] == 1.0


def test_to_list_reads_aliases_and_fails_when_it_cannot_read():
    assert to_list(Tensor(Carrier.from_values([5, 7]), 0, layout_of([2, 2], [0, 1]))) == [5.0, 5.0, 7.0, 7.0]
    released = numbered([1], [1])
    released.carrier.release()
    fails(RuntimeError, "Carrier is released", lambda: to_list(released))
    with pytest.raises(AttributeError):
        to_list([1.0])


def test_the_builders_are_those_of_layouts():
    assert column_major(2, 3, 4) == layout_of([2, 3, 4], [1, 2, 6])
    assert row_major(2, 3, 4) == layout_of([2, 3, 4], [12, 4, 1])
