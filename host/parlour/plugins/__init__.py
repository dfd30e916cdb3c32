"""Finds games, checks them, and sets aside what cannot be used.

This is the only code that touches pluggy; everybody else sees `Found`.
"""

from parlour.plugins._check import game_faults
from parlour.plugins._find import Found, PluginFault, PluginRow, find_games, register_games

__all__ = ["Found", "PluginFault", "PluginRow", "find_games", "game_faults", "register_games"]
