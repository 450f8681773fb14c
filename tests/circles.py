#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""circles.py FOLDER: fails if modules include each other in a circle, and prints each circle.

A module is a header with the source of the same name (NAME.h and NAME.cpp), or one of the two. It includes
what either of them includes.
"""
import os
import re
import sys

TOPS = ["bench", "compiler", "compiler_client", "core", "host_fallback", "icd", "qpu", "samples", "tests", "tools"]
SOURCE = re.compile(r"\.(h|cpp|c|cl|inc)$")
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)


def find_sources(root):
    """The sources in the folders of the project, relative to `root`."""
    found = set()
    for top in TOPS:
        for folder, _, files in os.walk(os.path.join(root, top)):
            found |= {os.path.relpath(os.path.join(folder, file), root) for file in files if SOURCE.search(file)}
    return found


def module_of(path):
    return os.path.splitext(path)[0]


def resolve(path, included, sources):
    """The source that `path` includes: beside it, from the root, or the only one that ends so; None for others."""
    for candidate in (os.path.normpath(os.path.join(os.path.dirname(path), included)), included):
        if candidate in sources:
            return candidate
    ends = [source for source in sources if source.endswith("/" + included)]
    return ends[0] if len(ends) == 1 else None


def includes_of_modules(root):
    """For each module, the modules that it includes, each with the pair of sources that shows it."""
    sources = find_sources(root)
    edges = {module_of(source): {} for source in sources}
    for source in sorted(sources):
        with open(os.path.join(root, source), encoding="utf-8", errors="replace") as file:
            text = file.read()
        for included in INCLUDE.findall(text):
            target = resolve(source, included, sources)
            if target and module_of(target) != module_of(source):
                edges[module_of(source)].setdefault(module_of(target), (source, target))
    return edges


def reachable(start, edges):
    """All modules that `start` includes, also by others, each with the one before it on a shortest path."""
    before, open_ones = {}, [start]
    for module in open_ones:
        for target in sorted(edges[module]):
            if target not in before:
                before[target] = module
                open_ones.append(target)
    return before


def find_circles(edges):
    """A shortest circle through the first module of each group of modules that reach each other."""
    circles, seen = [], set()
    for module in sorted(edges):
        before = {} if module in seen else reachable(module, edges)
        if module not in before:
            continue
        circle = [module]
        while True:
            circle.append(before[circle[-1]])
            if circle[-1] == module:
                break
        circles.append(circle[::-1])
        seen |= {other for other in before if module in reachable(other, edges)}
    return circles


def main(root):
    edges = includes_of_modules(root)
    circles = find_circles(edges)
    for circle in circles:
        print("these modules include each other in a circle:")
        for module, target in zip(circle, circle[1:]):
            print("  {} includes {}".format(*edges[module][target]))
    return 1 if circles else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
