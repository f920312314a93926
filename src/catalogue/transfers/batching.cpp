// SPDX-License-Identifier: Apache-2.0
#include "catalogue/transfers/batching.hpp"

#include "catalogue/experiment.hpp"

namespace tilebridge::batching_experiment {

std::size_t elements(const Parameters& p) { return p.as_size("bytes") / sizeof(float); }

struct CopyProblem {
  bool in_pieces;  // or all at once

  PiecewiseCopy make(ArrayList& arrays, const Parameters& p) const {
    return {arrays.uniform("in", elements(p), Space::pinned),
            arrays.output<float>("out", elements(p)), elements(p),
            in_pieces ? p.as_size("pieces") : 1};
  }
  Work work(const Parameters& p) const {
    return {.to_device = static_cast<double>(elements(p)) * sizeof(float)};
  }
  Validation validate(const HostArrays& host, const Parameters&) const {
    return compare_copy<float>(host);
  }
  /// A single copy is run for every number of pieces, for comparison.
  Cases cases = {
      .quick = every({{"bytes", {Mi}}, {"pieces", {16, 256}}}),
      .standard = every({{"bytes", {16 * Mi}}, {"pieces", {16, 256, 4096}}}),
      .full = every({{"bytes", {16 * Mi}}, {"pieces", {1, 4, 16, 64, 256, 1024, 4096}}})};
};

void describe(Experiment& e) {
  e.models = native_and_kokkos_on_gpu();
  e.pattern = Pattern::transfer;
  e.question = "What do many small copies cost compared with one large copy?";
  e.parameters = {
      in_multiples_of(4, {"bytes", "bytes copied in all", 16 * Mi, 0, 16 * Gi}),
      {"pieces", "copies of bytes / pieces each, `many` only", 4096, 1, 4096},
  };
  e.variants = {
      loops("many", "one copy per piece, from page-locked memory",
            problem(CopyProblem{.in_pieces = true})),
      loops("one", "one copy of the same bytes", problem(CopyProblem{.in_pieces = false})),
  };
  e.tested_at = {
      {.axes = {{"bytes", {0, 4, 8, 1020, 4036, 400012}}, {"pieces", {1, 2, 3, 256, 1009, 4096}}}}};
}

}  // namespace tilebridge::batching_experiment
