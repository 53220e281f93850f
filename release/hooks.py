"""Hooks of the build tool while it packs the application: its dependencies, and the compiled catalogues."""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

#: A line of requirements/run.txt: a package, its version, and perhaps where it is needed.
PACKAGE_LINE = re.compile(r"(?m)^(\S+==[^\s;]+)(\s*;[^\\\n]+)?")


class Dependencies(MetadataHookInterface):
    """The packages that the application was tested with, each in its very version."""

    def update(self, metadata: dict[str, Any]) -> None:
        pinned = Path(self.root, "requirements/run.txt").read_text(encoding="utf-8")
        metadata["dependencies"] = [
            f"{package}{(where or '').rstrip()}" for package, where in PACKAGE_LINE.findall(pinned)
        ]


class Catalogues(BuildHookInterface[Any]):
    """Compiled catalogues in the place of the translators' files: the installed application never compiles them."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        sys.path.insert(0, self.root)
        from config.translation.compiled import FOLDER_NAME
        from config.translation.compiling import compile_all

        self._folder = tempfile.TemporaryDirectory(prefix="kierros-catalogues-")
        compiled = Path(self._folder.name, FOLDER_NAME)
        compile_all(Path(self.root, "locale"), compiled)
        build_data["force_include"][str(compiled)] = f"locale/{FOLDER_NAME}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        self._folder.cleanup()
