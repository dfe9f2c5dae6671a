# --- kernel
LANES = 64  # accumulators of a run, side by side
fold_lanes = make_fold_lanes(((types.float32, True),), types.float32, "max", LANES, 8)
find_first = make_find_first(types.float32, 8)


def kernel(lo, hi, arguments, scratch):
    word = int64_at(arguments)
    out = int32_at(word[0])
    a = float32_at(word[1])
    partials = word[2]
    n0 = word[3]
    n1 = word[4]
    a_s0 = word[5]
    ordinal_s0 = word[6]
    ordinal_s1 = word[7]
    tiles = word[8]
    pieces = word[9]
    units = word[10]
    segments = word[11]
    slots = word[12]
    partial_best = float32_at(partials + 0 * slots)
    partial_where = int64_at(partials + 8 * slots)
    fault = 0
    out_at = 0
    a_at = 0
    rest = lo
    segment = rest % segments
    rest = rest // segments
    i0 = rest
    out_at += i0 * 1
    a_at += i0 * a_s0
    lane_best = float32_stack(64)
    for task in range(lo, hi):
        total_best = np.float32(-np.inf)
        total_where = LARGEST
        unit_lo = segment * units // segments
        unit_hi = (segment + 1) * units // segments
        begin = 0
        rest = unit_lo
        piece = rest
        begin += piece * 1024
        for _ in range(unit_lo, unit_hi):
            start, last = begin, min(begin + 1024, n1)
            a_base = a_at
            if last - start >= 128:
                for k in range(64):
                    lane_best[k] = np.float32(-np.inf)
                fold_lanes((last - start) // 64, 8 * LANES, at_element(a, a_base + start), LANES, lane_best)
                fold_lanes(1, 0, at_element(a, a_base + (last - 64)), LANES, lane_best)
                stop = last
                half = 32
                while half > 0:
                    for k in range(half):
                        lane_best[k] = maximum(lane_best[k], lane_best[k + half])
                    half = half // 2
                run_start, start = start, stop
                peak = lane_best[0]
                if not peak < total_best:
                    at = run_start + find_first(at_element(a, a_base + run_start), stop - run_start, peak)
                    term = peak
                    held = total_best
                    ordinal = at * ordinal_s1
                    if ((term > held) | ((term != term) & (held == held))) | (((term == held) | ((term != term) & (held != held))) & (ordinal < total_where)):
                        total_best = term
                        total_where = ordinal
            for short in range(start, last, 16):
                run_best = np.float32(-np.inf)
                run_where = LARGEST
                for at in range(short, min(short + 16, last)):
                    term = a[a_base + at]
                    held = run_best
                    ordinal = at * ordinal_s1
                    if ((term > held) | ((term != term) & (held == held))) | (((term == held) | ((term != term) & (held != held))) & (ordinal < run_where)):
                        run_best = term
                        run_where = ordinal
                term = run_best
                held = total_best
                ordinal = run_where
                if ((term > held) | ((term != term) & (held == held))) | (((term == held) | ((term != term) & (held != held))) & (ordinal < total_where)):
                    total_best = term
                    total_where = ordinal
            piece += 1
            begin += 1024
        if segments == 1:
            out[out_at] = np.int32(total_where)
        else:
            slot = task
            partial_best[slot] = total_best
            partial_where[slot] = total_where
        segment += 1
        if segment == segments:
            segment = 0
            i0 += 1
            out_at += 1
            a_at += a_s0
    return np.int32(fault != 0)


def finish(lo, hi, arguments, scratch):
    word = int64_at(arguments)
    out = int32_at(word[0])
    a = float32_at(word[1])
    partials = word[2]
    n0 = word[3]
    n1 = word[4]
    a_s0 = word[5]
    ordinal_s0 = word[6]
    ordinal_s1 = word[7]
    tiles = word[8]
    pieces = word[9]
    units = word[10]
    segments = word[11]
    slots = word[12]
    partial_best = float32_at(partials + 0 * slots)
    partial_where = int64_at(partials + 8 * slots)
    fault = 0
    out_at = 0
    rest = lo
    i0 = rest
    out_at += i0 * 1
    for group in range(lo, hi):
        for i1 in range(1):
            total_best = np.float32(-np.inf)
            total_where = LARGEST
            for segment in range(segments):
                slot = (group * segments + segment) * 1 + i1
                term = partial_best[slot]
                held = total_best
                ordinal = partial_where[slot]
                if ((term > held) | ((term != term) & (held == held))) | (((term == held) | ((term != term) & (held != held))) & (ordinal < total_where)):
                    total_best = term
                    total_where = ordinal
            out[out_at] = np.int32(total_where)
        i0 += 1
        out_at += 1
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
