"""Contraction commands and matmul on tensors: the scenarios of the specification, order of checks, dtypes."""

import numpy as np
import pytest
from runtime_support import layout_of, nothing_changes, numbered

from strideweave import DType, einops, einsum, friendly, from_numpy, matmul
from strideweave.friendly import to_list


def fails(error, message, attempt):
    with pytest.raises(error) as caught:
        attempt()
    assert str(caught.value) == message


def pair(lhs_shape, rhs_shape, dtype=np.float64):
    generator = np.random.default_rng(4)
    lhs = generator.integers(-4, 5, lhs_shape).astype(dtype)
    rhs = generator.integers(-4, 5, rhs_shape).astype(dtype)
    return lhs, rhs


@pytest.mark.parametrize(
    ("command", "subscripts", "lhs_shape", "rhs_shape"),
    [
        ("a b, c b -> a c", "ab,cb->ac", (3, 4), (5, 4)),
        ("a b, c b -> c a", "ab,cb->ca", (3, 4), (5, 4)),
        ("b i k, b j k -> b i j", "bik,bjk->bij", (2, 3, 4), (2, 5, 4)),
        ("b i, b j -> b i j", "bi,bj->bij", (2, 3), (2, 4)),
        ("b i, b j -> b j i", "bi,bj->bji", (2, 3), (2, 4)),
        ("b k, b k -> b", "bk,bk->b", (2, 3), (2, 3)),
        ("a b c, d c b -> a d", "abc,dcb->ad", (2, 3, 4), (5, 4, 3)),
        ("lambda np, out np -> lambda out", "ab,cb->ac", (3, 4), (5, 4)),
    ],
)
def test_a_contraction_sums_products_over_the_dropped_shared_symbols(
    command, subscripts, lhs_shape, rhs_shape
):
    lhs, rhs = pair(lhs_shape, rhs_shape)
    made = einsum(from_numpy(lhs), from_numpy(rhs), command)
    assert np.array_equal(made.numpy(), np.einsum(subscripts, lhs, rhs))
    assert np.array_equal(einops.einsum(from_numpy(lhs), from_numpy(rhs), command).numpy(), made.numpy())


def test_contract_two_matrices():
    lhs, rhs = numbered([2, 3], [1, 2]), numbered([4, 3], [3, 1])
    made = einsum(lhs, rhs, "a b, c b -> a c")
    for a, c in np.ndindex(2, 4):
        assert made[a, c] == sum(lhs[a, b] * rhs[c, b] for b in range(3))
    assert to_list(made) == to_list(matmul(lhs, rhs))


def test_contract_with_a_batch_symbol():
    lhs, rhs = numbered([2, 3, 4], [12, 4, 1]), numbered([2, 5, 4], [1, 2, 10])
    made = einsum(lhs, rhs, "b i k, b j k -> b i j")
    for b, i, j in np.ndindex(2, 3, 5):
        assert made[b, i, j] == sum(lhs[b, i, k] * rhs[b, j, k] for k in range(4))


def test_contract_a_batch_symbol_with_no_contraction_symbol():
    lhs, rhs = numbered([2, 3], [1, 2]), numbered([2, 4], [4, 1])
    made = einsum(lhs, rhs, "b i, b j -> b i j")
    for b, i, j in np.ndindex(2, 3, 4):
        assert made[b, i, j] == lhs[b, i] * rhs[b, j]


@pytest.mark.parametrize(
    ("command", "lhs", "rhs", "shape", "stride"),
    [
        ("a b, c b -> a c", [2, 3], [4, 3], [2, 4], [1, 2]),
        ("a b, c b -> c a", [2, 3], [4, 3], [4, 2], [2, 1]),
        ("a b, c b -> (c a)", [2, 3], [4, 3], [[4, 2]], [[2, 1]]),
        ("b, b -> 1", [3], [3], [1], [0]),
        ("b i k, b j k -> j b i", [2, 3, 4], [2, 5, 4], [5, 2, 3], [1, 5, 10]),
        ("b i, b j -> b j i", [2, 3], [2, 4], [2, 4, 3], [1, 6, 2]),
    ],
)
def test_result_layouts(command, lhs, rhs, shape, stride):
    made = einsum(friendly.ones(*lhs), friendly.ones(*rhs), command)
    assert made.layout == layout_of(shape, stride)
    assert (made.offset, made.version) == (0, 0)


def test_select_an_existing_hierarchical_mode():
    lhs, rhs = numbered([2, [3, 4]], [1, [2, 6]]), numbered([5, 4], [1, 5])
    made = einsum(lhs, rhs, "a (b k), c k -> a b c")
    assert np.array_equal(made.numpy(), np.einsum("abk,ck->abc", lhs.numpy(), rhs.numpy()))


def test_a_symbol_may_name_a_subtree_and_pairs_by_ordinals():
    lhs, rhs = numbered([2, [2, 2]], [1, [2, 4]]), numbered([3, 4], [1, 3])
    made = einsum(lhs, rhs, "a k, c k -> a c")
    assert np.array_equal(
        made.numpy(), np.einsum("ak,ck->ac", lhs.numpy().reshape(2, 4, order="F"), rhs.numpy())
    )
    batched = einsum(lhs, lhs, "a k, a k -> k a")
    assert batched.layout.shape == layout_of([[2, 2], 2], [[1, 1], 1]).shape
    assert np.array_equal(batched.numpy(), (lhs.numpy() ** 2).transpose(1, 2, 0))


def test_reject_mismatched_shared_sizes():
    lhs, rhs = numbered([2, 3], [1, 2]), numbered([4, 2], [1, 4])
    with nothing_changes(lhs.carrier, rhs.carrier):
        fails(
            ValueError,
            "Einsum shared dimension 'b' has mismatched logical size",
            lambda: einsum(lhs, rhs, "a b, c b -> a c"),
        )


def test_the_first_mismatch_in_left_order_is_reported():
    lhs, rhs = friendly.ones(2, 3, 4), friendly.ones(5, 3, 9)
    fails(
        ValueError,
        "Einsum shared dimension 'a' has mismatched logical size",
        lambda: einsum(lhs, rhs, "a b c, c b a -> b"),
    )


def test_incongruence_precedes_mismatched_sizes():
    lhs, rhs = friendly.ones(2, 3), friendly.ones(4, 2)
    for command in ("a b c, d b -> a c d", "d b, a b c -> a c d"):
        fails(ValueError, "layout and tree profile do not match", lambda c=command: einsum(lhs, rhs, c))


@pytest.mark.parametrize("command", ["a 1, b a -> b", "a b 1, a c -> b c"])
def test_an_anonymous_leaf_of_more_than_one_element_is_refused(command):
    lhs = friendly.ones(*([2] * len(command.partition(",")[0].split())))
    fails(
        ValueError,
        "Layout rearrange ids must include every extracted layout",
        lambda: einsum(lhs, friendly.ones(2, 2), command),
    )


def test_checks_run_in_the_documented_order():
    tensor = friendly.ones(2, 3)
    fails(TypeError, "description must be a str", lambda: einsum(None, None, None))
    fails(
        ValueError,
        "Einsum output must include every non-shared input symbol: c",
        lambda: einsum(None, None, "a b, c b -> a b"),
    )
    with pytest.raises(AttributeError):
        einsum(tensor, None, "a b, c b -> a c")
    with pytest.raises(TypeError, match=r"unexpected keyword argument"):
        einsum(tensor, tensor, "a b, c b -> a c", accumulator_dtype=DType.Float64)


def test_a_released_operand_is_named():
    tensor, released = friendly.ones(2, 3), friendly.ones(2, 3)
    released.carrier.release()
    fails(RuntimeError, "lhs carrier is released", lambda: einsum(released, tensor, "a b, c b -> a c"))
    fails(RuntimeError, "rhs carrier is released", lambda: einsum(tensor, released, "a b, c b -> a c"))
    fails(RuntimeError, "lhs carrier is released", lambda: matmul(released, tensor))
    fails(RuntimeError, "rhs carrier is released", lambda: matmul(tensor, released))


def test_int32_products_may_leave_int32_without_a_batch_symbol_only():
    lhs = friendly.tensor([[65536, 65536]], dtype=DType.Int32)
    rhs = friendly.tensor([[65536, -65536]], dtype=DType.Int32)
    assert to_list(einsum(lhs, rhs, "a k, c k -> a c")) == [0]
    assert to_list(matmul(lhs, rhs)) == [0]
    with nothing_changes(lhs.carrier, rhs.carrier):
        for attempt in (lambda: einsum(lhs, rhs, "b k, b k -> b"), lambda: matmul(lhs, lhs)):
            with pytest.raises(OverflowError, match=r"is out of int32 range$"):
                attempt()


@pytest.mark.parametrize(
    ("lhs", "rhs", "result"),
    [
        ("Int32", "Int32", "Int32"),
        ("Int32", "Int64", "Int64"),
        ("Int32", "Float32", "Float32"),
        ("Int64", "Float32", "Float64"),
        ("Float32", "Float64", "Float64"),
    ],
)
def test_dtypes_promote(lhs, rhs, result):
    left = friendly.ones(2, 3, dtype=getattr(DType, lhs))
    right = friendly.ones(4, 3, dtype=getattr(DType, rhs))
    for made in (einsum(left, right, "a b, c b -> a c"), matmul(left, right)):
        assert made.dtype().name == result
        assert to_list(made) == [3] * 8


def test_bool_operands_are_refused():
    flags, numbers = friendly.ones(2, 3, dtype=DType.Bool), friendly.ones(2, 3)
    for attempt in (
        lambda: einsum(flags, numbers, "a b, c b -> a c"),
        lambda: einsum(numbers, flags, "a b, a b -> a"),
        lambda: matmul(flags, flags),
    ):
        with pytest.raises(NotImplementedError, match=r"^no backend implements operations on DType.Bool; "):
            attempt()


def test_matmul_multiplies_rows_with_rows():
    lhs, rhs = pair((3, 4), (5, 4))
    made = matmul(from_numpy(lhs), from_numpy(rhs))
    assert made.layout == layout_of([3, 5], [1, 3])
    assert np.array_equal(made.numpy(), lhs @ rhs.T)
    assert np.array_equal((from_numpy(lhs) @ from_numpy(rhs)).numpy(), lhs @ rhs.T)


def test_matmul_walks_nested_modes_by_ordinals():
    lhs, rhs = numbered([2, [2, 3]], [1, [2, 4]]), numbered([[2, 2], 6], [[1, 2], 4])
    made = matmul(lhs, rhs)
    flat = (lhs.numpy().reshape(2, 6, order="F"), rhs.numpy().reshape(4, 6, order="F"))
    assert made.layout.shape == layout_of([2, [2, 2]], [1, [1, 1]]).shape
    assert np.array_equal(made.numpy().reshape(2, 4, order="F"), flat[0] @ flat[1].T)


def test_matmul_checks():
    two, one, three = friendly.ones(2, 3), friendly.ones(3), friendly.ones(2, 3, 1)
    with nothing_changes(two.carrier):
        fails(TypeError, "lhs must be a Tensor", lambda: matmul(None, None))
        fails(TypeError, "rhs must be a Tensor", lambda: matmul(one, 2.0))
        fails(TypeError, "rhs must be a Tensor", lambda: two @ 2.0)
        fails(ValueError, "lhs must have a two-mode layout", lambda: matmul(one, three))
        fails(ValueError, "rhs must have a two-mode layout", lambda: matmul(two, three))
        fails(ValueError, "Matmul inner dimensions must match", lambda: matmul(two, friendly.ones(2, 4)))


def test_matmul_accumulators():
    x = friendly.tensor([[16777216.0, 1.0, 1.0]])
    y = friendly.ones(1, 3)
    assert to_list(matmul(x, y, accumulator_dtype=DType.Float64)) == [16777218.0]
    fails(
        NotImplementedError,
        "DType.Int32 is not a supported accumulator dtype",
        lambda: matmul(None, None, accumulator_dtype=DType.Int32),
    )
    fails(
        TypeError,
        "accumulator_dtype must be a DType or None",
        lambda: matmul(x, None, accumulator_dtype="Float64"),
    )
    integers = friendly.ones(2, 3, dtype=DType.Int32)
    fails(
        TypeError,
        "operation 'matmul' uses exact-integer accumulation for these operands "
        "and cannot use a floating accumulator_dtype",
        lambda: matmul(integers, integers, accumulator_dtype=DType.Float64),
    )


def test_operands_are_never_written_and_may_be_the_same():
    tensor = numbered([3, 4], [1, 3])
    with nothing_changes(tensor.carrier):
        made = einsum(tensor, tensor, "a b, c b -> a c")
    assert np.array_equal(made.numpy(), tensor.numpy() @ tensor.numpy().T)
