// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "qpu/emulator/translation/vector_writer.h"

// How VectorWriter writes an instruction for each part of a value.
namespace quadcl::qpu::emulator {

template <typename Write>
VectorWriter::Ref VectorWriter::each_part(std::initializer_list<const Ref*> from, bool repeats, Write write) {
  const Ref result = make();
  result->repeats = repeats;
  for (const Ref* value : from) {
    if (*value != nullptr && !(*value)->is_mask) hold(*value);
  }
  claim(*result);
  for (unsigned i = 0; i < parts_of(*result); ++i) write(part(result, i), i);
  return result;
}

template <typename Write>
VectorWriter::Ref VectorWriter::each_part(std::initializer_list<const Ref*> from, Write write) {
  const bool repeats =
      std::all_of(from.begin(), from.end(), [](const Ref* value) { return (*value)->repeats; });
  return each_part(from, repeats, write);
}

template <typename Emit>
VectorWriter::Ref VectorWriter::compare(const Ref& a, const Source& b, Emit emit) {
  if (wide()) return compare_to_mask(a, b, emit);
  const Source other = prepared(b, true);
  const Ref second = in_register(other) ? other.value : nullptr;
  return each_part({&a, &second}, a->repeats && repeats(other), [&](const Xbyak::Xmm& to, unsigned number) {
    second != nullptr ? emit(to, part(a, number), part(second, number))
                      : emit(to, part(a, number), memory_of(other, number, true));
  });
}

template <typename Emit>
VectorWriter::Ref VectorWriter::compare_to_mask(const Ref& a, const Source& b, Emit emit) {
  hold(a);
  const Ref mask = make(true);
  in_register(b) ? emit(opmask(mask), part(a, 0), part(b.value, 0))
                 : emit(opmask(mask), part(a, 0), memory_of(b, 0, true));
  return mask;
}

}  // namespace quadcl::qpu::emulator
