# --- kernel
LANES = 32  # accumulators of a run, side by side
fold_lanes = make_fold_lanes(((types.int32, True),), types.int64, "sum", LANES, 4)


def kernel(lo, hi, arguments, scratch):
    word = int64_at(arguments)
    out = int32_at(word[0])
    a = int32_at(word[1])
    partials = word[2]
    n0 = word[3]
    n1 = word[4]
    a_s1 = word[5]
    tiles = word[6]
    pieces = word[7]
    units = word[8]
    segments = word[9]
    slots = word[10]
    partial_low = int64_at(partials + 0 * slots)
    partial_high = int64_at(partials + 8 * slots)
    fault = 0
    first = 0
    rest = lo
    segment = rest % segments
    rest = rest // segments
    tile = rest
    first += tile * 1024
    lane_sum = int64_stack(1024)
    total_low = int64_stack(1024)
    total_high = int64_stack(1024)
    for task in range(lo, hi):
        width = min(1024, n0 - first)
        for k in range(width):
            lane_sum[k] = 0
            total_low[k] = 0
            total_high[k] = 0
        unit_lo = segment * units // segments
        unit_hi = (segment + 1) * units // segments
        begin = 0
        rest = unit_lo
        piece = rest
        begin += piece * 16
        for _ in range(unit_lo, unit_hi):
            last = min(begin + 16, n1)
            a_base = 0
            whole = width // LANES * LANES
            for k in range(0, whole, LANES):
                fold_lanes(last - begin, LANES, at_element(a, a_base + (first + k) + begin * a_s1), a_s1, at_element(lane_sum, k))
            for at in range(begin, last):
                for k in range(whole, width):
                    lane_sum[k] += np.int64(a[a_base + (first + k) + at * a_s1])
            for k in range(width):
                total_low[k] += lane_sum[k] & LOW_WORD
                total_high[k] += lane_sum[k] >> 32
                total_high[k] += total_low[k] >> 32
                total_low[k] &= LOW_WORD
                lane_sum[k] = 0
            piece += 1
            begin += 16
        for i0 in range(width):
            if segments == 1:
                value = (total_high[i0] << 32) | total_low[i0]
                fault |= total_high[i0] ^ ((total_high[i0] << 32) >> 32)
                fault |= value ^ np.int64(np.int32(value))
                out[(first + i0)] = np.int32(value)
            else:
                slot = task * 1024 + i0
                partial_low[slot] = total_low[i0]
                partial_high[slot] = total_high[i0]
        segment += 1
        if segment == segments:
            segment = 0
            tile += 1
            first += 1024
    return np.int32(fault != 0)


def finish(lo, hi, arguments, scratch):
    word = int64_at(arguments)
    out = int32_at(word[0])
    a = int32_at(word[1])
    partials = word[2]
    n0 = word[3]
    n1 = word[4]
    a_s1 = word[5]
    tiles = word[6]
    pieces = word[7]
    units = word[8]
    segments = word[9]
    slots = word[10]
    partial_low = int64_at(partials + 0 * slots)
    partial_high = int64_at(partials + 8 * slots)
    fault = 0
    first = 0
    rest = lo
    tile = rest
    first += tile * 1024
    for group in range(lo, hi):
        width = min(1024, n0 - first)
        for i0 in range(width):
            total_low = 0
            total_high = 0
            for segment in range(segments):
                slot = (group * segments + segment) * 1024 + i0
                total_low += partial_low[slot]
                total_high += partial_high[slot]
                total_high += total_low >> 32
                total_low &= LOW_WORD
            value = (total_high << 32) | total_low
            fault |= total_high ^ ((total_high << 32) >> 32)
            fault |= value ^ np.int64(np.int32(value))
            out[(first + i0)] = np.int32(value)
        tile += 1
        first += 1024
    return np.int32(fault != 0)


kernel = njit(**OPTIONS)(kernel)
finish = njit(**OPTIONS)(finish)


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
