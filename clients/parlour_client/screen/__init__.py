"""The screen of the terminal client: prompt_toolkit on asyncio.

app                      the application: what keys do, what is shown
layout, widgets, logpane pure: from what is known to the lines of the screen
field                    the input line, and the hints below it
rows, painting           styled lines, and how they get on the terminal
"""
