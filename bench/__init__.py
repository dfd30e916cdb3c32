"""The benchmark: Parlour beside two bare trio servers. See README.md; run `python -m bench`."""
