"""Find plugins, check what they bring, and set aside what cannot be used.

This is the only code that uses pluggy. All other code sees `Found`.

    _find      `find_games`: everything below, for all plugins
    _sources   where plugins come from
    _games     the hooks of games, which are asked of each plugin alone
    _shared    the hooks of the whole host, which all plugins share
    _check     what the host demands of a game and of a command
    _code      the fingerprint of a game's files
    _listed    lists of plugins that an owner keeps
    _stamps    which games have passed the checks of the kit
    _guard     what a plugin raises while it is loaded
    blame      the author's line that raised an error
"""

from parlour.plugins._check import game_faults
from parlour.plugins._code import fingerprint
from parlour.plugins._find import Found, find_games
from parlour.plugins._games import register_games
from parlour.plugins._guard import PluginFault
from parlour.plugins._listed import ListError, matching, read_list
from parlour.plugins._sources import PluginRow, about_distribution
from parlour.plugins._stamps import Stamp, read_stamps, stamps_path, write_stamp

__all__ = [
    "Found",
    "ListError",
    "PluginFault",
    "PluginRow",
    "Stamp",
    "about_distribution",
    "find_games",
    "fingerprint",
    "game_faults",
    "matching",
    "read_list",
    "read_stamps",
    "register_games",
    "stamps_path",
    "write_stamp",
]
