# SPDX-License-Identifier: Apache-2.0
"""Random images with models of what they hold, and of reads through samplers, as the OpenCL specification defines them."""
import ctypes
import functools
import itertools

import numpy as np
import pyopencl as cl

# Which components of a colour each channel order stores, in their order in memory (section 5.3.1.1).
ORDERS = {"R": "x", "A": "w", "RG": "xy", "RA": "xw", "RGB": "xyz", "RGBA": "xyzw", "BGRA": "zyxw", "ARGB": "wxyz", "ABGR": "wzyx",
          "INTENSITY": "x", "LUMINANCE": "x", "DEPTH": "x", "sRGBA": "xyzw"}
UNNAMED = {0x10B7: "ARGB", 0x10BD: "DEPTH"}  # pyopencl has no names for these orders
SHOWN_IN = {"INTENSITY": "xyzw", "LUMINANCE": "xyz"}  # one channel that a read shows in several components
TYPES = {"SNORM_INT8": np.int8, "SNORM_INT16": np.int16, "UNORM_INT8": np.uint8, "UNORM_INT16": np.uint16, "SIGNED_INT8": np.int8,
         "SIGNED_INT16": np.int16, "SIGNED_INT32": np.int32, "UNSIGNED_INT8": np.uint8, "UNSIGNED_INT16": np.uint16,
         "UNSIGNED_INT32": np.uint32, "HALF_FLOAT": np.float16, "FLOAT": np.float32, "UNORM_SHORT_565": np.uint16,
         "UNORM_SHORT_555": np.uint16, "UNORM_INT_101010": np.uint32}
FIELDS = {"UNORM_SHORT_565": ((11, 5), (5, 6), (0, 5)), "UNORM_SHORT_555": ((10, 5), (5, 5), (0, 5)),
          "UNORM_INT_101010": ((20, 10), (10, 10), (0, 10))}  # first bit and width of each channel of a packed type
# The types of OpenCL C: axes that a sampler addresses, whether layers follow, the type of the object, a coordinate.
OBJECT = cl.mem_object_type
KINDS = {"image1d_t": (1, False, OBJECT.IMAGE1D, "p.x"), "image1d_array_t": (1, True, OBJECT.IMAGE1D_ARRAY, "p.xy"),
         "image1d_buffer_t": (1, False, OBJECT.IMAGE1D_BUFFER, "p.x"), "image2d_t": (2, False, OBJECT.IMAGE2D, "p.xy"),
         "image2d_array_t": (2, True, OBJECT.IMAGE2D_ARRAY, "p"), "image3d_t": (3, False, OBJECT.IMAGE3D, "p"),
         "image2d_depth_t": (2, False, OBJECT.IMAGE2D, "p.xy"), "image2d_array_depth_t": (2, True, OBJECT.IMAGE2D_ARRAY, "p")}
BUFFER_ALIGNMENT = 64  # pixels of a row of a 2D image in a buffer, at least CL_DEVICE_IMAGE_PITCH_ALIGNMENT
GAP = 170  # bytes between rows


class Format:
    """A channel order and type; `stored` are arrays (..., channels) of numbers, `colours` arrays (..., 4)."""

    def __init__(self, image_format):
        order = image_format.channel_order
        self.image_format, self.order = image_format, UNNAMED.get(order) or cl.channel_order.to_string(order, "%d")
        self.type = cl.channel_type.to_string(image_format.channel_data_type, "%d")
        self.known = self.order in ORDERS and self.type in TYPES
        if self.known:
            self.dtype, self.fields = np.dtype(TYPES[self.type]), FIELDS.get(self.type)
            self.bytes = self.dtype.itemsize * (1 if self.fields else len(ORDERS[self.order]))
            self.kind = "i" if self.type.startswith("SIGNED") else "ui" if self.type.startswith("UNSIGNED") else "f"
            self.value = {"i": np.int32, "ui": np.uint32, "f": np.float32}[self.kind]
            self.vector = np.dtype(self.value).name.replace("32", "4")
            self.most = [2**w - 1 for _, w in self.fields] if self.fields else np.iinfo(self.dtype).max if self.dtype.kind != "f" else 1

    def read(self, arguments):
        """The expression in OpenCL C that reads a colour of four components."""
        call = f"read_image{self.kind}({arguments})"
        return f"(float4)({call}, 0, 0, 1)" if self.order == "DEPTH" else call

    def random_texels(self, rng, shape):
        """Bytes (shape..., bytes of a texel)."""
        if self.dtype.kind == "f":
            return (3 * rng.standard_normal(shape + (len(ORDERS[self.order]),))).astype(self.dtype).view(np.uint8)
        return rng.integers(0, 256, shape + (self.bytes,), np.uint8)

    def stored(self, texels):
        numbers = np.ascontiguousarray(texels).view(self.dtype)
        return np.stack([numbers[..., 0] >> s & 2**w - 1 for s, w in self.fields], -1) if self.fields else numbers

    def colours(self, texels):
        stored = self.stored(texels).astype(np.float64)
        if "NORM" in self.type:
            stored = np.maximum(stored / self.most, -1)
        colours = np.broadcast_to(self.border(), stored.shape[:-1] + (4,)).copy()
        for channel, component in enumerate(ORDERS[self.order]):
            for shown in SHOWN_IN.get(self.order, component):
                colours[..., "xyzw".index(shown)] = stored[..., channel]
        if self.order == "sRGBA":
            c = colours[..., :3]
            colours[..., :3] = np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)
        return colours

    def border(self):
        return np.array([0, 0, 0, self.order in ("R", "RG", "RGB", "LUMINANCE", "DEPTH")], np.float64)

    def bounds(self, colours):
        """The least and greatest stored numbers that a write of `colours` may give."""
        c = colours.astype(np.float64)
        if self.order == "sRGBA":
            rgb = np.clip(c[..., :3], 0, 1)
            c[..., :3] = np.where(rgb < 0.0031308, 12.92 * rgb, 1.055 * rgb ** (1 / 2.4) - 0.055)
        c = np.stack([c[..., "xyzw".index(component)] for component in ORDERS[self.order]], -1)
        if "NORM" in self.type:
            lowest = np.iinfo(self.dtype).min
            least, most = (np.clip(c * self.most, low, self.most) for low in (lowest, min(lowest + 1, 0)))  # signed, -1 has two forms
            return np.ceil(least - 0.6), np.floor(most + 0.6)
        if self.kind != "f":
            whole = np.clip(c, np.iinfo(self.dtype).min, np.iinfo(self.dtype).max)
            return whole, whole
        with np.errstate(over="ignore"):
            near = c.astype(self.dtype)
        below, above = (np.nextafter(near, self.dtype.type(end)) for end in (-np.inf, np.inf))
        return np.where(near <= c, near, below), np.where(near >= c, near, above)

    def random_colours(self, rng, count):
        if self.kind == "f":
            special = rng.choice([0, 1, -1, 0.5, 2, 1e6, -1e6], (count, 4))
            return np.where(rng.random((count, 4)) < 0.1, special, rng.standard_normal((count, 4))).astype(np.float32)
        return (rng.integers(0, 2**32, (count, 4)) >> rng.integers(0, 32, (count, 1))).astype(np.uint32).view(self.value)


def rows(host, box, texel, row_pitch, slice_pitch):
    """The texels of `box` (x, y, z) in the bytes `host`, as an array (z, y, x, texel)."""
    return np.lib.stride_tricks.as_strided(host, (box[2], box[1], box[0], texel), (slice_pitch, row_pitch, texel, 1))


class Description(ctypes.Structure):
    """cl_image_desc."""
    _fields_ = [("type", ctypes.c_uint), *((name, ctypes.c_size_t) for name in ("width", "height", "depth", "layers", "row_pitch", "slice_pitch")),
                ("mip_levels", ctypes.c_uint), ("samples", ctypes.c_uint), ("memory", ctypes.c_void_p)]


class Image:
    """A random image and its model: `texels`, bytes (z, y, x, texel). The layers of 1D arrays lie along z."""

    def __init__(self, rng, context, kind, form):
        self.kind, self.form = kind, form
        self.axes, self.layers, self.object, self.coordinate = KINDS[kind]
        size = [int(rng.choice([1, 2, 3, 5, 8, 13, 16, 17, 33])) for _ in range(3)]
        self.box = [n if axis < self.axes or axis == 2 and self.layers else 1 for axis, n in enumerate(size)]
        self.texels = form.random_texels(rng, tuple(reversed(self.box)))
        self.has_slices = self.layers or self.axes == 3
        self.buffer = None
        row, layer = self.random_pitches(rng, self.box)
        from_buffer = kind == "image1d_buffer_t" or kind == "image2d_t" and rng.random() < 0.2
        if from_buffer:
            row = layer = (-(-self.box[0] // BUFFER_ALIGNMENT) * BUFFER_ALIGNMENT if self.axes == 2 else self.box[0]) * form.bytes
        self.host = np.full(layer * self.box[2] if self.has_slices else row * self.box[1], GAP, np.uint8)
        rows(self.host, self.box, form.bytes, row, layer)[:] = self.texels
        if from_buffer:
            self.buffer = cl.Buffer(context, cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR, hostbuf=self.host)
        self.pitches = (row if self.axes > 1 or self.layers else 0, layer if self.has_slices else 0)
        keep = cl.mem_flags.USE_HOST_PTR if rng.random() < 0.4 else cl.mem_flags.COPY_HOST_PTR
        self.image = self.create(context, self.box, self.pitches, cl.mem_flags.READ_WRITE | (0 if from_buffer else keep))

    def create(self, context, box, pitches, flags):
        """An OpenCL image of these sizes from the same host memory or buffer. By hand, since pyopencl 2022 knows no 2D image of a buffer."""
        sizes = [n if axis < self.axes else 0 for axis, n in enumerate(box)]
        number, status = self.form.image_format, ctypes.c_int()
        description = Description(self.object, *sizes, box[2] if self.layers else 0, *pitches, 0, 0, self.buffer.int_ptr if self.buffer else None)
        uses_host = flags & (cl.mem_flags.USE_HOST_PTR | cl.mem_flags.COPY_HOST_PTR)
        channels = (ctypes.c_uint * 2)(number.channel_order, number.channel_data_type)
        create = ctypes.CDLL("libOpenCL.so.1").clCreateImage
        create.restype = ctypes.c_void_p
        image = create(ctypes.c_void_p(context.int_ptr), ctypes.c_uint64(flags), channels, ctypes.byref(description),
                       ctypes.c_void_p(self.host.ctypes.data if uses_host else None), ctypes.byref(status))
        if status.value:
            raise cl.Error(f"clCreateImage: {cl.status_code.to_string(status.value)}")
        return cl.Image.from_int_ptr(image, retain=False)

    def random_pitches(self, rng, box):
        """Bytes from row to row and from slice to slice of host memory for a box."""
        row = (box[0] + int(rng.integers(0, 3))) * self.form.bytes
        return row, row * (box[1] + int(rng.integers(0, 3)) * self.has_slices)

    def random_box(self, rng, largest=None):
        """Origin and region (x, y, z) of a part of the image."""
        region = [int(rng.integers(1, n + 1)) for n in largest or self.box]
        return [int(rng.integers(0, n - r + 1)) for n, r in zip(self.box, region)], region

    def part(self, origin, region):
        return self.texels[tuple(slice(o, o + r) for o, r in zip(reversed(origin), reversed(region)))]

    def api(self, triple):
        """x, y, z as commands want them: a layer of a 1D array is their second number."""
        return (triple[0], triple[2], triple[1]) if self.layers and self.axes == 1 else tuple(triple)

    def now(self, queue):
        texels = np.empty_like(self.texels)
        cl._cl._enqueue_read_image(queue, self.image, (0, 0, 0), self.api(self.box), texels)
        return texels

    def __str__(self):
        return f"{self.kind}{' of a buffer' * bool(self.buffer)} {self.box} {self.form.order} {self.form.type}"


def taps(mode, normalised, linear, u, size):
    """What a read takes along one axis (section 8.2): pairs of indices, -1 or `size` outside, and their weights."""
    if mode == "REPEAT":
        u = (u - np.floor(u)) * size
    elif mode == "MIRRORED_REPEAT":
        u = np.abs(u - 2 * np.rint(u / 2)) * size
    elif normalised:
        u = u * size

    def address(index):
        if mode == "REPEAT":
            return np.mod(index, size).astype(int)
        inside = mode in ("CLAMP_TO_EDGE", "MIRRORED_REPEAT")
        return np.clip(index, 0 if inside else -1, size - 1 if inside else size).astype(int)

    if not linear:
        return [(address(np.floor(u)), 1.0)]
    low = np.floor(u - 0.5)
    weight = u - 0.5 - low
    return [(address(low), 1 - weight), (address(low + 1), weight)]


def sample(colours, border, axes, mode, normalised, linear, points):
    """What reads at `points` (n, 4) give of `colours` (z, y, x, 4), whose first `axes` axes the sampler addresses."""
    points, sizes, read = points.astype(np.float64), colours.shape[2::-1], []
    for axis, size in enumerate(sizes):
        layer = 2 if axes == 2 else 1  # a layer follows the coordinates and is brought inside
        read.append(taps(mode, normalised, linear, points[:, axis], size) if axis < axes else
                    [(np.clip(np.rint(points[:, layer]), 0, size - 1).astype(int), 1.0)])
    total = np.zeros((len(points), 4))
    for corner in itertools.product(*read):
        index, weights = zip(*corner)
        outside = np.any([(i < 0) | (i >= n) for i, n in zip(index, sizes)], 0)
        x, y, z = (np.clip(i, 0, n - 1) for i, n in zip(index, sizes))
        weight = functools.reduce(np.multiply, weights, np.ones(len(points)))
        total += weight[:, None] * np.where(outside[:, None], border, colours[z, y, x])
    return total
