"""Contractions of every dtype, role and size against NumPy; small whole numbers make answers exact."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import swc.compile as compiler
from kernel_support import NUMBERS, contract, contract_with_numpy, fill, launch, launch_plan, leaf_view
from layout_strategies import compact_layouts, layouts
from operand_support import contraction_plan
from swc.ir import interpret
from swc.layout import Layout, Shape, Stride
from swc.operand import OperandType

F32, F64, I32, I64 = NUMBERS
TILE_EDGES = [1, 5, 6, 7, 15, 16, 17]


def flat(extents, strides=None) -> Layout:
    if strides is None:
        strides = [int(np.prod(extents[place + 1 :])) for place in range(len(extents))]
    return Layout(Shape(list(extents)), Stride(list(strides)))


def check(command, lhs, rhs, dtypes=(F32, F32), seed=0):
    rng = np.random.default_rng(seed)
    buffers = [fill(layout, dtype, rng) for layout, dtype in zip((lhs, rhs), dtypes, strict=True)]
    result = contract(command, (lhs, rhs), dtypes, buffers)
    np.testing.assert_array_equal(result, contract_with_numpy(command, (lhs, rhs), buffers))


@pytest.mark.parametrize("rows", TILE_EDGES)
@pytest.mark.parametrize("columns", TILE_EDGES)
@pytest.mark.parametrize("dtypes", [(F32, F32), (F64, F64)])
def test_matrix_sizes_around_the_register_block(rows, columns, dtypes):
    for depth in (1, 2, 33):
        check("a k, b k -> a b", flat([rows, depth]), flat([columns, depth]), dtypes)


@pytest.mark.parametrize(
    ("rows", "columns", "depth"),
    [
        (3, 4, 255),
        (3, 4, 256),
        (7, 17, 257),
        (20, 30, 1000),
        (767, 5, 9),
        (768, 5, 9),
        (769, 33, 9),
        (1550, 17, 3),
        (5, 1023, 9),
        (6, 1024, 9),
        (7, 1025, 300),
        (4, 2100, 5),
        (801, 1030, 270),
    ],
)
@pytest.mark.parametrize("dtypes", [(F32, F32), (F64, F64)])
def test_sizes_around_the_cache_blocks(rows, columns, depth, dtypes):
    check("a k, b k -> a b", flat([rows, depth]), flat([columns, depth]), dtypes)
    check("a k, b k -> b a", flat([rows, depth], [1, rows]), flat([columns, depth], [1, columns]), dtypes)


@pytest.mark.parametrize("lhs", NUMBERS)
@pytest.mark.parametrize("rhs", NUMBERS)
def test_every_pair_of_dtypes(lhs, rhs):
    check("a k, k -> a", flat([9, 300]), flat([300]), (lhs, rhs))


@pytest.mark.parametrize("dtypes", [(F32, F64), (I32, F32)])
def test_packed_operands_of_two_dtypes(dtypes):
    check("a k, b k -> a b", flat([9, 21]), flat([18, 21]), dtypes)


@pytest.mark.parametrize("dtype", NUMBERS)
def test_every_dtype_with_a_batch(dtype):
    check("b i k, b j k -> b i j", flat([3, 9, 21]), flat([3, 18, 21]), (dtype, dtype))
    check("b i, b j -> b i j", flat([3, 9]), flat([3, 18]), (dtype, dtype))


@pytest.mark.parametrize("dtype", NUMBERS)
def test_every_dtype_of_vectors(dtype):
    check("a k, k -> a", flat([33, 300]), flat([300]), (dtype, dtype))


COMMANDS = [
    ("b i k, b j k -> b i j", {}),
    ("b i k, j b k -> j i b", {}),
    ("i k, j k -> j 1 i", {}),
    ("k i, k j -> i j", {}),
    ("i k l, l j k -> j i", {}),
    ("b c i k, c b k j -> (b i) (c j)", {}),
    ("k, k -> 1", {"k": 2500}),
    ("k i, k -> i", {"k": 40, "i": 70}),
    ("k i, k -> i", {"k": 70, "i": 3}),
    ("i j k, k -> j i", {}),
    ("b k, b k -> b", {"b": 130, "k": 3}),
    ("b k, b k -> b", {"b": 3, "k": 1100}),
    ("b i, b -> i b", {}),
    ("a b, a b -> b a", {}),
    ("b i j k, b k -> i b j", {}),
    ("i 1 k, 1 k j -> i j", {}),
    ("b i k, b j k -> b i j", {"b": 1}),
    ("b i k, b j k -> b i j", {"i": 1}),
    ("b i k, b j k -> b i j", {"j": 1}),
    ("b i k, b j k -> b i j", {"k": 1}),
    ("b i, b j -> b i j", {"b": 1, "i": 1, "j": 1}),
]
USUAL = {"b": 3, "c": 2, "i": 7, "j": 17, "k": 20, "l": 3, "a": 5}


@pytest.mark.parametrize(("command", "sizes"), COMMANDS)
def test_commands_of_every_kind(command, sizes):
    sizes = {**USUAL, **sizes, "1": 1}
    sides = command.split(" -> ")[0].split(", ")
    lhs, rhs = (flat([sizes[symbol] for symbol in side.split()]) for side in sides)
    check(command, lhs, rhs)


@pytest.mark.parametrize(
    ("lhs", "rhs"),
    [
        (flat([8, 30], [0, 1]), flat([18, 30])),
        (flat([8, 30], [1, 0]), flat([18, 30])),
        (flat([8, 30]), flat([18, 30], [0, 0])),
        (flat([8, 30], [0, 0]), flat([18, 30], [0, 0])),
        (flat([8, 30], [100, 3]), flat([18, 30], [2, 50])),
        (flat([8, 30], [1, 1]), flat([18, 30], [2, 3])),
    ],
    ids=["broadcast rows", "broadcast depth", "one element", "two elements", "gaps", "overlapping"],
)
@pytest.mark.parametrize("dtypes", [(F32, F32), (I32, I32)])
def test_strides_of_zero_gaps_and_overlaps(lhs, rhs, dtypes):
    check("a k, b k -> a b", lhs, rhs, dtypes)


def test_broadcast_free_symbol_of_a_batched_product():
    check("b i k, b j k -> b i j", flat([3, 4, 5], [5, 0, 1]), flat([3, 6, 5]))
    check("b i z k, b j k -> z b i j", flat([3, 4, 2, 5], [20, 5, 0, 1]), flat([3, 6, 5]))


SIX_BY_COLUMNS = Layout(Shape([[2, 3], 4]), Stride([[3, 1], 6]))
DEEP_ROWS = Layout(Shape([4, [2, 3]]), Stride([6, [3, 1]]))
NESTED = [
    ("a k, b k -> a b", Layout(Shape([[3, 2], 4]), Stride([[8, 4], 1])), flat([5, 4])),
    ("a k, b k -> b a", DEEP_ROWS, flat([5, 6])),
    ("a k, b k -> b a", DEEP_ROWS, Layout(Shape([5, [3, 2]]), Stride([6, [2, 1]]))),
    ("b i, b j -> b i j", SIX_BY_COLUMNS, Layout(Shape([[3, 2], 5]), Stride([[2, 1], 6]))),
    ("b i, b -> i b", SIX_BY_COLUMNS, flat([6])),
    (
        "b i k, b k -> b i",
        Layout(Shape([[2, 2], 3, [2, 3]]), Stride([[1, 2], 24, [8, 4]])),
        Layout(Shape([4, [3, 2]]), Stride([6, [2, 1]])),
    ),
]


@pytest.mark.parametrize(("command", "lhs", "rhs"), NESTED)
def test_symbols_may_name_subtrees_nested_in_two_ways(command, lhs, rhs):
    check(command, lhs, rhs)
    check(command, lhs, rhs, (I64, I64))


def test_operands_whose_digits_interleave_are_copied_first():
    lhs, rhs = NESTED[2][1:]
    plan = contraction_plan("a k, b k -> b a", OperandType(lhs, F32), OperandType(rhs, F32))
    assert [place for place, _ in plan.copies] == [1]
    both = Layout(Shape([4, [2, 3]]), Stride([6, [3, 1]]))
    assert contraction_plan("a k, b k -> a b", OperandType(both, F32), OperandType(both, F32)).copies == ()


@settings(max_examples=40)
@given(data=st.data())
def test_random_hierarchies_and_orders(data):
    """Every symbol names a subtree of its own; operands are compact in any order of their leaves."""
    sizes = {symbol: data.draw(st.sampled_from([[2, 3], [3, 2], 4, [2, 2]])) for symbol in "bijk"}
    twin = {symbol: data.draw(st.sampled_from([size, int(np.prod(size))])) for symbol, size in sizes.items()}
    lhs = data.draw(compact_layouts(Shape([sizes[symbol] for symbol in "bik"])))
    rhs = data.draw(compact_layouts(Shape([twin[symbol] for symbol in "kbj"])))
    order = data.draw(st.permutations("bij"))
    check(f"b i k, k b j -> {' '.join(order)}", lhs, rhs)


@settings(max_examples=6)
@given(data=st.data())
def test_kernel_and_interpreter_agree(data):
    strides = st.integers(2, 5)
    lhs = flat([2, 3, 2], data.draw(st.tuples(strides, strides, strides)))
    rhs = flat([3, 2, 2], data.draw(st.tuples(strides, strides, strides)))
    dtype = data.draw(st.sampled_from([F64, I32]))
    rng = np.random.default_rng(1)
    buffers = [fill(layout, dtype, rng) for layout in (lhs, rhs)]
    plan = contraction_plan("a b k, b c k -> c a b", OperandType(lhs, dtype), OperandType(rhs, dtype))
    expected = interpret(plan.nest, [buffer.tolist() for buffer in buffers])
    result = launch_plan(plan, *buffers)
    strides = plan.result.layout.leaf_strides
    found = {
        sum(value * stride for value, stride in zip(place, strides, strict=True)): result[place].item()
        for place in np.ndindex(result.shape)
    }
    assert found == expected


def matmul(lhs, rhs, dtypes, accumulator=None, seed=0, buffers=None):
    rng = np.random.default_rng(seed)
    if buffers is None:
        buffers = [fill(layout, dtype, rng) for layout, dtype in zip((lhs, rhs), dtypes, strict=True)]
    operands = [OperandType(layout, dtype) for layout, dtype in zip((lhs, rhs), dtypes, strict=True)]
    executable = compiler.matmul(*operands, accumulator=accumulator)
    return launch(executable, *buffers), buffers


@pytest.mark.parametrize(
    ("rows", "columns", "depth"), [(1, 1, 1), (7, 17, 33), (200, 600, 20), (193, 513, 300), (3, 1, 700)]
)
def test_matmul_with_a_wider_accumulator(rows, columns, depth):
    lhs, rhs = flat([rows, depth]), flat([columns, depth])
    result, (left, right) = matmul(lhs, rhs, (F32, F32), F64)
    assert result.dtype == np.float32
    np.testing.assert_array_equal(result, leaf_view(left, lhs) @ leaf_view(right, rhs).T)


def test_wider_accumulator_takes_the_exact_products_and_rounds_once():
    rng = np.random.default_rng(3)
    left, right = (rng.normal(size=(count, 500)).astype(np.float32) for count in (9, 20))
    lhs, rhs = flat(left.shape), flat(right.shape)
    result, _ = matmul(lhs, rhs, (F32, F32), F64, buffers=[left.ravel(), right.ravel()])
    wide = left.astype(np.float64) @ right.astype(np.float64).T
    np.testing.assert_allclose(result, wide.astype(np.float32), rtol=1.2e-7)
    cancelling = np.array([[1e30, 1.0, -1e30, 1.0]], np.float32)
    ones = np.ones((2, 4), np.float32)
    result, _ = matmul(
        flat([1, 4]), flat([2, 4]), (F32, F32), F64, buffers=[cancelling.ravel(), ones.ravel()]
    )
    assert result.tolist() == [[1.0, 1.0]]


@pytest.mark.parametrize("columns", [1, 20])
def test_wider_accumulator_leaves_operand_conversion_alone(columns):
    """An Int32 operand beside a Float32 one becomes a Float32 first, whatever adds the products."""
    left = np.full((2, 3), 2**24 + 1, np.int32)
    right = np.ones((columns, 3), np.float32)
    for dtypes, buffers, lhs, rhs in (
        ((I32, F32), [left, right], flat([2, 3]), flat([columns, 3])),
        ((F32, I32), [right, left], flat([columns, 3]), flat([2, 3])),
    ):
        result, _ = matmul(lhs, rhs, dtypes, F64, buffers=[buffer.ravel() for buffer in buffers])
        assert set(result.ravel().tolist()) == {float(np.float32(3 * 2.0**24))}


def test_matmul_of_nested_modes():
    lhs = Layout(Shape([[2, 3], [2, 2]]), Stride([[1, 2], [6, 12]]))
    rhs = Layout(Shape([5, 4]), Stride([4, 1]))
    result, (left, right) = matmul(lhs, rhs, (F32, F32))
    rows = leaf_view(left, lhs).reshape(6, 4, order="F")
    expected = rows @ leaf_view(right, rhs).T
    np.testing.assert_array_equal(result.reshape(6, 5, order="F"), expected)


@settings(max_examples=10)
@given(lhs=layouts(min_leaves=2, max_leaves=2), data=st.data())
def test_matmul_of_any_strides(lhs, data):
    if len(lhs) != 2:
        lhs = Layout(Shape(list(lhs.leaf_extents)), Stride(list(lhs.leaf_strides)))
    columns = data.draw(st.integers(1, 4))
    rhs = flat([columns, lhs[1].size], data.draw(st.tuples(st.integers(2, 9), st.integers(2, 9))))
    result, (left, right) = matmul(lhs, rhs, (F64, F64))
    np.testing.assert_array_equal(result, leaf_view(left, lhs) @ leaf_view(right, rhs).T)


@pytest.mark.parametrize("special", [np.nan, np.inf, -np.inf])
def test_special_values_reach_their_own_outputs_only(special):
    """Zeros that pad a register block must never meet a NaN or an infinity of another row."""
    left, right = np.ones((7, 20), np.float32), np.ones((18, 20), np.float32)
    left[6, 3] = special
    lhs, rhs = flat(left.shape), flat(right.shape)
    result, _ = matmul(lhs, rhs, (F32, F32), buffers=[left.ravel(), right.ravel()])
    expected = np.full((7, 18), 20, np.float32)
    expected[6] = special
    np.testing.assert_array_equal(result, expected)
