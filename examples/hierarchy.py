"""Tensors whose modes have structure: pooling an image without reshaping it in memory."""

import numpy as np

import strideweave
from strideweave import einops


def main() -> None:
    """Pool, reorder and contract over parts of axes; compare each with NumPy."""
    image = np.arange(12 * 20, dtype=np.float32).reshape(12, 20)

    # The command has no sizes: `view` says how an axis divides, and shares the array's memory.
    tiled = strideweave.view(image, "(row y) (column x)", y=4, x=5)
    assert np.shares_memory(tiled.numpy(), image)

    sums = einops.reduce(tiled, "(row y) (column x) -> row column")
    wanted = image.reshape(3, 4, 4, 5).sum((1, 3))
    assert np.array_equal(sums.numpy(), wanted)
    print(f"sums of 4 x 5 tiles: {sums.numpy().tolist()[0]} ...")

    brightest = strideweave.reduce_max(tiled, "(row y) (column x) -> row column")
    assert np.array_equal(brightest.numpy(), image.reshape(3, 4, 4, 5).max((1, 3)))

    # A rearrangement is a view: nothing moves, only the layout changes.
    tiles = einops.rearrange(tiled, "(row y) (column x) -> (row column) (y x)")
    assert np.shares_memory(tiles.numpy(), image)
    print(f"tiles as rows: layout {tiles.layout!r}")

    # Tiles against tiles, read straight from the image: no transposed copy is made.
    products = einops.einsum(tiles, tiles, "(row column) (y x), (r c) (y x) -> (row column) (r c)")
    flat = image.reshape(3, 4, 4, 5).transpose(0, 2, 1, 3).reshape(12, 20)
    assert np.allclose(products.numpy().reshape(12, 12), flat @ flat.T)
    print(f"inner products of all tiles: {products.layout.shape!r}")


if __name__ == "__main__":
    main()
