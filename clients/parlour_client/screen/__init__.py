"""The screen of the terminal client: prompt_toolkit on asyncio.

app                      the application: what the keys do, what is shown
layout, widgets, logpane pure: what is known -> lines of the screen
field                    the line that is typed, and the hints below it
rows, painting           styled lines, and how they get on the terminal
"""
