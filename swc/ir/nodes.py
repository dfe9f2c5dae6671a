"""Loop-nest nodes. A nest is a value: passes build new ones and never change one.

    nest       = axes, inputs, output, value, reduction?
    axis       = name, role (parallel | reduced), extent
    access     = name, dtype, one stride (in elements) per axis
    expression = load input | convert expression | apply operation to expressions
    reduction  = kind, accumulator dtype, the ordinal's weight per axis (arg reductions),
                 the fibre in logical order (floating extrema)

Meaning: for every coordinate of the parallel axes, one output element at
`sum(coordinate * output stride)`; its value is the expression at that coordinate, or, with a
reduction, the expression combined over every coordinate of the reduced axes.
"""

from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

from swc.dtypes import DType


class AxisRole(Enum):
    """What a loop over an axis does: write distinct elements, or combine into one."""

    PARALLEL = "parallel"
    REDUCED = "reduced"


class ReductionKind(Enum):
    """How the terms of a reduced fiber combine."""

    SUM = "sum"
    PROD = "prod"
    MAX = "max"
    MIN = "min"
    ARGMAX = "argmax"
    ARGMIN = "argmin"

    @property
    def is_argument(self) -> bool:
        """Whether the result is the position of an extremum rather than its value."""
        return self in (ReductionKind.ARGMAX, ReductionKind.ARGMIN)


class ScalarOperation(Enum):
    """An operation on scalars. `CHECKED_MULTIPLY` fails when the product leaves its integer dtype."""

    MULTIPLY = "multiply"
    CHECKED_MULTIPLY = "checked_multiply"


@dataclass(frozen=True, slots=True, kw_only=True)
class Axis:
    """One loop.

    Attributes:
        name: canonical name, `i0`, `i1`, ...; never a user's symbol.
        role: parallel or reduced.
        extent: trip count, at least one.
        origin: the command's symbols that this axis came from, slowest first; for comments only,
            so it takes no part in comparison.
    """

    name: str
    role: AxisRole
    extent: int
    origin: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """An affine walk over one operand: `base + sum(coordinate * stride)`, in elements.

    Attributes:
        name: canonical name, `a`, `b`, ... for inputs in order, `out` for the output.
        dtype: type of the stored elements.
        strides: elements a step, one per axis.
        operand: which of the caller's operands this is; says nothing about the loops, so it takes
            no part in comparison.
    """

    name: str
    dtype: DType
    strides: tuple[int, ...]
    operand: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Load:
    """The element of `inputs[operand]` at the current coordinate."""

    operand: int


@dataclass(frozen=True, slots=True)
class Convert:
    """`value` converted to `dtype`, rounded once to nearest-even where it must round."""

    dtype: DType
    value: "Expression"


@dataclass(frozen=True, slots=True)
class Apply:
    """A scalar operation on argument expressions of one common dtype."""

    operation: ScalarOperation
    arguments: tuple["Expression", ...]


Expression: TypeAlias = Load | Convert | Apply


@dataclass(frozen=True, slots=True, kw_only=True)
class Reduction:
    """How the reduced axes combine.

    Attributes:
        kind: the operator.
        accumulator: dtype in which floating terms combine; integer terms combine exactly whatever
            this says, and only the final total is checked.
        ordinal_strides: for arg reductions, what one step along each axis adds to the ordinal within
            the reduced structure; empty otherwise.
        fibre: for floating extrema, the reduced structure in logical order, as (extent, elements a step
            of the input), the fastest first: it tells which of several NaN is the first. Empty where
            any of them will do.
    """

    kind: ReductionKind
    accumulator: DType
    ordinal_strides: tuple[int, ...] = ()
    fibre: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopNest:
    """A perfect loop nest with one output; see the module's description."""

    axes: tuple[Axis, ...]
    inputs: tuple[Access, ...]
    output: Access
    value: Expression
    reduction: Reduction | None = None

    def axes_of(self, role: AxisRole) -> tuple[int, ...]:
        """Return the positions of the axes with `role`, outermost first."""
        return tuple(position for position, axis in enumerate(self.axes) if axis.role is role)


def expression_dtype(value: Expression, inputs: tuple[Access, ...]) -> DType:
    """Return the dtype of the values that `value` yields over `inputs`."""
    match value:
        case Load(operand):
            return inputs[operand].dtype
        case Convert(dtype, _):
            return dtype
        case Apply(_, arguments):
            return expression_dtype(arguments[0], inputs)
