"""The line protocol, sans-IO, shared by the host and its clients.

codes.py     the closed lists of refusals and goodbyes
telnet.py    absorbs telnet negotiation
lines.py     bytes -> lines, however they are cut
text.py      makes typed text safe; columns, wrapping
names.py     which names are allowed, and which count as the same
request.py   `[#id] [@prompt] verb [arguments]`
flood.py     token buckets
addresses.py an address: whether it is near, and the place it counts for
proxied.py   the PROXY protocol: who is behind a connection
fingerprints.py  of certificates and keys
messages/    everything the host says
encoding.py  a message as text for a person, or as JSON for a program
"""
