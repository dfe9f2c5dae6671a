"""The role of a named axis, from where its name appears."""

import pytest

from swc.roles import Role, classify


@pytest.mark.parametrize(
    ("in_left", "in_right", "in_output", "role"),
    [
        (True, True, True, Role.BATCH),
        (True, True, False, Role.CONTRACT),
        (True, False, True, Role.FREE_LEFT),
        (False, True, True, Role.FREE_RIGHT),
        (True, False, False, Role.SUMMED),
        (False, True, False, Role.SUMMED),
    ],
)
def test_role(in_left: bool, in_right: bool, in_output: bool, role: Role) -> None:
    assert classify(in_left, in_right, in_output) is role


@pytest.mark.parametrize("in_output", [True, False])
def test_a_name_that_no_operand_has_plays_no_role(in_output: bool) -> None:
    with pytest.raises(ValueError, match="a name that no operand has plays no role"):
        classify(in_left=False, in_right=False, in_output=in_output)
