"""Run a loop nest in plain Python: slow, obvious, and the oracle of every generated kernel.

Integers are Python integers, so totals are exact; floats are rounded to the accumulator's precision
after every step, in the nest's own loop order.
"""

import itertools
from collections.abc import Iterator, Sequence

import numpy as np

from swc.dtypes import DType
from swc.ir.nodes import (
    Apply,
    AxisRole,
    Convert,
    Expression,
    Load,
    LoopNest,
    Reduction,
    ReductionKind,
    ScalarOperation,
    expression_dtype,
)

Scalar = bool | int | float
_INTEGER_BITS = {DType.Int32: 32, DType.Int64: 64}


def interpret(nest: LoopNest, buffers: Sequence[Sequence[Scalar]]) -> dict[int, Scalar]:
    """Evaluate `nest`.

    Args:
        nest: a verified nest.
        buffers: one flat buffer per input; the access starts at its element 0.

    Returns:
        Output offset (in elements) -> value, for every element that the nest writes.

    Raises:
        OverflowError: when an integer total or a checked product leaves its dtype.
    """
    parallel, reduced = nest.axes_of(AxisRole.PARALLEL), nest.axes_of(AxisRole.REDUCED)
    result: dict[int, Scalar] = {}
    for outer in _coordinates(nest, parallel):
        offset = _dot(outer, nest.output.strides)
        if nest.reduction is None:
            value = _evaluate(nest.value, nest, buffers, outer)
        else:
            terms = [
                (
                    _evaluate(nest.value, nest, buffers, {**outer, **inner}),
                    _dot({**outer, **inner}, nest.reduction.ordinal_strides or (0,) * len(nest.axes)),
                )
                for inner in _coordinates(nest, reduced)
            ]
            value = _combine(terms, nest.reduction, expression_dtype(nest.value, nest.inputs))
            if value != value and nest.reduction.fibre:
                value = _first_nan(buffers[0], _dot(outer, nest.inputs[0].strides), nest.reduction.fibre)
        result[offset] = convert_scalar(value, nest.output.dtype)
    return result


def convert_scalar(value: Scalar, dtype: DType) -> Scalar:
    """Convert one value to `dtype`: floats round to nearest-even, integers are range-checked."""
    if dtype is DType.Bool:
        return bool(value)
    if dtype in _INTEGER_BITS:
        return _checked(int(value), dtype)
    with np.errstate(over="ignore"):
        return float(np.float32(value)) if dtype is DType.Float32 else float(value)


def _coordinates(nest: LoopNest, positions: tuple[int, ...]) -> Iterator[dict[int, int]]:
    ranges = (range(nest.axes[position].extent) for position in positions)
    for coordinate in itertools.product(*ranges):
        yield dict(zip(positions, coordinate, strict=True))


def _dot(coordinate: dict[int, int], strides: tuple[int, ...]) -> int:
    return sum(value * strides[position] for position, value in coordinate.items())


def _evaluate(
    value: Expression, nest: LoopNest, buffers: Sequence[Sequence[Scalar]], coordinate: dict[int, int]
) -> Scalar:
    match value:
        case Load(operand):
            return buffers[operand][_dot(coordinate, nest.inputs[operand].strides)]
        case Convert(dtype, inner):
            return convert_scalar(_evaluate(inner, nest, buffers, coordinate), dtype)
        case Apply(operation, arguments):
            left, right = (_evaluate(argument, nest, buffers, coordinate) for argument in arguments)
            dtype = expression_dtype(value, nest.inputs)
            if operation is ScalarOperation.CHECKED_MULTIPLY:
                return _checked(int(left) * int(right), dtype)
            return _rounded(left * right, dtype)


def _rounded(value: Scalar, dtype: DType) -> Scalar:
    return convert_scalar(value, dtype) if dtype.is_floating else value


def _checked(value: int, dtype: DType) -> int:
    bits = _INTEGER_BITS[dtype]
    if not -(1 << bits - 1) <= value < 1 << bits - 1:
        raise OverflowError(f"result is out of {dtype.numpy.name} range")
    return value


def _combine(terms: list[tuple[Scalar, int]], reduction: Reduction, dtype: DType) -> Scalar:
    match reduction.kind:
        case ReductionKind.SUM:
            total: Scalar = 0.0 if dtype.is_floating else 0
            for term, _ in terms:
                total = _rounded(total + term, reduction.accumulator if dtype.is_floating else dtype)
            return total
        case ReductionKind.PROD:
            total = 1.0 if dtype.is_floating else 1
            for term, _ in terms:
                total = _rounded(total * term, dtype)
            return total
        case ReductionKind.MAX | ReductionKind.MIN:
            return _extremum([term for term, _ in terms], reduction.kind is ReductionKind.MAX)
        case ReductionKind.ARGMAX | ReductionKind.ARGMIN:
            sign = 1 if reduction.kind is ReductionKind.ARGMAX else -1
            return min(terms, key=lambda pair: (pair[0] == pair[0], -sign * _number(pair[0]), pair[1]))[1]


def _first_nan(buffer: Sequence[Scalar], base: int, fibre: tuple[tuple[int, int], ...]) -> Scalar:
    ranges = (range(0, extent * step, step) if step else (0,) for extent, step in reversed(fibre))
    terms = (buffer[base + sum(offsets)] for offsets in itertools.product(*ranges))
    return next(term for term in terms if term != term)


def _number(value: Scalar) -> float | int:
    return 0 if value != value else value


def _extremum(terms: list[Scalar], largest: bool) -> Scalar:
    nan = next((term for term in terms if term != term), None)
    if nan is not None:
        return nan
    best = max(terms) if largest else min(terms)
    if best == 0 and isinstance(best, float):
        negative = [np.signbit(term) for term in terms if term == best]
        all_or_any = all(negative) if largest else any(negative)
        return -0.0 if all_or_any else 0.0
    return best
