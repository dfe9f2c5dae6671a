"""Print a loop nest as the loops it stands for."""

from swc.ir.nodes import Access, Apply, Convert, Expression, Load, LoopNest, ReductionKind, ScalarOperation

_OPERATORS = {ScalarOperation.MULTIPLY: "*", ScalarOperation.CHECKED_MULTIPLY: "*!"}


def format_nest(nest: LoopNest) -> str:
    """Return the nest as indented loops, outermost first.

    Examples:
        for i0 in 2:                      # a
          for i1 in 60 reduced:           # c d
            out[i0] sum= a[60*i0 + i1]
    """
    lines = []
    for depth, axis in enumerate(nest.axes):
        reduced = "" if axis.role.value == "parallel" else " reduced"
        comment = f"  # {' '.join(axis.origin)}" if axis.origin else ""
        lines.append(f"{'  ' * depth}for {axis.name} in {axis.extent}{reduced}:{comment}")
    indent = "  " * len(nest.axes)
    lines.append(f"{indent}{_statement(nest)}")
    return "\n".join(lines)


def _statement(nest: LoopNest) -> str:
    target = _access(nest, nest.output)
    value = format_expression(nest.value, nest)
    if nest.reduction is None:
        return f"{target} = {value}"
    kind = nest.reduction.kind
    text = f"{target} {kind.value}= {value}"
    if kind.is_argument:
        return f"{text} at {_affine(nest, nest.reduction.ordinal_strides)}"
    if kind in (ReductionKind.SUM, ReductionKind.PROD):
        return f"{text} in {nest.reduction.accumulator.name}"
    return text


def format_expression(value: Expression, nest: LoopNest) -> str:
    """Return an element expression as text, operands by name."""
    match value:
        case Load(operand):
            return _access(nest, nest.inputs[operand])
        case Convert(dtype, inner):
            return f"{dtype.name}({format_expression(inner, nest)})"
        case Apply(operation, arguments):
            separator = f" {_OPERATORS[operation]} "
            return separator.join(format_expression(argument, nest) for argument in arguments)


def _access(nest: LoopNest, access: Access) -> str:
    return f"{access.name}[{_affine(nest, access.strides)}]"


def _affine(nest: LoopNest, strides: tuple[int, ...]) -> str:
    terms = []
    for axis, stride in zip(nest.axes, strides, strict=True):
        if stride:
            terms.append(axis.name if stride == 1 else f"{stride}*{axis.name}")
    return " + ".join(terms) or "0"
