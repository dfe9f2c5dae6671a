"""What is measured: commands with the sizes of their symbols."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Case:
    """One command on operands of given sizes.

    Attributes:
        family: the group it is reported in.
        kind: the command's kind.
        command: the command.
        sizes: extent of each symbol.
        dtype: NumPy dtype of the operands.
    """

    family: str
    kind: str
    command: str
    sizes: dict[str, int]
    dtype: str = "float32"


def _sizes(**extents: int) -> dict[str, int]:
    return extents


CONTRACTIONS = tuple(
    Case("contraction", "einsum", command, sizes, dtype)
    for dtype in ("float32", "float64")
    for command, sizes in (
        ("a b, b c -> a c", _sizes(a=100, b=100, c=100)),
        ("a b, c b -> a c", _sizes(a=128, b=256, c=128)),
        ("a b, b c -> a c", _sizes(a=464, b=464, c=464)),
        ("b a, b c -> c a", _sizes(a=464, b=464, c=464)),
        ("b i k, b j k -> b i j", _sizes(b=64, i=64, j=64, k=64)),
        ("b i k, b j k -> b i j", _sizes(b=512, i=16, j=16, k=64)),
        ("b h i k, b j h k -> b h i j", _sizes(b=4, h=8, i=128, j=128, k=64)),
        ("a b c, c d b -> a d", _sizes(a=100, b=50, c=60, d=90)),
        ("a b c d, d e b -> a e c", _sizes(a=24, b=24, c=24, d=24, e=24)),
        ("a k, k -> a", _sizes(a=4000, k=4000)),
        ("k a, k -> a", _sizes(a=4000, k=4000)),
        ("k, k -> 1", _sizes(k=10_000_000)),
        ("b i, b j -> b i j", _sizes(b=200, i=200, j=200)),
        ("a k, b k -> a b", _sizes(a=4, b=2000, k=2000)),
        ("a k, b k -> a b", _sizes(a=20000, b=16, k=48)),
    )
) + tuple(
    Case("contraction", "einsum", command, sizes, dtype)
    for dtype in ("int32", "int64")
    for command, sizes in (
        ("a b, c b -> a c", _sizes(a=200, b=200, c=200)),
        ("a b, b c -> a c", _sizes(a=200, b=200, c=200)),
        ("b i k, b j k -> b i j", _sizes(b=16, i=64, j=64, k=64)),
        ("a k, k -> a", _sizes(a=1000, k=1000)),
    )
)

REDUCTIONS = tuple(
    Case("reduction", kind, command, sizes, dtype)
    for dtype in ("float32", "float64", "int32")
    for kind in ("reduce_sum", "reduce_max", "argmax")
    for command, sizes in (
        ("a b -> a", _sizes(a=1000, b=1000)),
        ("a b -> b", _sizes(a=1000, b=1000)),
        ("a b c -> b", _sizes(a=100, b=100, c=1000)),
        ("a b c -> a c", _sizes(a=64, b=256, c=1024)),
        ("a b -> 1", _sizes(a=1000, b=10000)),
        ("a b -> a", _sizes(a=1_000_000, b=3)),
        ("a b -> b", _sizes(a=1_000_000, b=3)),
    )
)

TINY = (
    Case("tiny", "einsum", "a b, b c -> a c", _sizes(a=4, b=4, c=4)),
    Case("tiny", "einsum", "b i k, b j k -> b i j", _sizes(b=2, i=3, j=3, k=4)),
    Case("tiny", "reduce_sum", "a b c -> a", _sizes(a=3, b=4, c=5)),
    Case("tiny", "reduce_max", "a b -> b", _sizes(a=8, b=8)),
)

CASES = (*CONTRACTIONS, *REDUCTIONS, *TINY)
