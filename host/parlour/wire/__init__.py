"""The line protocol, sans-IO, shared by the host and its clients.

codes.py     the closed lists of refusals and goodbyes
telnet.py    absorbs telnet negotiation
lines.py     bytes -> lines, whatever way they are cut
text.py      what players typed made safe; columns, wrapping
names.py     which names can be, and which are the same
request.py   `[#id] [@prompt] verb [arguments]`
flood.py     how fast is too fast
messages.py  everything the host says
encoding.py  a message for a person, or for a program
"""
