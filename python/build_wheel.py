"""Builds the wheel: the package, the declarations that are made of the headers, and the shared library.

    build_wheel.py BUILD OUT

BUILD is the folder that the library was built in. As a build backend of pip (pip install --no-build-isolation ./python)
it is what TRILOBITE_BUILD names, or build.
"""

import os
import sys
import sysconfig
import tomllib
from pathlib import Path

from declare import declare
from wheel.wheelfile import WheelFile

HERE = Path(__file__).resolve().parent
INCLUDE = HERE.parent / "include"


def version_of(declarations):
    namespace = {}
    exec(declarations, namespace)
    return ".".join(str(namespace[f"TLB_VERSION_{part}"]) for part in ("MAJOR", "MINOR", "PATCH"))


def metadata(project, version):
    lines = ["Metadata-Version: 2.1", f"Name: {project['name']}", f"Version: {version}",
             f"Summary: {project['description']}", f"License: {project['license']['text']}",
             f"Requires-Python: {project['requires-python']}"]
    for extra, packages in project["optional-dependencies"].items():
        lines += [f"Provides-Extra: {extra}", *(f'Requires-Dist: {p}; extra == "{extra}"' for p in packages)]
    return "\n".join(lines) + "\n"


def write_wheel(build, folder):
    """Returns the wheel's name."""
    library = Path(build, "libtrilobite.so")
    if not library.exists():
        raise SystemExit(f"{library} is missing: build the library first (make), or name its folder in TRILOBITE_BUILD")
    declarations = declare(INCLUDE)
    project = tomllib.loads((HERE / "pyproject.toml").read_text())["project"]
    version = version_of(declarations)
    tag = f"py3-none-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"
    name = f"{project['name']}-{version}-{tag}.whl"
    info = f"{project['name']}-{version}.dist-info"
    with WheelFile(Path(folder, name), "w") as wheel:
        for path in sorted(p for p in (HERE / "trilobite").iterdir() if p.suffix in (".py", ".typed")):
            wheel.writestr(f"trilobite/{path.name}", path.read_bytes())
        wheel.writestr("trilobite/_declarations.py", declarations)
        wheel.writestr("trilobite/libtrilobite.so", library.read_bytes())
        wheel.writestr(f"{info}/LICENSE", (HERE.parent / "LICENSE").read_bytes())
        wheel.writestr(f"{info}/METADATA", metadata(project, version))
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: build_wheel\nRoot-Is-Purelib: false\n"
                       f"Tag: {tag}\n")
    return name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """What pip calls."""
    return write_wheel(os.environ.get("TRILOBITE_BUILD", HERE.parent / "build"), wheel_directory)


if __name__ == "__main__":
    Path(sys.argv[2]).mkdir(parents=True, exist_ok=True)
    print(Path(sys.argv[2], write_wheel(*sys.argv[1:3])))
