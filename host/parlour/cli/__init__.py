"""The commands of `parlour`. Each imports what it needs when it runs, so that all are quick.

_group     how commands fail, and the options that several have
_shared    the config, the games, the word lists and the data directory they name
_screen    what is printed: tables, sentences, times
_asking    a question to the host that is running
serve      starting a host
looking    what is installed and configured: plugins, config, rules
operating  the operator's commands: status, table, player, announce, drain, audit
archiving  finished games and the data directory: history, export, import, verify, backup
"""
