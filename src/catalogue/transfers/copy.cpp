// SPDX-License-Identifier: Apache-2.0
#include "catalogue/transfers/copy.hpp"

#include "catalogue/compare.hpp"

namespace tilebridge::copy_experiment {

std::size_t elements(const Parameters& p) { return p.as_size("bytes") / sizeof(float); }

/// A copy from one memory to another.
struct TransferProblem {
  Space from;
  Space to;
  bool few_sizes = false;

  Transfer make(ArrayList& arrays, const Parameters& p) const {
    return {.in = arrays.input<float>(placed_in(from, uniform_input("in", elements(p)))),
            .out = arrays.output<float>("out", elements(p), to),
            .n = elements(p)};
  }
  Work work(const Parameters& p) const {
    const double bytes = static_cast<double>(elements(p)) * sizeof(float);
    if (from != Space::device) return {.to_device = bytes};
    if (to != Space::device) return {.to_host = bytes};
    return {.bytes_read = bytes, .bytes_written = bytes};
  }
  Validation validate(const HostArrays& host, const Parameters&) const {
    const auto in = host.get<float>("in");
    return compare_elements(host.get<float>("out"), [&](std::size_t i) { return exactly(in[i]); });
  }
  /// The last is the largest. Copies to and from page-locked memory are the link's ceiling, so
  /// large ones are always run.
  std::vector<Parameters> cases(Preset preset, Platform) const {
    if (few_sizes) return with_each({}, "bytes", {4 * Ki, 64 * Mi});
    std::vector<Value> sizes = {4 * Ki, 256 * Ki, 16 * Mi};
    if (is_page_locked()) sizes.push_back(64 * Mi);
    if (preset == Preset::standard) sizes = {4 * Ki, 64 * Ki, Mi, 16 * Mi, 64 * Mi};
    if (preset == Preset::full)
      sizes = {4 * Ki, 16 * Ki, 64 * Ki, 256 * Ki, Mi, 4 * Mi, 16 * Mi, 64 * Mi, 256 * Mi};
    return with_each({}, "bytes", sizes);
  }

 private:
  bool is_page_locked() const { return from == Space::pinned || to == Space::pinned; }
};

ProblemPointer transfer(Space from, Space to) {
  return problem(TransferProblem{.from = from, .to = to});
}

Experiment experiment() {
  Experiment e;
  e.models = native_and_kokkos_on_gpu();
  e.problem = transfer(Space::pinned, Space::device);
  e.pattern = Pattern::transfer;
  e.question =
      "How fast are copies between host and device, and what does page-locked memory save?";
  e.parameters = {
      in_multiples_of(4, {"bytes", "bytes copied", 64 * Mi, 0, std::int64_t{1} << 34}),
  };
  e.variants = {
      {.name = "h2d_pageable",
       .technique = "to the device, from ordinary (pageable) host memory",
       .problem = transfer(Space::pageable, Space::device)},
      {.name = "h2d_pinned",
       .technique = "to the device, from page-locked memory",
       .ceiling_of = Rate::to_device},
      {.name = "d2h_pageable",
       .technique = "to the host, into its ordinary (pageable) memory",
       .problem = transfer(Space::device, Space::pageable)},
      {.name = "d2h_pinned",
       .technique = "to the host, into page-locked memory",
       .ceiling_of = Rate::to_host,
       .problem = transfer(Space::device, Space::pinned)},
      {.name = "d2d",
       .technique = "within device memory",
       .problem = transfer(Space::device, Space::device)},
      {.name = "h2d_default",
       .technique = "to the device, from page-locked memory, the direction left to the runtime, "
                    "which tells it from the addresses; a deep_copy never names one",
       .problem =
           problem(TransferProblem{.from = Space::pinned, .to = Space::device, .few_sizes = true})},
      {.name = "peer",
       .technique = "to another GPU's memory and back, each way by the link between the two; the "
                    "bytes are those of one GPU's memory, as for d2d",
       .models = only_native_on_gpu("for a second GPU an instance of Kokkos takes a stream that "
                                    "CUDA makes there: Kokkos has no call of its own"),
       .problem =
           problem(TransferProblem{.from = Space::device, .to = Space::device, .few_sizes = true})},
      construct("h2d_fenced", "h2d_pinned",
                "h2d_pinned by deep_copy without an instance, which waits for all work before "
                "and after"),
  };
  // Elements of 4 bytes: 0, 1, 2, 255, 1009, 16384, 16385, 100003 and 16 Mi.
  e.tested_at = {
      {.axes = {{"bytes", {0, 4, 8, 1020, 4036, 64 * Ki, 64 * Ki + 4, 400012, 64 * Mi}}}}};
  return e;
}

}  // namespace tilebridge::copy_experiment
