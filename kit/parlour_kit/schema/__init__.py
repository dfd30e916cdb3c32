"""The line protocol as JSON Schema: what `parlour schema` prints.

It is made from the declarations that the host itself uses: the commands, the messages, the codes,
and of each game its verbs and the types of its views and events. Pure: it reads classes and the
source they were loaded from.
"""

from parlour_kit.schema._document import schema_of

__all__ = ["schema_of"]
