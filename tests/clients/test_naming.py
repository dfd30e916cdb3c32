"""A name for somebody who gives none."""

from __future__ import annotations

import getpass

import pytest

from parlour_client.naming import fit, usual_name


@pytest.mark.parametrize(
    ("login", "name"),
    [
        ("robin", "robin"),
        ("robin.hood", "robinhood"),
        ("1robin", "robin"),
        ("ROBIN_the-great-and-good", "ROBIN_the-great-and-"),
        ("root", ""),
        ("x", ""),
        ("", ""),
        ("\u00e9mile", "mile"),
    ],
)
def test_a_login_name_becomes_one_that_a_host_takes(login: str, name: str) -> None:
    assert fit(login) == name


def test_who_has_no_login_name_has_no_usual_name(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody() -> str:
        raise KeyError("getpwuid(): uid not found: 1234")

    monkeypatch.setattr(getpass, "getuser", nobody)
    assert usual_name() == ""
