"""`swc explain`: every stage, and what it says about arrays."""

import pytest
from cli_support import python, swc

from swc.explain import STAGES, explain


def test_all_stages_are_shown_in_order() -> None:
    titles = [line for line in swc("explain", "a b -> b a").output.splitlines() if line.startswith("== ")]
    assert titles == [
        "== tokens",
        "== specification",
        "== loop nest as planned",
        "== passes",
        "== signature and key",
        "== kernel source",
    ]


def test_tokens_are_shown_with_their_offsets() -> None:
    assert swc("explain", "a -> 1", "--kind", "reduce", "--stage", "tokens").output == (
        "   0..1    symbol       a\n   2..4    arrow        ->\n   5..6    one          1\n"
    )


def test_the_specification_is_shown_as_trees() -> None:
    assert swc("explain", "a (c 1) b -> a", "--stage", "spec").output == (
        "reduce_sum: kept a; reduced c 1 b\n"
        "note: a 1 in the input is reduced whatever its extent: it asserts nothing\n"
        "note: read as a reduction; as a rearrange it would drop leaves that must have extent one\n"
        "note: array has groups: a NumPy array has one axis a leaf (a c 1 b), "
        "a tensor has the modes a (c 1) b\n"
        "selection                (. (. .) .)\n"
        "output                   (0)\n"
        "reduced                  (1 2 3)\n"
        "rearrange_output         ((0) (1 2 3))\n"
        "symbol_ids               a=0 c=1 b=3\n"
    )


def test_extents_are_distinct_primes_where_none_are_given() -> None:
    assert swc("explain", "a b, c b -> a c", "--stage", "nest").output.splitlines()[:3] == [
        "lhs: (2, 3) Float32, C order",
        "rhs: (5, 3) Float32, C order",
        "result: (2, 5) Float32, C order",
    ]


def test_a_given_shape_decides_the_shared_extents() -> None:
    result = swc("explain", "a b, c b -> a c", "--rhs", "7x11", "--dtype", "int32,float64", "--stage", "nest")
    assert result.output.splitlines()[:3] == [
        "lhs: (2, 11) Int32, C order",
        "rhs: (7, 11) Float64, C order",
        "result: (2, 7) Float64, C order",
    ]


def test_passes_are_shown_with_what_they_leave() -> None:
    lines = swc("explain", "a b c -> a", "--stage", "passes").output
    assert "coalesce_axes:\nfor i0 in 2:  # a\n  for i1 in 15 reduced:  # b c\n" in lines
    assert "drop_unit_axes: unchanged\n" in lines


def test_a_pass_that_changes_dtypes_alone_shows_them() -> None:
    text = swc("explain", "a b -> b a", "--stage", "passes").output
    assert "erase_copy_dtype:\na: Int32, out: Int32\n" in text


def test_the_source_leaves_out_the_support_code_unless_asked() -> None:
    short = swc("explain", "a b -> a", "--stage", "source").output
    full = swc("explain", "a b -> a", "--stage", "source", "--full").output
    assert "def pointer_to" not in short
    assert "def pointer_to" in full
    assert "def kernel(lo, hi, arguments, scratch):" in short
    compile(full, "full", "exec")


def test_the_text_is_the_same_under_every_hash_seed() -> None:
    texts = {
        python("-m", "swc", "explain", "a (b c), c d -> d (a b)", PYTHONHASHSEED=seed).stdout
        for seed in "012"
    }
    assert len(texts) == 1
    assert "== kernel source" in texts.pop()


def test_a_shape_with_other_leaves_is_refused_with_both_counts() -> None:
    result = swc("explain", "a (b c) -> a", "--lhs", "2x3")
    assert result.exit_code == 1
    assert result.stderr.splitlines()[:2] == [
        "error: layout and tree profile do not match",
        "array has 2 axes, the reference names 3 leaves",
    ]


def test_sizes_that_disagree_are_refused() -> None:
    result = swc("explain", "a b, c b -> a c", "--lhs", "2x3", "--rhs", "2x4")
    assert result.exit_code == 1
    assert result.stderr.startswith("error: Einsum shared dimension 'b' has mismatched logical size\n")


@pytest.mark.parametrize(
    "options", [("--rhs", "2x3"), ("--dtype", "int32,int32")], ids=["a second shape", "a second dtype"]
)
def test_more_than_there_are_operands_is_refused(options: tuple[str, ...]) -> None:
    result = swc("explain", "a b -> a", *options)
    assert result.exit_code == 1
    assert result.stderr == "error: 'a b -> a' has 1 operand(s): too many shapes or dtypes are given\n"


@pytest.mark.parametrize("shape", ["", "2x", "2x0", "-1", "axb", "2,3"])
def test_a_malformed_shape_is_a_usage_error(shape: str) -> None:
    assert swc("explain", "a b -> a", f"--lhs={shape}").exit_code == 2


def test_an_unknown_dtype_is_a_usage_error() -> None:
    result = swc("explain", "a b -> a", "--dtype", "float16")
    assert result.exit_code == 2
    assert "unknown dtype 'float16'; known dtypes are float32, float64, int32, int64, bool" in result.stderr


def test_explain_refuses_an_unknown_stage() -> None:
    with pytest.raises(ValueError, match="^unknown stage 'trees'; the stages are " + ", ".join(STAGES) + "$"):
        explain("a b -> a", stage="trees")
