"""The door: the terminal client for people who have only ssh, telnet, or a browser.

A process of its own beside the host. Each guest gets an instance of `parlour_client`, which speaks
to the host as it does from anywhere else.

command    `parlour door`
door       all guests: how many there may be, and how they end
guest      one guest: the client, its keys and its screen
keys       bytes from a stranger as keys of prompt_toolkit
limits     how much a guest may have of what all share
to_host    the connection to the host, which learns who the guest is
wires      a guest's TCP connection: read a little at a time, never waited for
telnet     telnet, whose commands (RFC 854) `options` takes out
ssh        ssh, with the library asyncssh
web        a terminal in the browser: terminal.html, with xterm.js in vendor/
"""
