"""Attention on NumPy arrays: two contractions and two reductions, each one command."""

import numpy as np

import swc

score = swc.kernel("batch head query dim, batch head key dim -> batch head query key")
largest = swc.kernel("batch head query key -> batch head query 1", kind="reduce_max")
total = swc.kernel("batch head query key -> batch head query 1", kind="reduce_sum")
mix = swc.kernel("batch head query key, batch head key dim -> batch query head dim")


def attention(queries: np.ndarray, keys: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Return softmax(queries keys^T / sqrt(dim)) values, heads behind queries.

    Args:
        queries: [batch, head, query, dim].
        keys: [batch, head, key, dim].
        values: [batch, head, key, dim].
    """
    scores = score(queries, keys) / np.float32(np.sqrt(queries.shape[-1]))
    weights = np.exp(scores - largest(scores))
    return mix(weights / total(weights), values)


def main() -> None:
    """Compare with the same formula in NumPy."""
    random = np.random.default_rng(0)
    queries, keys, values = (
        random.standard_normal(shape, dtype=np.float32)
        for shape in ((2, 4, 100, 32), (2, 4, 120, 32), (2, 4, 120, 32))
    )
    result = attention(queries, keys, values)
    scores = np.einsum("bhqd,bhkd->bhqk", queries, keys) / np.sqrt(32)
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    weights /= weights.sum(-1, keepdims=True)
    wanted = np.einsum("bhqk,bhkd->bqhd", weights, values)
    error = float(np.abs(result - wanted).max())
    assert result.shape == (2, 100, 4, 32)
    assert error < 1e-5
    print(f"attention {result.shape}: largest difference from NumPy {error:.1e}")


if __name__ == "__main__":
    main()
