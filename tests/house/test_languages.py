"""Everybody reads their own language, at one table."""

from __future__ import annotations

from tests.house.scene import new_host


def test_a_table_of_two_languages() -> None:
    host = new_host()
    ann, bob, pro = host.person("ann"), host.person("bob"), host.program("pro", "text")
    assert ann.send("set lang fr") == ["lang : fr."]
    assert pro.send("#1 set lang fr")[-1].endswith('"text":["lang : fr."]}')
    bob.send("new hunt")
    bob.take()
    ann.take()
    ann.send("join 1")
    assert bob.take() == ["ann sits down at seat 2."]
    pro.send("#2 join 1")
    assert bob.take() == ["pro sits down at seat 3."]
    assert ann.take() == ["pro prend la place 3."]
    bob.send("leave")
    assert ann.take() == [
        "bob quitte la place 1.",
        "Vous êtes maintenant l'hôte de la table 1.",
    ]
    assert '"text":["bob quitte la place 1."]' in pro.take()[-2]
    assert bob.send("set lang de") == ["This host speaks en, fr. To choose one: set lang fr"]
    assert ann.send("set lang en") == ["lang is en."]
