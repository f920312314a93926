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
  const ModelForm kernel = {kokkos_code.model, form};
  c.kernels[kernel] = {Status::ok, "", valid(), timing(6e-4 / ratio)};
  c.comparisons = {{kernel, native_code, {ratio, ratio, ratio}, Verdict::parity}};
  return c;
}

/// Kokkos in loops next to its control: the loop style and the library.
inline CaseResult attributed(const std::string& experiment, const std::string& variant,
                             double style, double library) {
  const double whole = style * library;
  CaseResult c = compared(experiment, variant, Form::loops, whole);
  c.kernels[control] = {Status::ok, "", valid(), timing(6e-4 / style)};
  c.comparisons.push_back({control, native_code, {style, style, style}, Verdict::parity});
  c.comparisons.push_back({kokkos_code, control, {library, library, library}, Verdict::parity});
  return c;
}

/// The control in the usual kernel's blocks, too: the launch is apart.
inline CaseResult with_launch(CaseResult c, double style, double launch) {
  c.kernels[control_in_usual_block] = {Status::ok, "", valid(), timing(6e-4 / style)};
  c.comparisons.push_back(
      {control_in_usual_block, native_code, {style, style, style}, Verdict::parity});
  c.comparisons.push_back(
      {control, control_in_usual_block, {launch, launch, launch}, Verdict::parity});
  return c;
}

/// The library against the respelled control, too.
inline CaseResult with_respelled(CaseResult c, double library) {
  c.kernels[respelled_control] = c.kernels.at(control);
  c.comparisons.push_back(
      {kokkos_code, respelled_control, {library, library, library}, Verdict::parity});
  return c;
}

/// Adds a kernel of another model, which runs at `ratio` of native code.
inline CaseResult with_model(const std::string& model, double ratio, CaseResult c) {
  const ModelForm kernel = {Model(model), Form::loops};
  c.kernels[kernel] = {Status::ok, "", valid(), timing(6e-4 / ratio)};
  c.comparisons.push_back({kernel, native_code, {ratio, ratio, ratio}, Verdict::slower});
  return c;
}

inline Results run_of(std::vector<CaseResult> cases) {
  Results results = sample_results();
  results.cases = std::move(cases);
  return results;
}

}  // namespace tilebridge
