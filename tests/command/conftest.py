"""Make the helpers that all test folders share importable from this one."""

import sys
from pathlib import Path

SHARED = str(Path(__file__).parent.parent)
if SHARED not in sys.path:
    sys.path.append(SHARED)
