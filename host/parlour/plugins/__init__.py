"""Find games, check them, and set aside what cannot be used.

This is the only code that uses pluggy. All other code sees `Found`.
"""

from parlour.plugins._check import game_faults
from parlour.plugins._find import Found, PluginFault, PluginRow, find_games, register_games

__all__ = ["Found", "PluginFault", "PluginRow", "find_games", "game_faults", "register_games"]
