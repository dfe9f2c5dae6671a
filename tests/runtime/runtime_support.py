"""Helpers of the runtime tests: tensors from plain data, and the proof that a failure changed nothing."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from strideweave import Carrier, DType, Layout, Shape, Stride, Tensor

ALL_DTYPES = [DType.Float32, DType.Float64, DType.Int32, DType.Int64, DType.Bool]
SAMPLE = {
    DType.Float32: 1.5,
    DType.Float64: 1.5,
    DType.Int32: 3,
    DType.Int64: 3,
    DType.Bool: True,
}


def layout_of(shape: Sequence[object], stride: Sequence[object]) -> Layout:
    """Return a layout from nested lists."""
    return Layout(Shape(list(shape)), Stride(list(stride)))


def numbered(
    shape: Sequence[object],
    stride: Sequence[object],
    *,
    dtype: DType = DType.Float32,
    offset: int = 0,
    spare: int = 0,
) -> Tensor:
    """Return a tensor whose slot `i` holds `i`, with `spare` slots behind the last that it reaches."""
    layout = layout_of(shape, stride)
    carrier = Carrier.from_values(range(offset + layout.cosize + spare), dtype=dtype)
    return Tensor(carrier, offset, layout)


def slots(carrier: Carrier) -> list[object]:
    """Return every slot of a live carrier."""
    return [carrier[index] for index in range(carrier.size())]


def state_of(carrier: Carrier) -> tuple[int, bytes | None]:
    """Return the version and the bytes of the slots, None when they are released."""
    return carrier.version, None if carrier.is_released() else carrier.live_array().tobytes()


@contextmanager
def nothing_changes(*carriers: Carrier) -> Iterator[None]:
    """Check that slots, bit by bit, version and release state are the same after the block."""
    before = list(map(state_of, carriers))
    yield
    assert list(map(state_of, carriers)) == before
