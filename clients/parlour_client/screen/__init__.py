"""The screen of the terminal client: prompt_toolkit on asyncio.

rows, panes, lobby, logpane, frame, hints   pure: what is known -> lines of the screen
style                                       styles by name; the terminal's own colours
keys, field, app                            the application
"""
