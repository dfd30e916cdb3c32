"""Every request that anybody can make, from its line to its answer."""
