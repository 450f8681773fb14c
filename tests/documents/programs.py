# SPDX-License-Identifier: Apache-2.0
"""programs.py PAGE LANGUAGE ROOT COMPILER...: runs each program of a page in that language, `cpp` or `python`, and
compares what it prints with the next indented block of the page, without the command at its start. Times after
"modelled:" may differ.
Exit status 77 if the package that programs in Python need is missing."""
import os
import re
import subprocess
import sys
import tempfile


def programs_of(page, language):
    """Pairs of a program and its output."""
    for found in re.finditer(rf"^```{language}\n(.*?)^```\n(.*?)(?=^```|\Z)", page, re.M | re.S):
        blocks = re.findall(r"(?:^    .*\n)+", found[2] + "\n", re.M)
        lines = [line[4:] for line in blocks[0].splitlines()] if blocks else []
        yield found[1], [line for line in lines if not line.startswith("$ ")]


def printed_by(command, root):
    run = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=240)
    if run.returncode:
        sys.exit(f"{command}: exit status {run.returncode}\n{run.stdout}{run.stderr}")
    return run.stdout.splitlines()


def without_times(lines):
    return [re.sub(r"(modelled:) .*", r"\1", line).rstrip() for line in lines]


def main():
    page, language, root, *compiler = sys.argv[1:]
    if language == "python" and subprocess.run([sys.executable, "-c", "import pyopencl"], capture_output=True).returncode:
        sys.exit(77)
    with open(page, encoding="utf-8") as file:
        programs = list(programs_of(file.read(), language))
    if not programs:
        sys.exit(f"{page} has no program in {language}")
    for source, wanted in programs:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "program." + {"cpp": "cpp", "python": "py"}[language])
            with open(path, "w", encoding="utf-8") as file:
                file.write(source)
            command = [sys.executable, path]
            if language == "cpp":
                command = [os.path.join(folder, "program")]
                printed_by([*compiler, "-I" + root, path, "-lOpenCL", "-o", command[0]], root)
            printed = printed_by(command, root)
        if not wanted or without_times(printed) != without_times(wanted):
            sys.exit(f"{page}: a program printed\n" + "\n".join(printed) + "\nnot\n" + "\n".join(wanted))


main()
