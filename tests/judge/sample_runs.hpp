// SPDX-License-Identifier: Apache-2.0
// Runs with times that a test chooses.
#pragma once

#include "tests/results/sample_results.hpp"

namespace tilebridge {

/// Eleven samples with a median of `seconds`, from 0.5% below to 0.5% above it.
inline Timing eleven(double seconds) {
  std::vector<double> samples;
  for (const int step : {0, 3, -5, 1, -2, 4, 2, -1, -4, 5, -3})
    samples.push_back(seconds * (1 + 0.001 * step));
  return {median_interval(samples), samples};
}

inline KernelResult timed(double seconds) {
  return {Status::ok, "", valid(), eleven(seconds), 0.5, 0.4};
}

/// One case, transpose/tile, of these times.
inline Results run_of(double native, double kokkos) {
  Results results = sample_results();
  results.self_check.reset();
  CaseResult c = sample_case("tile");
  c.kernels[native_code] = timed(native);
  c.kernels[kokkos_code] = timed(kokkos);
  c.comparisons = {{kokkos_code,
                    native_code,
                    {native / kokkos, native / kokkos, native / kokkos},
                    verdict_of({native / kokkos, native / kokkos, native / kokkos}, 0.05)}};
  results.cases = {c};
  return results;
}

/// Text that breaks out of whatever does not escape it.
inline const std::string hostile_text =
    "=1+1,\"</testcase>]]>\n<script>|`@all` \x1b[31m\xef\xbf\xbf \\ '; µ";

/// A run every text of which is hostile.
inline Results hostile_run() {
  Results results = run_of(1e-3, 1e-3);
  for (Json* object : {&results.program, &results.host, &results.device, &results.builds})
    for (auto& member : *object)
      if (member.is_string()) member = hostile_text;
  for (auto& member : results.builds["models"]["kokkos@4.7.01"]) member = hostile_text;
  CaseResult& c = results.cases.front();
  c.experiment = c.variant = c.form = c.compared_with = c.platform = c.cache = hostile_text;
  c.parameters.set(hostile_text, hostile_text);
  c.sampling.stop = hostile_text;
  CaseResult broken = c;
  broken.variant += "2";
  broken.form = name_of(Form::vendor);
  broken.kernels[kokkos_code] = {Status::invalid, hostile_text, invalid()};
  broken.kernels[library_code] = {Status::skipped, hostile_text, {}};
  broken.comparisons.clear();
  results.cases.push_back(broken);
  return results;
}

}  // namespace tilebridge
