"""How others come to a table: what they type, the links to the page, a QR code."""

from __future__ import annotations

from parlour.web import Site
from parlour.web.qr import half_blocks, picture, plain_signs
from parlour_kit.host import Client, Host
from tests.house.scene import new_host, ok, refused

HERE = "http://192.168.1.20:4005/"
OPEN = "On a phone or in a browser, open:"


def host_with_page(*addresses: str) -> Host:
    """A host whose page is at these addresses."""
    host = new_host()
    host.site = Site.of(addresses, port=4005, lines_port=4004, name="kitchen-pc", given=())
    host.restart()
    return host


def opened(host: Host, options: str = "", name: str = "ann") -> tuple[Client, str]:
    """A program at a table of its own, and the word of that table."""
    client = host.program(name)
    return client, ok(client, f"new hunt {options}").body.get("word", "")


def test_a_program_gets_the_links_and_a_picture() -> None:
    host = host_with_page(HERE, "http://10.0.0.7:4005/", "http://localhost:4005/")
    ann, _ = opened(host)
    body = ok(ann, "invite").body
    assert {key: body[key] for key in ("table", "links", "qr")} == {
        "table": 1,
        "links": [f"{HERE}#t1", "http://10.0.0.7:4005/#t1"],
        "qr": picture(f"{HERE}#t1"),
    }
    assert "word" not in body


def test_a_private_table_has_its_word_in_them() -> None:
    ann, word = opened(host_with_page(HERE), "private=on")
    body = ok(ann, "invite").body
    assert (body["word"], body["links"]) == (word, [f"{HERE}#t1.{word}"])


def test_without_a_page_it_is_what_others_type() -> None:
    ann, word = opened(new_host(), "private=on")
    body = ok(ann, "invite").body
    assert body == {
        "table": 1,
        "word": word,
        "links": [],
        "text": [f"To sit down here: join 1 {word} - To ask somebody: invite NAME"],
    }
    ann, _ = opened(host_with_page("http://localhost:4005/"))
    body = ok(ann, "invite").body
    assert (body["links"], "qr" in body) == (["http://localhost:4005/#t1"], False)
    assert body["text"][-1] == "http://localhost:4005/#t1"
    host = host_with_page(HERE)
    ann = host.program("ann", "taps")
    ok(ann, "new hunt")
    assert ok(ann, "invite").body["text"] == [OPEN, f"{HERE}#t1"]


def test_a_person_reads_the_links_and_a_code_that_fits() -> None:
    host = host_with_page(HERE)
    ann = host.person("ann")
    ann.send("new hunt")
    said = ["To sit down here: join 1 - To ask somebody: invite NAME", OPEN, f"{HERE}#t1"]
    assert ann.send("invite") == [*said, *half_blocks(f"{HERE}#t1", 79)]
    ann.send("set width 40")
    assert [*half_blocks(f"{HERE}#t1", 40)] == ann.send("invite")[-15:]


def test_whose_terminal_shows_other_letters_wrong_reads_it_in_plain_ones() -> None:
    """Or the link alone, where the code is too wide."""
    host = host_with_page(HERE)
    ann = host.person("ann")
    ann.send("new hunt", "set accents off")
    assert ann.send("invite")[3:] == [*plain_signs(f"{HERE}#t1", 79)]
    ann.send("set width 57")
    assert ann.send("invite")[-1] == f"{HERE}#t1"


def test_who_only_watches_invites_nobody_and_may_show_how_to_come_in() -> None:
    """A screen for the whole room watches the table, and shows the code to those who come."""
    host = host_with_page(HERE)
    opened(host)
    watcher = host.program("wat")
    ok(watcher, "watch 1")
    assert refused(watcher, "invite ann") == "not_at_table"
    assert ok(watcher, "invite").body["qr"] == picture(f"{HERE}#t1")


def test_a_link_takes_a_seat_to_another_device() -> None:
    """What it holds is the token, with which the page comes back as any program does."""
    host = host_with_page(HERE)
    ann, _ = opened(host)
    body = ok(ann, "phone").body
    (link,) = body["links"]
    assert body["qr"] == picture(link)
    page = host.connect()
    page.send("HELLO 1 text taps")
    assert ok(page, "resume " + link.removeprefix(f"{HERE}#as.")).body["name"] == "ann"
    assert ann.closed


def test_people_read_the_link_and_its_code() -> None:
    host = host_with_page(HERE)
    ann = host.person("ann")
    first, link, *code = ann.send("phone")
    assert first == "To go on there as you, open this link. Show it to nobody."
    assert code == [*half_blocks(link, 79)]


def test_a_host_without_a_page_has_no_such_link() -> None:
    assert refused(new_host().program("ann"), "phone") == "unavailable"
