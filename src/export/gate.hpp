// SPDX-License-Identifier: Apache-2.0
// A comparison of result files for other programs. Strings from the files may contain anything.
#pragma once

#include <string>

#include "judge/page.hpp"

namespace tilebridge::exports {

/// The whole report, as described in docs/gate.md.
std::string gate_json(const judge::GatePage& page);
/// One test case per compared result: slower or invalid fails, undecided or not compared is
/// skipped.
std::string gate_junit(const judge::GatePage& page);

}  // namespace tilebridge::exports
