"""The kit's commands of `parlour`, which finds them among the entry points `parlour.commands`.

authoring   a new game, made from templates: new-game
checking    the checks of a game, for its author: check-game
competing   games between programs: arena
trying      a game seen from every seat, without a host: try
conforming  what hosts and clients do and bear: schema, check-host, check-client, load
"""
