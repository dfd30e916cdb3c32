"""Names: one alphabet, no look-alikes, never the host speaking."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.wire.names import NAME_MAX, BadName, Name, check_name, name_key

# --- good names -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "raw",
    [
        *("ann", "Bob", "al", "x" * NAME_MAX, "r2d2", "jean-luc", "mary_ann", "a1", "sharp-1"),
        *("a--", "seattle", "tablet"),
        *("\u00c9lo\u00efse", "Nguy\u1ec5n", "Stra\u00dfe", "\u0141ukasz"),
        *("\u0410\u043d\u043d\u0430", "\u0395\u03bb\u03ad\u03bd\u03b7", "\u05d0\u05d1\u05d2"),
        *("\u5c71\u7530\u3055\u3093", "\u30b5\u30c3\u30ab\u30fc", "\uae40\uc11c\uc900"),
        *("\u0905\u0928\u0940\u0924\u093e", "\u0e2a\u0e21\u0e0a\u0e32\u0e22"),
        "\u4f50\u3005\u6728",
    ],
    ids=ascii,
)  # fmt: skip
def test_a_good_name_is_shown_as_typed(raw: str) -> None:
    assert check_name(raw).shown == raw


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("\uff21\uff4e\uff4e", "Ann"),
        ("o\ufb03ce", "office"),
        ("e\u0301lo", "\u00e9lo"),
        ("\U0001d400nn", "Ann"),
    ],
    ids=ascii,
)
def test_a_name_is_shown_in_its_plain_form(raw: str, shown: str) -> None:
    assert check_name(raw).shown == shown


# --- bad names --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        ("", "2 to 20"),
        ("a", "2 to 20"),
        ("x" * 21, "That one has 21"),
        ("\ufdfa" * 2, "2 to 20"),
        *((f"ann{blank}lee", "spaces") for blank in (" ", "\t", "\u00a0", "\u3000")),
        *((f"an{char}n", "Character 3") for char in "*#@!.,:/\\'\"<>|\0\x1b\x7f\u0661"),
        *((f"an{char}n", "Character 3") for char in "\u200b\u200d\u202e\u2066\u00ad\ufeff\u20dd"),
        ("an\U0001f642", "Character 3"),
        ("ann\x1b[2J", "Character 4"),
        ("an\u01c3", "Character 3"),
        ("an\u01c0", "Character 3"),
        ("\u3164\u3164", "Character 1"),
        ("\u115f\u1160", "Character 1"),
        *((raw, "starts with a letter") for raw in ("1ann", "-ann", "_ann", "10", "\u0301ann")),
        ("\u0430nn", "one alphabet"),
        ("ann\u03b1", "one alphabet"),
        ("an\u02bcn", "one alphabet"),
        ("a" + "\u0323\u0302\u0301" + "nn", "at most 2"),
        ("\u1ec7\u0301nn", "at most 2"),
        *((f"an{mark}n", "Character 3 is invisible") for mark in "\u034f\u180b\ufe0f\U000e0100"),
        *((f"an{char}n", "Character 3 is invisible") for char in "\u17b4\u2800\uffa0"),
        *((f"o{mark}ne", "Struck-through") for mark in "\u0334\u0335\u0336\u0337\u0338"),
        *((raw, "small letters") for raw in ("\u039d\u0399\u039a\u0397", "\u039d\u03bf")),
        ("a1\u0301", "Put accents on letters"),
        ("a-\u0301", "Put accents on letters"),
    ],
    ids=ascii,
)
def test_a_bad_name_is_told_what_is_wrong(raw: str, says: str) -> None:
    with pytest.raises(BadName) as caught:
        check_name(raw)
    assert says in caught.value.text
    assert str(caught.value) == caught.value.text


def test_two_accents_are_a_letters_most() -> None:
    assert check_name("a\u1ec7\u006e").shown == "a\u1ec7n"


@pytest.mark.parametrize(
    "raw",
    [
        *("help", "host", "server", "parlour", "admin", "everyone", "watcher", "watchers"),
        *("random", "me", "you", "all", "table", "quit"),
        *("HELP", "Host", "h\u00f3st", "he1p", "adrnin", "par1our"),
        *("seat1", "Seat12", "seat-3", "seat_1", "seatl", "SEATO"),
        *("player2", "table3", "watcher1"),
        *(
            "referee",
            "Referee",
            "re-feree",
            "REFEREE_",
            "operator",
            "op\u00e9rator",
            "judge",
            "bot",
        ),
        *("system", "staff", "everybody", "lobby", "No_One", "resume"),
        *("b\u00f6t", "\u0432\u043e\u0442", "\u0405\u0443\u0455\u0442\u0435\u043c"),
    ],
)
def test_no_name_looks_like_the_host_or_like_a_place_at_the_table(raw: str) -> None:
    with pytest.raises(BadName, match="reserved"):
        check_name(raw)


def tried(raw: str) -> Name | BadName:
    try:
        return check_name(raw)
    except BadName as bad:
        return bad


@given(st.text(max_size=30) | st.text(st.characters(categories=["L", "Mn"]), max_size=6))
def test_whatever_is_typed_gives_a_name_or_one_clear_line(raw: str) -> None:
    name = tried(raw)
    if isinstance(name, BadName):
        assert name.text.isascii()
        assert name.text.isprintable()
        assert len(name.text) <= 79
    else:
        assert check_name(name.shown) == name
        assert name.shown.isprintable()
        assert 2 <= len(name.shown) <= NAME_MAX
        assert name.key


# --- keys -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("lily", "l1ly"),
        ("lily", "LIIY"),
        ("mike", "rnike"),
        ("scott", "sc0tt"),
        ("walter", "vvalter"),
        ("Ann", "ann"),
        ("elodie", "\u00c9lodie"),
        ("strasse", "Stra\u00dfe"),
        ("istanbul", "\u0130stanbul"),
        ("irmak", "\u0131rmak"),
        ("ANNA", "\uff41\uff4e\uff4e\uff41"),
        ("coco", "\u0441\u043e\u0441\u043e"),
        ("BOB", "\u0412\u041e\u0412"),
        ("bob", "\u0432\u043e\u0432"),
        ("Tapac", "\u0422\u0430\u0440\u0430\u0441"),
        ("Lukasz", "\u0141ukasz"),
    ],
    ids=ascii,
)
def test_names_that_look_alike_have_one_key(one: str, other: str) -> None:
    assert check_name(one).key == check_name(other).key


@pytest.mark.parametrize(
    ("one", "other"), [("ann", "anna"), ("a-b", "a_b"), ("ann", "an"), ("bob", "rob")]
)
def test_names_that_differ_have_two(one: str, other: str) -> None:
    assert check_name(one).key != check_name(other).key


@given(st.text(max_size=20))
def test_a_key_is_its_own_key(raw: str) -> None:
    assert name_key(name_key(raw)) == name_key(raw)


@pytest.mark.sweep
def test_every_character_is_folded_to_the_end() -> None:
    """Also one whose parts or look-alikes have a case, an accent or parts again."""
    plain = "AA"
    assert name_key("\u33a9") == "pa"
    assert name_key("\U0001d5a0") == name_key("A")
    points = [*range(0x3400), *range(0xA000, 0xAC00), *range(0xF900, 0x20000)]
    for at in range(0, len(points), 100):
        text = plain + plain.join(map(chr, points[at : at + 100]))
        key = name_key(text)
        assert name_key(key) == key, ascii(text)


@given(st.text(st.characters(categories=["L"]), min_size=2, max_size=6))
def test_case_makes_no_other_name(raw: str) -> None:
    assert name_key(raw.casefold()) == name_key(raw)
