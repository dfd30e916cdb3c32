"""Makes the data of the example game Code words: `python -m tools.build_code_words`.

`words.txt` has the words of the boards: those of `_WORDS` that Password's bots know. `clues.txt`
has the clues that its bot knows, made of Password's table of associations: words of the boards
with a letter each for how well they go with the clue.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from parlour_password.bots.belief import LEVELS, Belief, table

DATA: Final = Path("examples/games/codewords/codewords/data")
CLUES: Final = 7_000
"""Of so many words, the commonest, clues are made."""
LEAST: Final = 7
"""Levels below that are left out: nobody would think of them."""
_WORDS: Final = """
    actor angel ankle apple apron armor arrow artist badge baker ball banana band bank barn
    basket bat battle beach bean bear beard bed bee bell belt berry bike bird blade bomb bone
    book boot bottle bowl box boxer brain branch brick bride bridge broom brush bubble bucket
    bug bus butter button cabin cable cage cake camel camera camp canal candle candy canoe cap
    card carpet carrot castle cat cave cellar chain chalk cheese cherry chess chest circle
    circus claw clay clock cloud clown coach coal coast coat cobra coffee coin comb comet
    copper corn cotton court cow cowboy crab crane cream cross crow crown crowd cup curve dance
    deck deer desert desk devil dice dinner doctor dog doll dollar donkey door dragon dream
    dress drill drum duck dust eagle ear earth echo egg elbow engine eye fairy fan farm farmer
    father fence fever field film finger fire fish flag flame flood floor flower flute fly fog
    foot forest fork fox frame frog fruit game garden garlic gate ghost giant glass glove glue
    goat gold golf goose grape grass grave guard guitar gun hair hammer hand hat hawk head
    heart helmet hen hero hill hockey honey hook horn horse hotel ice igloo island ivory jacket
    jail jar jeans jelly jewel judge juice jungle kettle key king kiss kite knee knife knight
    knot lab ladder lake lamb lamp laser lawyer leaf lemon letter lion lip liver lizard lock
    magic maid map marble market mask match meat medal mercy metal milk mill mine mirror model
    monkey moon mother motor mouse mouth mud muscle museum music nail neck needle nest net
    night nose novel nun nurse nut oak oasis ocean oil olive onion opera orange organ oven owl
    page paint palace palm paper parade park pearl pen pencil pepper phone photo piano pie pig
    pilot pipe pirate pizza planet plant plate player pocket poem poet poison police pond pony
    poster potato prince prison pump puppet puzzle queen rabbit radar radio rail rain razor
    ribbon rice rifle ring river road robin robot rocket roof root rope rose rubber rug ruler
    sack saddle sail salad salt sand saw scarf school screen sea seal seed shadow shark sheep
    shell shield ship shirt shoe shovel silk silver singer sister skull sky sleep smoke snail
    snake snow soap sock soup spider sponge spoon spring spy square stable staff stamp star
    statue steam steel stone storm stove straw stream sugar suit summer sun sweat sword table
    tail tank tea temple tennis tent throat ticket tiger tie tin toast tomato tongue tool tooth
    torch tower toy tractor train trap tree truck trunk tulip tunnel turkey turtle tutor umpire
    uncle valley vase violin virus voice wagon waiter wall wallet war wasp watch water wave wax
    web wedge whale wheat wheel whip wind window wine wing winter witch wizard wolf wood wool
    worm yacht zebra
"""


def main() -> None:
    """Write both files."""
    belief, known = Belief(), table()
    words = sorted(
        word for word in set(_WORDS.split()) if len(word) <= 6 and belief.answer(word) is not None
    )
    chosen = set(words)
    lines: list[str] = []
    for number, clue in enumerate(known.words[:CLUES]):
        row = known.row(number)
        pairs = (
            (known.words[answer], level)
            for answer, level in zip(row.answers, row.levels, strict=True)
            if level >= LEAST and known.words[answer] in chosen
        )
        fits = [f"{word}{chr(ord('a') + level)}" for word, level in pairs]
        if fits:
            lines.append(" ".join((clue, *fits)))
    assert LEVELS <= 26, "a letter for each level"
    DATA.mkdir(exist_ok=True)
    (DATA / "words.txt").write_text("\n".join(words) + "\n", "ascii")
    (DATA / "clues.txt").write_text("\n".join(sorted(lines)) + "\n", "ascii")


if __name__ == "__main__":
    main()
