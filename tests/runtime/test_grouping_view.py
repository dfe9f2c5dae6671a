"""`view`: a flat array gets the hierarchy that a reference names."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from runtime_support import layout_of, nothing_changes, numbered

from strideweave import CopyWarning, from_numpy, view
from strideweave.einops import rearrange
from swc.errors import CommandError


def grid(*extents, dtype=np.float32):
    return np.arange(np.prod(extents), dtype=dtype).reshape(extents)


@pytest.mark.parametrize(
    ("reference", "sizes", "shape", "stride"),
    [
        ("a b", {}, [6, 8], [8, 1]),
        ("a (b c)", {"c": 4}, [6, [2, 4]], [8, [4, 1]]),
        ("a (b c)", {"b": 4}, [6, [4, 2]], [8, [2, 1]]),
        ("a (b c)", {"b": 2, "c": 4, "a": 6}, [6, [2, 4]], [8, [4, 1]]),
        ("(a d) (b c)", {"a": 3, "c": 2}, [[3, 2], [4, 2]], [[16, 8], [2, 1]]),
        ("a (b c d)", {"b": 2, "d": 2}, [6, [2, 2, 2]], [8, [4, 2, 1]]),
        ("a (b (c d))", {"b": 2, "d": 2}, [6, [2, [2, 2]]], [8, [4, [2, 1]]]),
        ("a ((b c) d)", {"c": 2, "d": 2}, [6, [[2, 2], 2]], [8, [[4, 2], 1]]),
        ("a (b 1 c)", {"c": 4}, [6, [2, 1, 4]], [8, [4, 0, 1]]),
        ("a (b)", {}, [6, [8]], [8, [1]]),
        ("(a b) c", {"b": 1}, [[6, 1], 8], [[8, 8], 1]),
    ],
)
def test_the_last_leaf_of_a_group_runs_fastest(reference, sizes, shape, stride):
    array = grid(6, 8)
    made = view(array, reference, **sizes)
    assert made.layout == layout_of(shape, stride)
    assert np.shares_memory(made.numpy(), array)
    assert np.array_equal(made.numpy(merge=True), array)


@pytest.mark.parametrize(
    ("reference", "sizes", "shape", "stride"),
    [
        ("a (b c)", {"c": 4}, [6, [2, 4]], [8, [1, 2]]),
        ("a (b (c d))", {"b": 2, "d": 2}, [6, [2, [2, 2]]], [8, [1, [2, 4]]]),
        ("(a d) b", {"a": 3}, [[3, 2], 8], [[8, 24], 1]),
    ],
)
def test_the_first_leaf_runs_fastest_on_request(reference, sizes, shape, stride):
    made = view(grid(6, 8), reference, order="F", **sizes)
    assert made.layout == layout_of(shape, stride)


def test_splitting_a_strided_axis_never_copies():
    array = grid(6, 16)[::2, ::2].T
    made = view(array, "(b c) a", c=2)
    assert made.layout == layout_of([[4, 2], 3], [[4, 2], 32])
    assert np.shares_memory(made.numpy(), array)
    assert np.array_equal(made.numpy(merge=True), array)


def test_a_broadcast_axis_splits_into_stride_zero_leaves():
    made = view(np.broadcast_to(grid(3), (4, 3)), "(a b) c", a=2)
    assert made.layout == layout_of([[2, 2], 3], [[0, 0], 1])
    assert not made.is_mutable()


def test_a_command_addresses_the_leaves_of_a_view():
    array = grid(6, 8)
    made = rearrange(view(array, "a (b c)", c=4), "a (b c) -> b a c")
    assert np.array_equal(made.numpy(), array.reshape(6, 2, 4).transpose(1, 0, 2))


def test_a_flat_tensor_takes_a_view_too():
    tensor = numbered([2, 6], [6, 1], offset=3)
    with nothing_changes(tensor.carrier):
        made = view(tensor, "a (b c)", b=2)
    assert made.carrier is tensor.carrier
    assert (made.offset, made.layout) == (3, layout_of([2, [2, 3]], [6, [3, 1]]))


def test_a_one_meets_an_axis_of_extent_one():
    array = grid(3, 1)
    assert view(array, "a 1").layout == layout_of([3, 1], [1, 1])
    with pytest.raises(ValueError, match=r"^axis 0 has extent 3, but 1 gives it 1: 1$"):
        view(array, "1 a")


def test_symbols_may_be_keywords_of_python_or_names_of_parameters():
    array = grid(6)
    wanted = layout_of([[3, 2]], [[2, 1]])
    assert view(array, "(lambda np)", **{"lambda": 3}).layout == wanted
    assert view(array, "(source reference)", source=3).layout == wanted
    assert view(array, "(sizes reference)", reference=2).layout == wanted
    assert view(array, "(order b)", {"order": 3}).layout == wanted
    assert view(array, "(order b)", {"order": 3}, order="F").layout == layout_of([[3, 2]], [[1, 3]])


def test_sizes_may_come_as_a_mapping_and_as_keywords():
    assert view(grid(8), "(a b c)", {"a": 2}, c=2).layout == layout_of([[2, 2, 2]], [[4, 2, 1]])
    with pytest.raises(TypeError, match=r"^the size of 'a' is given twice$"):
        view(grid(8), "(a b)", {"a": 2}, a=2)


def test_numpy_integers_are_sizes():
    assert view(grid(6), "(a b)", a=np.int64(3)).layout == layout_of([[3, 2]], [[2, 1]])


@pytest.mark.parametrize(
    ("reference", "sizes", "message"),
    [
        ("a", {}, "reference 'a' names 1 axes, but the array has 2"),
        ("a b c", {}, "reference 'a b c' names 3 axes, but the array has 2"),
        ("(a b)", {"a": 2}, "reference '(a b)' names 1 axes, but the array has 2"),
        ("a b", {"d": 2}, "reference 'a b' does not name 'd', but a size is given"),
        ("a b", {"d": 2, "e": 1}, "reference 'a b' does not name 'd' and 'e', but a size is given"),
        (
            "a (b c)",
            {},
            "axis 1 has extent 8; at most one of 'b' and 'c' in (b c) may be left without a size",
        ),
        (
            "a (b (c d))",
            {"c": 2},
            "axis 1 has extent 8; at most one of 'b' and 'd' in (b (c d)) may be left without a size",
        ),
        ("a (b c)", {"c": 3}, "axis 1 has extent 8, which c=3 does not divide, so (b c) has no size for 'b'"),
        (
            "a (b 1 c d)",
            {"c": 3, "d": 2},
            "axis 1 has extent 8, which 1 * c=3 * d=2 does not divide, so (b 1 c d) has no size for 'b'",
        ),
        (
            "a (b c)",
            {"c": 16},
            "axis 1 has extent 8, which c=16 does not divide, so (b c) has no size for 'b'",
        ),
        ("a (b c)", {"b": 3, "c": 4}, "axis 1 has extent 8, but (b c) gives it 12: b=3 * c=4"),
        ("a b", {"a": 5}, "axis 0 has extent 6, but a gives it 5: a=5"),
        ("a (b c)", {"c": 0}, "the size of 'c' must be at least 1, not 0"),
        ("a (b c)", {"c": -4}, "the size of 'c' must be at least 1, not -4"),
        ("a (b b)", {"b": 2}, "Duplicate dimension symbol 'b' at offset 5"),
        ("", {}, "Layout reference must not be empty"),
        ("a 2", {}, "Invalid dimension symbol at offset 2"),
        ("a -> b", {}, "Arrows are not valid in layout references at offset 2"),
    ],
)
def test_a_reference_that_does_not_fit_is_a_value_error(reference, sizes, message):
    tensor = from_numpy(grid(6, 8))
    with nothing_changes(tensor.carrier), pytest.raises(ValueError, match=r".") as caught:
        view(tensor, reference, **sizes)
    assert str(caught.value) == message


def test_a_fault_in_the_reference_is_shown_under_its_text():
    with pytest.raises(CommandError) as caught:
        view(grid(6), "(a a)", a=2)
    assert (caught.value.command, caught.value.offset) == ("(a a)", 3)
    assert caught.value.__notes__ == ["  (a a)\n     ^"]


@pytest.mark.parametrize("size", [2.0, "2", None, True, [2]])
def test_a_size_that_is_no_integer_is_a_type_error(size):
    with pytest.raises(TypeError) as caught:
        view(grid(6), "(a b)", a=size)
    assert str(caught.value) == f"the size of 'a' must be an integer, not {type(size).__name__}"


@pytest.mark.parametrize("order", ["c", "A", None, 3])
def test_a_bad_order_is_refused_with_the_way_to_size_such_a_symbol(order):
    with pytest.raises(
        ValueError, match=r'^order must be "C" or "F"; the size of a symbol named order goes into'
    ):
        view(grid(6), "(order b)", order=order)


def test_a_reference_that_is_no_text_is_refused():
    with pytest.raises(TypeError, match=r"^reference must be a str$"):
        view(grid(6), 5)


def test_a_hierarchical_tensor_is_refused():
    tensor = numbered([2, [3, 4]], [1, [2, 6]])
    with pytest.raises(ValueError, match=r"^view needs a flat tensor: every mode must be a leaf$"):
        view(tensor, "a b")


@pytest.mark.parametrize("source", [[1.0, 2.0], 3.0, np.zeros(2, complex)])
def test_a_source_that_is_no_array_is_refused(source):
    with pytest.raises(TypeError, match=r"^from_numpy "):
        view(source, "a")


def test_an_array_that_must_be_copied_warns_at_the_call():
    with pytest.warns(CopyWarning) as caught:
        made = view(grid(6)[::-1], "(a b)", b=2)
    assert caught[0].filename == __file__
    assert made.numpy().tolist() == [[5.0, 4.0], [3.0, 2.0], [1.0, 0.0]]


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_a_view_is_a_reshape_in_c_order(data):
    parts = data.draw(st.lists(st.lists(st.integers(1, 4), min_size=1, max_size=3), min_size=1, max_size=3))
    array = grid(*(int(np.prod(part)) for part in parts))
    names = iter("abcdefghi")
    groups = [[(next(names), extent) for extent in part] for part in parts]
    reference = " ".join(f"({' '.join(name for name, _ in group)})" for group in groups)
    sizes = {name: extent for group in groups for name, extent in group}
    for group in groups:
        del sizes[data.draw(st.sampled_from([name for name, _ in group]))]
    made = view(array, reference, sizes)
    leaves = [extent for part in parts for extent in part]
    assert np.array_equal(made.numpy(), array.reshape(leaves))
    fortran = view(array, reference, sizes, order="F").numpy()
    expected = array
    for axis, part in reversed(list(enumerate(parts))):
        expected = _split_axis_first_fastest(expected, axis, part)
    assert np.array_equal(fortran, expected)


def _split_axis_first_fastest(array, axis, part):
    before, after, count = array.shape[:axis], array.shape[axis + 1 :], len(part)
    split = array.reshape((*before, *reversed(part), *after))
    order = [*range(axis), *reversed(range(axis, axis + count)), *range(axis + count, split.ndim)]
    return split.transpose(order)
