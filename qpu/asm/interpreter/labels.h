// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quadcl::qpu::assembly {

/// The labels of a program. Forward references use the addresses of the previous pass, so the table keeps two
/// passes. Assembling ends when both agree.
///
/// Names that start with a digit are local and may be defined many times. `:1f` is the next one, `:1b` the
/// last one. `:1` is the last one, or the next one if there was none yet.
class LabelTable {
 public:
  struct Definition {
    std::string name;
    std::uint64_t address = 0;
    bool global = false;
    bool operator==(const Definition&) const = default;
  };

  /// Keeps the labels of the last pass and starts another pass.
  void start_pass();
  /// True if this pass found the same labels as the previous one.
  bool settled() const { return current_.definitions == previous_.definitions; }

  static bool is_local(std::string_view name) { return name[0] >= '0' && name[0] <= '9'; }

  /// False if the name is already defined and not local.
  bool define(std::string_view name, std::uint64_t address, bool global);
  void set_global(std::string_view name);

  /// The address of a label that is referenced here; empty if there is no such label.
  std::optional<std::uint64_t> find(std::string_view name) const;
  /// In the first pass, an unknown label may still follow.
  bool first_pass() const { return passes_ <= 1; }

  /// Code was inserted at `from`: labels behind it move by `bytes`.
  void shift(std::uint64_t from, std::uint64_t bytes, std::size_t first_definition);
  std::size_t count() const { return current_.definitions.size(); }
  const std::vector<Definition>& definitions() const { return current_.definitions; }
  const std::vector<Definition>& previous_definitions() const { return previous_.definitions; }
  /// Moves labels defined at `from` to `to`, because padding came between them and their instruction.
  void realign(std::uint64_t from, std::uint64_t to);

 private:
  struct Pass {
    std::vector<Definition> definitions;
    std::map<std::string, std::vector<std::size_t>, std::less<>> by_name;  ///< indices of definitions
  };
  const std::vector<std::size_t>* instances(const Pass& pass, std::string_view name) const;
  std::size_t defined_so_far(std::string_view name) const;
  std::optional<std::uint64_t> instance(std::string_view name, std::size_t index) const;
  std::optional<std::uint64_t> find_plain(std::string_view name) const;

  Pass current_;
  Pass previous_;
  unsigned passes_ = 0;
};

}  // namespace quadcl::qpu::assembly
