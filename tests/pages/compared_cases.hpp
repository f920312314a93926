// SPDX-License-Identifier: Apache-2.0
// Runs with comparisons of Kokkos and native code, for tests of summaries.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "results/summary.hpp"
#include "tests/results/sample_results.hpp"

namespace tilebridge {

inline CaseResult compared(const std::string& experiment, const std::string& variant, Form form,
                           double ratio) {
  CaseResult c = sample_case(variant);
  c.experiment = experiment;
  c.form = name_of(form);
  const ModelForm kernel = {kokkos_code.model, form};
  c.kernels[kernel] = {Status::ok, "", valid(), timing(6e-4 / ratio)};
  c.comparisons = {{kernel, native_code, {ratio, ratio, ratio}, Verdict::parity}};
  return c;
}

/// Kokkos in ranges beside its control: the way of writing and the library.
inline CaseResult attributed(const std::string& experiment, const std::string& variant,
                             double writing, double library) {
  const double whole = writing * library;
  CaseResult c = compared(experiment, variant, Form::ranges, whole);
  c.kernels[control] = {Status::ok, "", valid(), timing(6e-4 / writing)};
  c.comparisons.push_back({control, native_code, {writing, writing, writing}, Verdict::parity});
  c.comparisons.push_back({kokkos_code, control, {library, library, library}, Verdict::parity});
  return c;
}

inline Results run_of(std::vector<CaseResult> cases) {
  Results results = sample_results();
  results.cases = std::move(cases);
  return results;
}

}  // namespace tilebridge
