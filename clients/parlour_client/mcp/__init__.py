"""The door for language models: a server of the Model Context Protocol, which plays at a host.

`serving` speaks the protocol, a line of JSON for each message. `tools` are the five things that a
model can do, and `seat` is its place at the host.
"""
