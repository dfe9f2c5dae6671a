"""Requirement: command forms are separated by one arrow and, for contraction, one comma."""

import pytest

from swc.command import parse_einsum, parse_rearrange, parse_reduce
from swc.errors import CommandError

ONE_INPUT = [(parse_rearrange, "Rearrange"), (parse_reduce, "Reduce")]
EVERY_FORM = [*ONE_INPUT, (parse_einsum, "Einsum")]


def fault(function: object, command: str) -> tuple[str, int | None]:
    with pytest.raises(CommandError) as caught:
        function(command)
    assert caught.value.command == command
    return str(caught.value), caught.value.offset


def test_reject_a_rearrange_command_without_an_arrow() -> None:
    assert fault(parse_rearrange, "a b") == ("Rearrange command must contain one '->' arrow", None)


def test_reject_a_contraction_command_without_a_comma() -> None:
    message, offset = fault(parse_einsum, "a b c -> a c")
    assert (message, offset) == ("Contraction command must contain one comma before '->'", None)


def test_reject_a_comma_after_the_arrow() -> None:
    message, offset = fault(parse_einsum, "a b, c b -> a, c")
    assert (message, offset) == ("Commas are not valid in layout references at offset 13", 13)


@pytest.mark.parametrize(("function", "name"), EVERY_FORM)
@pytest.mark.parametrize("command", ["", " ", "a", "a, b", "(("])
def test_no_arrow(function: object, name: str, command: str) -> None:
    assert fault(function, command) == (f"{name} command must contain one '->' arrow", None)


@pytest.mark.parametrize(("function", "name"), EVERY_FORM)
@pytest.mark.parametrize(
    ("command", "second"), [("->->", 2), ("a -> b -> c", 7), ("a, b -> (-> ->", 9), ("->(->", 3)]
)
def test_more_than_one_arrow(function: object, name: str, command: str, second: int) -> None:
    assert fault(function, command) == (f"{name} command must contain only one '->' arrow", second)


@pytest.mark.parametrize("command", ["->", "a -> a", "a b -> a, b", "a -> , , ,", "( -> )"])
def test_no_comma_before_the_arrow(command: str) -> None:
    assert fault(parse_einsum, command) == ("Contraction command must contain one comma before '->'", None)


@pytest.mark.parametrize(("command", "second"), [("a, b, c -> a", 4), (",,->", 1), ("(a, b), , -> a", 6)])
def test_more_than_one_comma_before_the_arrow(command: str, second: int) -> None:
    message, offset = fault(parse_einsum, command)
    assert (message, offset) == ("Contraction command must contain only one comma before '->'", second)


@pytest.mark.parametrize(("function", "name"), ONE_INPUT)
@pytest.mark.parametrize(("command", "at"), [("a, b -> a", 1), ("a -> a, b", 6)])
def test_a_comma_has_no_place_in_a_command_of_one_input(
    function: object, name: str, command: str, at: int
) -> None:
    assert fault(function, command) == (f"Commas are not valid in layout references at offset {at}", at)


@pytest.mark.parametrize(
    ("command", "offset"), [(", a -> a", 0), ("a, -> a", 3), ("a b, c b ->", 11), ("a b,( -> a", 6)]
)
def test_an_empty_reference_is_shown_where_it_should_stand(command: str, offset: int) -> None:
    assert fault(parse_einsum, command) == ("Layout reference must not be empty", offset)
