// What the console tables share: which cases stand together.
#pragma once

#include <string>
#include <vector>

#include "results/results.hpp"

namespace tilebridge {

struct Group {
  std::string title;
  std::vector<const CaseResult*> cases;
};

/// Cases of one experiment with the same parameters stand together, in order of first appearance.
std::vector<Group> group(const std::vector<CaseResult>& cases);

/// A variant that stands for another shows only its own model: the native row stands there already.
bool is_shown(const CaseResult& c, Model model);

/// "transpose/tile  rows=16Ki cols=16Ki  cold", at most 200 bytes.
std::string case_text(const CaseResult& c);

/// "NVIDIA H200 (sm_90)".
std::string device_text(const Results& results);

}  // namespace tilebridge
