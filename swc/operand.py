"""What the compiler knows of an operand or a result: everything but its address."""

from dataclasses import dataclass
from enum import Enum

from swc.dtypes import DType
from swc.layout import Layout


@dataclass(frozen=True, slots=True)
class OperandType:
    """Layout and dtype of an operand.

    Attributes:
        layout: how coordinates map to elements, counted from the operand's first element.
        dtype: type of the stored elements.
    """

    layout: Layout
    dtype: DType


class ResultOrder(Enum):
    """How a fresh result lies in memory.

    `CANONICAL` is the tensor contract's: compact, the first mode fastest. `ROW_MAJOR` is NumPy's: compact,
    the last leaf fastest.
    """

    CANONICAL = "canonical"
    ROW_MAJOR = "row-major"
