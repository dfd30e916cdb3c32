"""The author's cockpit: a game seen from every seat, without a host. `parlour try`.

Everything but the last three modules is pure: lines in, lines out.

    tree      the acts that were tried, and the positions they lead to
    seen      what a viewer sees, reads and is asked in a position
    marks     what one viewer sees and the other does not
    moves     what a typed line means: a move, as a host reads it, or a command
    session   the cockpit itself: two viewers, a position, commands
    lines     what it shows, as lines of text: for a pipe or a screen reader (`--plain`)
    verbs     its commands, and the help
    code      the game's code, loaded again when it changes
    thinking  bots that think in a process of their own
    screen    the same on a screen, drawn as the client draws
    running   the loops: keys and the clock, or lines
"""
