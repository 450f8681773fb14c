// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/recognise/values/expressions.h"

namespace quadcl::compiler::recognise {

/// The value, after a loop, of a variable that has the value `initial` before it and that each iteration
/// changes from `carry` to `last`: a sum over the counter if the iteration adds to the carry, else an unknown
/// value.
Node after_loop(Node carry, Node initial, Node last, Symbol counter, Expressions& expressions);

}  // namespace quadcl::compiler::recognise
