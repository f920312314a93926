// SPDX-License-Identifier: Apache-2.0
#include "catalogue/transfers/copy.hpp"

#include "catalogue/experiment.hpp"

namespace tilebridge::copy_experiment {

std::size_t elements(const Parameters& p) { return p.as_size("bytes") / sizeof(float); }

struct TransferProblem {
  Space from;
  Space to;
  /// The last size of a preset is its largest: it measures the link's ceiling.
  Cases cases = {
      .quick = every({{"bytes", {4 * Ki, 256 * Ki, 16 * Mi}}}),
      .standard = every({{"bytes", {4 * Ki, 64 * Ki, Mi, 16 * Mi, 64 * Mi}}}),
      .full =
          every({{"bytes",
                  {4 * Ki, 16 * Ki, 64 * Ki, 256 * Ki, Mi, 4 * Mi, 16 * Mi, 64 * Mi, 256 * Mi}}})};

  Transfer make(ArrayList& arrays, const Parameters& p) const {
    return {arrays.uniform("in", elements(p), from), arrays.output<float>("out", elements(p), to),
            elements(p)};
  }
  Work work(const Parameters& p) const {
    const double bytes = static_cast<double>(elements(p)) * sizeof(float);
    if (from != Space::device) return {.to_device = bytes};
    if (to != Space::device) return {.to_host = bytes};
    return {.bytes_read = bytes, .bytes_written = bytes};
  }
  Validation validate(const HostArrays& host, const Parameters&) const {
    return compare_copy<float>(host);
  }
};

/// Copies to and from page-locked memory are the link's ceiling, so large ones are always run.
ProblemPointer transfer(Space from, Space to) {
  TransferProblem p{.from = from, .to = to};
  if (from == Space::pinned || to == Space::pinned) p.cases.quick.push_back({{"bytes", 64 * Mi}});
  return problem(p);
}

ProblemPointer transfer_of_few_sizes(Space from, Space to) {
  return problem(TransferProblem{from, to, {.quick = every({{"bytes", {4 * Ki, 64 * Mi}}})}});
}

void describe(Experiment& e) {
  e.models = native_and_kokkos_on_gpu();
  e.problem = transfer(Space::pinned, Space::device);
  e.pattern = Pattern::transfer;
  e.question =
      "How fast are copies between host and device, and what does page-locked memory save?";
  e.parameters = {
      in_multiples_of(4, {"bytes", "bytes copied", 64 * Mi, 0, 16 * Gi}),
  };
  e.variants = {
      loops("h2d_pageable", "to the device, from ordinary (pageable) host memory",
            transfer(Space::pageable, Space::device)),
      loops("h2d_pinned", "to the device, from page-locked memory", Rate::to_device),
      loops("d2h_pageable", "to the host, into its ordinary (pageable) memory",
            transfer(Space::device, Space::pageable)),
      loops("d2h_pinned", "to the host, into page-locked memory", Rate::to_host,
            transfer(Space::device, Space::pinned)),
      loops("d2d", "within device memory", transfer(Space::device, Space::device)),
      loops("h2d_default",
            "to the device, from page-locked memory, the direction left to the runtime, which "
            "tells it from the addresses; a deep_copy never names one",
            transfer_of_few_sizes(Space::pinned, Space::device)),
      native_only("peer",
                  "to another GPU's memory and back, each way by the link between the two; the "
                  "bytes are those of one GPU's memory, as for d2d",
                  "for a second GPU an instance of Kokkos takes a stream that CUDA makes there: "
                  "Kokkos has no call of its own",
                  transfer_of_few_sizes(Space::device, Space::device)),
      builtin(
          "h2d_fenced", "h2d_pinned",
          "h2d_pinned by deep_copy without an instance, which waits for all work before and after"),
  };
  // Elements of 4 bytes: 0, 1, 2, 255, 1009, 16384, 16385, 100003 and 16 Mi.
  e.tested_at = {
      {.axes = {{"bytes", {0, 4, 8, 1020, 4036, 64 * Ki, 64 * Ki + 4, 400012, 64 * Mi}}}}};
}

}  // namespace tilebridge::copy_experiment
