"""Layout-command specification: the submodule, its fourteen names and the order of its checks."""

import inspect

import pytest
from runtime_support import layout_of, nothing_changes, numbered

import strideweave
from strideweave import DType, Tensor, einops
from swc import command

FOURTEEN = [
    "EinsumSpec",
    "LayoutReference",
    "RearrangeSpec",
    "ReduceSpec",
    "Token",
    "TokenKind",
    "einsum",
    "lex",
    "parse_einsum",
    "parse_layout_ref",
    "parse_rearrange",
    "parse_reduce",
    "rearrange",
    "reduce",
]
COMPILING = [einops.lex, einops.parse_rearrange, einops.parse_reduce, einops.parse_einsum]
NOT_TEXT = [None, 7, 1.5, b"a -> a", ["a"], object()]


def fails(error, message, attempt):
    with pytest.raises(error) as caught:
        attempt()
    assert type(caught.value) is error or error is ValueError
    assert str(caught.value) == message


def test_import_the_layout_command_surface():
    assert einops.__all__ == FOURTEEN
    x = numbered([2, 3], [1, 2])
    assert isinstance(einops.rearrange(x, "a b -> b a"), Tensor)
    assert isinstance(einops.reduce(x, "a b -> a"), Tensor)
    assert isinstance(einops.einsum(x, x, "a b, c b -> a c"), Tensor)


def test_the_compiling_names_are_those_of_the_language():
    for name in set(FOURTEEN) - {"rearrange", "reduce", "einsum"}:
        assert getattr(einops, name) is getattr(command, name)


@pytest.mark.parametrize("compile_text", COMPILING, ids=lambda function: function.__name__)
@pytest.mark.parametrize("text", NOT_TEXT, ids=lambda value: type(value).__name__)
def test_reject_a_non_string_command(compile_text, text):
    fails(TypeError, "command must be a str", lambda: compile_text(text))


@pytest.mark.parametrize("text", NOT_TEXT, ids=lambda value: type(value).__name__)
def test_reject_a_non_string_description(text):
    tensor = numbered([2, 3], [1, 2])
    for operand in (tensor, object()):
        with nothing_changes(tensor.carrier):
            fails(TypeError, "description must be a str", lambda o=operand: einops.rearrange(o, text))
            fails(TypeError, "description must be a str", lambda o=operand: einops.reduce(o, text))
            fails(TypeError, "description must be a str", lambda o=operand: einops.einsum(o, o, text))


def test_a_non_string_description_precedes_a_bad_accumulator():
    fails(
        TypeError,
        "description must be a str",
        lambda: einops.reduce(object(), None, accumulator_dtype="Float64"),
    )


def test_report_a_command_diagnostic_before_an_operand_diagnostic():
    fails(
        ValueError, "Unknown dimension symbol 'b' at offset 5", lambda: einops.rearrange(object(), "a -> b")
    )
    fails(
        ValueError,
        "Reduce command must omit at least one dimension",
        lambda: einops.reduce(object(), "a b -> a b"),
    )
    fails(
        ValueError,
        "Contraction command must contain one comma before '->'",
        lambda: einops.einsum(object(), object(), "a b -> a"),
    )


def test_einops_reduce_reports_the_command_before_the_accumulator():
    message = "Reduce command must omit at least one dimension"
    for accumulator in (DType.Int32, "Float64"):
        for operand in (numbered([2], [1]), object()):
            fails(
                ValueError,
                message,
                lambda o=operand, a=accumulator: einops.reduce(o, "a -> a", accumulator_dtype=a),
            )


@pytest.mark.parametrize("operand", [None, 1.0, [1.0], object()])
def test_rearrange_and_reduce_refuse_what_is_no_tensor(operand):
    fails(TypeError, "tensor must be a Tensor", lambda: einops.rearrange(operand, "a -> a"))
    fails(TypeError, "tensor must be a Tensor", lambda: einops.reduce(operand, "a -> 1"))


def test_an_einsum_operand_without_the_tensor_interface_is_an_attribute_error():
    tensor = numbered([2, 3], [1, 2])
    for lhs, rhs in ((None, tensor), (tensor, None), (None, None)):
        fails(
            AttributeError,
            "'NoneType' object has no attribute 'layout'",
            lambda left=lhs, right=rhs: einops.einsum(left, right, "a b, c b -> a c"),
        )


class HalfTensor:
    """Has a layout and nothing else."""

    layout = layout_of([2, 3], [1, 2])


def test_an_einsum_operand_fails_at_its_first_missing_attribute():
    tensor = numbered([2, 3], [1, 2])
    fails(
        AttributeError,
        "'HalfTensor' object has no attribute 'carrier'",
        lambda: einops.einsum(tensor, HalfTensor(), "a b, c b -> a c"),
    )


def test_the_left_operand_is_extracted_before_the_right_is_looked_at():
    tensor = numbered([2, 3], [1, 2])
    fails(
        ValueError,
        "layout and tree profile do not match",
        lambda: einops.einsum(tensor, None, "a b c, d b -> a c d"),
    )


def test_signatures_are_those_of_the_document():
    assert str(inspect.signature(einops.rearrange)).startswith("(tensor: ")
    assert list(inspect.signature(einops.rearrange).parameters) == ["tensor", "description"]
    assert list(inspect.signature(einops.einsum).parameters) == ["lhs", "rhs", "description"]
    reduce = inspect.signature(einops.reduce).parameters
    assert list(reduce) == ["tensor", "description", "accumulator_dtype"]
    assert reduce["accumulator_dtype"].kind is inspect.Parameter.KEYWORD_ONLY
    assert reduce["accumulator_dtype"].default is None


def test_rearrange_takes_no_tree_here():
    fails(
        TypeError,
        "description must be a str",
        lambda: einops.rearrange(numbered([2], [1]), strideweave.Tree(strideweave.Node.id(0))),
    )


def test_accept_a_hierarchical_operand():
    tensor = numbered([2, [3, 4], 5], [1, [2, 6], 24])
    made = einops.rearrange(tensor, "a (c d) b -> d b c a")
    assert made.layout == layout_of([4, 5, 3, 2], [6, 24, 2, 1])


def test_refuse_to_divide_a_flat_mode():
    tensor = numbered([2, 12], [1, 2])
    with nothing_changes(tensor.carrier):
        fails(
            ValueError,
            "layout and tree profile do not match",
            lambda: einops.rearrange(tensor, "a (b c) -> a b c"),
        )


@pytest.mark.parametrize(
    "attempt",
    [
        lambda t: einops.rearrange(t, "a b c -> a b c"),
        lambda t: einops.reduce(t, "a b c -> a"),
        lambda t: einops.einsum(t, t, "a b c, d b -> a c d"),
        lambda t: einops.einsum(t, t, "d b, a b c -> a c d"),
    ],
)
def test_reject_a_reference_that_does_not_match_the_operand_layout(attempt):
    tensor = numbered([2, 3], [1, 2])
    with nothing_changes(tensor.carrier):
        fails(ValueError, "layout and tree profile do not match", lambda: attempt(tensor))


def test_rearrange_without_copying():
    tensor = numbered([2, 3], [1, 2], offset=2)
    made = einops.rearrange(tensor, "a b -> b a")
    assert made.carrier is tensor.carrier
    assert (made.offset, made.layout) == (2, layout_of([3, 2], [2, 1]))
    assert (tensor.version, made.version) == (0, 0)


def test_reject_an_omitted_non_singleton_leaf():
    tensor = numbered([2, 3], [1, 2])
    with nothing_changes(tensor.carrier):
        fails(
            ValueError,
            "Layout rearrange ids must include every extracted layout",
            lambda: einops.rearrange(tensor, "a b -> a"),
        )


def test_an_omitted_singleton_leaf_is_admissible():
    assert einops.rearrange(numbered([1, 3], [5, 1]), "1 a -> a").layout == layout_of([3], [1])
    fails(
        ValueError,
        "Layout rearrange ids must include every extracted layout",
        lambda: einops.rearrange(numbered([2, 3], [1, 2]), "1 a -> a"),
    )
