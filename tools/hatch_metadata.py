"""Make what a package index shows of Parlour: the README without links that lead nowhere there.

The address of the repository is known only where a release is made, and is not written down here.
The workflow of a release gives it as PARLOUR_FORGE, such as `https://forge.example/us/parlour`.
Then links lead to the release's own files. Without it they are plain text.
"""

import os
import re
from pathlib import Path
from typing import Any, Final

from hatchling.metadata.plugin.interface import MetadataHookInterface

_LINK: Final = re.compile(r"(?P<image>!?)\[(?P<text>[^]]*)\]\((?!https?:|#)(?P<path>[^)]+)\)")


class PageHook(MetadataHookInterface):
    """The hook that pyproject.toml names: it adds the README and the addresses."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add `readme` and `urls`, which pyproject.toml calls dynamic."""
        forge = os.environ.get("PARLOUR_FORGE", "").rstrip("/")
        tag = f"v{metadata['version']}"
        text = page(Path(self.root, "README.md").read_text("utf-8"), forge, tag)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
        files = f"{forge}/blob/{tag}"
        metadata["urls"] = {
            "Source": forge,
            "Documentation": f"{files}/docs/README.md",
            "Changelog": f"{files}/CHANGELOG.md",
            "Issues": f"{forge}/issues",
        }
        if not forge:
            metadata["urls"] = {}


def page(readme: str, forge: str, tag: str) -> str:
    """Return *readme* for a reader who has no checkout: links lead to *forge* at *tag*."""

    def led(link: re.Match[str]) -> str:
        kind = "raw" if link["image"] else "blob"
        if forge:
            return f"{link['image']}[{link['text']}]({forge}/{kind}/{tag}/{link['path']})"
        return "" if link["image"] else link["text"]

    return _LINK.sub(led, readme)
