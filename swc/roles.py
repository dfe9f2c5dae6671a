"""The part a named axis plays in an operation, decided by where its name appears.

Commands call the name a symbol, named-axis tensors call it a tag; both classify it here, so that the two can
never disagree about what is contracted.
"""

import enum


class Role(enum.Enum):
    """What an operation of up to two operands does with one named axis."""

    BATCH = "batch"
    CONTRACT = "contract"
    FREE_LEFT = "free left"
    FREE_RIGHT = "free right"
    SUMMED = "summed"


def classify(in_left: bool, in_right: bool, in_output: bool) -> Role:
    """Return the role of a name from the three places where it can appear.

    Args:
        in_left: whether the left operand has the name.
        in_right: whether the right operand has the name; False for operations of one operand.
        in_output: whether the result keeps the name.

    Returns:
        BATCH (shared, kept), CONTRACT (shared, dropped), FREE_LEFT or FREE_RIGHT (one side, kept), or SUMMED
        (one side, dropped).

    Raises:
        ValueError: when no operand has the name: such a name has no role.

    Examples:
        >>> classify(in_left=True, in_right=True, in_output=False)
        <Role.CONTRACT: 'contract'>
    """
    if in_left and in_right:
        return Role.BATCH if in_output else Role.CONTRACT
    if not (in_left or in_right):
        raise ValueError("a name that no operand has plays no role")
    if not in_output:
        return Role.SUMMED
    return Role.FREE_LEFT if in_left else Role.FREE_RIGHT
