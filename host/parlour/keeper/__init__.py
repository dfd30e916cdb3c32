"""What outlives a process of the house: its connections, and notes about them in shared memory.

Nothing here imports more than the standard library, so that the keeper stays small.

    layout  where things are in the shared memory
    notes   the shared memory: what it holds of each connection, and how a
            successor reads it
"""
