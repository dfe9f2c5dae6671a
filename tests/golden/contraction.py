# --- kernel
ROWS, COLUMNS, LANES = 6, 16, 8  # register block
DEPTH, PACKED_COLUMNS = 256, 256  # packed at a time
multiply_panels = make_multiply_panels(types.float32, ROWS, 2, 8, True)


@njit(**OPTIONS)
def fill_offsets(word, at, rank, width, start, count, first, second):
    """Write the offsets of the fused indices start, start + 1, ... along a group of axes."""
    coordinate = int64_stack(64)
    one, two, rest = 0, 0, start
    for axis in range(rank - 1, -1, -1):
        extent = word[at + axis * width]
        coordinate[axis] = rest % extent
        rest = rest // extent
        one += coordinate[axis] * word[at + axis * width + 1]
        two += coordinate[axis] * word[at + axis * width + 2]
    for index in range(count):
        first[index] = one
        second[index] = two
        axis = rank - 1
        while axis >= 0:
            coordinate[axis] += 1
            one += word[at + axis * width + 1]
            two += word[at + axis * width + 2]
            extent = word[at + axis * width]
            if coordinate[axis] < extent:
                break
            coordinate[axis] = 0
            one -= extent * word[at + axis * width + 1]
            two -= extent * word[at + axis * width + 2]
            axis -= 1


@njit(**OPTIONS)
def is_run(offsets, count):
    """Whether `count` offsets are consecutive."""
    for index in range(1, count):
        if offsets[index] != offsets[0] + index:
            return False
    return True


transpose_rows = make_transpose_panel(types.float32, ROWS, LANES)


@njit(**OPTIONS)
def pack_rows(source, across, width, along, depth, panel):
    """Pack panel[k, c] = source[across[c] + along[k]]; columns past `width` are zero."""
    packed = 0
    if width == ROWS and is_run(across, ROWS):
        for k in range(depth):
            base = across[0] + along[k]
            for c in range(ROWS):
                panel[k * ROWS + c] = source[base + c]
        packed = depth
    elif width == ROWS and is_run(along, depth):
        packed = depth // LANES * LANES
        transpose_rows(source, across, along[0], packed, panel)
    for c in range(width):
        base = across[c]
        for k in range(packed, depth):
            panel[k * ROWS + c] = source[base + along[k]]
    for c in range(width, ROWS):
        for k in range(depth):
            panel[k * ROWS + c] = np.float32(0)


transpose_columns = make_transpose_panel(types.float32, COLUMNS, LANES)


@njit(**OPTIONS)
def pack_columns(source, across, width, along, depth, panel):
    """Pack panel[k, c] = source[across[c] + along[k]]; columns past `width` are zero."""
    packed = 0
    if width == COLUMNS and is_run(across, COLUMNS):
        for k in range(depth):
            base = across[0] + along[k]
            for c in range(COLUMNS):
                panel[k * COLUMNS + c] = source[base + c]
        packed = depth
    elif width == COLUMNS and is_run(along, depth):
        packed = depth // LANES * LANES
        transpose_columns(source, across, along[0], packed, panel)
    for c in range(width):
        base = across[c]
        for k in range(packed, depth):
            panel[k * COLUMNS + c] = source[base + along[k]]
    for c in range(width, COLUMNS):
        for k in range(depth):
            panel[k * COLUMNS + c] = np.float32(0)


@njit(**OPTIONS)
def pack_side_by_side(source, at, width, along, depth, panels):
    """Pack whole panels of consecutive columns, reading `width` elements in a row."""
    for k in range(depth):
        base = at + along[k]
        for c in range(0, width, COLUMNS):
            panel = at_element(panels, c * depth + k * COLUMNS)
            for j in range(COLUMNS):
                panel[j] = source[base + c + j]


@njit(**OPTIONS)
def add_tile(tile, target, row_at, height, column_at, width, is_first, contiguous):
    """Write a tile to its rows and columns of the output, or add it to what is there."""
    for r in range(height):
        if contiguous:
            base = row_at[r] + column_at[0]
            if is_first:
                for c in range(COLUMNS):
                    target[base + c] = tile[r * COLUMNS + c]
            else:
                for c in range(COLUMNS):
                    target[base + c] += tile[r * COLUMNS + c]
        else:
            for c in range(width):
                at = row_at[r] + column_at[c]
                if is_first:
                    target[at] = tile[r * COLUMNS + c]
                else:
                    target[at] += tile[r * COLUMNS + c]


def kernel(lo, hi, arguments, scratch):
    word = int64_at(arguments)
    out = float32_at(word[0])
    a = float32_at(word[1])
    b = float32_at(word[2])
    row_count = word[3]
    column_count = word[4]
    depth_count = word[5]
    block_rows = word[6]
    row_blocks = word[7]
    block_columns = word[8]
    column_blocks = word[9]
    rows_at = word[10]
    rows_rank = word[11]
    columns_at = word[12]
    columns_rank = word[13]
    depth_at = word[14]
    depth_rank = word[15]
    batch_at = word[16]
    batch_rank = word[17]
    row_in = int64_at(scratch + 0)
    row_out = int64_at(scratch + 6208)
    column_in = int64_at(scratch + 12416)
    column_out = int64_at(scratch + 20672)
    column_runs = int64_at(scratch + 28928)
    depth_left = int64_at(scratch + 37184)
    depth_right = int64_at(scratch + 39296)
    tile = float32_at(scratch + 41408)
    packed_rows = float32_at(scratch + 41856)
    packed_columns = float32_at(scratch + 828352)
    for task in range(lo, hi):
        rest = task // column_blocks
        row_lo, column_lo = rest % row_blocks * block_rows, task % column_blocks * block_columns
        rows, columns = min(block_rows, row_count - row_lo), min(block_columns, column_count - column_lo)
        rest = rest // row_blocks
        left_at, right_at, out_at = 0, 0, 0
        for axis in range(batch_rank - 1, -1, -1):
            at = batch_at + 4 * axis
            coordinate = rest % word[at]
            rest = rest // word[at]
            left_at += coordinate * word[at + 1]
            right_at += coordinate * word[at + 2]
            out_at += coordinate * word[at + 3]
        fill_offsets(word, rows_at, rows_rank, 3, row_lo, rows, row_in, row_out)
        fill_offsets(word, columns_at, columns_rank, 3, column_lo, columns, column_in, column_out)
        for r in range(rows):
            row_in[r] += left_at
            row_out[r] += out_at
        for c in range(columns):
            column_in[c] += right_at
        for c in range(0, columns, COLUMNS):
            whole = columns - c >= COLUMNS
            column_runs[c // COLUMNS] = whole and is_run(at_element(column_out, c), COLUMNS)
        for depth_lo in range(0, depth_count, DEPTH):
            depth = min(DEPTH, depth_count - depth_lo)
            fill_offsets(word, depth_at, depth_rank, 3, depth_lo, depth, depth_left, depth_right)
            for begin in range(0, columns, PACKED_COLUMNS):
                end = min(begin + PACKED_COLUMNS, columns)
                packed = begin
                if is_run(at_element(column_in, begin), end - begin):
                    packed += (end - begin) // COLUMNS * COLUMNS
                    pack_side_by_side(b, column_in[begin], packed - begin, depth_right, depth, packed_columns)
                for c in range(packed, end, COLUMNS):
                    pack_columns(
                        b, at_element(column_in, c), min(COLUMNS, end - c), depth_right, depth,
                        at_element(packed_columns, (c - begin) * depth),
                    )
                for r in range(0, rows, ROWS):
                    height = min(ROWS, rows - r)
                    panel = at_element(packed_rows, r * depth)
                    if begin == 0:
                        pack_rows(a, at_element(row_in, r), height, depth_left, depth, panel)
                    for c in range(begin, end, COLUMNS):
                        other = at_element(packed_columns, (c - begin) * depth)
                        multiply_panels(depth, panel, other, tile)
                        add_tile(
                            tile, out, at_element(row_out, r), height,
                            at_element(column_out, c), min(COLUMNS, end - c), depth_lo == 0,
                            column_runs[c // COLUMNS] != 0,
                        )
    return np.int32(0)


kernel = njit(**OPTIONS)(kernel)


@njit(parallel=True)
def run_parallel(kernel_tasks, parts, arguments, scratch, scratch_bytes, faults):
    """Hand the tasks out in `parts` chunks; each chunk notes its fault, if any."""
    for part in prange(parts):
        faults[part] = kernel(
            kernel_tasks * part // parts,
            kernel_tasks * (part + 1) // parts,
            arguments,
            scratch + part * scratch_bytes,
        )
