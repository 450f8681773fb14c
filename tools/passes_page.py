# SPDX-License-Identifier: Apache-2.0
"""passes_page.py ROOT [--check]: prints docs/passes.md from compiler/pipeline.cpp and the comments of the passes'
classes. With --check, fails if the page says anything else.
"""
import os
import re
import sys

HEAD = """# The compiler's passes

`tools/passes_page.py . >docs/passes.md` writes this page from the rows of `compiler/pipeline.cpp` and from the comments of the
classes, and a test compares them. The rows of a table are in the order in which they run. [compiler.md](compiler.md) and
[vectoriser.md](vectoriser.md) show what the stages do together. Passes without a link are LLVM's. *Only if* names the condition of a
row, a function at the start of `pipeline.cpp`.
"""
STAGE = re.compile(r"^// -{20,} (.+)$")
TABLE = re.compile(r"^constexpr Step (\w+)\[\] = \{$")
ROW = re.compile(r'\{"([^"]+)",\s*(.+?),\s*"((?:[^"\\]|\\.)*)"(?:,\s*(\w+))?\},', re.S)
CLASS = re.compile(r"((?:^[ \t]*///.*\n)+)^(?:class|struct) (\w+)", re.M)


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


def comment_text(lines):
    """The comment as Markdown: lines that are indented are code, all others are prose."""
    text = ""
    for line in (re.sub(r"^\s*/// ?", "", line) for line in lines):
        text += line if line.startswith("    ") else re.sub(r"(?<=\s)<(?=\w)", r"\\<", line)
        text += "\n"
    return text.strip("\n")


def classes(root, pipeline):
    """What each class says of itself, and its header, of the headers that the pipeline includes."""
    found = {}
    for header in re.findall(r'^#include "(compiler/[^"]+)"', pipeline, re.M):
        for comment, name in CLASS.findall(read(root, header)):
            found[name] = (comment_text(comment.splitlines()), header)
    return found


def tables(pipeline):
    """The stage's title, the comment of the table, and its rows, table by table."""
    stage, comment, lines = "", [], iter(pipeline.splitlines())
    for line in lines:
        if title := STAGE.match(line):
            stage = title[1]
        elif line.startswith("///"):
            comment.append(line)
            continue
        elif TABLE.match(line):
            body = "\n".join(iter(lambda: next(lines), "};"))
            yield stage, comment_text(comment), ROW.findall(body)
            if body.count('{"') != len(ROW.findall(body)):
                sys.exit(f"passes_page.py: cannot read a row of {line}")
        comment = []


def own_class(cell, known):
    """The class of ours that the row's cell names, if any."""
    if "llvm::" in cell or not (found := re.match(r"over_\w+<(?:qpu::)?(\w+)", cell)) or found[1] == "KernelPass":
        return None
    if found[1] not in known:
        sys.exit(f"passes_page.py: {found[1]} has no comment in a header that pipeline.cpp includes")
    return found[1]


def page(root):
    pipeline = read(root, "compiler", "pipeline.cpp")
    known, passes, last = classes(root, pipeline), {}, ""
    yield HEAD
    for stage, comment, rows in tables(pipeline):
        if stage != last:
            yield f"## {stage}\n"
        last = stage
        if comment:
            yield f"{comment}\n"
        yield "| pass | why it stands there | only if |\n|---|---|---|"
        for name, cell, why, condition in rows:
            of_ours = own_class(cell, known)
            flag = re.sub(r"<.*>", "", name)
            if of_ours:
                passes[flag] = known[of_ours]
            shown = f"[`{name}`](#{flag})" if of_ours else f"`{name}`"
            yield f"| {shown} | {why} | {f'`{condition}`' if condition else ''} |"
        yield ""
    yield "## What each pass does\n"
    for flag, (text, header) in sorted(passes.items()):
        yield f"### {flag}\n{text}\n\nIn [`{header}`](../{header}).\n"


def main():
    root = sys.argv[1]
    text = "\n".join(page(root)).rstrip("\n") + "\n"
    if "--check" not in sys.argv:
        return sys.stdout.write(text)
    if read(root, "docs", "passes.md") != text:
        sys.exit("docs/passes.md is out of date: python3 tools/passes_page.py . >docs/passes.md")


main()
