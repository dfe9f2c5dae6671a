"""Time contenders against each other in one process, alternating, and report ratios."""

import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

Call = Callable[[], object]

ROUNDS = 7
ROUND_SECONDS = 0.05  # time spent on one contender before the next has its turn
PAUSE_SECONDS = 0.02  # lets the worker threads of the last contender stop spinning


@dataclass(frozen=True)
class Comparison:
    """Medians of one case.

    Attributes:
        name: the case.
        seconds: median time a call of each contender, ours first.
        ratio: time of the fastest peer over ours; above one, we are faster.
        low, high: smallest and largest ratio of a single round.
        peer: the fastest peer.
    """

    name: str
    seconds: dict[str, float]
    ratio: float
    low: float
    high: float
    peer: str


def compare(name: str, contenders: Mapping[str, Call], *, ours: str = "swc") -> Comparison:
    """Run the contenders in turn for some rounds, after one untimed call each."""
    for call in contenders.values():
        call()
    times: dict[str, list[float]] = {contender: [] for contender in contenders}
    names = list(contenders)
    for turn in range(ROUNDS):
        start = turn % len(names)
        for contender in names[start:] + names[:start]:
            time.sleep(PAUSE_SECONDS)
            times[contender].append(_one_round(contenders[contender]))
    medians = {contender: statistics.median(values) for contender, values in times.items()}
    peer = min((contender for contender in names if contender != ours), key=medians.__getitem__)
    rounds = [theirs / mine for theirs, mine in zip(times[peer], times[ours], strict=True)]
    return Comparison(name, medians, medians[peer] / medians[ours], min(rounds), max(rounds), peer)


def _one_round(call: Call) -> float:
    """Return the median time of the calls that fit into a round, at least three after a warm-up."""
    call()
    samples = []
    end = time.perf_counter() + ROUND_SECONDS
    while len(samples) < 3 or time.perf_counter() < end:
        begin = time.perf_counter()
        call()
        samples.append(time.perf_counter() - begin)
    return statistics.median(samples)
