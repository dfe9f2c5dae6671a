"""Every entry of the vector file that runs on tensors, and the areas that are still left out, by name."""

import math

import pytest
from runtime_support import nothing_changes

import strideweave
from strideweave import Carrier, DType, Shape, Stride, Tensor, einops
from strideweave.friendly import tensor, to_list
from vector_support import all_entries, entry_id, expect_error, key_of, layout_of

HERE = {"tensor", "reduce", "contract"}
LEFT_OUT = {"elementwise", "scan", "indexing", "selection", "autograd", "meta"}
# Entries without tensors; the tests of layouts and of the command language run them.
ELSEWHERE = {"layout", "command"}
# Area command.type also holds entries that call an operation.
COMMAND_OPERATIONS = {"reduce_sum", "einsum"}
SPECIAL = {"nan": math.nan, "inf": math.inf, "-inf": -math.inf, "+0.0": 0.0, "-0.0": -0.0}


def area_of(entry):
    return entry["area"].partition(".")[0]


def runs_here(entry):
    is_command_operation = area_of(entry) == "command" and entry["when"]["op"] in COMMAND_OPERATIONS
    return area_of(entry) in HERE or is_command_operation


RUN = [entry for entry in all_entries() if runs_here(entry)]


def decode_operand(encoded):
    if encoded is None:
        return object()
    layout, dtype = layout_of(encoded["layout"]), getattr(DType, encoded["dtype"])
    if "storage" in encoded:
        return Tensor(Carrier.from_values(encoded["storage"], dtype=dtype), 0, layout)
    return tensor([SPECIAL.get(value, value) for value in encoded["values"]], layout=layout, dtype=dtype)


def call(operation, operands, when):
    x, arguments = operands.get("x"), {name: value for name, value in when.items() if name != "op"}
    match operation:
        case "tensor":
            raise AssertionError("constructed by run_construction")
        case "getitem":
            return x[key_of(arguments["key"])]
        case "rearrange":
            return einops.rearrange(x, arguments["description"])
        case "reshape":
            return strideweave.reshape(x, Shape(arguments["target"]))
        case "as_strided":
            return strideweave.as_strided(x, Shape(arguments["shape"]), Stride(arguments["stride"]))
        case "broadcast_in_dim":
            target = Shape(arguments["target"])
            return strideweave.broadcast_in_dim(x, target, arguments["broadcast_dimensions"])
        case "matmul" | "einsum":
            return getattr(strideweave, operation)(x, operands["y"], **arguments)
        case _:
            if "accumulator_dtype" in arguments:
                arguments["accumulator_dtype"] = getattr(DType, arguments["accumulator_dtype"])
            return getattr(strideweave, operation)(x, **arguments)


def run(entry):
    given, when = entry["given"], entry["when"]
    if when["op"] == "tensor":
        carrier = Carrier(given["carrier_size"], dtype=getattr(DType, given["dtype"]))
        return {}, lambda: Tensor(carrier, given["offset"], layout_of(given["layout"]))
    operands = {name: decode_operand(encoded) for name, encoded in given.items()}
    return operands, lambda: call(when["op"], operands, when)


def matches(value, expected):
    """Compare one value: NaN matches NaN, and a zero's sign counts when it is written."""
    if expected in ("+0.0", "-0.0"):
        return value == 0 and math.copysign(1.0, value) == math.copysign(1.0, SPECIAL[expected])
    wanted = SPECIAL.get(expected, expected) if isinstance(expected, str) else expected
    return value == wanted or (value != value and wanted != wanted)


def check_tensor(result, expect, operands):
    wanted = expect["tensor"]
    assert result.dtype() is getattr(DType, wanted["dtype"])
    assert result.layout == layout_of(wanted["layout"])
    values = to_list(result)
    assert len(values) == len(wanted["values"])
    assert all(map(matches, values, wanted["values"])), values
    if expect.get("shares_carrier"):
        assert result.carrier is operands["x"].carrier
    assert result.offset == expect.get("offset", 0)


@pytest.mark.parametrize("entry", RUN, ids=entry_id)
def test_entry(entry):
    operands, attempt = run(entry)
    expect = entry["expect"]
    carriers = [operand.carrier for operand in operands.values() if isinstance(operand, Tensor)]
    with nothing_changes(*carriers):
        if "error" in expect:
            expect_error(entry, attempt)
            return
        result = attempt()
    if "tensor" in expect:
        check_tensor(result, expect, operands)
    elif "size" in expect:
        assert result.size() == expect["size"]
    else:
        assert matches(result, expect["value"])


def test_the_areas_that_are_still_left_out_are_exactly_these():
    assert {area_of(entry) for entry in all_entries()} == HERE | LEFT_OUT | ELSEWHERE


def test_no_area_is_run_by_accident_of_an_empty_list():
    counted = {area: sum(area_of(entry) == area for entry in RUN) for area in HERE | {"command"}}
    assert counted == {"tensor": 46, "reduce": 34, "contract": 25, "command": 2}
