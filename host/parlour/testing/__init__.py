"""The kit for authors of games: play at random, look for leaks, drive a host without a network.

playing.py    random play through the rules, from nothing but the prompts
blindness.py  does a game tell anybody what he must not know?
host.py       a whole host on plain lists, with a clock that stands still
twins.py      two hosts that differ only in what is hidden, compared line by line
"""
