"""Injectivity, decided exactly."""

import random

import pytest
from hypothesis import given
from layout_support import SAMPLES, indices, lay

from layout_strategies import layouts
from swc.layout import Layout

KNOWN = [
    (lay([2, 3], [1, 4]), True),
    (lay([3, 2], [2, 3]), True),
    (lay([4, 2], [0, 1]), False),
    (lay([4, 2], [1, 1]), False),
    (lay([], []), True),
    (lay([1, 1], [5, 9]), True),
    (lay([1, 4], [0, 1]), True),
    (lay([2, 2, 2], [2, 3, 5]), False),
    (lay([2, 2, 2], [3, 5, 6]), True),
    (lay([3, 3, 3], [7, 9, 10]), True),
    (lay([3, 3, 3], [5, 6, 7]), False),
]
LARGE = [
    (lay([10**6, 10**6], [10**6 + 1, 10**6]), True),
    (lay([10**6 + 1, 10**6 + 2], [10**6 + 1, 10**6]), False),
    (lay([10**9, 10**9, 10**9], [1, 10**9, 10**18]), True),
    (lay([10**9, 10**9, 10**9], [1, 10**9, 10**18 - 1]), False),
    (lay([1000, 1000, 1000], [1001 * 1009, 1000 * 1009, 1000 * 1001]), True),
    (lay([1001, 1002, 1000], [1001 * 1009, 1000 * 1009, 1000 * 1001]), False),
    (lay([2] * 40, [3**power for power in range(40)]), True),
    (lay([4] * 40, [3**power for power in range(40)]), False),
]


def is_injective_by_enumeration(layout: Layout) -> bool:
    reached = indices(layout)
    return len(set(reached)) == len(reached)


@pytest.mark.parametrize(("layout", "expected"), KNOWN, ids=repr)
def test_known_layouts(layout: Layout, expected: bool) -> None:
    assert layout.is_injective is expected
    assert is_injective_by_enumeration(layout) is expected


@pytest.mark.parametrize("layout", SAMPLES, ids=repr)
def test_samples_agree_with_enumeration(layout: Layout) -> None:
    assert layout.is_injective is is_injective_by_enumeration(layout)


@given(layouts(max_leaves=5, max_extent=5, max_stride=60))
def test_drawn_layouts_agree_with_enumeration(layout: Layout) -> None:
    assert layout.is_injective is is_injective_by_enumeration(layout)


def test_interleaved_leaves_agree_with_enumeration() -> None:
    source = random.Random(20240607)
    outcomes = set()
    for _ in range(600):
        rank = source.randint(3, 5)
        extents = [source.randint(2, 4) for _ in range(rank)]
        strides = [source.randint(1, 90) for _ in range(rank)]
        layout = lay(extents, strides)
        assert layout.is_injective is is_injective_by_enumeration(layout), layout
        outcomes.add(layout.is_injective)
    assert outcomes == {True, False}


@pytest.mark.parametrize(("layout", "expected"), LARGE, ids=repr)
def test_large_layouts_are_decided_without_enumeration(layout: Layout, expected: bool) -> None:
    assert layout.is_injective is expected
