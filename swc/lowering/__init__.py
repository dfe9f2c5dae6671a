"""From a specification and operand types to a loop nest: every check that needs layouts or dtypes."""
