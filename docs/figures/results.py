# SPDX-License-Identifier: Apache-2.0
"""Reads what the benches printed (docs/figures/results/) and gives pages figures and tables of it.

Times are in seconds, medians over rounds. A ratio is QuadCL's CPU time divided by another's: below 1, QuadCL is
faster. Means are geometric.
"""
import csv
import json
import math
import os
import re
import statistics

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "results")
GENERATED = os.path.join(os.path.dirname(os.path.dirname(FOLDER)), "generated")
# What a device's or contestant's name begins with, and its name in tables.
NAMES = {"plain C++": "C++", "QuadCL / QuadCL CPU": "QuadCL", "Intel": "Intel", "Portable Computing Language": "PoCL"}
NOT_MEASURED = "not measured"


def path_of(file):
    return os.path.join(FOLDER, file)


def read(file):
    """What a bench printed; benches of modelled times print whole pages, which are in docs/generated."""
    path = path_of(file) if os.path.exists(path_of(file)) else os.path.join(GENERATED, file)
    with open(path, encoding="utf-8") as text:
        return text.read()


def short_name(device):
    return next((short for start, short in NAMES.items() if device.startswith(start)), device)


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines).replace("|  |", "| |").replace("|  |", "| |")


def shown_time(seconds):
    for unit, name in ((1, "s"), (1e-3, "ms"), (1e-6, "us")):
        if seconds >= unit:
            return f"{seconds / unit:.3g} {name}"
    return f"{seconds * 1e9:.3g} ns"


class Times:
    """Times of pieces of work by the devices that ran them, in the order of the file."""

    def __init__(self, times):
        self.times = times  # work -> {device: seconds}

    def devices(self):
        found = {device for times in self.times.values() for device in times}
        return [device for device in NAMES.values() if device in found]

    def only(self, expression):
        return Times({work: times for work, times in self.times.items() if re.fullmatch(expression, work)})

    def ratios(self, other):
        return {work: times["QuadCL"] / times[other] for work, times in self.times.items()
                if "QuadCL" in times and other in times}

    def mean(self, other):
        ratios = self.ratios(other).values()
        return f"{statistics.geometric_mean(ratios):.2f}" if ratios else NOT_MEASURED

    def worst(self, other):
        """The work with the largest ratio, and that."""
        ratios = self.ratios(other)
        if not ratios:
            return NOT_MEASURED
        work = max(ratios, key=ratios.get)
        return f"`{work}` {ratios[work]:.2f}"

    def above(self, limit, other):
        return sum(ratio > limit for ratio in self.ratios(other).values())

    def count(self):
        return len(self.times)

    def time(self, work, device):
        seconds = self.times.get(work, {}).get(device)
        return NOT_MEASURED if seconds is None else shown_time(seconds)

    def table_of_times(self, heading):
        """Every work with the time of each device, and the ratio beside all others."""
        devices = self.devices()
        others = [device for device in devices if device != "QuadCL"]
        rows = []
        for work, times in self.times.items():
            cells = [shown_time(times[device]) if device in times else "" for device in devices]
            ratios = [self.ratios(other).get(work) for other in others]
            rows.append([work] + cells + ["" if ratio is None else f"{ratio:.2f}" for ratio in ratios])
        return table([heading] + devices + [f"QuadCL / {other}" for other in others], rows)

    def table_of_ratios(self, heading, side_by_side=3):
        """Every work with its ratio beside each other device, several works in a line."""
        others = [device for device in self.devices() if device != "QuadCL"]
        cells = [[f"{self.ratios(other)[work]:.2f}" if work in self.ratios(other) else "" for other in others]
                 for work in self.times]
        entries = [[work] + row for work, row in zip(self.times, cells)]
        entries.append(["**geometric mean**"] + [f"**{self.mean(other)}**" for other in others])
        height = math.ceil(len(entries) / side_by_side)
        entries += [[""] * (len(others) + 1)] * (height * side_by_side - len(entries))
        rows = [sum((entries[line + height * column] for column in range(side_by_side)), []) for line in range(height)]
        return table(([heading] + others) * side_by_side, rows)


def kernels(file="kernels.json"):
    """kernel_bench --json."""
    return Times({result["kernel"]: {short_name(score["contestant"]): statistics.median(score["seconds"])
                                     for score in result["scores"] if score["passed"]}
                  for result in json.loads(read(file))["results"]})


def images(file="images.json"):
    """image_bench --json."""
    times = {}
    for result in json.loads(read(file)):
        times.setdefault(result["work"], {})[short_name(result["device"])] = statistics.median(result["seconds"])
    return Times(times)


def builtins(file="builtins.txt"):
    """The table that builtin_speed prints: nanoseconds for an element. Works are `function type`."""
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")]
            for line in read(file).splitlines() if line.startswith("|")]
    head = rows[0]
    devices = [(column, short_name(name)) for column, name in enumerate(head) if column > 1 and name != "ratio"]
    return Times({f"{row[0]} {row[1]}": {device: float(row[column]) * 1e-9 for column, device in devices}
                  for row in rows[2:]})


def launches(file="launches.txt"):
    """The table that launch_latency prints: microseconds. Works are `items: alone`, `: profiled` and `: in a queue`."""
    times = {}
    for line in read(file).splitlines():
        found = re.fullmatch(r"\s*(\d+)\s+(\S.*?)\s{2,}([\d.]+)\s+([\d.]+)\s+([\d.]+)", line)
        if found:
            items, device = found[1], short_name(found[2])
            for what, value in zip(("alone", "profiled", "in a queue"), found.groups()[2:]):
                times.setdefault(f"{int(items):,}: {what}", {})[device] = float(value) * 1e-6
    return Times(times)


def builds(file="builds.txt"):
    """What build_latency prints for each device: milliseconds, of which processor time is taken. Works are
    `program: first`, `: second` and `: from the cache`."""
    times, device = {}, None
    for line in read(file).splitlines():
        found = re.fullmatch(r"\s+(\S.*?)\s{2,}[\d.]+ \(([\d.]+)\)\s+[\d.]+ \(([\d.]+)\)\s+[\d.]+ \(([\d.]+)\)", line)
        if found:
            for what, value in zip(("first", "second", "from the cache"), found.groups()[1:]):
                times.setdefault(f"{found[1]}: {what}", {})[device] = float(value) * 1e-3
        elif " / " in line:
            device = short_name(line.strip())
    return Times(times)


class Table:
    """A table of figures that were written down when programs of others ran: columns of a CSV file."""

    def __init__(self, file):
        with open(path_of(file), encoding="utf-8", newline="") as text:
            self.head, *self.rows = list(csv.reader(text))

    def show(self, *columns):
        columns = [self.head.index(column) for column in columns] or range(len(self.head))
        return table([self.head[column] for column in columns], [[row[column] for column in columns] for row in self.rows])

    def of(self, section):
        """The rows that have this in the first column, without it."""
        part = Table.__new__(Table)
        part.head, part.rows = self.head[1:], [row[1:] for row in self.rows if row[0] == section]
        return part

    def cell(self, row, column):
        """The cell of the row whose first column begins so."""
        return next(cells[self.head.index(column)] for cells in self.rows if cells[0].startswith(row))

    def mean(self, column):
        """The geometric mean of a column of numbers."""
        return f"{statistics.geometric_mean(float(row[self.head.index(column)]) for row in self.rows):.2f}"


class Emulator:
    """emulator_bench --benchmark_format=json: million QPU instructions a second."""

    def __init__(self, file="emulator.json"):
        self.rates = {result["name"].removesuffix("/real_time"): result["instructions"] / 1e6
                      for result in json.loads(read(file))["benchmarks"]}

    def show(self):
        rows = []
        for name, rate in self.rates.items():
            loop, engine, qpus = name.split("/")
            base = self.rates[f"{loop}/{'avx2' if 'avx2' in engine else 'avx512'}/{qpus}"] if "translating" in engine else None
            rows.append([loop.replace("_", " "), engine.replace("_", " "), qpus, f"{rate:.0f}", f"{rate / base:.1f}" if base else ""])
        return table(["loop", "engine", "QPUs", "million instructions a second", "times the rate of handlers"], rows)


class Shapes:
    """The columns that sgemm_shapes and transpose_shapes print after the numbers of a shape."""

    def __init__(self, file):
        lines = read(file).splitlines()
        self.columns = next(line for line in lines if " ms " in f"{line} ").split()
        self.lines = lines

    def value(self, shape, column):
        cells = next(line.split() for line in self.lines if line.split()[:len(shape.split())] == shape.split())
        return cells[self.columns.index(column)]


def issue_shares(file="qpu-kernels.txt"):
    """The least and the largest share of the issue slots in the sample qpu_kernels, in percent."""
    shares = [int(found[1]) for found in re.finditer(r"\d+ +(\d+) %", read(file))]
    return f"{min(shares)} to {max(shares)}"


def means_by_type():
    """Builtin functions: forms, means and the slowest, for each type."""
    times = builtins()
    others = [device for device in times.devices() if device != "QuadCL"]
    rows = []
    for type_name in dict.fromkeys(work.split()[-1] for work in times.times):
        part = times.only(rf".* {type_name}")
        rows.append([f"`{type_name}`", part.count()] + [part.mean(other) for other in others] +
                    [cell for other in others for cell in (part.above(1.5, other), part.worst(other))])
    return table(["type", "forms"] + [f"QuadCL / {other}" for other in others] +
                 [title for other in others for title in (f"above 1.5 of {other}", f"slowest beside {other}")], rows)


class Compiled:
    """qpu_compile_bench --json: modelled times of kernels in OpenCL C that are compiled for the QPUs, and of VC4C's code."""

    def __init__(self, file="qpu-compiled.json", peers="qpu-compiled-vc4c.json"):
        self.content = json.loads(read(file))
        self.peers = {result["workload"]: result["peer"]["modelled_seconds"] for result in json.loads(read(peers))["results"]
                      if "modelled_seconds" in result.get("peer", {})}
        self.times_peer = {result["workload"]: self.peers[result["workload"]] / result["own"]["modelled_seconds"]
                           for result in self.content["results"] if result["workload"] in self.peers}

    def show(self):
        rows = []
        for result in self.content["results"]:
            bound = max(result.get("bounds", {"": 0}).items(), key=lambda entry: entry[1])
            share = result.get("of_bound")
            work = result["workload"]
            beside = [f"{self.peers[work] * 1e3:.1f} ms", f"{self.times_peer[work]:.1f}"] if work in self.peers else ["", ""]
            rows.append([work, result["size"], f"{result['own']['modelled_seconds'] * 1e3:.2f} ms",
                         f"{share * 100:.0f} %" if share else "", bound[0] if share else ""] + beside)
        return table(["kernel", "size", "modelled", "of its bound", "what bounds it", "VC4C's code", "times as fast"], rows)

    def share(self, what):
        """The bench's means: memory_of_bound or arithmetic_of_bound."""
        return f"{self.content['means'][what]['mean'] * 100:.0f} %"

    def beside_vc4c(self):
        """How many times as long VC4C's code takes: geometric mean."""
        return f"{statistics.geometric_mean(self.times_peer.values()):.0f}"

    def beside_vc4c_least(self):
        return f"{min(self.times_peer.values()):.1f}"
