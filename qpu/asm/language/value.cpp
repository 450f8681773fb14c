// SPDX-License-Identifier: Apache-2.0
#include "qpu/asm/language/value.h"

#include <array>
#include <cmath>
#include <map>

#include "qpu/asm/language/format.h"
#include "qpu/asm/language/synonyms.h"
#include "qpu/isa/tables.h"

namespace quadcl::qpu::assembly {

using isa::Access;
using isa::RegisterFile;
using isa::RegisterKind;

namespace {

template <typename Enum, typename Rows>
std::optional<Enum> find_pack_row(const Rows& rows, std::string_view name) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!rows[i].name.empty() && rows[i].name == name) return static_cast<Enum>(i);
  }
  return std::nullopt;
}

std::string_view without_last(std::string_view text, char last) {
  if (!text.empty() && text.back() == last) text.remove_suffix(1);
  return text;
}

}  // namespace

std::optional<PackSuffix> parse_pack_suffix(std::string_view text) {
  PackSuffix suffix;
  if (text.ends_with('f')) suffix.type = PackSuffix::Type::floating;
  if (text.ends_with('i')) suffix.type = PackSuffix::Type::integer;
  const std::string_view untyped = without_last(without_last(text, 'i'), 'f');
  if (untyped == "32") {
    suffix.unpack = isa::Unpack::none;
    suffix.pack = isa::Pack::none;
    return suffix;
  }
  const std::string name = documented_pack_mode(untyped, false);
  suffix.unpack =
      find_pack_row<isa::Unpack>(isa::unpacks(), without_last(documented_pack_mode(untyped, true), 's'));
  suffix.pack = find_pack_row<isa::Pack>(isa::packs(), name);
  suffix.colour_pack = find_pack_row<isa::Pack>(isa::colour_packs(), name);
  // `vpm.8888`: outside of register file A, four bytes are a colour with or without the `s`.
  const bool any_type = suffix.type == PackSuffix::Type::any;
  if (any_type && suffix.pack == isa::Pack::byte_replicated) suffix.colour_pack = suffix.pack;
  if (!suffix.unpack && !suffix.pack) return std::nullopt;
  return suffix;
}

namespace {

RegisterValue accumulator(unsigned number) {
  RegisterValue reg;
  reg.address = static_cast<std::uint8_t>(32 + number);
  reg.accumulator = true;
  reg.readable = true;
  reg.writable = number < 4;  // r4 is a result, r5 is written as r5rep or r5quad
  return reg;
}

RegisterValue in_files(unsigned address, bool a, bool b) {
  RegisterValue reg;
  reg.address = static_cast<std::uint8_t>(address);
  reg.file_a = a;
  reg.file_b = b;
  return reg;
}

struct Alias {
  std::string_view name;
  unsigned address;
  bool a;
  bool b;
  bool readable;
  bool writable;
};
// Names in the documentation of vc4asm that the table of the instruction set does not have: further names,
// and names of one file only.
constexpr std::array<Alias, 7> kAliases{{
    {"interrupt", isa::write_address::host_interrupt, true, true, false, true},
    {"mutex_acq", isa::read_address::mutex_acquire, true, true, true, false},
    {"mutex_rel", isa::write_address::mutex_release, true, true, false, true},
    {"nop", isa::read_address::nop, true, true, true, true},
    {"tmu_noswap", isa::write_address::tmu_noswap, true, true, false, true},
    {"unif_addr", isa::write_address::uniforms_address, true, true, false, true},
    {"unif_addr_rel", isa::write_address::uniforms_address, false, true, false, true},
}};

RegisterValue alias_register(const Alias& alias) {
  RegisterValue reg = in_files(alias.address, alias.a, alias.b);
  reg.readable = alias.readable;
  reg.writable = alias.writable;
  return reg;
}

using RegisterMap = std::map<std::string, RegisterValue, std::less<>>;

void add_table_row(RegisterMap& map, RegisterFile file, Access access, unsigned address) {
  const isa::RegisterInfo& info = isa::register_info(file, access, address);
  const bool accumulator_by_number =
      info.kind == RegisterKind::accumulator && address != isa::write_address::r5;
  if (info.name.empty() || info.kind == RegisterKind::reserved || accumulator_by_number) return;
  RegisterValue& reg = map.try_emplace(std::string(info.name), in_files(address, false, false)).first->second;
  (file == RegisterFile::a ? reg.file_a : reg.file_b) = true;
  (access == Access::read ? reg.readable : reg.writable) = true;
}

void add_raw_names(RegisterMap& map) {
  for (unsigned address = 32; address < 64; ++address) {
    RegisterValue a = in_files(address, true, false);
    RegisterValue b = in_files(address, false, true);
    a.raw = b.raw = a.readable = a.writable = b.readable = b.writable = true;
    map.emplace(std::string("ra") + std::to_string(address), a);
    map.emplace(std::string("rb") + std::to_string(address), b);
  }
}

RegisterMap make_register_map() {
  RegisterMap map;
  for (unsigned address = 0; address < 64; ++address) {
    for (RegisterFile file : {RegisterFile::a, RegisterFile::b}) {
      for (Access access : {Access::read, Access::write}) add_table_row(map, file, access, address);
    }
  }
  for (const Alias& alias : kAliases) map.insert_or_assign(std::string(alias.name), alias_register(alias));
  for (unsigned i = 0; i < 6; ++i) map.insert_or_assign(std::string("r") + std::to_string(i), accumulator(i));
  add_raw_names(map);
  return map;
}

const RegisterMap& register_map() {
  static const RegisterMap map = make_register_map();
  return map;
}

std::string raw_name(const RegisterValue& reg) {
  if (reg.file_a && reg.file_b) return std::string("register ") + std::to_string(reg.address);
  return (reg.file_a ? "ra" : "rb") + std::to_string(reg.address);
}

bool same_place(const RegisterValue& a, const RegisterValue& b) {
  return a.address == b.address && a.file_a == b.file_a && a.file_b == b.file_b &&
         a.accumulator == b.accumulator;
}

}  // namespace

std::optional<RegisterValue> find_register(std::string_view name) {
  const auto it = register_map().find(documented_register(name));
  if (it == register_map().end()) return std::nullopt;
  return it->second;
}

void offer_registers(Suggestion& suggestion) {
  for (const auto& [name, reg] : register_map()) suggestion.consider(name);
}

std::optional<SemaphoreValue> find_semaphore(std::string_view name) {
  const bool acquire = name.starts_with("sacq");
  if (!acquire && !name.starts_with("srel")) return std::nullopt;
  const std::string_view digits = name.substr(4);
  if (digits.empty() || digits.size() > 2 || digits.find_first_not_of("0123456789") != digits.npos) {
    return std::nullopt;
  }
  if (digits.size() == 2 && digits[0] == '0') return std::nullopt;
  const unsigned number = static_cast<unsigned>(std::stoi(std::string(digits)));
  if (number > 15) return std::nullopt;
  return SemaphoreValue{acquire, number};
}

std::string register_name(const RegisterValue& reg) {
  if (reg.accumulator) return std::string("r") + std::to_string(reg.address - 32);
  if (reg.raw) return raw_name(reg);
  for (const auto& [name, candidate] : register_map()) {
    if (same_place(reg, candidate) && !candidate.raw) return name;
  }
  return raw_name(reg);
}

namespace {

struct Describe {
  std::string operator()(std::int64_t v) const { return std::to_string(v); }
  std::string operator()(double v) const { return format("%g", v); }
  std::string operator()(const PerElementValue&) const { return "a per-element constant"; }
  std::string operator()(const RegisterValue& v) const { return register_name(v); }
  std::string operator()(const SemaphoreValue& v) const {
    return (v.acquire ? "sacq" : "srel") + std::to_string(v.number);
  }
  std::string operator()(const LabelValue& v) const {
    return std::string("a label at ") + std::to_string(v.address);
  }
};

constexpr std::array<std::string_view, 6> kKindNames{"an integer", "a float",     "a per-element constant",
                                                     "a register", "a semaphore", "a label"};

}  // namespace

std::string_view kind_name(const Value& value) { return kKindNames[value.index()]; }
std::string describe(const Value& value) { return std::visit(Describe{}, value); }

}  // namespace quadcl::qpu::assembly
