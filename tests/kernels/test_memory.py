"""A contraction never materialises the product that it sums."""

from process_support import run_python

PROGRAM = """
import resource
import numpy as np, swc

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024

scores = swc.kernel("b i k, b j k -> b i j")
small = np.ones((2, 256, 256), "float32")
scores(small, small)
before = peak()
lhs = np.ones((64, 256, 256), "float32")
rhs = np.ones((64, 256, 256), "float32")
result = scores(lhs, rhs)
assert (result == 256).all()
print(peak() - before, lhs.nbytes + rhs.nbytes + result.nbytes)
"""


def test_batched_contraction_stays_within_operands_result_and_64_mib():
    run_python(PROGRAM)  # compiles, which takes memory of its own; the second process does not
    grown, needed = map(int, run_python(PROGRAM).split())
    assert needed == 3 * 64 * 256 * 256 * 4
    assert grown <= needed + (64 << 20)
