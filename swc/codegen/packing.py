"""Helpers of a contraction kernel, as source text: offset tables, packing, and writing tiles back."""

from swc.codegen.kernel import convert
from swc.codegen.writer import SourceWriter
from swc.ir.nodes import Convert, Expression, Load


def emit_helpers(writer: SourceWriter, left: Expression, right: Expression, compute: str) -> None:
    """Write the helpers of a kernel whose factors are `left` and `right`, computed in `compute`."""
    _emit_fill_offsets(writer)
    _emit_pack(writer, "rows", left, compute, "ROWS")
    _emit_pack(writer, "columns", right, compute, "COLUMNS")
    _emit_pack_side_by_side(writer, right)
    _emit_add_tile(writer)


def _emit_fill_offsets(writer: SourceWriter) -> None:
    writer.lines(
        "@njit(**OPTIONS)",
        "def fill_offsets(word, at, rank, width, start, count, first, second):",
        '    """Write the offsets of the fused indices start, start + 1, ... along a group of axes."""',
        "    coordinate = int64_stack(64)",
        "    one, two, rest = 0, 0, start",
        "    for axis in range(rank - 1, -1, -1):",
        "        extent = word[at + axis * width]",
        "        coordinate[axis] = rest % extent",
        "        rest = rest // extent",
        "        one += coordinate[axis] * word[at + axis * width + 1]",
        "        two += coordinate[axis] * word[at + axis * width + 2]",
        "    for index in range(count):",
        "        first[index] = one",
        "        second[index] = two",
        "        axis = rank - 1",
        "        while axis >= 0:",
        "            coordinate[axis] += 1",
        "            one += word[at + axis * width + 1]",
        "            two += word[at + axis * width + 2]",
        "            extent = word[at + axis * width]",
        "            if coordinate[axis] < extent:",
        "                break",
        "            coordinate[axis] = 0",
        "            one -= extent * word[at + axis * width + 1]",
        "            two -= extent * word[at + axis * width + 2]",
        "            axis -= 1",
        "",
        "",
        "@njit(**OPTIONS)",
        "def is_run(offsets, count):",
        '    """Whether `count` offsets are consecutive."""',
        "    for index in range(1, count):",
        "        if offsets[index] != offsets[0] + index:",
        "            return False",
        "    return True",
        "",
        "",
    )


def _emit_pack(writer: SourceWriter, name: str, factor: Expression, compute: str, width: str) -> None:
    """Write one packing function; operands that are converted on the way are packed one by one."""
    transposes = isinstance(factor, Load)
    if transposes:
        writer.line(f"transpose_{name} = make_transpose_panel(types.{compute}, {width}, LANES)")
        writer.lines("", "")
    writer.lines(
        "@njit(**OPTIONS)",
        f"def pack_{name}(source, across, width, along, depth, panel):",
        '    """Pack panel[k, c] = source[across[c] + along[k]]; columns past `width` are zero."""',
        "    packed = 0",
        f"    if width == {width} and is_run(across, {width}):",
        "        for k in range(depth):",
        "            base = across[0] + along[k]",
        f"            for c in range({width}):",
        f"                panel[k * {width} + c] = {_converted(factor, 'source[base + c]')}",
        "        packed = depth",
    )
    if transposes:
        writer.lines(
            f"    elif width == {width} and is_run(along, depth):",
            "        packed = depth // LANES * LANES",
            f"        transpose_{name}(source, across, along[0], packed, panel)",
        )
    writer.lines(
        "    for c in range(width):",
        "        base = across[c]",
        "        for k in range(packed, depth):",
        f"            panel[k * {width} + c] = {_converted(factor, 'source[base + along[k]]')}",
        f"    for c in range(width, {width}):",
        "        for k in range(depth):",
        f"            panel[k * {width} + c] = np.{compute}(0)",
        "",
        "",
    )


def _emit_pack_side_by_side(writer: SourceWriter, factor: Expression) -> None:
    writer.lines(
        "@njit(**OPTIONS)",
        "def pack_side_by_side(source, at, width, along, depth, panels):",
        '    """Pack whole panels of consecutive columns, reading `width` elements in a row."""',
        "    for k in range(depth):",
        "        base = at + along[k]",
        "        for c in range(0, width, COLUMNS):",
        "            panel = at_element(panels, c * depth + k * COLUMNS)",
        "            for j in range(COLUMNS):",
        f"                panel[j] = {_converted(factor, 'source[base + c + j]')}",
        "",
        "",
    )


def _emit_add_tile(writer: SourceWriter) -> None:
    writer.lines(
        "@njit(**OPTIONS)",
        "def add_tile(tile, target, row_at, height, column_at, width, is_first, contiguous):",
        '    """Write a tile to its rows and columns of the output, or add it to what is there."""',
        "    for r in range(height):",
        "        if contiguous:",
        "            base = row_at[r] + column_at[0]",
        "            if is_first:",
        "                for c in range(COLUMNS):",
        "                    target[base + c] = tile[r * COLUMNS + c]",
        "            else:",
        "                for c in range(COLUMNS):",
        "                    target[base + c] += tile[r * COLUMNS + c]",
        "        else:",
        "            for c in range(width):",
        "                at = row_at[r] + column_at[c]",
        "                if is_first:",
        "                    target[at] = tile[r * COLUMNS + c]",
        "                else:",
        "                    target[at] += tile[r * COLUMNS + c]",
        "",
        "",
    )


def _converted(factor: Expression, text: str) -> str:
    """Return the text of a factor's conversions, innermost first, around `text`."""
    match factor:
        case Convert(dtype, inner):
            return convert(_converted(inner, text), dtype)
        case _:
            return text
