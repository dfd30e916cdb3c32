"""What outlives a process of the house: its connections, and notes about them in shared memory.

Nothing here imports more than the standard library, so that the keeper stays small.

    keeping    the keeper, the parent process of a host (`__main__` starts it)
    processes  the processes that it looks after
    judge      when one of them is to be killed, and what its death says
    lines      the connections: accepted here, and given to one worker after another
    desk       what the keeper itself is asked
    telling    lines in the log
    notify     what a service manager hears
    loop       where it waits
    link       the keeper, as its child and the workers see it
    packets    the messages between them
    files      open files, and what the system says in place of a newcomer
    layout     where things are in the shared memory
    notes      the shared memory: what it holds of each connection, and how a successor reads it
"""
