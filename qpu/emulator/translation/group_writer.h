// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "qpu/emulator/operation.h"
#include "qpu/emulator/qpu.h"
#include "qpu/emulator/translation/vector_writer.h"
#include "qpu/isa/instruction.h"

namespace quadcl::qpu::emulator {

/// Writes host code for groups of instructions without control flow and waits. In a group, results stay in
/// host registers. Its end, commit(), checks that no NaN was met and that each lookup was in the segment
/// where the one before was, and only then changes the QPU's state. Else the handlers of its operations
/// execute the group: the QPU has no NaN. Writes to peripherals but TMUs and r5 end a group, and are done
/// after commit().
///
/// Float results may be -0 where the QPU has +0 until something else than float arithmetic reads them.
class GroupWriter : public VectorWriter {
 public:
  using VectorWriter::VectorWriter;

  /// Whether instruction() can translate it.
  static bool can_write(const Operation& op);

  /// Whether it must be the last one of its group.
  static bool ends_group(const Operation& op);
  /// Whether such a last one can be executed in all modes of Translation.
  static bool is_private(const Operation& op);

  /// What a group may need.
  struct Needs {
    bool uniforms = false;
    bool tmus[2] = {};
    bool vpm_reads = false;
    bool calls_branch = false;  ///< behind it
    bool shared = false;        ///< it, or the call behind it, is not for all modes of Translation

    void add(const Operation& op);
  };
  /// Starts a group. The code goes to `too_short`, without any effect, if fewer instructions may be executed
  /// than counted, or if the group would wait for a TMU, or if not all uniforms that it reads are at hand.
  ///
  /// `leave_tried` writes code that leaves because an operation did not return Step::next. In eax is the Step
  /// that it returned, in rcx how many operations of the group were executed before it.
  void begin(const Operation& first, const Needs& needs, const std::shared_ptr<Xbyak::Label>& too_short,
             std::function<void()> leave_tried);
  /// Whether the host's registers and the TMUs suffice for another instruction.
  bool has_room(const Operation& op);
  void instruction(const Operation& op);
  /// Ends the group. `more` instructions that follow are counted with it. Returns the count.
  unsigned commit(unsigned more);
  unsigned instructions() const { return instructions_; }

  // Registers of the host in a group: the results of the TMUs, by the number in instructions; the next row
  // of the VPM to read.
  const Xbyak::Reg64 fifos[2] = {r8, r9};
  const Xbyak::Reg32 vpm_row{r11d};

  // ---- for the operations

  /// Keeps what comes from a register of the QPU.
  Ref load(const Source& source);
  /// An instruction of the host for integers.
  Ref integer(const host::Instruction& instruction, const Source& a, const Source& b);
  Ref shuffled(const Source& from, std::size_t table_offset);
  /// The result of arithmetic whose NaNs are those of its operands or its own.
  void rounded(const Ref& result, const Source& a, const Source& b);

  // Functions of the SFU.
  Ref reciprocal(const Ref& value);
  Ref reciprocal_root(const Ref& value);

  // Unpack and pack modes.
  Ref unpack_integer(const Source& from, unsigned mode);
  Ref unpack_float(const Source& from, unsigned mode, bool renormalise);
  Ref half_from_float(const Source& value);
  Ref colour_from_float(const Source& value);

 private:
  /// The lanes that an ALU writes.
  struct Lanes {
    bool all = true;
    Ref mask;
  };
  /// A TMU in the group. The numbers at its start must be enough, and not too many.
  struct TmuUse {
    int requests = 0, receives = 0;
    int needed = 0;  ///< results under way
    int most = 0;    ///< requests more than receives, before a request
    std::size_t needed_place = 0, most_place = 0;
  };
  /// What the last instruction of a group writes, in registers of the host.
  struct LastWrite {
    const Operation* op = nullptr;
    Registers sum, product;
    std::optional<Registers> add_lanes, mul_lanes;  ///< none: all
    unsigned before = 0, behind = 0;                ///< instructions that are counted with the group
    std::function<void()> leave_tried;
  };
  enum Last : unsigned { last_port_a, last_port_b, last_product, lasts };

  /// Overwritten when the number is known.
  static constexpr std::uint32_t kPlaceholder = 0x7fffffff;

  // Operands of the running instruction.
  Source slot_source(unsigned slot) const;
  Source operand(const Operation& op, unsigned byte_offset);
  Source immediate_of(const Operation& op);
  Source repeated(Last last);
  void note_port(Last last, const Operation& op, unsigned byte_offset);

  // Steps of an instruction.
  Ref sum_of(const Operation& op);
  Ref product_of(const Operation& op);
  Ref rotated(const Operation& op, const Ref& product);
  Ref unpacked(const Operation& op);
  Ref saturated(const Operation& op, const Ref& sum);
  Lanes lanes_of(unsigned condition);
  const Ref& flag(unsigned number);
  void set_flags(const Operation& op, const Ref& result, const Lanes& lanes);
  void set_flag(unsigned number, const Ref& mask, const Lanes& lanes);
  void write(unsigned byte_offset, const Ref& value, const Lanes& lanes);
  void write_packed(const Operation& op, unsigned byte_offset, Ref value, bool is_float, const Lanes& lanes);
  void put(unsigned slot, Ref value);

  // Carries, as masks.
  Ref carry(const Operation& op, const Ref& result);
  Ref shifted_out(const Source& a, const Source& b, bool to_the_left);
  Ref product_overflow(const Source& a, const Source& b);

  Ref quantised(const Ref& result, const Ref& of);

  // TMUs and other peripherals.
  void begin_tmus(const Needs& needs, const std::shared_ptr<Xbyak::Label>& too_short);
  void write_peripherals(const Operation& op, const Ref& sum, const Ref& product, const Lanes& add_lanes,
                         const Lanes& mul_lanes);
  void write_peripheral(const Operation& op, bool is_mul, const Ref& value, const Lanes& lanes);
  void write_r5(bool replicated, const Ref& value, const Lanes& lanes);
  void request(unsigned tmu, const Ref& addresses, unsigned window);
  void receive(unsigned tmu);
  void commit_tmus();
  void begin_vpm_reads(const std::shared_ptr<Xbyak::Label>& too_short);
  void read_vpm_row();
  void commit_vpm_reads();
  void write_last(unsigned more);
  void write_vpm_row(const LastWrite& write);
  void restart_uniforms(const LastWrite& write);
  void call_finish(const LastWrite& write);

  const Xbyak::Label& failed();
  void check_results();
  void store_lasts();
  void store_slots();
  void store_flags();
  void replay_later(const std::shared_ptr<Xbyak::Label>& after, unsigned count);

  const Operation* first_ = nullptr;
  std::function<void()> leave_tried_;
  std::shared_ptr<Xbyak::Label> too_short_;
  unsigned instructions_ = 0;
  bool uses_uniforms_ = false;
  unsigned uniforms_read_ = 0;
  std::size_t count_place_ = 0, uniforms_place_ = 0;
  std::shared_ptr<Xbyak::Label> failed_;  ///< where the group is left to handlers; null: nothing goes there
  std::array<Ref, slot::count> current_;
  std::bitset<slot::count> dirty_;
  std::vector<Ref> unchecked_;
  std::array<std::optional<Source>, lasts> last_;
  std::array<Ref, 4> flags_;
  std::bitset<4> changed_flags_;
  std::array<TmuUse, 2> tmus_;
  unsigned vpm_reads_ = 0;
  std::size_t vpm_reads_place_ = 0;
  std::unique_ptr<LastWrite> last_write_;
  Ref last_results_[2];  ///< that last_write_ is about
  Lanes last_lanes_[2];

  Ref unpacked_, vpm_row_;  ///< of the running instruction
};

/// The result of an operation of the add or multiply ALU.
GroupWriter::Ref write_add(GroupWriter& writer, isa::AddOp op, const GroupWriter::Source& a,
                           const GroupWriter::Source& b);
GroupWriter::Ref write_mul(GroupWriter& writer, isa::MulOp op, const GroupWriter::Source& a,
                           const GroupWriter::Source& b);
/// A signed number for each lane, in the QPU's order of floats.
GroupWriter::Ref write_float_order(GroupWriter& writer, const GroupWriter::Source& value);

}  // namespace quadcl::qpu::emulator
