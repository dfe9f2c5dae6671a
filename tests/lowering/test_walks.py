"""Walks that step in common: splitting them keeps every walk's offsets, and None means no common digits."""

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from swc.layout import Layout, Shape, Stride
from swc.lowering.digits import CommonDigit, align_walks, merge_digits, walk_of


def offsets(walk):
    """Return the offset of each ordinal of a walk, the first digit fastest."""
    ranges = [
        range(0, extent * stride, stride) if stride else (0,) * extent for extent, stride in reversed(walk)
    ]
    return [sum(steps) for steps in itertools.product(*ranges)]


digits = st.tuples(st.integers(1, 4), st.integers(0, 9))


@given(leaves=st.lists(digits, max_size=4))
def test_merging_keeps_the_offsets(leaves):
    assert offsets(merge_digits(leaves)) == offsets(leaves)
    assert all(extent > 1 for extent, _ in merge_digits(leaves))


@given(leaves=st.lists(digits, max_size=4))
def test_nothing_is_left_to_merge(leaves):
    walk = merge_digits(leaves)
    assert merge_digits(walk) == walk


def test_walk_of_a_compact_layout_is_one_digit():
    assert walk_of(Layout(Shape([2, [3, 4]]), Stride([1, [2, 6]]))) == ((24, 1),)
    assert walk_of(Layout(Shape([2, 3]), Stride([3, 1]))) == ((2, 3), (3, 1))
    assert walk_of(Layout(Shape([1, 1]), Stride([3, 1]))) == ()


@st.composite
def factorings(draw):
    """Draw walks of one size: its prime factors grouped in two ways, each digit with a stride of its own."""
    factors = draw(st.permutations([2, 2, 3]))
    walks = []
    for _ in range(draw(st.integers(1, 3))):
        cuts = sorted({0, len(factors), *draw(st.lists(st.integers(0, len(factors)), max_size=2))})
        extents = [math.prod(factors[lo:hi]) for lo, hi in itertools.pairwise(cuts)]
        walks.append(tuple((extent, draw(st.integers(0, 9))) for extent in extents))
    return walks


@given(walks=factorings())
def test_common_digits_keep_every_walk(walks):
    common = align_walks(walks)
    for place, walk in enumerate(walks):
        assert offsets([(digit.extent, digit.strides[place]) for digit in common]) == offsets(walk)


@given(walks=factorings())
def test_common_digits_need_no_more_splitting(walks):
    common = align_walks(walks)
    again = [tuple((digit.extent, digit.strides[place]) for digit in common) for place in range(len(walks))]
    assert align_walks(again) == common


@pytest.mark.parametrize(
    "walks",
    [
        (((2, 1), (3, 2)), ((3, 1), (2, 3))),
        (((6, 1), (4, 9)), ((4, 1), (6, 9))),
        (((2, 1), (3, 2)), ((6, 1),), ((3, 1), (2, 3))),
    ],
)
def test_interleaving_boundaries_have_no_common_digits(walks):
    assert align_walks(walks) is None


def test_no_digits_are_common_to_walks_of_one_ordinal():
    assert align_walks([(), ()]) == ()


def test_a_longer_digit_is_split():
    assert align_walks([((6, 5),), ((2, 1), (3, 100))]) == (CommonDigit(2, (5, 1)), CommonDigit(3, (10, 100)))
