#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random work on images, compared with a model of numpy: images of all types and formats, from host memory with pitches and from
buffers; reads through all samplers, also far outside; writes; commands on regions; descriptors and regions that must give an error.

Exit status: 0 all right, 1 something differs, 2 wrong arguments, 77 no numpy, no pyopencl or no such device with images."""
import argparse
import sys

try:
    import numpy as np
    import pyopencl as cl
except ImportError as missing:
    print("skipped:", missing)
    sys.exit(77)
from image_commands import COMMANDS, FAR, MEMORY, differing, pick, refusal
from image_model import KINDS, Format, Image, sample

FLAGS = cl.mem_flags
MODES = ("NONE", "CLAMP", "CLAMP_TO_EDGE", "REPEAT", "MIRRORED_REPEAT")
WILD = {True: [-2**31, 2**31 - 1, 2**24, -2**24], False: [1e30, -1e30, 2.0**31, -2.0**31, 2.0**32, 3e9, np.inf, -np.inf, np.nan]}


def random_points(rng, image, mode, normalised, whole):
    """Coordinates (n, 4), away from where rounding decides between two texels."""
    count = int(rng.choice([1, 16, 100, 200]))
    points = np.zeros((count, 4), np.int32 if whole else np.float32)
    for axis in range(image.axes + image.layers):
        size = image.box[axis if axis < image.axes else 2]
        low, high = (0, size) if mode == "NONE" else (-1.5 * size - 1, 2.5 * size + 1)
        p = np.floor(rng.uniform(low, high, count)) if whole else (np.floor(rng.uniform(low, high, count) * 8) + 0.5) / 8
        if mode == "NONE" and not whole and axis < image.axes:
            p = np.clip(p, 0.5, size - 0.5)
        p = p / size if normalised and axis < image.axes else p
        points[:, axis] = np.where(rng.random(count) < 0.05 * (mode != "NONE"), rng.choice(WILD[whole], count), p)
    return points


class Fuzzer:
    """A device, its programs and formats. The methods of CASES return an image, and None or a message about what is wrong."""

    def __init__(self, device):
        self.context = cl.Context([device])
        self.queue = cl.CommandQueue(self.context)
        self.exactness = 16 if "EMBEDDED" in device.profile else 1  # QPUs truncate
        self.programs, self.formats = {}, {}
        for kind, (_, _, image_type, _) in KINDS.items():
            for access in (FLAGS.READ_ONLY, FLAGS.READ_WRITE, FLAGS.KERNEL_READ_AND_WRITE):
                supported = map(Format, cl.get_supported_image_formats(self.context, access, image_type))
                self.formats[kind, access] = [f for f in supported if f.known and (f.order == "DEPTH") == ("depth" in kind)]

    def run(self, source, size, image, arrays, rest=()):
        """Runs the kernel k(image, arrays..., rest...), whose results are in `arrays` afterwards."""
        if source not in self.programs:
            self.programs[source] = cl.Program(self.context, source).build(["-cl-std=CL3.0"])
        buffers = [cl.Buffer(self.context, MEMORY, hostbuf=array) for array in arrays]
        self.programs[source].k(self.queue, size, None, image.image, *buffers, *rest)
        for array, buffer in zip(arrays, buffers):
            cl.enqueue_copy(self.queue, array, buffer)

    def image(self, rng, access=FLAGS.READ_WRITE, like=None):
        """A random image; with `like`, one of the same format."""
        fits = {kind: [f for f in self.formats[kind, access] if not like or (f.order, f.type) == (like.order, like.type)] for kind in KINDS}
        kind = str(rng.choice([kind for kind in KINDS if fits[kind]]))
        return Image(rng, self.context, kind, fits[kind][rng.integers(len(fits[kind]))])

    def reads(self, rng):
        image = self.image(rng, FLAGS.READ_ONLY)
        form, without_sampler = image.form, image.kind == "image1d_buffer_t" or rng.random() < 0.15
        whole = bool(without_sampler or rng.random() < 0.2)
        normalised = bool(not whole and rng.integers(2))
        linear = bool(form.kind == "f" and not whole and rng.random() < 0.6)
        mode = "NONE" if without_sampler else str(rng.choice(MODES if normalised else MODES[:3]))
        point, argument = "int4" if whole else "float4", "" if without_sampler else ", s"
        flags = f"CLK_NORMALIZED_COORDS_{str(normalised).upper()} | CLK_ADDRESS_{mode} | CLK_FILTER_{'LINEAR' if linear else 'NEAREST'}"
        as_argument = argument and bool(rng.integers(2))
        source = f"""kernel void k(read_only {image.kind} image, global {point} *points, global {form.vector} *colours
            {', sampler_t s' if as_argument else ''}) {{ {f'const sampler_t s = {flags};' if argument and not as_argument else ''}
            int i = get_global_id(0); {point} p = points[i]; colours[i] = {form.read(f'image{argument}, {image.coordinate}')}; }}"""
        points = random_points(rng, image, mode, normalised, whole)
        got = np.zeros((len(points), 4), form.value)
        filtered = cl.filter_mode.LINEAR if linear else cl.filter_mode.NEAREST
        sampler = [cl.Sampler(self.context, normalised, getattr(cl.addressing_mode, mode), filtered)] if as_argument else []
        self.run(source, (len(points),), image, [points, got], sampler)
        colours, finite = form.colours(image.texels), np.isfinite(points)
        want = sample(colours, form.border(), image.axes, mode, normalised, linear, np.where(finite, points, 0))
        error = 0 if form.kind != "f" else self.exactness * (2e-5 if linear else 2e-6) * max(1, np.abs(colours).max())
        right = np.abs(got - want) <= max(error, 0.2 / 255 if form.order == "sRGBA" else 0)
        right |= ~finite.all(1)[:, None]  # what such reads give is undefined
        return image, differing(np.hstack([points, got, want]), right, f"reads ({flags}, {point}; point, got, wanted)")

    def writes(self, rng):
        """A kernel that writes every texel; of a read_write image, it reads the old one first."""
        both = rng.random() < 0.4
        image = self.image(rng, FLAGS.KERNEL_READ_AND_WRITE if both else FLAGS.READ_WRITE)
        form, count = image.form, int(np.prod(image.box))
        colours, old = form.random_colours(rng, count), np.zeros((count, 4), form.value)
        source = f"""kernel void k({'read_write' if both else 'write_only'} {image.kind} image, global {form.vector} *colours,
            global {form.vector} *old) {{ size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
            size_t i = x + get_global_size(0) * (y + get_global_size(1) * z);
            int4 p = (int4)({'x, z, 0' if image.layers and image.axes == 1 else 'x, y, z'}, 0);
            {f'old[i] = {form.read(f"image, {image.coordinate}")};' if both else ''}
            write_image{form.kind}(image, {image.coordinate}, colours[i]{'.x' if form.order == 'DEPTH' else ''}); }}"""
        before = form.colours(image.texels).reshape(count, 4)
        self.run(source, tuple(image.box), image, [colours, old])
        stored = form.stored(image.now(self.queue)).reshape(count, -1)
        least, most = form.bounds(colours)
        wrong = differing(np.hstack([colours, stored]), (least <= stored) & (stored <= most), "written texels (colour, stored)")
        error = 0 if form.kind != "f" else self.exactness * 2e-6 * max(1, np.abs(before).max())
        return image, wrong or both and differing(np.hstack([old, before]), np.abs(old - before) <= error, "reads before writes (got, wanted)")

    def descriptors(self, rng):
        """One size or pitch of a description is wrong."""
        image = self.image(rng)
        box, pitches, flags, errors = list(image.box), list(image.pitches), MEMORY, ["INVALID_IMAGE_DESCRIPTOR"]
        if image.buffer or rng.random() < 0.7:
            box[rng.choice([axis for axis in range(3) if axis < image.axes or axis == 2 and image.layers])] = pick(rng, [0] + FAR[1:])
            errors, flags = ["INVALID_IMAGE_SIZE", "INVALID_IMAGE_DESCRIPTOR"], FLAGS.READ_WRITE if image.buffer else MEMORY
        elif rng.random() < 0.5 or not pitches[0] or image.form.bytes == 1:
            pitches, flags = [image.box[0] * image.form.bytes, 0], FLAGS.READ_WRITE  # pitches without host memory
        else:
            pitches[0] = int(rng.integers(1, image.box[0] * image.form.bytes))
        what = f"as {box}, pitches {pitches}: "
        wrong = refusal(lambda: image.create(self.context, box, pitches, flags), *errors)
        return image, wrong and what + wrong

    def commands(self, rng):
        """Eight commands on three images of a format; all images are compared after each."""
        images = [self.image(rng)]
        images += [self.image(rng, like=images[0].form) for _ in range(2)]
        for _ in range(8):
            image, command = pick(rng, images), pick(rng, COMMANDS)
            origin, region = image.random_box(rng)
            wrong = command(self.queue, rng, image, pick(rng, images), origin, region)
            for other in images:
                now = other.now(self.queue)
                wrong = wrong or differing(now, now == other.texels, f"slices of {other}")
            if wrong:
                return image, f"{command.__name__} at {origin} of {region}: {wrong}"
        return images[0], None


CASES = (Fuzzer.reads, Fuzzer.reads, Fuzzer.writes, Fuzzer.commands, Fuzzer.descriptors)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--platform", default="QuadCL", metavar="NAME", help="part of the name of the platform (default: %(default)s)")
    parser.add_argument("--device", type=int, default=0, metavar="N", help="number of its device (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="another seed gives other cases (default: %(default)s)")
    parser.add_argument("--count", type=int, default=1000, metavar="N", help="number of cases (default: %(default)s)")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="number of the first case, to repeat one (default: %(default)s)")
    arguments = parser.parse_args()
    devices = [d for p in cl.get_platforms() if arguments.platform in p.name for d in p.get_devices()]
    if arguments.device >= len(devices) or not devices[arguments.device].image_support:
        print("skipped: no such device with images")
        return 77
    fuzzer, bad = Fuzzer(devices[arguments.device]), 0
    for number in range(arguments.first, arguments.first + arguments.count):
        rng = np.random.default_rng((arguments.seed, number))
        try:
            image, wrong = CASES[number % len(CASES)](fuzzer, rng)
        except cl.Error as error:
            image, wrong = None, str(error)
        if wrong:
            bad += 1
            print(f"case {number}: {image}: {wrong}", flush=True)
    print(f"{devices[arguments.device].name}, seed {arguments.seed}: {arguments.count} cases, {bad} wrong")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
