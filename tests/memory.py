"""Where a host of a test keeps its data: in memory, so that nobody waits for a disk.

What a disk keeps when the power fails is tested below `tests/crash` and `tests/store`.
"""

from __future__ import annotations

import os
from typing import Final

MEMORY: Final = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
"""The parent of temporary folders; None: the usual one."""
