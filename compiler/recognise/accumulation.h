// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/recognise/expressions.h"

namespace quadcl::compiler::recognise {

/// What stands after a loop where each iteration makes `last` of `carry`, and `initial` stood before it: a
/// sum over the counter if the iteration adds to the carry, else something that is not known.
Node after_loop(Node carry, Node initial, Node last, Symbol counter, Expressions& expressions);

}  // namespace quadcl::compiler::recognise
