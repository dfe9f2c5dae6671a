"""Which kind of command a text is read as when nobody says."""

import pytest

from swc.command import CommandKind, infer_kind
from swc.errors import CommandError


@pytest.mark.parametrize(
    ("command", "kind"),
    [
        ("a b -> b a", CommandKind.REARRANGE),
        ("a (b c) -> (a b) c 1", CommandKind.REARRANGE),
        ("a b -> a", CommandKind.REDUCE),
        ("a b -> 1", CommandKind.REDUCE),
        ("a 1 b -> a", CommandKind.REDUCE),
        ("a b, b -> a", CommandKind.EINSUM),
        ("b i, b j -> b i j", CommandKind.EINSUM),
    ],
)
def test_the_kind_of_a_command(command: str, kind: CommandKind) -> None:
    assert infer_kind(command) is kind


@pytest.mark.parametrize("command", ["a, b", ",", "a, b, c -> a", "a a, b -> ("])
def test_a_comma_among_the_inputs_means_a_contraction_even_if_it_does_not_compile(command: str) -> None:
    assert infer_kind(command) is CommandKind.EINSUM


@pytest.mark.parametrize(("command", "offset"), [("a 1 -> a", 2), ("1 -> 1", 0), ("(a (b 1)) 1 -> b a", 6)])
def test_a_command_that_omits_only_singletons_is_ambiguous(command: str, offset: int) -> None:
    with pytest.raises(CommandError) as caught:
        infer_kind(command)
    assert str(caught.value) == "command compiles both as a rearrangement and as a reduction; say which"
    assert (caught.value.command, caught.value.offset) == (command, offset)


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("a, 2", "Invalid dimension symbol at offset 3"),
        ("a b", "Rearrange command must contain one '->' arrow"),
        ("a -> b", "Unknown dimension symbol 'b' at offset 5"),
        ("a -> a, b", "Commas are not valid in layout references at offset 6"),
        ("a 1 -> a a", "Duplicate output dimension symbol 'a' at offset 9"),
    ],
)
def test_faults_surface_unchanged(command: str, message: str) -> None:
    with pytest.raises(CommandError) as caught:
        infer_kind(command)
    assert str(caught.value) == message


def test_a_kind_is_asked_of_a_text_only() -> None:
    with pytest.raises(TypeError) as caught:
        infer_kind(None)
    assert str(caught.value) == "command must be a str"
