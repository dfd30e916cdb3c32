"""The benchmark: Parlour beside two bare trio servers. README.md says more."""
