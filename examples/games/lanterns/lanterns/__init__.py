"""Lanterns: see all cards but your own, and hang what your friends can tell you about."""

from typing import Final

import parlour
from lanterns.bot import Keeper
from lanterns.rules import DROP, HANG, HINT, LanternRules, LanternScoring
from lanterns.text import LanternText
from lanterns.views import LanternViews
from parlour import Topic

parlour_contract = "1.3"

RULES_TEXT: Final = """\
Hang five rows of lanterns together, one of each colour, with the numbers 1 to 5 in order.

1. There are 50 lanterns: in each of five colours three ones, two twos, threes and fours, and one
five. With two or three players everybody holds five, otherwise four.

2. Until the end you see the lanterns of all others, and not your own. A watcher sees none.

3. On your turn do one of three things.

4. Hint: name another player, and a colour or a number that they hold. Everybody learns which of
their lanterns have it. A hint burns one drop of oil. There are eight drops.

5. Hang one of your lanterns. If it is the next number of its row, it hangs. If not, it is lost,
and that was a mistake. A row that is complete brings back a drop of oil.

6. Drop one of your lanterns. It is lost, and brings back a drop of oil. You cannot drop one while
all eight drops are there.

7. After you hang or drop one, you take a new one from the pile. It is your last, and those behind
the one that you gave away move up.

8. When the pile is empty, everybody has one more turn. The game also ends with all 25 lanterns,
with the third mistake, and when a player leaves.

9. You have reached as many points as lanterns hang. You have them together.
"""

LANTERNS: Final = parlour.Game(
    id="lanterns",
    title="Lanterns",
    seats=range(2, 6),
    verbs=(HINT, HANG, DROP),
    rules_text=RULES_TEXT,
    rules=LanternRules(),
    views=LanternViews(),
    scoring=LanternScoring(),
    text_ui=LanternText(),
    bots=(Keeper(),),
    aim="Hang five rows of lanterns together, 1 to 5.\nYou see all lanterns but your own.",
    topics=(
        Topic(("hint", "hints"), "Name a player and a colour or number of theirs. It burns oil."),
        Topic(("oil", "drop"), "A hint burns a drop, and a lantern that you drop brings one."),
        Topic(("mistake", "mistakes"), "A lantern that does not fit is lost. Three end the game."),
    ),
)


@parlour.hookimpl
def register_games() -> tuple[parlour.AnyGame, ...]:
    """Offer Lanterns."""
    return (LANTERNS,)
