// SPDX-License-Identifier: Apache-2.0
// Runs with comparisons of Kokkos and native code, for tests of summaries.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tests/results/sample_results.hpp"

namespace tilebridge {

inline CaseResult compared(const std::string& experiment, const std::string& variant, Form form,
                           double ratio) {
  CaseResult c = sample_case(variant);
  c.experiment = experiment;
  c.form = name_of(form);
  c.kernels[kokkos_code] = {Status::ok, "", valid(), timing(6e-4 / ratio)};
  c.comparisons = {{kokkos_code, native_code, {ratio, ratio, ratio}, Verdict::parity}};
  return c;
}

inline Results run_of(std::vector<CaseResult> cases) {
  Results results = sample_results();
  results.cases = std::move(cases);
  return results;
}

}  // namespace tilebridge
