"""Packages of PyPI that judges need, in .build."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

BUILD = pathlib.Path(__file__).resolve().parents[2] / ".build"


def bring(name, version, module, has_dependencies=True):
    """Returns the folder with a module of a package; ends the program with 69 if it is not available."""
    folder = BUILD / f"python-{name}-{version}"
    if (folder / module).is_dir():
        return folder
    BUILD.mkdir(exist_ok=True)
    # The folder is renamed when it is complete, because tests that run in parallel may do the same.
    private = pathlib.Path(tempfile.mkdtemp(prefix=f"{name}-", dir=BUILD))
    try:
        install(private, f"{name}=={version}", has_dependencies)
        (private / "packages").rename(folder)
    except OSError:
        if not (folder / module).is_dir():
            raise
    finally:
        shutil.rmtree(private, ignore_errors=True)
    return folder


def install(folder, requirement, has_dependencies=True):
    """Installs into the subfolder `packages` of a folder."""
    pip = [folder / "python/bin/pip", "install", "-q", "--disable-pip-version-check", "--timeout", "10", "--retries", "1",
           "--target", folder / "packages", requirement] + ([] if has_dependencies else ["--no-deps"])
    for command in [[sys.executable, "-m", "venv", folder / "python"], pip]:
        made = subprocess.run([os.fspath(word) for word in command], capture_output=True, text=True)
        if made.returncode != 0:
            reason = (made.stdout + made.stderr).strip().splitlines()[-1:]
            print("PyPI is not reachable, or there is no python3-venv:", *reason, file=sys.stderr)
            sys.exit(69)
