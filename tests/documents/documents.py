# SPDX-License-Identifier: Apache-2.0
"""documents.py ROOT: fails if a page names a file or an identifier that the tree does not have, links to
nothing, or is longer than it may be.

Names are between backticks. A path is checked in every page that speaks of this tree; an identifier or a bare
file name only if the page does not speak of other people's programs as well.
"""
import os
import re
import sys

# The most lines of a page, or of each page of a folder.
LENGTHS = {
    "README.md": 90,
    "HACKING.md": 290,
    "samples/README.md": 330,
    "docs/architecture.md": 120,
    "docs/builtin-kernels.md": 110,
    "docs/compiler.md": 120,
    "docs/conformance.md": 40,
    "docs/first-program.md": 80,
    "docs/internals/qpu-code.md": 120,
    "docs/internals/recipes.md": 110,
    "docs/internals/recognition.md": 200,
    "docs/internals/timing-fit.md": 135,
    "docs/internals/timing-model.md": 135,
    "docs/internals/timing-programs.md": 125,
    "docs/opencl.md": 120,
    "docs/options.md": 40,
    "docs/performance.md": 45,
    "docs/programs.md": 50,
    "docs/qpu-assembler.md": 260,
    "docs/qpu-board.md": 75,
    "docs/qpu-compiler.md": 140,
    "docs/qpu-debug.md": 170,
    "docs/qpu-tools.md": 200,
    "docs/raspberry-pi.md": 120,
    "docs/recognition.md": 80,
    "docs/sources.md": 50,
    "docs/timing-model.md": 150,
    "docs/vectoriser.md": 150,
    "docs/videocore4.md": 670,
}
LENGTHS_IN_FOLDERS = {"docs/adr": 45, "docs/programs": 40}
# Pages that a program writes have any length.
WRITTEN = ("docs/accuracy.md", "docs/generated/", "docs/passes.md", "docs/qpu-accuracy.md")

# Pages that name files and functions of other programs, and decisions, which name what was there then.
ABOUT_OTHERS = ("docs/adr/", "docs/conformance.md", "docs/generated/", "docs/internals/timing-", "docs/performance.md",
                "docs/programs.md", "docs/programs/", "docs/sources.md", "docs/timing-model.md", "docs/videocore4.md")
# Names in other pages that are not of this tree.
OF_OTHERS = {
    "HACKING.md": {"trailing_"},
    "README.md": {"math.h"},
    "docs/opencl.md": {"fp64", "RLIMIT_CPU"},
    "docs/qpu-assembler.md": {"av8subs", "mv8subs", "ra63"},
    "docs/qpu-board.md": {"hello_fft", "hello_fft_2d", "helloworld", "mailbox.c", "mailbox.cpp", "mailbox.py", "Hello", "GCD", "Tri", "OET", "Rot3D",
                          "AutoTest", "scopy", "vsAbs", "executions", "bcm_host_init", "bcm_host_deinit", "make", "qasm2", "qbin2hex", "librpimemmgr", "libvcsm"},
    "docs/qpu-compiler.md": {"add.cl", "convert_float", "math.h"},
    "docs/qpu-debug.md": {"hello.qasm", "add.cl"},
    "docs/qpu-tools.md": {"hello.qasm"},
    "docs/recognition.md": {"doitgen", "atax", "bicg", "mvt", "gemver", "sgemmNN", "sgemmNT", "matrixMul"},
}
PLACEHOLDER = re.compile(r"\b(NAME|FAMILY|UNIT|STAGE|FLAG|TARGET|DIR|FILE)\b|NAME_|FAMILY_")
SUFFIX = re.compile(r"\.(h|cpp|c|cl|md|cmake|qasm|py|ll|in)$")
IDENTIFIER = re.compile(r"[A-Za-z_]\w*(::\w+)*(\(\))?")


def tree_files(root):
    """The files of the tree, without what was built."""
    for folder, folders, files in os.walk(root):
        if folder == root:
            folders[:] = [f for f in folders if f not in (".git", "build", "shared") and not f.startswith("build-")]
        for file in files:
            yield os.path.relpath(os.path.join(folder, file), root)


class Tree:
    def __init__(self, root):
        self.root = root
        self.paths = set()  # of files and folders, also without the folders at their start, or without suffix
        self.words = set()
        self.folders = set()
        for file in tree_files(root):
            parts = file.split("/")
            self.folders.add(parts[0])
            for end in range(1, len(parts) + 1):
                for start in range(end):
                    self.paths.add("/".join(parts[start:end]))
            for start in range(len(parts)):
                self.paths.add("/".join(parts[start:]).rsplit(".", 1)[0])
            if not file.endswith(".md"):
                with open(os.path.join(root, file), encoding="utf-8", errors="replace") as source:
                    self.words.update(re.findall(r"[A-Za-z_]\w*", source.read()))

    def has_path(self, path):
        return path.rstrip("/") in self.paths

    def has_identifier(self, name):
        return all(part in self.words or part in self.paths for part in name.removesuffix("()").split("::"))


def prose(page):
    """The lines that are not code, with their numbers."""
    fenced = False
    for number, line in enumerate(page, 1):
        if line.startswith("```"):
            fenced = not fenced
        elif not fenced and not line.startswith("    "):
            yield number, line


def wrong_name(name, page, tree):
    """Why the name is wrong; None if it is not."""
    about_others = page.startswith(ABOUT_OTHERS)
    if page == "docs/sources.md" or PLACEHOLDER.search(name) or name in OF_OTHERS.get(page, ()) or not re.fullmatch(r"[\w./:()-]+", name):
        return None
    first = name.split("/")[0]
    if "/" in name and not name.startswith(("/", "./", "build")):
        is_ours = first in tree.folders or not about_others
        return None if tree.has_path(name) or not is_ours else "no such file or folder"
    if about_others or "/" in name:
        return None
    if SUFFIX.search(name) and not name.startswith("."):
        return None if tree.has_path(name) else "no such file"
    if IDENTIFIER.fullmatch(name):
        return None if tree.has_identifier(name) else "no such name"
    return None


def anchor_of(heading):
    """As the usual renderers make it."""
    text = re.sub(r"[^\w\- ]", "", heading.strip().lower())
    return text.replace(" ", "-")


def wrong_link(target, page, root):
    path, _, anchor = target.partition("#")
    file = os.path.normpath(os.path.join(root, os.path.dirname(page), path)) if path else os.path.join(root, page)
    if not os.path.exists(file):
        return "no such file"
    if not anchor or not file.endswith(".md"):
        return None
    with open(file, encoding="utf-8") as linked:
        headings = [anchor_of(line.lstrip("#")) for line in linked if line.startswith("#")]
    return None if anchor in headings else "no such heading"


def problems_of(page, tree):
    with open(os.path.join(tree.root, page), encoding="utf-8") as file:
        lines = file.read().splitlines()
    most = LENGTHS.get(page, LENGTHS_IN_FOLDERS.get(os.path.dirname(page)))
    if most is None and page.startswith(WRITTEN):
        most = len(lines)
    if most is None:
        yield f"{page}: has no length in tests/documents/documents.py"
    elif len(lines) > most:
        yield f"{page}: has {len(lines)} lines, not at most {most}"
    for number, line in prose(lines):
        for name in re.findall(r"`([^`]+)`", line):
            if why := wrong_name(name, page, tree):
                yield f"{page}:{number}: `{name}`: {why}"
        for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`]*`", "", line)):
            if not re.match(r"[a-z]+:", target) and (why := wrong_link(target, page, tree.root)):
                yield f"{page}:{number}: ({target}): {why}"


def main():
    tree = Tree(os.path.abspath(sys.argv[1]))
    pages = [f for f in tree_files(tree.root) if f.endswith(".md")]
    problems = [problem for page in sorted(pages) for problem in problems_of(page, tree)]
    problems += [f"{page}: there is no such page" for page in LENGTHS if page not in pages]
    print("\n".join(problems))
    sys.exit(1 if problems or not pages else 0)


main()
