# SPDX-License-Identifier: Apache-2.0
"""Commands on random parts of images. Each changes the models of `image` and `other` alike and returns None or a message
about what is wrong. Parts are an origin and a region (x, y, z)."""
import numpy as np
import pyopencl as cl
from image_model import rows

CL = cl._cl  # its commands know all types of images, those of pyopencl itself only 2D and 3D
MEMORY = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
FAR = [2**31, 2**32 - 1, 2**32, 2**32 + 1, 2**63, 2**64 - 1]


def differing(seen, right, what):
    """None, or a message about the first row of `seen` that is not `right`."""
    right = right.reshape(len(right), -1).all(1)
    return None if right.all() else f"{(~right).sum()} of {right.size} {what} differ, first {right.argmin()}: {seen[right.argmin()]}"


def refusal(call, *names):
    """None, or a message if `call` does not give one of these errors."""
    try:
        call()
    except cl.Error as error:
        return None if any(name in str(error) for name in names) else f"{error} instead of {' or '.join(names)}"
    return f"no error instead of {' or '.join(names)}"


def pick(rng, values):
    """One of them. numpy's own choice rounds integers of 64 bits."""
    return values[rng.integers(len(values))]


def write_region(queue, rng, image, _, origin, region):
    row, layer = image.random_pitches(rng, region)
    host = rng.integers(0, 256, layer * region[2], np.uint8)
    CL._enqueue_write_image(queue, image.image, image.api(origin), image.api(region), host, row, layer * image.has_slices)
    image.part(origin, region)[:] = rows(host, region, image.form.bytes, row, layer)


def read_region(queue, rng, image, _, origin, region):
    row, layer = image.random_pitches(rng, region)
    want = rng.integers(0, 256, layer * region[2], np.uint8)
    host = want.copy()
    rows(want, region, image.form.bytes, row, layer)[:] = image.part(origin, region)
    CL._enqueue_read_image(queue, image.image, image.api(origin), image.api(region), host, row, layer * image.has_slices)
    return differing(host, host == want, "bytes of the host")


def fill(queue, rng, image, _, origin, region):
    colour = image.form.random_colours(rng, 1)
    cl.enqueue_fill_image(queue, image.image, colour[0], image.api(origin), image.api(region))
    least, most = image.form.bounds(colour)
    image.part(origin, region)[:] = one = image.now(queue)[origin[2], origin[1], origin[0]]
    stored = image.form.stored(one[None])
    return differing(np.hstack([colour, stored]), (least <= stored) & (stored <= most), "fills (colour, stored)")


def copy_region(queue, rng, image, other, origin, region):
    if image.api((0, 1, 2)) != other.api((0, 1, 2)):
        return  # what the second number of a region means differs
    largest = [min(pair) for pair in zip(image.box, other.box)]
    origin[:], region[:] = image.random_box(rng, largest)
    target = [int(rng.integers(0, n - r + 1)) for n, r in zip(other.box, region)]
    apart = any(abs(a - b) >= r for a, b, r in zip(origin, target, region))
    if image is not other or apart:
        CL._enqueue_copy_image(queue, image.image, other.image, image.api(origin), other.api(target), image.api(region))
        other.part(target, region)[:] = image.part(origin, region).copy()


def through_a_buffer(queue, rng, image, _, origin, region):
    """The region to a buffer at any offset, then other bytes from there into the region."""
    start, size = int(rng.integers(0, 9)), int(np.prod(region)) * image.form.bytes
    want = rng.integers(0, 256, start + size + 3, np.uint8)
    got, buffer = want.copy(), cl.Buffer(queue.context, MEMORY, hostbuf=want)
    CL._enqueue_copy_image_to_buffer(queue, image.image, buffer, image.api(origin), image.api(region), start)
    want[start:start + size] = image.part(origin, region).ravel()
    cl.enqueue_copy(queue, got, buffer)
    cl.enqueue_copy(queue, buffer, want[::-1].copy())
    CL._enqueue_copy_buffer_to_image(queue, buffer, image.image, start, image.api(origin), image.api(region))
    image.part(origin, region)[:] = want[::-1][start:start + size].reshape(image.part(origin, region).shape)
    return differing(got, got == want, "bytes of the buffer")


def map_region(queue, rng, image, _, origin, region):
    access = cl.map_flags.READ | cl.map_flags.WRITE
    mapped, _, row, layer = cl.enqueue_map_image(queue, image.image, access, image.api(origin), image.api(region), (1,), np.uint8)
    texels, part = rows(mapped, region, image.form.bytes, row, layer or row * region[1]), image.part(origin, region)
    wrong = differing(texels, texels == part, "mapped slices")
    texels[:] = part[:] = image.form.random_texels(rng, part.shape[:3])
    mapped.base.release(queue)
    return wrong


def far_region(queue, rng, image, other, origin, region):
    """A number of the region that lies outside, where sums overflow in 32 or 64 bits among them."""
    axis, host = int(rng.integers(3)), np.zeros(64, np.uint8)
    spoilt = origin if rng.integers(2) else region
    spoilt[axis] = pick(rng, FAR + ([2**32 - region[axis], 2**64 - region[axis]] if spoilt is origin else [0]))
    at, of = image.api(origin), image.api(region)
    buffer, colour = cl.Buffer(queue.context, MEMORY, hostbuf=host), image.form.random_colours(rng, 1)[0]
    image, other, start = image.image, other.image, (0, 0, 0)
    calls = [(CL._enqueue_write_image, image, at, of, host), (CL._enqueue_read_image, image, at, of, host),
             (CL._enqueue_copy_image_to_buffer, image, buffer, at, of, 0), (CL._enqueue_copy_buffer_to_image, buffer, image, 0, at, of),
             (CL._enqueue_copy_image, image, other, at, start, of), (CL._enqueue_copy_image, other, image, start, at, of),
             (cl.enqueue_fill_image, image, colour, at, of), (cl.enqueue_map_image, image, cl.map_flags.READ, at, of, (1,), np.uint8)]
    call, *rest = calls[rng.integers(len(calls))]
    wrong = refusal(lambda: call(queue, *rest), "INVALID_VALUE")
    return wrong and f"{call.__name__}: {wrong}"


COMMANDS = (write_region, read_region, fill, copy_region, through_a_buffer, map_region, far_region)
