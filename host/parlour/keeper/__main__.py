"""`parlour serve` becomes this program: the keeper, which starts the host as its child.

It is run by its path, without the packages that are installed: the keeper needs none of them, and
stays small. What follows is the command line of the host.
"""

from __future__ import annotations

import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.append(str(Path(__file__).parents[2]))
    from parlour.keeper.keeping import Keeper

    sys.exit(Keeper(sys.argv[1:]).run())
