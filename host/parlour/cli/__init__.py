"""The commands of `parlour`. Each imports what it needs when it runs, so all start quickly.

_group     how commands fail, and options that several share
_shared    the config, the games, the word lists and the data directory they name
_screen    what is printed: tables, sentences, times
_asking    requests to the running host
_ready     everything that a host needs of its config, checked once
_public    what a host on the internet must have besides
_certificate  the certificate of a host, found or made
_folders   a plugin as an author names it: a folder, a file or a module
_places    the address of a host, and your names on those you played on
_finding   the hosts that are announced in this network
_announced begins to announce a host there (_announcing is its process)
_private   a private host for playing alone (_alone is its process)
_watched   the source files of an author, and whether they have changed
_reload    changed code of a plugin, taken while the host runs
serve      start a host
service    the same, as a service of systemd
health     ask a host whether all is well
playing    connect to a host: play, watch
replaying  show a finished game from its file (_stories): replay
looking    what is installed and configured: plugins, config, rules
doctor     what would keep a host from running, or guests from reaching it: doctor
operating  the operator's commands: status, join-word, table, player, announce, drain, audit
archiving  finished games and the data directory: history, export, import, verify, backup, check
rating     the ratings, compared with the finished games: ratings
"""
