"""`swc.kernel` on commands: NumPy arrays in and out, foreign arrays, and operands of other classes."""

import numpy as np
import pytest

import strideweave
import swc
from strideweave import DType, Tensor, from_numpy

RANDOM = np.random.default_rng(7)


def values(*shape, dtype="float32"):
    return RANDOM.integers(-9, 9, shape).astype(dtype)


@pytest.mark.parametrize(
    ("command", "kind"),
    [
        ("b i k, b j k -> b i j", "einsum"),
        ("a (c d) b -> a c", "reduce_sum"),
        ("a b -> b a", "rearrange"),
        ("a b -> (b a) 1", "rearrange"),
    ],
)
def test_kind_is_inferred_where_it_is_unambiguous(command, kind):
    assert swc.kernel(command).kind == kind


def test_ambiguous_command_asks_for_its_kind():
    with pytest.raises(swc.CommandError, match="say which"):
        swc.kernel("1 a -> a")
    array = values(1, 3)
    assert swc.kernel("1 a -> a", kind="rearrange")(array).tolist() == array[0].tolist()


@pytest.mark.parametrize("kind", ["sum", "", "Einsum"])
def test_unknown_kind_is_refused_with_the_known_ones(kind):
    with pytest.raises(ValueError, match=rf"^unknown kind '{kind}'; the kinds are rearrange, einsum"):
        swc.kernel("a b -> a", kind=kind)


def test_command_is_compiled_before_anything_is_called():
    with pytest.raises(swc.CommandError) as caught:
        swc.kernel("a ) -> a")
    assert str(caught.value) == "Unmatched right parenthesis at offset 2"
    assert caught.value.offset == 2
    assert "  a ) -> a\n    ^" in caught.value.__notes__


def test_arrays_have_one_axis_a_leaf_and_so_has_the_result():
    array = values(2, 3, 4, 5, dtype="float64")
    result = swc.kernel("a (c d) b -> (c 1) a")(array)
    assert result.tolist() == array.sum((2, 3)).T[:, None, :].tolist()
    assert result.flags.c_contiguous
    assert result.shape == (3, 1, 2)


def test_rearrange_writes_a_fresh_array():
    array = values(3, 4)
    result = swc.kernel("a b -> b a")(array)
    assert result.tolist() == array.T.tolist()
    assert not np.shares_memory(result, array)


def test_an_accumulator_widens_a_sum_and_belongs_to_no_other_kind():
    array = np.array([16777216, 1, 1], "float32")
    assert swc.kernel("a -> 1", accumulator_dtype=DType.Float64)(array).tolist() == [16777218.0]
    with pytest.raises(TypeError, match=r"^operation 'reduce_max' does not accept accumulator_dtype$"):
        swc.kernel("a -> 1", kind="reduce_max", accumulator_dtype=DType.Float64)


def test_size_conflict_names_symbol_sizes_and_operands():
    with pytest.raises(swc.CommandError) as caught:
        swc.kernel("a b, c b -> a c")(values(2, 3), values(2, 4))
    assert str(caught.value) == "Einsum shared dimension 'b' has mismatched logical size"
    assert "shared dimension 'b': 3 in lhs, 4 in rhs" in caught.value.__notes__


def test_flat_axis_where_a_group_is_named_points_to_view():
    with pytest.raises(ValueError, match=r"^layout and tree profile do not match") as caught:
        swc.kernel("a (b c) -> a")(values(2, 12))
    assert "array has 2 axes, the reference names 3 leaves" in caught.value.__notes__
    assert any("strideweave.view" in note for note in caught.value.__notes__)


@pytest.mark.parametrize("count", [0, 1, 3])
def test_wrong_number_of_arrays_is_refused(count):
    with pytest.raises(TypeError, match=rf"takes 2 array\(s\), {count} given$"):
        swc.kernel("a b, c b -> a c")(*[values(2, 2)] * count)


FOREIGN = {
    "negative stride": lambda array: np.ascontiguousarray(array[::-1])[::-1],
    "byte order": lambda array: array.astype(">f4"),
    "unaligned": lambda array: np.frombuffer(b"x" + array.tobytes(), "f4", offset=1).reshape(array.shape),
}


@pytest.mark.parametrize("kind", FOREIGN)
def test_arrays_that_no_layout_describes_are_copied_once_and_visibly(kind):
    array = values(3, 4)
    foreign = FOREIGN[kind](array)
    kernel = swc.kernel("a b -> a")
    for _ in range(2):
        with pytest.warns(swc.CopyWarning, match=r"^swc.kernel copied the array: ") as caught:
            result = kernel(foreign)
        assert [warning.filename for warning in caught] == [__file__]
        assert result.tolist() == array.sum(1).tolist()


def test_unaligned_array_is_noticed_behind_an_aligned_one_of_its_geometry():
    array, kernel = values(3, 4), swc.kernel("a b -> b")
    assert kernel(array).tolist() == array.sum(0).tolist()
    with pytest.warns(swc.CopyWarning, match="not aligned"):
        assert kernel(FOREIGN["unaligned"](array)).tolist() == array.sum(0).tolist()


@pytest.mark.parametrize(
    ("array", "error", "text"),
    [
        ([[1.0]], TypeError, "needs a numpy.ndarray, got list"),
        (3.0, TypeError, "needs a numpy.ndarray, got float"),
        (np.ones((2, 2), object), TypeError, "cannot store dtype object"),
        (np.ones((2, 2), "complex64"), TypeError, "cannot store dtype complex64"),
        (np.ones((2, 2), [("x", "f4")]), TypeError, "cannot store dtype"),
        (np.ma.masked_array(np.ones((2, 2), "f4")), TypeError, "its mask would be lost"),
        (np.ones((0, 2), "f4"), ValueError, "^Dimension shape must not be less than 1$"),
        (np.ones((2, 2), bool), NotImplementedError, "^no backend implements operations on DType.Bool"),
    ],
)
def test_unusable_arrays_are_refused_with_the_reason(array, error, text):
    with pytest.raises(error, match=text):
        swc.kernel("a b -> a", kind="reduce_prod")(array)


def test_read_only_and_strided_arrays_are_read_in_place():
    array = values(6, 8)
    array.flags.writeable = False
    result = swc.kernel("a b -> b")(array[::2, 1::3])
    assert result.tolist() == array[::2, 1::3].sum(0).tolist()


def test_zero_dimensional_array_meets_a_reference_with_too_many_leaves():
    with pytest.raises(ValueError, match=r"^layout and tree profile do not match"):
        swc.kernel("a -> 1")(np.array(3.0))


def test_tensors_are_handed_to_their_class():
    array = values(2, 3, 4)
    tensor = strideweave.view(array.reshape(2, 12), "a (b c)", c=4)
    for kind, expected in (("reduce_sum", array.sum(2)), ("argmax", array.argmax(2))):
        result = swc.kernel("a (b c) -> a b", kind=kind)(tensor)
        assert isinstance(result, Tensor)
        assert result.numpy().tolist() == expected.tolist()
    viewed = swc.kernel("a (b c) -> (b c) a")(tensor)
    assert viewed.carrier is tensor.carrier
    product = swc.kernel("a k, b k -> a b")(from_numpy(array[0]), from_numpy(array[1]))
    assert product.numpy().tolist() == (array[0] @ array[1].T).tolist()
    with pytest.raises(AttributeError):
        swc.kernel("a k, b k -> a b")(from_numpy(array[0]), object())


def test_repeated_calls_share_one_binding_and_stay_right():
    kernel = swc.kernel("a b, b c -> a c")
    for _ in range(3):
        left, right = values(5, 6), values(6, 7)
        assert kernel(left, right).tolist() == (left @ right).tolist()
    assert repr(kernel) == "swc.kernel('a b, b c -> a c', kind='einsum')"
