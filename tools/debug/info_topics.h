// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tools/debug/commands.h"
#include "tools/debug/session.h"

// What `info` tells.
namespace quadcl::tools::debug {

Reference slot_reference(unsigned slot);
/// The register has been 0 in all lanes, and is.
bool untouched(const Session& session, const Reference& reference, unsigned qpu);
/// A digit for each lane, lane 0 first.
void print_flag(Session& session, const Reference& reference, unsigned qpu);

void show_qpus(Session& session, Arguments& arguments);
void show_flags(Session& session, Arguments& arguments);
void show_vpm(Session& session, Arguments& arguments);
void show_tmu(Session& session, Arguments& arguments);
void show_dma(Session& session, Arguments& arguments);
void show_uniforms(Session& session, Arguments& arguments);
void show_mutex(Session& session, Arguments& arguments);
void show_points(Session& session, Arguments& arguments);
void show_findings(Session& session, Arguments& arguments);
void show_position(Session& session, Arguments& arguments);
void show_snapshots(Session& session, Arguments& arguments);

}  // namespace quadcl::tools::debug
