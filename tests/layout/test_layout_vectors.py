"""Every entry of the vector file that belongs to the layout algebra."""

from collections.abc import Callable

import pytest

from swc.layout import Layout, Node, Shape, Stride, column_major, row_major
from vector_support import (
    as_lists,
    entries,
    entry_id,
    expect_error,
    key_of,
    layout_code,
    layout_of,
    recipe_code,
    tree_of,
)

Run = Callable[[dict, dict], object]


def run_shape(given: dict, when: dict) -> object:
    shape = Shape(*given["items"])
    return {"shape": as_lists(shape.top_level), "size": shape.size, "rank": len(shape)}


def run_attributes(given: dict, when: dict) -> object:
    layout = layout_of(given["layout"])
    return {
        "size": layout.size,
        "cosize": layout.cosize,
        "is_injective": layout.is_injective,
        "profile": recipe_code(layout.profile),
    }


def run_rearrange(given: dict, when: dict) -> object:
    selection = None if when["selection"] is None else tree_of(when["selection"])
    return layout_result(Layout.rearrange(layout_of(given["layout"]), tree_of(when["output"]), selection))


def run_compose(given: dict, when: dict) -> object:
    return layout_result(Layout.compose(layout_of(given["layout"]), inner_of(when["inner"])))


def run_tree(given: dict, when: dict) -> object:
    tree = tree_of(given["tree"])
    return {"size": tree.size, "recipe": recipe_code(tree.recipe)}


def layout_result(layout: Layout) -> dict:
    return {"layout": layout_code(layout)}


def inner_of(code: dict) -> object:
    if "layout" in code:
        return layout_of(code["layout"])
    if "tiler" in code:
        return [layout_of(tile) for tile in code["tiler"]]
    return Shape(code["shape"])


def given_layout(operation: Callable[[Layout, dict, dict], Layout]) -> Run:
    return lambda given, when: layout_result(operation(layout_of(given["layout"]), given, when))


def tiler_of(when: dict) -> list[Layout]:
    return [layout_of(tile) for tile in when["tiler"]]


OPERATIONS: dict[str, Run] = {
    "shape": run_shape,
    "stride": lambda given, when: {"stride": as_lists(Stride(*given["items"]).top_level)},
    "attributes": run_attributes,
    "index": lambda given, when: {"value": layout_of(given["layout"]).index(key_of(when["key"]))},
    "decode": lambda given, when: {"value": as_lists(Shape(given["shape"]).decode(when["arg"]))},
    "encode": lambda given, when: {"value": Shape(given["shape"]).encode(key_of(when["arg"]))},
    "broadcast_to": given_layout(lambda layout, _, when: layout.broadcast_to(Shape(when["target"]))),
    "uniform_preimage_extent": lambda given, when: {
        "value": layout_of(given["layout"]).uniform_preimage_extent(Shape(when["target"]))
    },
    "concat": given_layout(lambda layout, given, _: Layout.concat(layout, layout_of(given["other"]))),
    "append": given_layout(lambda layout, given, _: Layout.append(layout, layout_of(given["other"]))),
    "getitem": given_layout(lambda layout, _, when: layout[key_of(when["key"])]),
    "rearrange": run_rearrange,
    "permute": given_layout(lambda layout, _, when: Layout.permute(layout, *when["order"])),
    "compose": run_compose,
    "complement": given_layout(lambda layout, _, when: Layout.complement(layout, when["cotarget"])),
    "divide": given_layout(lambda layout, _, when: Layout.divide(layout, layout_of(when["tile"]))),
    "divide_tiler": given_layout(lambda layout, _, when: Layout.divide_tiler(layout, tiler_of(when))),
    "zipped_divide": given_layout(lambda layout, _, when: Layout.zipped_divide(layout, tiler_of(when))),
    "column_major": lambda given, when: layout_result(column_major(*given["extents"])),
    "row_major": lambda given, when: layout_result(row_major(*given["extents"])),
    "node_id": lambda given, when: {"value": Node.id(given["id"]).id},
    "tree": run_tree,
}
ENTRIES = entries("layout")


def test_the_vector_file_covers_the_layout_algebra() -> None:
    assert {entry["when"]["op"] for entry in ENTRIES} == set(OPERATIONS)


@pytest.mark.parametrize("entry", ENTRIES, ids=entry_id)
def test_layout_vector(entry: dict) -> None:
    given, when, expected = entry["given"], entry["when"], entry["expect"]
    if "error" in expected:
        expect_error(entry, lambda: OPERATIONS[when["op"]](given, when))
        return
    result = OPERATIONS[when["op"]](given, when)
    assert {name: result[name] for name in expected} == expected
