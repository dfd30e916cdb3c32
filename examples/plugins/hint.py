"""`hint`: what a bot of the game would do in your place.

It asks the first bot of the game, which knows what you see and nothing else.
"""

from collections.abc import Sequence
from random import Random

import msgspec

from parlour import Asked, BotContext, MoveFault, PluginCommand, Refused, Spectator, hookimpl

parlour_contract = "1.0"


def hint(asked: Asked) -> Sequence[str]:
    """Answer the player."""
    table = asked.table
    if table is None or table.prompt is None or isinstance(table.viewer, Spectator):
        raise Refused(MoveFault.NOT_YOUR_TURN, "There is no hint: the game asks you nothing now.")
    if not table.game.bots:
        raise Refused(MoveFault.ILLEGAL, f"{table.game.title} has no bot that could give a hint.")
    bot = table.game.bots[0]
    memory = bot.begin(table.viewer, table.view)
    thought = bot.think(memory, table.view, table.prompt, BotContext(Random(1), table.lexicon))
    if thought is None:
        return ["A bot would wait."]
    move = msgspec.to_builtins(thought.move)
    words = [str(value) for key, value in move.items() if key != "type"]
    return [" ".join([f"A bot would play: {move.get('type', '')}", *words])]


@hookimpl
def register_commands() -> Sequence[PluginCommand]:
    """Offer the command to those who sit at a table."""
    return [PluginCommand("hint", "hint", "what a bot would do now", hint, "seat")]
