"""What may be a password, and what is kept of it."""

from __future__ import annotations

import hashlib
import unicodedata
from base64 import b64encode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.accounts.passwords import (
    PASSWORD_MAX,
    PASSWORD_MIN,
    SALT_BYTES,
    check_password,
    matches,
    normal,
    sealed,
)
from parlour.core.refusals import CommandError

SALT = bytes(range(SALT_BYTES))
TEXT = st.text(st.characters(codec="utf-8"), max_size=PASSWORD_MAX + 5)


@given(TEXT)
def test_a_password_is_the_same_however_it_is_composed_and_set_in_blanks(typed: str) -> None:
    """Another keyboard sends other code points for the same letters."""
    for form in ("NFC", "NFD"):
        assert normal(f"  {unicodedata.normalize(form, typed)} ") == normal(typed)
    assert normal(normal(typed)) == normal(typed)


@given(TEXT)
def test_a_password_has_so_many_characters_or_is_refused(typed: str) -> None:
    if PASSWORD_MIN <= len(normal(typed)) <= PASSWORD_MAX:
        assert check_password(typed) == normal(typed)
    else:
        with pytest.raises(CommandError, match="8 to 200 characters"):
            check_password(typed)


@given(st.text(st.characters(codec="utf-8"), max_size=20), st.binary(max_size=40))
@settings(max_examples=10, deadline=None)
def test_a_password_matches_what_is_kept_of_it_and_no_other_does(text: str, salt: bytes) -> None:
    kept = sealed(text, salt, 4)
    assert matches(text, kept)
    assert not matches(text + "x", kept)


def test_what_is_kept_says_how_it_was_made_and_not_of_what() -> None:
    """So that it can be checked when new ones are made in another way."""
    kept = sealed("correct horse", SALT)
    assert kept == (
        "scrypt$15$8$3$AAECAwQFBgcICQoLDA0ODw==$ANYWwrwG9exM4wRn3uDhnkTuLMG27uj4k9dz5KrBPkg="
    )
    assert kept != sealed("correct horse", bytes(SALT_BYTES))
    short = hashlib.scrypt(b"correct horse", salt=SALT, n=16, r=1, p=2, dklen=8)
    other = f"scrypt$4$1$2${b64encode(SALT).decode()}${b64encode(short).decode()}"
    assert matches("correct horse", other)
    assert not matches("correct hearse", other)


@pytest.mark.parametrize(
    "kept",
    [
        "",
        "plain$x",
        "plain$14$8$1$A$A",
        "scrypt$14$8$1$AA==",
        "scrypt$14$8$1$AA==$",
        "scrypt$a$8$1$AA==$AA==",
    ],
)
def test_what_was_not_kept_so_is_an_error_and_not_a_wrong_password(kept: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        matches("correct horse", kept)
