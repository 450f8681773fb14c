// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/machine/dependences.h"

#include <llvm/ADT/SmallVector.h>

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>

namespace quadcl::compiler::qpu {
namespace {

constexpr std::uint32_t kFileLatency = 2;             ///< docs/videocore4.md, Programming restrictions, 1
constexpr std::uint32_t kSpecialFunctionLatency = 3;  ///< the same, 2
constexpr std::uint32_t kRotationLatency = 2;         ///< the same, 3 and 4
constexpr std::uint32_t kUniformsAddressLatency = 3;  ///< the same, 5
constexpr std::uint32_t kUsualTmuLatency = 20;        ///< from a request to its result, in instructions
constexpr std::size_t kTmuDepth = 4;                  ///< requests under way (docs/videocore4.md, TMU)

/// The number of what operations read and write: states, registers, then values.
enum State : std::size_t { flags, uniforms, effects, registers };
constexpr std::size_t kRegistersOfPlace = 32, kFirstValue = registers + 3 * kRegistersOfPlace;

std::size_t key_of(const Operand& operand) {
  if (operand.is_value()) return kFirstValue + operand.number;
  return registers +
         kRegistersOfPlace *
             (static_cast<std::size_t>(operand.place) - static_cast<std::size_t>(Place::file_a)) +
         operand.number;
}

class Finder {
 public:
  explicit Finder(std::span<const Operation> operations)
      : operations_(operations), result_(operations.size()) {}

  DependenceLists find() {
    for (std::uint32_t i = 0; i < operations_.size(); ++i) add(i, operations_[i]);
    return std::move(result_);
  }

 private:
  struct Uses {
    llvm::SmallVector<std::uint32_t, 4> writers;  ///< since the last write of all lanes, with it
    llvm::SmallVector<std::uint32_t, 4> readers;  ///< since the last write
  };

  Uses& uses_of(std::size_t key) { return key < kFirstValue ? uses_[key] : uses_of_values_[key]; }

  void depend(std::uint32_t later, std::uint32_t earlier, std::uint32_t instructions,
              std::uint32_t usual = 0) {
    if (later != earlier) result_[later].push_back({earlier, instructions, std::max(usual, instructions)});
  }

  void read(std::uint32_t i, std::size_t key, bool by_rotation = false) {
    Uses& uses = uses_of(key);
    for (const std::uint32_t writer : uses.writers)
      depend(i, writer, latency(operations_[writer], by_rotation));
    uses.readers.push_back(i);
  }

  /// How many instructions after the operation its target can be read.
  static std::uint32_t latency(const Operation& writer, bool by_rotation) {
    if (writes_special_function(writer)) return kSpecialFunctionLatency;
    if (writer.target.is_file()) return kFileLatency;
    return by_rotation ? kRotationLatency : 1;
  }

  /// How many instructions after the operation one may write the same. The instruction that waits for the
  /// mutex may start the transfer that it is for.
  std::uint32_t until_written(const Operation& earlier, std::uint32_t i) const {
    if (writes_special_function(earlier)) return kSpecialFunctionLatency;
    return earlier.a.is_port(isa::read_address::mutex_acquire) && operations_[i].target == kDmaStoreAddress
               ? 0
               : 1;
  }

  void write(std::uint32_t i, std::size_t key, bool whole, std::uint32_t after_read = 0) {
    Uses& uses = uses_of(key);
    for (const std::uint32_t reader : uses.readers) depend(i, reader, after_read);
    for (const std::uint32_t writer : uses.writers) depend(i, writer, until_written(operations_[writer], i));
    uses.readers.clear();
    if (whole) uses.writers.clear();
    uses.writers.push_back(i);
  }

  void add_source(std::uint32_t i, const Operation& operation, const Operand& source) {
    if (source.place == Place::none || source.place == Place::immediate) return;
    if (!source.is_port()) return read(i, key_of(source), operation.kind == OperationKind::rotate);
    if (source.is_port(isa::read_address::uniform)) return write(i, uniforms, true);
    if (source != kElementNumber && source != kQpuNumber) write(i, effects, true);
  }

  void add_target(std::uint32_t i, const Operation& operation) {
    const Operand& target = operation.target;
    if (target.place == Place::none) return;
    if (!target.is_port()) return write(i, key_of(target), !operation.is_conditional());
    if (target == kBroadcast) return write(i, key_of(accumulator(kBroadcasts)), !operation.is_conditional());
    if (writes_special_function(operation)) return write(i, key_of(accumulator(kResults)), true, 1);
    if (writes_tmu(operation)) return write_tmu(i, target.number);
    if (target.number == isa::write_address::uniforms_address) {
      write(i, uniforms, true);
      starts_uniforms_ = i;
      return;
    }
    // A store must not change what an earlier load is still to read.
    if (target == kDmaStoreAddress)
      for (const Queue& queue : queues_)
        if (!queue.receipts.empty()) depend(i, queue.receipts.back(), 1);
    write(i, effects, true);
  }

  /// A coordinate other than s makes the next s one of a texture. Each of these takes a uniform.
  void write_tmu(std::uint32_t i, std::uint32_t address) {
    const unsigned tmu = address >= isa::write_address::tmu1_s ? 1 : 0;
    Queue& queue = queues_[tmu];
    const bool is_s = address == isa::write_address::tmu0_s || address == isa::write_address::tmu1_s;
    if (!is_s && !queue.requests.empty()) depend(i, queue.requests.back(), 1);
    if (!is_s || queue.has_coordinates) {
      write(i, uniforms, true);
      if (starts_uniforms_) depend(i, *starts_uniforms_, kUniformsAddressLatency);
    }
    queue.has_coordinates = !is_s;
    if (is_s) request(i, tmu);
  }

  void request(std::uint32_t i, unsigned tmu) {
    Queue& queue = queues_[tmu];
    if (!queue.requests.empty()) depend(i, queue.requests.back(), 1);
    const std::size_t number = queue.requests.size();
    if (number >= kTmuDepth && number - kTmuDepth < queue.receipts.size())
      depend(i, queue.receipts[number - kTmuDepth], 1);
    queue.requests.push_back(i);
  }

  void receive(std::uint32_t i, unsigned tmu) {
    Queue& queue = queues_[tmu];
    if (!queue.receipts.empty()) depend(i, queue.receipts.back(), 1);
    if (queue.receipts.size() < queue.requests.size())
      depend(i, queue.requests[queue.receipts.size()], 1, kUsualTmuLatency);
    queue.receipts.push_back(i);
    write(i, key_of(accumulator(kResults)), true, 1);
  }

  void add(std::uint32_t i, const Operation& operation) {
    if (operation.is_conditional()) read(i, flags);
    add_source(i, operation, operation.a);
    if (operation.b != operation.a || operation.b.place != Place::port) add_source(i, operation, operation.b);
    if (operation.kind == OperationKind::rotate && operation.rotation == 16)
      read(i, key_of(accumulator(kBroadcasts)), true);
    if (operation.kind == OperationKind::semaphore) write(i, effects, true);
    if (operation.kind == OperationKind::receive) return receive(i, operation.tmu);
    if (operation.sets_flags) write(i, flags, !operation.is_conditional());
    if (starts_uniforms_ &&
        (operation.a.is_port(isa::read_address::uniform) || operation.b.is_port(isa::read_address::uniform)))
      depend(i, *starts_uniforms_, kUniformsAddressLatency);
    add_target(i, operation);
  }

  struct Queue {
    std::vector<std::uint32_t> requests, receipts;
    bool has_coordinates = false;  ///< of a texture, before s
  };

  std::span<const Operation> operations_;
  DependenceLists result_;
  std::array<Uses, kFirstValue> uses_;
  std::unordered_map<std::size_t, Uses> uses_of_values_;
  std::array<Queue, 2> queues_;
  std::optional<std::uint32_t> starts_uniforms_;
};

}  // namespace

bool writes_tmu(const Operation& operation) {
  return operation.target.place == Place::port && operation.target.number >= isa::write_address::tmu0_s;
}

bool writes_special_function(const Operation& operation) {
  return operation.target.place == Place::port && operation.target.number >= isa::write_address::sfu_recip &&
         operation.target.number <= isa::write_address::sfu_log;
}

DependenceLists dependences(std::span<const Operation> operations) { return Finder(operations).find(); }

std::vector<std::uint32_t> heights(const DependenceLists& dependences, std::size_t urgent,
                                   std::uint32_t instructions) {
  std::vector<std::uint32_t> result(dependences.size());
  if (urgent < result.size()) result[urgent] = instructions;
  for (std::size_t i = dependences.size(); i-- > 0;)
    for (const Dependence& dependence : dependences[i])
      result[dependence.on] = std::max(result[dependence.on], result[i] + dependence.usual);
  return result;
}

}  // namespace quadcl::compiler::qpu
