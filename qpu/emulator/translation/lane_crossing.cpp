// SPDX-License-Identifier: Apache-2.0

// Operations of VectorWriter in which a lane takes a value from another one, or from memory.

#include <algorithm>
#include <cstddef>

#include "qpu/emulator/translation/vector_writer.h"

namespace quadcl::qpu::emulator {

namespace {

constexpr int kLastQuad = 48;  // bytes before lanes 12 to 15

Xbyak::Ymm ymm(const Xbyak::Xmm& vector) { return Xbyak::Ymm(vector.getIdx()); }
Xbyak::Zmm zmm(const Xbyak::Xmm& vector) { return Xbyak::Zmm(vector.getIdx()); }

/// For vpshufd.
std::uint8_t quad_order(unsigned by) {
  unsigned order = 0;
  for (unsigned lane = 0; lane < 4; ++lane) order |= ((lane - by) & 3) << (2 * lane);
  return static_cast<std::uint8_t>(order);
}

/// For vpblendd: the lanes of a half that a rotation takes from the upper half.
std::uint8_t from_upper_half(unsigned half, unsigned by) {
  unsigned lanes = 0;
  for (unsigned lane = 0; lane < 8; ++lane) lanes |= ((8 * half + lane - by) >> 3 & 1) << lane;
  return static_cast<std::uint8_t>(lanes);
}

}  // namespace

VectorWriter::Ref VectorWriter::shuffle_quads(const Ref& value, std::uint8_t order) {
  return each_part({&value},
                   [&](const Xbyak::Xmm& to, unsigned number) { vpshufd(to, part(value, number), order); });
}

VectorWriter::Ref VectorWriter::repeat_first(const Ref& value) {
  return each_part({&value}, true, [&](const Xbyak::Xmm& to, unsigned) {
    vpbroadcastd(to, Xbyak::Xmm(part(value, 0).getIdx()));
  });
}

VectorWriter::Ref VectorWriter::repeat_last_quad(const Ref& value) {
  return each_part({&value}, true, [&](const Xbyak::Xmm& to, unsigned) {
    const Xbyak::Xmm from = part(value, 1);
    if (wide()) return vshufi32x4(zmm(to), zmm(from), zmm(from), 0xff);
    vperm2i128(ymm(to), ymm(from), ymm(from), 0x11);
  });
}

VectorWriter::Ref VectorWriter::repeat_quad_at(const Xbyak::RegExp& place) {
  return each_part({}, true, [&](const Xbyak::Xmm& to, unsigned) {
    wide() ? vbroadcasti32x4(zmm(to), ptr[place]) : vbroadcasti128(ymm(to), ptr[place]);
  });
}

void VectorWriter::store_last_quad(const Xbyak::RegExp& place, const Ref& value) {
  hold(value);
  const Xbyak::Xmm from = part(value, 1);
  if (wide()) return vextracti32x4(ptr[place + kLastQuad], zmm(from), 3);
  vextracti128(ptr[place + kLastQuad], ymm(from), 1);
}

/// The lanes `from` gives; in AVX2, in the same half.
VectorWriter::Ref VectorWriter::permute(const Ref& from, const Ref& value) {
  return each_part({&from, &value}, [&](const Xbyak::Xmm& to, unsigned number) {
    if (wide()) return vpermd(zmm(to), zmm(part(from, 0)), zmm(part(value, 0)));
    vpermd(ymm(to), ymm(part(from, number)), ymm(part(value, number)));
  });
}

VectorWriter::Ref VectorWriter::rotate(const Ref& value, unsigned by, bool in_quads) {
  if (in_quads) return shuffle_quads(value, quad_order(by));
  // AVX2: each half rotated, then mixed.
  const std::size_t row = offsetof(TranslationTables, rotations) + by * sizeof(LaneVector);
  const Ref order = each_part(
      {}, true, [&](const Xbyak::Xmm& to, unsigned) { transfer(to, ptr[tables + static_cast<int>(row)]); });
  const Ref turned = permute(order, value);
  if (wide() || turned->repeats) return turned;
  return each_part({&turned}, [&](const Xbyak::Xmm& to, unsigned number) {
    vpblendd(to, part(turned, 0), part(turned, 1), from_upper_half(number, by));
  });
}

VectorWriter::Ref VectorWriter::rotate_by(const Ref& value, const Ref& r5, bool in_quads) {
  const Ref lanes = load(in_tables(offsetof(TranslationTables, lane_numbers)));
  Ref from = apply(host::subtract, lanes, repeat_first(r5));
  if (in_quads) from = merge_bits(lanes, from, 3);
  const Ref turned = permute(from, value);
  if (wide() || in_quads) return turned;
  const Ref from_upper = shift(host::left, from, 28);  // in the sign: bit 3
  return each_part({&turned, &from_upper}, [&](const Xbyak::Xmm& to, unsigned number) {
    vblendvps(to, part(turned, 0), part(turned, 1), part(from_upper, number));
  });
}

VectorWriter::Ref VectorWriter::first_of_quads(const Ref& mask) {
  if (!wide()) return shuffle_quads(mask, 0);
  return spread(mask, 0x1111, 15);
}

VectorWriter::Ref VectorWriter::first_of_all(const Ref& mask) {
  if (!wide()) return repeat_first(mask);
  return spread(mask, 1, kAllLanes);
}

/// Each of `lanes` in as many lanes as `factor` has bits.
VectorWriter::Ref VectorWriter::spread(const Ref& mask, std::uint32_t lanes, std::uint32_t factor) {
  const Ref result = make(true);
  kmovw(eax, opmask(mask));
  and_(eax, lanes);
  imul(eax, eax, static_cast<int>(factor));
  kmovw(opmask(result), eax);
  return result;
}

/// A register of the host holds half as many doubles.
VectorWriter::Ref VectorWriter::inverse_root(const Ref& a) {
  LaneVector doubles{};
  for (unsigned lane = 1; lane < 16; lane += 2) doubles.lane[lane] = 0x3ff00000;
  const Ref one = load({Source::Kind::lanes, 0, nullptr, &lanes_literal(doubles)});
  const Ref room = each_part({&a}, [](const Xbyak::Xmm&, unsigned) {});
  const auto invert = [&](const Xbyak::Xmm& wide_lanes) {
    vsqrtpd(wide_lanes, wide_lanes);
    vdivpd(wide_lanes, part(one, 0), wide_lanes);
  };
  return each_part({&a, &one, &room}, [&](const Xbyak::Xmm& to, unsigned number) {
    const Xbyak::Xmm from = part(a, number), half = part(room, number);
    const Xbyak::Xmm half_from = half_of(from), half_to = half_of(to), half_room = half_of(half);
    vcvtps2pd(half, half_from);
    invert(half);
    vcvtpd2ps(half_to, half);
    wide() ? vextracti64x4(half_room, zmm(from), 1) : vextracti128(half_room, ymm(from), 1);
    vcvtps2pd(half, half_room);
    invert(half);
    vcvtpd2ps(half_room, half);
    wide() ? vinserti64x4(zmm(to), zmm(to), half_room, 1) : vinserti128(ymm(to), ymm(to), half_room, 1);
  });
}

Xbyak::Xmm VectorWriter::half_of(const Xbyak::Xmm& vector) const {
  if (wide()) return ymm(vector);
  return Xbyak::Xmm(vector.getIdx());
}

VectorWriter::Ref VectorWriter::gather(const Xbyak::Reg64& base, const Ref& offsets) {
  if (wide()) {
    const Ref lanes = make(true);
    kxnorw(opmask(lanes), opmask(lanes), opmask(lanes));
    return each_part({&offsets}, [&](const Xbyak::Xmm& to, unsigned) {
      vpxord(to, to, to);
      vpgatherdd(to | opmask(lanes), ptr[base + zmm(part(offsets, 0))]);
    });
  }
  const Ref lanes = each_part({}, true, [](const Xbyak::Xmm&, unsigned) {});
  return each_part({&offsets, &lanes}, [&](const Xbyak::Xmm& to, unsigned number) {
    const Xbyak::Xmm all = part(lanes, 0);
    vpcmpeqd(all, all, all);  // a gather clears it
    vpxor(to, to, to);
    vpgatherdd(to, ptr[base + ymm(part(offsets, number))], all);
  });
}

VectorWriter::Ref VectorWriter::load_from(const Xbyak::RegExp& place) {
  return each_part({}, false, [&](const Xbyak::Xmm& to, unsigned number) {
    transfer(to, ptr[place + static_cast<int>(number) * kPartBytes]);
  });
}

}  // namespace quadcl::qpu::emulator
