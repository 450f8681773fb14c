// SPDX-License-Identifier: Apache-2.0
#include "qpu/isa/instruction.h"

#include <catch2/catch.hpp>
#include <cstdint>
#include <random>

#include "qpu/isa/tables.h"

namespace quadcl::qpu::isa {
namespace {

// Golden words of docs/videocore4.md, split into the fields that the instruction's text implies.

TEST_CASE("golden: nop", "[isa]") {
  CHECK(make_nop().word() == 0x100009e7009e7000);
  const Instruction i{0x10020827009e7000};
  CHECK(i.encoding_class() == EncodingClass::alu);
  CHECK(i.op_add() == AddOp::nop);
  CHECK(i.op_mul() == MulOp::nop);
  CHECK(i.cond_add() == Condition::always);
  CHECK(i.cond_mul() == Condition::never);
  CHECK(i.waddr_add() == write_address::r0);
  CHECK(i.waddr_mul() == write_address::nop);
}

TEST_CASE("golden: mov(r0, uniform)", "[isa]") {
  const auto word = make_nop()
                        .set(field::op_add, AddOp::bit_or)
                        .set(field::cond_add, Condition::always)
                        .set(field::waddr_add, write_address::r0)
                        .set(field::raddr_a, read_address::uniform)
                        .set(field::add_a, Mux::file_a)
                        .set(field::add_b, Mux::file_a)
                        .word();
  CHECK(word == 0x1002082715827d80);
}

TEST_CASE("golden: load immediates", "[isa]") {
  const Instruction word{0xe002086712345678};
  CHECK(word.encoding_class() == EncodingClass::load_immediate);
  CHECK(word.immediate_type() == ImmediateType::word);
  CHECK(word.immediate() == 0x12345678);
  CHECK(word.waddr_add() == write_address::r1);

  const Instruction elements{0xe60229e7ccccaaaa};
  CHECK(elements.encoding_class() == EncodingClass::load_immediate);
  CHECK(elements.immediate_type() == ImmediateType::per_element_unsigned);
  CHECK(elements.set_flags());
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    CHECK(per_element_value(elements.immediate_type(), elements.immediate(), lane) == lane % 4);
  }

  const Instruction signed_elements{0xe20201673333aaaa};
  CHECK(signed_elements.immediate_type() == ImmediateType::per_element_signed);
  CHECK(signed_elements.waddr_add() == 5);
  const std::int32_t expected[4] = {-2, -1, 0, 1};
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const auto value = per_element_value(signed_elements.immediate_type(), signed_elements.immediate(), lane);
    CHECK(static_cast<std::int32_t>(value) == expected[lane % 4]);
  }
}

TEST_CASE("golden: fadd ra1 = ra1 + r0, sf; fmul r0 = r4 * uniform", "[isa]") {
  const Instruction i{0x1002606021060c27};
  CHECK(i.op_add() == AddOp::fadd);
  CHECK(i.add_a() == Mux::file_a);
  CHECK(i.add_b() == Mux::r0);
  CHECK(i.waddr_add() == 1);
  CHECK(i.add_file() == RegisterFile::a);
  CHECK(i.op_mul() == MulOp::fmul);
  CHECK(i.mul_a() == Mux::r4);
  CHECK(i.mul_b() == Mux::file_b);
  CHECK(i.waddr_mul() == write_address::r0);
  CHECK(i.raddr_a() == 1);
  CHECK(i.raddr_b() == read_address::uniform);
  CHECK(i.set_flags());
}

TEST_CASE("golden: small immediates and rotations", "[isa]") {
  const Instruction half{0xd00049e0209ef027};  // fmul r0 = r4 * 0.5
  CHECK(half.encoding_class() == EncodingClass::alu_small_immediate);
  CHECK(small_immediate_value(half.small_immediate()) == 0x3f000000);

  const Instruction minus{0xd00628a70d9c15c0};  // sub r2 = r2 - 1 where Z clear, sf
  CHECK(minus.op_add() == AddOp::sub);
  CHECK(minus.cond_add() == Condition::zero_clear);
  CHECK(small_immediate_value(minus.small_immediate()) == 1);

  const Instruction rotate{0xd00049e5809fb012};  // r2 so that lane 5 comes to lane 0, into r5
  CHECK(rotate.op_mul() == MulOp::v8min);
  CHECK(rotate.small_immediate() == 48 + 11);
  CHECK(rotate.waddr_mul() == write_address::r5);
  CHECK(rotate.mul_file() == RegisterFile::b);

  CHECK(Instruction(0xd00049e1809f0000).small_immediate() == kRotateByR5);
}

TEST_CASE("golden: pack, unpack and pm", "[isa]") {
  CHECK(Instruction(0x101200670c027c00).pack() == Pack::half_low);
  const Instruction file_a{0x1a020827010e7c40};
  CHECK(file_a.unpack() == Unpack::byte1);
  CHECK_FALSE(file_a.pm());
  const Instruction r4{0x1f0049e1209e7020};
  CHECK(r4.unpack() == Unpack::byte3);
  CHECK(r4.pm());
}

TEST_CASE("golden: semaphores", "[isa]") {
  CHECK(make_semaphore(3, false).word() == 0xe80009e700000003);
  CHECK(make_semaphore(15, true).word() == 0xe80009e70000001f);
  const Instruction i{0xe80249e70000001f};
  CHECK(i.encoding_class() == EncodingClass::semaphore);
  CHECK(i.semaphore_number() == 15);
  CHECK(i.semaphore_decrement());
}

TEST_CASE("golden: branches", "[isa]") {
  CHECK(make_branch(BranchCondition::always, true, 0xffffffe0).word() == 0xf0f809e7ffffffe0);
  const Instruction link{0xf01802a7ffffffc0};
  CHECK(link.encoding_class() == EncodingClass::branch);
  CHECK(link.branch_condition() == BranchCondition::all_zero_clear);
  CHECK(link.branch_relative());
  CHECK_FALSE(link.branch_register());
  CHECK(link.waddr_add() == 10);
  CHECK(link.immediate() == 0xffffffc0);

  const Instruction absolute{0xf0f7e9e700000000};
  CHECK_FALSE(absolute.branch_relative());
  CHECK(absolute.branch_register());
  CHECK(absolute.branch_raddr_a() == 31);
  CHECK(absolute.set_flags());
}

TEST_CASE("golden: thrend with r0 moves on both ALUs", "[isa]") {
  const Instruction i{0x30024820959e7000};
  CHECK(i.signal() == Signal::program_end);
  CHECK(i.op_add() == AddOp::bit_or);
  CHECK(i.op_mul() == MulOp::v8min);
  CHECK(i.cond_mul() == Condition::always);
}

TEST_CASE("golden: peripherals by name", "[isa]") {
  const auto write = [](std::uint64_t word) {
    const Instruction i{word};
    return register_info(i.add_file(), Access::write, i.waddr_add()).name;
  };
  CHECK(write(0xe0020c6783001000) == "vr_setup");
  CHECK(write(0xe0021c6788104800) == "vw_setup");
  CHECK(write(0x10020ca7159e7b40) == "vr_addr");
  CHECK(write(0x10021ca715027d80) == "vw_addr");
  CHECK(write(0x10020ce7159e7d80) == "mutex");
  CHECK(write(0x10020e27159e7240) == "t0s");
  CHECK(write(0x10020a27159e7480) == "unif_addr");
  CHECK(write(0x10020d27159e7000) == "recip");
  CHECK(write(0xe00209a700000001) == "irq");

  const auto read_a = [](std::uint64_t word) {
    return register_info(RegisterFile::a, Access::read, Instruction(word).raddr_a()).name;
  };
  const auto read_b = [](std::uint64_t word) {
    return register_info(RegisterFile::b, Access::read, Instruction(word).raddr_b()).name;
  };
  CHECK(read_a(0x100209e715ca7d80) == "vr_wait");
  CHECK(read_b(0x100209e7159f2fc0) == "vw_wait");
  CHECK(read_a(0x100209e715ce7d80) == "mutex");
  CHECK(read_a(0x10020827159a7d80) == "elem_num");
  CHECK(read_b(0x10020867159e6fc0) == "qpu_num");
  CHECK(read_a(0x100208e715c27d80) == "vpm");
}

TEST_CASE("the fields of a class cover the word without overlap", "[isa]") {
  const auto covers = [](std::initializer_list<Field> fields) {
    std::uint64_t seen = 0;
    for (const Field& f : fields) {
      CHECK((seen & f.mask()) == 0);
      seen |= f.mask();
    }
    CHECK(seen == ~std::uint64_t{0});
  };
  using namespace field;
  covers({signal, unpack, pm, pack, cond_add, cond_mul, set_flags, write_swap, waddr_add, waddr_mul, op_mul,
          op_add, raddr_a, raddr_b, add_a, add_b, mul_a, mul_b});
  covers({signal, immediate_type, pm, pack, cond_add, cond_mul, set_flags, write_swap, waddr_add, waddr_mul,
          immediate});
  covers({signal, immediate_type, pm, pack, cond_add, cond_mul, set_flags, write_swap, waddr_add, waddr_mul,
          semaphore_spare, semaphore_decrement, semaphore_number});
  covers({signal, branch_unused, field::branch_condition, branch_relative, branch_register, branch_raddr_a,
          write_swap, waddr_add, waddr_mul, immediate});
}

TEST_CASE("any word survives being taken apart and put together", "[isa]") {
  constexpr Field all[] = {field::signal,    field::unpack,    field::pm,        field::pack,
                           field::cond_add,  field::cond_mul,  field::set_flags, field::write_swap,
                           field::waddr_add, field::waddr_mul, field::op_mul,    field::op_add,
                           field::raddr_a,   field::raddr_b,   field::add_a,     field::add_b,
                           field::mul_a,     field::mul_b};
  std::mt19937_64 random(1);
  for (int n = 0; n < 1000; ++n) {
    const Instruction original{random()};
    Instruction copy{random()};
    for (const Field& f : all) copy.set(f, original.get(f));
    REQUIRE(copy == original);
  }
}

TEST_CASE("small immediate codes and values agree with the documentation", "[isa]") {
  CHECK(small_immediate_value(15) == 15);
  CHECK(small_immediate_value(16) == static_cast<std::uint32_t>(-16));
  CHECK(small_immediate_value(31) == static_cast<std::uint32_t>(-1));
  CHECK(small_immediate_value(32) == 0x3f800000);  // 1.0
  CHECK(small_immediate_value(39) == 0x43000000);  // 128.0
  CHECK(small_immediate_value(40) == 0x3b800000);  // 2^-8
  CHECK(small_immediate_value(47) == 0x3f000000);  // 0.5
  CHECK(small_immediate_value(48) == static_cast<std::uint32_t>(-16));
  CHECK(small_immediate_value(63) == static_cast<std::uint32_t>(-1));
  for (unsigned code = 0; code < 48; ++code) CHECK(small_immediate_code(small_immediate_value(code)) == code);
  CHECK_FALSE(small_immediate_code(16).has_value());
}

TEST_CASE("opcode numbers and names agree with the documentation", "[isa]") {
  CHECK(info(static_cast<AddOp>(12)).name == "add");
  CHECK(info(static_cast<AddOp>(17)).name == "shl");
  CHECK(info(static_cast<AddOp>(24)).name == "clz");
  CHECK(info(static_cast<AddOp>(31)).name == "v8subs");
  CHECK(info(static_cast<AddOp>(9)).reserved());
  CHECK(info(static_cast<AddOp>(29)).reserved());
  CHECK(info(static_cast<MulOp>(3)).name == "v8muld");
  CHECK(info(static_cast<Signal>(10)).name == "ldtmu0");
  CHECK(info(static_cast<Signal>(3)).name == "thrend");
}

}  // namespace
}  // namespace quadcl::qpu::isa
