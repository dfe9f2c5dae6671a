# --- kernel
def kernel(lo, hi, arguments, scratch):
    word = int64_at(arguments)
    out = int32_at(word[0])
    a = int32_at(word[1])
    n0 = word[2]
    n1 = word[3]
    out_s0 = word[4]
    a_s1 = word[5]
    block = word[6]
    blocks = word[7]
    fault = 0
    first = 0
    rest = lo
    row_block = rest
    first += row_block * block
    for _ in range(lo, hi):
        last = min(first + block, n0)
        for tile in range(0, n1, 32):
            for i0 in range(first, last):
                for i1 in range(tile, min(tile + 32, n1)):
                    out[i0 * out_s0 + i1] = a[i0 + i1 * a_s1]
        row_block += 1
        first += block
    return np.int32(fault != 0)


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
