"""The commands of `parlour`. Each imports what it needs when it runs, so that all are quick.

_group     how commands fail, and the options that several have
_shared    the config, the games, the word lists and the data directory they name
_screen    what is printed: tables, sentences, times
_asking    a question to the host that is running
_where     the address of a host, as it is typed
_places    where one has played, and as whom
_private   a host of one's own (_alone is its process)
serve      starting a host
playing    sitting down at a host: play, watch
replaying  a finished game, from its file (_story tells it): replay
looking    what is installed and configured: plugins, config, rules
doctor     what would keep a host from running, or guests from reaching it: doctor
operating  the operator's commands: status, table, player, announce, drain, audit
archiving  finished games and the data directory: history, export, import, verify, backup, check
"""
