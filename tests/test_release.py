"""The application as users install it. `tests.tools.try_release` installs it with its packages every night."""

import re
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from config.build import PARTS
from config.translation.languages import TARGET_LANGUAGES
from release.__main__ import ROOT, build
from tests.serving import environment_for

MAIN = "from kierros.program.config.installed import main; main()"


@pytest.fixture(scope="module")
def unpacked_wheel(tmp_path_factory):
    """The application's wheel, unpacked as an installer would do."""
    folder = tmp_path_factory.mktemp("release")
    folder.parent.chmod(0o711)
    build(ROOT, folder, "wheel")
    (wheel,) = folder.glob("kierros-*.whl")
    with ZipFile(wheel) as packed:
        packed.extractall(folder / "packages")
    return folder / "packages"


@pytest.mark.rotates(8)
@pytest.mark.slow("packs the whole application")
def test_wheel_holds_the_program_and_names_its_packages(unpacked_wheel):
    program = unpacked_wheel / "kierros/program"
    assert {path.name for path in unpacked_wheel.joinpath("kierros").iterdir()} == {"program"}
    assert {path.name for path in program.iterdir()} == {*PARTS, "examples", "manage.py", "requirements"}
    catalogues = {path.parts[-3] for path in program.joinpath("locale").rglob("*.mo")}
    assert catalogues == {language.code for language in TARGET_LANGUAGES}
    (metadata,) = unpacked_wheel.glob("kierros-*.dist-info/METADATA")
    found = set(re.findall(r"(?m)^Requires-Dist: ([\w-]+)", metadata.read_text()))
    assert found == set(re.findall(r"(?m)^([\w-]+)==", ROOT.joinpath("requirements/run.txt").read_text()))


@pytest.mark.rotates(8)
@pytest.mark.slow("packs the whole application, and loads it")
def test_command_keeps_its_data_in_the_folder_of_the_user(unpacked_wheel, tmp_path):
    environment = environment_for("kierros", HOME=str(tmp_path), PYTHONPATH=str(unpacked_wheel))
    for name in ("XDG_DATA_HOME", "VAR_DIR", "SECRET_KEY"):
        environment.pop(name, None)
    environment["DJANGO_SETTINGS_MODULE"] = "config.settings"
    code = f"import sys; sys.argv = ['kierros', 'shell', '-c', {SHOW!r}]; {MAIN}"
    answer = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    var, base, command, catalogues = answer.stdout.splitlines()[-4:]
    assert (answer.stderr, command) == ("", "kierros")
    assert Path(var).is_relative_to(tmp_path)
    assert (base, catalogues) == (str(unpacked_wheel / "kierros/program"), f"{base}/locale/compiled")


SHOW = """
from django.conf import settings
print(settings.VAR, settings.BASE_DIR, settings.COMMAND, settings.LOCALE_PATHS[0], sep="\\n")
"""
