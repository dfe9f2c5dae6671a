# --- kernel
LANES = 64  # accumulators of a run, side by side
fold_lanes = make_fold_lanes(((types.float32, True),), types.float32, "sum", LANES, 8)


def kernel(lo, hi, arguments, scratch):
    word = int64_at(arguments)
    out = float32_at(word[0])
    a = float32_at(word[1])
    partials = word[2]
    n0 = word[3]
    n1 = word[4]
    a_s0 = word[5]
    tiles = word[6]
    pieces = word[7]
    units = word[8]
    segments = word[9]
    slots = word[10]
    partial_sum = float32_at(partials + 0 * slots)
    partial_error = float32_at(partials + 8 * slots)
    fault = 0
    out_at = 0
    a_at = 0
    rest = lo
    segment = rest % segments
    rest = rest // segments
    i0 = rest
    out_at += i0 * 1
    a_at += i0 * a_s0
    lane_sum = float32_stack(64)
    for task in range(lo, hi):
        total_sum = np.float32(0)
        total_error = np.float32(0)
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
                    lane_sum[k] = np.float32(0)
                fold_lanes((last - start) // 64, 8 * LANES, at_element(a, a_base + start), LANES, lane_sum)
                stop = start + (last - start) // 64 * 64
                half = 32
                while half > 0:
                    for k in range(half):
                        lane_sum[k] += lane_sum[k + half]
                    half = half // 2
                run_start, start = start, stop
                raised = total_sum + lane_sum[0]
                carried = raised - total_sum
                total_error += (total_sum - (raised - carried)) + (lane_sum[0] - carried)
                total_sum = raised
            for short in range(start, last, 16):
                run_sum = np.float32(0)
                for at in range(short, min(short + 16, last)):
                    run_sum += a[a_base + at]
                raised = total_sum + run_sum
                carried = raised - total_sum
                total_error += (total_sum - (raised - carried)) + (run_sum - carried)
                total_sum = raised
            piece += 1
            begin += 1024
        if segments == 1:
            out[out_at] = np.float32(total_sum + total_error if total_sum - total_sum == 0 else total_sum)
        else:
            slot = task
            partial_sum[slot] = total_sum
            partial_error[slot] = total_error
        segment += 1
        if segment == segments:
            segment = 0
            i0 += 1
            out_at += 1
            a_at += a_s0
    return np.int32(fault != 0)


def finish(lo, hi, arguments, scratch):
    word = int64_at(arguments)
    out = float32_at(word[0])
    a = float32_at(word[1])
    partials = word[2]
    n0 = word[3]
    n1 = word[4]
    a_s0 = word[5]
    tiles = word[6]
    pieces = word[7]
    units = word[8]
    segments = word[9]
    slots = word[10]
    partial_sum = float32_at(partials + 0 * slots)
    partial_error = float32_at(partials + 8 * slots)
    fault = 0
    out_at = 0
    rest = lo
    i0 = rest
    out_at += i0 * 1
    for group in range(lo, hi):
        for i1 in range(1):
            total_sum = np.float32(0)
            total_error = np.float32(0)
            for segment in range(segments):
                slot = (group * segments + segment) * 1 + i1
                raised = total_sum + partial_sum[slot]
                carried = raised - total_sum
                total_error += (total_sum - (raised - carried)) + (partial_sum[slot] - carried)
                total_sum = raised
                total_error += partial_error[slot]
            out[out_at] = np.float32(total_sum + total_error if total_sum - total_sum == 0 else total_sum)
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
