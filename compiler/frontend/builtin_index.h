// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/Support/DJB.h>
#include <llvm/Support/Endian.h>
#include <llvm/Support/EndianStream.h>
#include <llvm/Support/OnDiskHashTable.h>

#include <cstdint>
#include <string>
#include <utility>

namespace quadcl::compiler {

/// A file of builtin functions: the bitcode of all members, then a hash table from symbols of functions to
/// members, then four bytes with the place of the table's buckets. Numbers are little-endian. Only the
/// members that a program needs are read.

/// The place of a member, in bytes from the start of the file.
struct BuiltinMember {
  std::uint32_t offset = 0;
  std::uint32_t size = 0;
};

/// Writes and reads the table (llvm/Support/OnDiskHashTable.h).
struct BuiltinIndexInfo {
  using key_type = std::string;
  using key_type_ref = const std::string&;
  using internal_key_type = llvm::StringRef;
  using external_key_type = llvm::StringRef;
  using data_type = BuiltinMember;
  using data_type_ref = const BuiltinMember&;
  using hash_value_type = std::uint32_t;
  using offset_type = std::uint32_t;

  static hash_value_type ComputeHash(llvm::StringRef symbol) { return llvm::djbHash(symbol); }
  static bool EqualKey(llvm::StringRef a, llvm::StringRef b) { return a == b; }
  static llvm::StringRef GetInternalKey(llvm::StringRef symbol) { return symbol; }

  static std::pair<offset_type, offset_type> EmitKeyDataLength(llvm::raw_ostream& out, key_type_ref symbol,
                                                               data_type_ref) {
    const auto length = static_cast<std::uint16_t>(symbol.size());
    llvm::support::endian::write(out, length, llvm::endianness::little);
    return {length, kDataBytes};
  }
  static void EmitKey(llvm::raw_ostream& out, key_type_ref symbol, offset_type) { out << symbol; }
  static void EmitData(llvm::raw_ostream& out, key_type_ref, data_type_ref member, offset_type) {
    llvm::support::endian::write(out, member.offset, llvm::endianness::little);
    llvm::support::endian::write(out, member.size, llvm::endianness::little);
  }

  static std::pair<offset_type, offset_type> ReadKeyDataLength(const unsigned char*& bytes) {
    using namespace llvm::support;
    return {endian::readNext<std::uint16_t, llvm::endianness::little>(bytes), kDataBytes};
  }
  static llvm::StringRef ReadKey(const unsigned char* bytes, offset_type length) {
    return {reinterpret_cast<const char*>(bytes), length};
  }
  static BuiltinMember ReadData(llvm::StringRef, const unsigned char* bytes, offset_type) {
    using llvm::support::endian::read32le;
    return {read32le(bytes), read32le(bytes + sizeof(std::uint32_t))};
  }

 private:
  static constexpr offset_type kDataBytes = 2 * sizeof(std::uint32_t);
};

using BuiltinIndex = llvm::OnDiskChainedHashTable<BuiltinIndexInfo>;
using BuiltinIndexGenerator = llvm::OnDiskChainedHashTableGenerator<BuiltinIndexInfo>;

}  // namespace quadcl::compiler
