"""The rules that players read, in our own words, and the nouns that `help` explains."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from parlour import Topic, joined
from parlour_boggle.catalogue import _

TEXT: Final = joined(
    (
        _("BOGGLE for one to twenty players"),
        _(
            """\
Sixteen letter cubes lie in a grid. Find as many words as you can before time
is up. Only words that nobody else finds score. The highest score wins."""
        ),
        _("A ROUND"),
        _(
            """\
The referee shakes the cubes. Everybody sees the same board at the same moment,
and the clock starts: three minutes. Type words as you find them, one or more
to a line, and press Enter:"""
        ),
        _(
            """\
  house
  seat tea ate"""
        ),
        _(
            """\
During a round, a line is words unless it starts with a slash. Commands need
the slash:"""
        ),
        _(
            """\
  /look               see the board, your list, and the time left
  /take back tea      take a word off your list
  /say hello          talk"""
        ),
        _(
            """\
You can leave out the slash of "take back" if the words are on your list.
Accents and capitals don't matter. Only you see your list until time is up.
Nobody else learns what is on it, how long it is, or when you typed."""
        ),
        _("WHAT COUNTS AS A WORD"),
        _(
            """\
A word needs at least three letters. Spell it from cube to cube. Each cube must
touch the one before: sideways, up, down or diagonally, in any direction. You
can't skip a cube or use a cube twice in one word. The Qu cube counts as two
letters, and you can't use either of them alone."""
        ),
        _(
            """\
Every word in the table's word list counts, in any of its forms. A word inside
a longer word counts too, and so does a plural beside its singular. A word that
is on the board twice, or has two meanings, counts once."""
        ),
        _("SCORING"),
        _(
            """\
When time is up, all lists are read out. A word on two or more lists is crossed
off all of them. The words that are left score by their length:"""
        ),
        _(
            """\
  letters   3  4  5  6  7  8 or more
  points    1  1  2  3  5  11"""
        ),
        _(
            """\
Words that are too short, not on the board, or not in the word list score
nothing and cost nothing. Words that reach the host after time don't count.
Then you see up to a dozen words that nobody found, common words first, and how
much the board was worth. After the round, you can ask where a word is:"""
        ),
        _("  path house          show where house is"),
        _("THE WINNER"),
        _(
            """\
The highest score of the round wins. With target=50, 100 or any other score you
play a match: rounds go on until somebody reaches the target, and then the
highest total wins. Players with equal scores share the win."""
        ),
        _(
            """\
After a round of a match, type next when you are ready. The next round starts
when everybody has, or after a minute. A player who leaves during a round isn't
ranked, but their list is read out and still crosses off words. If you join in
the middle of a match, you watch until the next round starts. You begin with no
points."""
        ),
        _("THE CHALLENGE GAME (challenge=on)"),
        _(
            """\
Before each round, the challenge cube replaces one of the cubes. It shows I, K,
L, M, Qu or U, and is in brackets on the board. Each word that uses it scores 5
extra points, and all words score by another table:"""
        ),
        _(
            """\
  letters   3  4  5  6  7  8 or more
  points    1  2  3  4  5  6"""
        ),
        _("A word that you can spell with or without the challenge cube gets the 5 points."),
        _("BOTS"),
        _(
            """\
  bot easy            finds a few short, common words
  bot medium          finds common words, as an adult does
  bot hard            finds most words, so it crosses off most of yours"""
        ),
        _("TABLE OPTIONS"),
        _(
            """\
  dice=1976, dice=1987      cubes of those years
  dice=fr                   French cubes
  dice=5x5, dice=5x5_later  a board of 25 cubes; words need four letters
  verdicts=immediate        tells you at once if your own words are good
  illegal_penalty=1         takes off points for each wrong word
  challenge_path=every      5 extra points only for words that can't be spelled
                            without the challenge cube
  min_words=100             shakes again until the board has 100 words
  seconds=0                 no clock: a round ends when all type /next
  max_rounds=10             ends a match after 10 rounds at the latest
  tiebreak=long_words       breaks ties by the number of longest words
  leaver_list=dropped       ignores the list of a player who leaves
  lag_credit=300            accepts words up to 300 milliseconds late, if
                            the player's connection is that slow"""
        ),
    ),
    "\n\n",
)


TOPICS: Final = (
    Topic(
        ("board", "grid"),
        _(
            "Everybody sees the same board of letter cubes at the same moment. To see it again: "
            "look"
        ),
    ),
    Topic(
        ("cube", "dice", "die"),
        _(
            "Each cube shows one letter, except Qu, which counts as two. A word may use each "
            "cube once."
        ),
    ),
    Topic(
        ("path",),
        _(
            "You spell a word from cube to cube, each next to the one before: sideways, up, "
            "down or diagonally. After the round, this shows where a word is on the board: path "
            "WORD"
        ),
    ),
    Topic(
        ("list",),
        _(
            "Your list holds the words you have typed in this round. Nobody else sees it until "
            "time is up. To take a word off it: /take back WORD"
        ),
    ),
    Topic(
        ("point", "scoring"),
        _(
            "Only words that nobody else has found score, by their letters:\n"
            "  letters   3  4  5  6  7  8 or more\n"
            "  points    1  1  2  3  5  11"
        ),
    ),
    Topic(
        ("round",),
        _(
            "A round lasts three minutes. Then all lists are read out, and a word that two "
            "players have is crossed off both lists. To go on to the next round: next"
        ),
    ),
    Topic(
        ("challenge-cube",),
        _(
            "With challenge=on one cube is exchanged for the challenge cube, which is shown in "
            "brackets. Each word made with it brings 5 points more."
        ),
    ),
    Topic(
        ("level",),
        _(
            "Bots: easy finds a few short, common words, medium finds what an adult finds, and "
            "hard finds most words. Only words that nobody else has score, so a better player "
            "crosses off most of yours. To play against your own level, type for example: "
            "bot medium"
        ),
    ),
    Topic(
        ("target", "match"),
        _(
            "With target=50 or another number, rounds are played until somebody has that many "
            "points."
        ),
    ),
)
GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    _("Board"): ("dice", "min_words", "challenge", "challenge_path"),
    _("Clocks"): ("seconds", "pause_seconds", "lag_credit"),
    _("Scoring"): ("verdicts", "illegal_penalty", "leaver_list", "tiebreak"),
    _("Match"): ("target", "max_rounds"),
}
