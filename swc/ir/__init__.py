"""The one loop-nest intermediate representation: nodes, verifier, interpreter, printer."""

from swc.ir.interpreter import interpret
from swc.ir.nodes import (
    Access,
    Apply,
    Axis,
    AxisRole,
    Convert,
    Expression,
    Load,
    LoopNest,
    Reduction,
    ReductionKind,
    ScalarOperation,
)
from swc.ir.printer import format_nest
from swc.ir.verifier import verify

__all__ = [
    "Access",
    "Apply",
    "Axis",
    "AxisRole",
    "Convert",
    "Expression",
    "Load",
    "LoopNest",
    "Reduction",
    "ReductionKind",
    "ScalarOperation",
    "format_nest",
    "interpret",
    "verify",
]
