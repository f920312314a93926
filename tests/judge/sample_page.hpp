// SPDX-License-Identifier: Apache-2.0
// A comparison with one of everything, for tests of what it says.
#pragma once

#include <string>

#include "judge/outcome.hpp"
#include "tests/judge/sample_runs.hpp"

namespace tilebridge {

/// Cases tile (kokkos slower, native at parity), padded_tile (kokkos faster and undecided native),
/// tile4 (kokkos invalid, vendor lost) in both; one more in either.
struct SamplePage {
  SamplePage() {
    base = run_of(1e-3, 1e-3);
    add(base, "padded_tile", 1e-3, 1e-3);
    add(base, "tile4", 1e-3, 1e-3);
    base.cases.back().kernels[library_code] = timed(1e-3);
    add(base, "old", 1e-3, 1e-3);
    current = run_of(1e-3, 1.25e-3);
    current.program["git"] = "fedcba987654";
    add(current, "padded_tile", 1.0525e-3, 0.5e-3);
    add(current, "tile4", 1e-3, 1e-3);
    current.cases.back().kernels[kokkos_code] = {Status::invalid, "element 3 is wrong", invalid()};
    current.cases.back().kernels[library_code] = {Status::skipped, "no library", {}};
    add(current, "new", 1e-3, 1e-3);
  }

  static void add(Results& results, const std::string& variant, double native, double kokkos) {
    results.cases.push_back(run_of(native, kokkos).cases[0]);
    results.cases.back().variant = results.cases.back().compared_with = variant;
  }

  judge::GatePage page() const {
    return {base,       current, {"base.json"},
            "new.json", {},      judge::compare_results(base, current, options),
            catalogue()};
  }

  judge::GateOptions options = {};
  Results base;
  Results current;
};

/// A comparison every text of which is hostile. Points into `base` and `current`.
inline judge::GatePage hostile_page(const Results& base, Results& current) {
  current.cases[0].kernels[kokkos_code] = {Status::invalid, hostile_text, invalid()};
  current.cases[1].kernels[native_code] = {Status::skipped, hostile_text, {}};
  return {base,
          current,
          {hostile_text},
          hostile_text,
          {{"device", hostile_text, hostile_text}},
          judge::compare_results(base, current, {}),
          catalogue()};
}

}  // namespace tilebridge
