// SPDX-License-Identifier: Apache-2.0
// What the analyses say about small kernels.
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/SourceMgr.h>

#include <catch2/catch.hpp>

#include "compiler/frontend/builtin_library.h"
#include "compiler/frontend/frontend.h"
#include "compiler/passes/barrier_regions.h"
#include "compiler/passes/cleanup.h"
#include "compiler/passes/early_returns.h"
#include "compiler/passes/item_slots.h"
#include "compiler/passes/iteration_order.h"
#include "compiler/passes/loop_interchange.h"
#include "compiler/passes/pass_runner.h"
#include "compiler/passes/strides.h"
#include "compiler/passes/uniformity.h"

using namespace quadcl::compiler;

namespace {

/// A kernel after clean-up.
class Cleaned {
 public:
  explicit Cleaned(const std::string& text) {
    Source source;
    source.text = text;
    source.extensions = {"cl_khr_fp64", "__opencl_c_fp64"};
    std::string log;
    module_ = compile_source(context_, source, *parse_build_options(""), log);
    INFO(log);
    REQUIRE(module_ != nullptr);
    REQUIRE(link_builtin_library(*module_, 64));
    REQUIRE(clean_up(*module_).empty());
  }

  llvm::Function& kernel() { return *kernels_of(*module_).front(); }

  /// The value that the kernel stores in out[index].
  const llvm::Value& stored(unsigned index) {
    std::vector<llvm::StoreInst*> stores;
    for (llvm::BasicBlock& block : kernel())
      for (llvm::Instruction& instruction : block)
        if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) stores.push_back(store);
    REQUIRE(index < stores.size());
    return *stores[index]->getValueOperand();
  }

 private:
  llvm::LLVMContext context_;
  std::unique_ptr<llvm::Module> module_;
};

std::string printed(const BarrierRegions& regions) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  regions.print(stream);
  return text;
}

/// Whether a loop declared parallel still is after the pass. Of its body: %i counts, %even is 2 i, %odd 2 i +
/// 1; accesses end with "!".
bool stays_parallel(std::string body) {
  for (std::size_t at = 0; (at = body.find('!', at)) != std::string::npos; at += 25)
    body.replace(at, 1, ", !llvm.access.group !0\n ");
  llvm::LLVMContext context;
  llvm::SMDiagnostic problem;
  const auto module = llvm::parseAssemblyString(R"(
define void @f(ptr %p, ptr %q, ptr noalias %r, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %even = shl nuw nsw i64 %i, 1
  %odd = or disjoint i64 %even, 1
  %p1 = getelementptr inbounds float, ptr %p, i64 %i
  %p2 = getelementptr inbounds float, ptr %p, i64 %even
  %p3 = getelementptr inbounds float, ptr %p, i64 %odd
  %q2 = getelementptr inbounds float, ptr %q, i64 %even
  %r2 = getelementptr inbounds float, ptr %r, i64 %even
  )" + body + R"(
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done, !llvm.loop !1
done:
  ret void
}
!0 = distinct !{}
!1 = distinct !{!1, !2, !3}
!2 = !{!"llvm.loop.parallel_accesses", !0}
!3 = !{!"llvm.loop.unroll.disable"}
)",
                                                problem, context);
  INFO(problem.getMessage().str() << " in line " << problem.getLineNo());
  REQUIRE(module != nullptr);
  run_passes(*module, {}, [](llvm::PassBuilder&) {
    llvm::ModulePassManager passes;
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(KeepIterationOrder()));
    return passes;
  });
  CHECK_FALSE(llvm::verifyModule(*module, &llvm::errs()));
  llvm::DominatorTree tree(*module->getFunction("f"));
  const llvm::LoopInfo loops(tree);
  CHECK(llvm::getBooleanLoopAttribute(*loops.begin(), "llvm.loop.unroll.disable"));
  return (*loops.begin())->isAnnotatedParallel();
}

}  // namespace

TEST_CASE("a loop stays declared parallel unless the vectoriser could change the order within an iteration") {
  CHECK(stays_parallel("%a = load float, ptr %p2! %b = load float, ptr %q2! store float %a, ptr %p2!"));
  CHECK(stays_parallel("store float 1.0, ptr %p1! %a = load float, ptr %p1! store float %a, ptr %p1!"));
  CHECK(stays_parallel("store float 1.0, ptr %p2! %a = load float, ptr %p3! store float %a, ptr %r2!"));
  CHECK_FALSE(stays_parallel("store float 1.0, ptr %p2! %a = load float, ptr %p2! store float %a, ptr %p3!"));
  CHECK_FALSE(stays_parallel("store float 1.0, ptr %p2! store float 2.0, ptr %p2!"));
  CHECK_FALSE(stays_parallel("store float 1.0, ptr %p2! %a = load float, ptr %q2! store float %a, ptr %p3!"));
  CHECK_FALSE(stays_parallel("store float 1.0, ptr %p1! %a = load float, ptr %p2! store float %a, ptr %r2!"));
}

TEST_CASE("a kernel without barriers is one region") {
  Cleaned cleaned("kernel void k(global int* o) { o[get_global_id(0)] = 1; }");
  const auto regions = form_barrier_regions(cleaned.kernel());
  CHECK(regions.single());
  CHECK(printed(regions) == "region 0: 1 blocks, next end, live 0\n");
}

TEST_CASE("straight code: each barrier starts the next region, ids are computed again") {
  Cleaned cleaned(
      "kernel void k(global int* o, local int* s) { int i = get_local_id(0); s[i] = o[i] * 3;\n"
      "  barrier(CLK_LOCAL_MEM_FENCE); o[i] = s[i ^ 1]; }");
  const auto regions = form_barrier_regions(cleaned.kernel());
  REQUIRE(regions.regions.size() == 2);
  CHECK(regions.regions[0].next == std::vector<unsigned>{1});
  CHECK_FALSE(regions.regions[0].may_end);
  CHECK(regions.regions[1].may_end);
  const auto slots = make_item_slots(cleaned.kernel(), regions);
  CHECK_FALSE(slots.slots.empty());
  CHECK(slots.item_bytes == 0);
}

TEST_CASE("a barrier in a loop follows itself, and loop-carried values are kept") {
  Cleaned cleaned(
      "kernel void k(global int* o, local int* s, int n) { int l = get_local_id(0), sum = 0;\n"
      "  for (int j = 0; j < n; ++j) { s[l] = sum + j; barrier(CLK_LOCAL_MEM_FENCE); sum += s[l ^ 1]; }\n"
      "  o[l] = sum; }");
  const auto regions = form_barrier_regions(cleaned.kernel());
  REQUIRE(regions.regions.size() == 2);
  CHECK(regions.regions[0].next == std::vector<unsigned>{1});
  CHECK(regions.regions[0].may_end);
  CHECK(regions.regions[1].next == std::vector<unsigned>{1});
  CHECK(regions.regions[1].may_end);
  CHECK_FALSE(regions.may_lose_items());                              // n is the same for all
  CHECK(make_item_slots(cleaned.kernel(), regions).item_bytes == 8);  // sum and j
}

TEST_CASE("a guard that only some work-items pass is noticed") {
  Cleaned cleaned(
      "kernel void k(global int* o, int n) { int i = get_global_id(0); if (i >= n) return;\n"
      "  barrier(CLK_LOCAL_MEM_FENCE); o[i] = 1; }");
  const auto regions = form_barrier_regions(cleaned.kernel());
  CHECK(regions.may_lose_items());
  CHECK(make_item_slots(cleaned.kernel(), regions).left_offset.has_value());
}

TEST_CASE("what is uniform") {
  Cleaned cleaned(
      "kernel void k(global int* o, constant int* t, int n) {\n"
      "  o[0] = n * 2 + (int)get_group_id(0);\n"
      "  o[1] = t[n];\n"
      "  o[2] = get_local_id(1) + n;\n"
      "  o[3] = o[n + 4];\n"
      "  int x = 1; if (get_global_id(0) > 5) x = n; o[5] = x;\n"
      "  int c = 0; for (int j = 0; j < n; ++j) c += t[j] / 3; o[6] = c; }");
  const Uniformity uniformity(cleaned.kernel());
  CHECK_FALSE(uniformity.is_varying(cleaned.stored(0)));
  CHECK_FALSE(uniformity.is_varying(cleaned.stored(1)));
  CHECK(uniformity.is_varying(cleaned.stored(2)));
  CHECK(uniformity.is_varying(cleaned.stored(3)));
  CHECK(uniformity.is_varying(cleaned.stored(4)));
  CHECK_FALSE(uniformity.is_varying(cleaned.stored(5)));
}

TEST_CASE("a loop that work-items leave at different times makes what it counts varying") {
  Cleaned cleaned(
      "kernel void k(global int* o, int n) { int c = 0, end = get_local_id(0);\n"
      "  for (int j = 0; j < end; ++j) c = c * n + j; o[0] = c; }");
  const Uniformity uniformity(cleaned.kernel());
  CHECK(uniformity.is_varying(cleaned.stored(0)));
}

TEST_CASE("strides along x") {
  Cleaned cleaned(
      "kernel void k(global int* o, global const int* t, int n) {\n"
      "  int x = get_global_id(0), y = get_global_id(1);\n"
      "  o[0] = x + n;\n"
      "  o[1] = y * n - 5;\n"
      "  o[2] = 6 * x - 2 * y;\n"
      "  o[3] = x * x;\n"
      "  o[4] = t[n] + y;\n"
      "  o[5] = t[x]; }");
  const Uniformity uniformity(cleaned.kernel());
  Strides strides(uniformity);
  CHECK(strides.along_x(cleaned.stored(0)) == 1);
  CHECK(strides.along_x(cleaned.stored(1)) == 0);
  CHECK(strides.along_x(cleaned.stored(2)) == 6);
  CHECK_FALSE(strides.along_x(cleaned.stored(3)).has_value());
  CHECK(strides.along_x(cleaned.stored(4)) == 0);
  CHECK_FALSE(strides.along_x(cleaned.stored(5)).has_value());
}

TEST_CASE("which loops are interchanged with those over work-items") {
  const auto count = [](const std::string& body) {
    Cleaned cleaned(
        "kernel void k(global const float* a, global const float* b, global float* c, uint n) {\n"
        "  uint x = get_global_id(0), y = get_global_id(1); float sum = 0;\n" +
        body + "  c[y * n + x] = sum; }");
    return interchange_uniform_loops(cleaned.kernel());
  };
  // Neighbours read a[] at one place and b[] side by side.
  CHECK(count("for (uint k = 0; k < n; ++k) sum += a[y * n + k] * b[k * n + x];\n") == 1);
  CHECK(count("if (n > 7) for (uint k = 0; k < n; ++k) sum += b[k * n + x];\n") == 1);
  // Only the inner one of two.
  CHECK(count("for (uint j = 0; j < n; ++j) for (uint k = 0; k < n; ++k) sum += b[k * j + x];\n") == 1);
  // They would be far apart, or nowhere known.
  CHECK(count("for (uint k = 0; k < n; ++k) sum += b[x * n + k];\n") == 0);
  CHECK(count("for (uint k = 0; k < n; ++k) sum += b[(uint)a[x] + k];\n") == 0);
  // Not all of them come to the loop, or leave it together.
  CHECK(count("if (x > 3) for (uint k = 0; k < n; ++k) sum += b[k * n + x];\n") == 0);
  CHECK(count("if (x >= n) return; for (uint k = 0; k < n; ++k) sum += b[k * n + x];\n") == 0);
  CHECK(count("for (uint k = 0; k < x; ++k) sum += b[k * n + x];\n") == 0);
  CHECK(count("for (uint k = 0; k < n; ++k) { if (b[k * n + x] < 0) break; sum += b[k * n + x]; }\n") == 0);
  CHECK(count("for (uint j = 0; j < x; ++j) for (uint k = 0; k < n; ++k) sum += b[k * n + x];\n") == 0);
  // What is each work-item's own.
  CHECK(
      count(
          "float p[8]; p[n] = 1; for (uint k = 0; k < n; ++k) { p[k & 7] += b[k + x]; } sum = p[n & 7];\n") ==
      0);
}

TEST_CASE("early returns are taken out and kept apart") {
  const std::string loop = " float s = 0; for (int k = 0; k < n; ++k) s += b[k * n + x]; b[y * n + x] = s; }";
  const std::string head =
      "kernel void k(global float* b, int n, int m) { int x = get_global_id(0), y = get_global_id(1);";
  const auto loops_without = [&](const std::string& guards) {
    Cleaned cleaned(head + guards + loop);
    return remove_early_returns(cleaned.kernel()) ? interchange_uniform_loops(cleaned.kernel()) : 99u;
  };
  CHECK(loops_without("if (x >= n) return;") == 1);
  CHECK(loops_without("if (x >= n || y >= m) return;") == 1);
  CHECK(loops_without("if (x >= n) return; if (b[y] < 0) return;") == 1);
  CHECK(loops_without("") == 99);
  // Something happens first, or instead of a return.
  CHECK(loops_without("b[x] = 1; if (x >= n) return;") == 99);
  CHECK(loops_without("if (x >= n) { b[0] = 1; return; }") == 99);
  CHECK(loops_without("if (x >= n) x = 0;") == 99);
  CHECK(loops_without("for (int j = 0; j < n; ++j) if (b[j] > x) return;") == 99);
  CHECK(loops_without("if (x >= n) return; b[0] = 5; if (y >= m) return;") == 0);

  Cleaned cleaned(head + "if (x >= n) return; if (y >= m * m) return;" + loop);
  keep_early_returns_only(cleaned.kernel());
  const auto regions = form_barrier_regions(cleaned.kernel());
  REQUIRE(regions.regions.size() == 2);
  CHECK(regions.regions[0].may_end);
  CHECK(regions.regions[0].may_lose_items);
  CHECK(regions.regions[1].blocks.size() == 1);
}
