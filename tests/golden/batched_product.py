# --- kernel
def kernel(lo, hi, arguments, scratch):
    word = int64_at(arguments)
    out = float64_at(word[0])
    a = float64_at(word[1])
    b = float64_at(word[2])
    n0 = word[3]
    n1 = word[4]
    n2 = word[5]
    out_s0 = word[6]
    out_s1 = word[7]
    a_s0 = word[8]
    b_s0 = word[9]
    block = word[10]
    blocks = word[11]
    fault = 0
    out_at = 0
    a_at = 0
    b_at = 0
    first = 0
    rest = lo
    row_block = rest % blocks
    rest = rest // blocks
    i0 = rest
    out_at += i0 * out_s0
    a_at += i0 * a_s0
    b_at += i0 * b_s0
    first += row_block * block
    for _ in range(lo, hi):
        last = min(first + block, n1)
        for i1 in range(first, last):
            for i2 in range(n2):
                out[out_at + i1 * out_s1 + i2] = a[a_at + i2] * b[b_at + i1]
        row_block += 1
        first += block
        if row_block == blocks:
            row_block = 0
            first -= blocks * block
            i0 += 1
            out_at += out_s0
            a_at += a_s0
            b_at += b_s0
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
