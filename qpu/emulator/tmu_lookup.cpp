// SPDX-License-Identifier: Apache-2.0
#include "qpu/emulator/tmu_lookup.h"

#include <cstring>
#include <string>

#include "qpu/emulator/messages.h"
#include "qpu/emulator/qpu.h"
#include "qpu/emulator/shared_units.h"

namespace quadcl::qpu::emulator {

namespace {

/// Reads words for one request, from memory or from the modelled caches.
class WordReader {
 public:
  WordReader(const Qpu& qpu, unsigned tmu, bool is_texel)
      : memory_(qpu.shared->memory()),
        caches_(qpu.shared->caches()),
        qpu_(qpu.number),
        tmu_(tmu),
        is_texel_(is_texel) {}

  /// The word at a multiple of 4, for a lane. False: not mapped.
  bool read(unsigned lane, BusAddress address, std::uint32_t& word) {
    if (caches_ != nullptr) [[unlikely]]
      return caches_->read_tmu({qpu_, tmu_, lane, is_texel_}, address, word);
    if (segment_ == nullptr || !segment_->contains(address, 4)) segment_ = memory_.find(address, 4);
    if (segment_ == nullptr) return false;
    std::memcpy(&word, segment_->host + (address - segment_->bus), sizeof word);
    return true;
  }

  /// The segment of the last word; null if caches are modelled.
  const BusSegment* segment() const { return segment_; }

 private:
  const BusMap& memory_;
  CacheModel* const caches_;
  const unsigned qpu_, tmu_;
  const bool is_texel_;
  const BusSegment* segment_ = nullptr;
};

Step unmapped_lane(Qpu& qpu, unsigned named, unsigned lane, BusAddress address) {
  return qpu.shared->unmapped("TMU" + std::to_string(named) + " lookup of lane " + std::to_string(lane),
                              address.value());
}

/// The usual case: all lanes are in the segment. False, without a change, if one is not.
bool look_up_segment(const BusSegment& segment, const LaneVector& addresses, LaneVector& result) {
  if (segment.size < 4) return false;
  const std::uint32_t bus = segment.bus.value(), last = segment.size - 4;
  LaneVector offsets;
  std::uint32_t outside = 0;
  for (unsigned lane = 0; lane < 16; ++lane) {
    offsets.lane[lane] = (addresses.lane[lane] & ~3u) - bus;
    outside |= offsets.lane[lane] > last ? 1 : 0;
  }
  if (outside != 0) return false;
  for (unsigned lane = 0; lane < 16; ++lane) {
    std::memcpy(&result.lane[lane], segment.host + offsets.lane[lane], 4);
  }
  return true;
}

Step look_up_words(Qpu& qpu, unsigned named, unsigned tmu, const LaneVector& addresses, LaneVector& result) {
  WordReader reader(qpu, tmu, false);
  for (unsigned lane = 0; lane < 16; ++lane) {
    const BusAddress address(addresses.lane[lane] & ~3u);
    if (!reader.read(lane, address, result.lane[lane])) return unmapped_lane(qpu, named, lane, address);
  }
  qpu.tmu_segment[tmu] = reader.segment();
  return Step::next;
}

Step look_up_memory(Qpu& qpu, unsigned named, unsigned tmu, const LaneVector& addresses) {
  LaneVector& result = qpu.tmu[tmu].push();
  const BusSegment* segment = qpu.tmu_segment[tmu];
  const bool found = segment != nullptr && look_up_segment(*segment, addresses, result);
  if (!found && look_up_words(qpu, named, tmu, addresses, result) == Step::fault) return Step::fault;
  if (Observer* observer = qpu.shared->observer()) observer->tmu_requested(qpu, tmu, addresses);
  return Step::next;
}

// ---- textures

/// The texel's bytes: in one word, or two whole words.
bool read_texel(WordReader& reader, unsigned lane, BusAddress address, unsigned bytes, std::uint64_t& raw) {
  const BusAddress aligned(address.value() & ~3u);
  std::uint32_t low = 0, high = 0;
  if (!reader.read(lane, aligned, low)) return false;
  if (bytes == 8 && !reader.read(lane, aligned + 4, high)) return false;
  raw = (std::uint64_t{high} << 32 | low) >> (8 * (address.value() & 3));
  return true;
}

/// With a border, the r coordinate is the border colour; else the colour is 0 (assumed).
const char* misused_coordinate(const TextureRequest& request, const Texture& texture) {
  if (request.has_b) return "biases of the level of detail are not emulated";
  if (request.has_r && !texture.has_border()) return "a third texture coordinate is not emulated";
  return nullptr;
}

struct LaneResult {
  std::array<std::uint32_t, 2> words{};
  BusAddress address;  ///< of one texel, or of the texture if all lanes are outside
};

/// False: `result.address` is not mapped.
bool look_up_lane(const Texture& texture, const TextureRequest& request, WordReader& reader, unsigned lane,
                  std::uint32_t s, LaneResult& result) {
  const TextureFootprint footprint = texture_footprint(texture, s, request.t.lane[lane]);
  std::array<std::uint64_t, 4> raw{};
  result.address = texture.base;
  for (unsigned i = 0; i < footprint.count; ++i) {
    const TextureFootprint::Part& part = footprint.parts[i];
    if (part.border) continue;
    result.address = part.address;
    if (!read_texel(reader, lane, part.address, texture.format->bytes, raw[i])) return false;
  }
  const std::uint32_t border = request.has_r ? request.r.lane[lane] : 0;
  result.words = filter_texels(texture, footprint, raw, border);
  return true;
}

Step look_up_texture(Qpu& qpu, unsigned named, const TextureRequest& request, const LaneVector& s) {
  const Result<Texture> texture = decode_texture(request.config);
  if (!texture.ok()) return qpu.shared->fault(texture.error().code, texture.error().message);
  if (const char* misused = misused_coordinate(request, *texture)) {
    return qpu.shared->fault(ErrorCode::unsupported, misused);
  }
  const unsigned tmu = physical_tmu(qpu, named);
  const unsigned results = texture->format->result_words;
  LaneVector addresses, words[2];
  WordReader reader(qpu, tmu, true);
  for (unsigned lane = 0; lane < 16; ++lane) {
    LaneResult result;
    if (!look_up_lane(*texture, request, reader, lane, s.lane[lane], result)) {
      return unmapped_lane(qpu, named, lane, result.address);
    }
    addresses.lane[lane] = result.address.value();
    for (unsigned i = 0; i < results; ++i) words[i].lane[lane] = result.words[i];
  }
  for (unsigned i = 0; i < results; ++i) {
    qpu.tmu[tmu].push() = words[i];
    if (Observer* observer = qpu.shared->observer()) observer->tmu_requested(qpu, tmu, addresses);
  }
  return Step::next;
}

bool take_configuration(Qpu& qpu, TextureRequest& request) {
  return take_uniform(qpu, request.config[request.writes++]);
}

}  // namespace

Step write_texture_coordinate(Qpu& qpu, unsigned named, TextureCoordinate coordinate,
                              const LaneVector& value) {
  TextureRequest& request = qpu.texture[physical_tmu(qpu, named)];
  if (request.writes == 3) {
    return qpu.shared->fault(ErrorCode::illegal_instruction, "a fourth texture coordinate before s");
  }
  if (!take_configuration(qpu, request)) return Step::fault;
  if (coordinate == TextureCoordinate::t) request.t = value;
  if (coordinate == TextureCoordinate::r) request.r = value, request.has_r = true;
  if (coordinate == TextureCoordinate::b) request.has_b = true;
  return Step::next;
}

Step request_tmu(Qpu& qpu, unsigned named, const LaneVector& value) {
  const unsigned tmu = physical_tmu(qpu, named);
  TextureRequest& request = qpu.texture[tmu];
  if (qpu.tmu[tmu].space() < request.results()) {
    return qpu.shared->fault(ErrorCode::illegal_instruction, "both ALUs write to one TMU");
  }
  if (request.writes == 0) return look_up_memory(qpu, named, tmu, value);
  if (!take_configuration(qpu, request)) return Step::fault;
  const Step step = look_up_texture(qpu, named, request, value);
  request = TextureRequest();
  return step;
}

void receive_tmu(Qpu& qpu, unsigned tmu) {
  qpu.slot[slot::r4] = qpu.tmu[tmu].pop();
  if (Observer* observer = qpu.shared->observer()) observer->tmu_received(qpu, tmu);
}

}  // namespace quadcl::qpu::emulator
