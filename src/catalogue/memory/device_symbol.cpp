// SPDX-License-Identifier: Apache-2.0
#include "catalogue/memory/device_symbol.hpp"

#include "catalogue/experiment.hpp"

namespace tilebridge::device_symbol_experiment {

ArraySpec initial_value() {
  return placed_in(Space::pinned,
                   filled<float>("initial", 1, [](std::size_t, const Random&) { return 3.14F; }));
}

double bytes_of_variable(const Parameters& p) { return p.as_double("n") * sizeof(float); }

struct RoundTripProblem {
  SymbolRoundTrip make(ArrayList& arrays, const Parameters&) const {
    return {arrays.input<float>(initial_value()), arrays.output<float>("result", 1, Space::pinned)};
  }
  Work work(const Parameters& p) const {
    return {.to_device = bytes_of_variable(p), .to_host = bytes_of_variable(p)};
  }
  /// The sum of two floats is exact in double precision; one rounding brings it back to single.
  Validation validate(const HostArrays& host, const Parameters&) const {
    const double sum = double{host.get<float>("initial").front()} + SymbolRoundTrip::increment;
    return compare_all(host.get<float>("result"), exactly(static_cast<float>(sum)));
  }
  Cases cases = {.quick = {{{"n", 1}}}};
};

/// Copies from pinned memory to the variable and on to device memory, or from device memory to the
/// variable and on to pinned memory; within device memory, kernels copy.
struct SymbolCopyProblem {
  Space from;
  Space to;

  SymbolCopy make(ArrayList& arrays, const Parameters& p) const {
    const auto n = p.as_size("n");
    return {arrays.uniform("in", n, from), arrays.output<float>("out", n, to), n};
  }
  /// The bytes that cross the link. The copy to device memory, made for validation, takes a small
  /// part of the time.
  Work work(const Parameters& p) const {
    if (from == to) return copied<float>(p.as_double("n"));
    if (from == Space::pinned) return {.to_device = bytes_of_variable(p)};
    return {.to_host = bytes_of_variable(p)};
  }
  Validation validate(const HostArrays& host, const Parameters&) const {
    return compare_copy<float>(host);
  }
  Cases cases = {.quick = {{{"n", 64 * Ki}}}, .standard = every({{"n", {Ki, 64 * Ki, Mi}}})};
};

void describe(Experiment& e) {
  e.copies_inputs = true;
  e.problem = problem(SymbolCopyProblem{.from = Space::pinned, .to = Space::device});
  e.pattern = Pattern::transfer;
  e.question = "What does setting or reading a device variable from the host cost?";
  e.parameters = {{"n", "elements of the variable (4 bytes)", 1, 0,
                   static_cast<std::int64_t>(SymbolCopy::most)}};
  e.variants = {
      loops("round_trip",
            "3.14 to a __device__ variable, 2 added by a kernel, 5.14 back; in Kokkos a View of "
            "rank 0",
            OnlyAt("n", 1), problem(RoundTripProblem{})),
      loops("to_symbol",
            "pinned memory to a __device__ array, and on to device memory, where it can be "
            "validated; in Kokkos a View"),
      loops("by_address",
            "the same array by an ordinary copy to its address, from cudaGetSymbolAddress; in "
            "Kokkos an unmanaged View of a View's data()"),
      loops("from_symbol",
            "a __device__ array, set before the launch, to pinned memory; in Kokkos a View",
            problem(SymbolCopyProblem{.from = Space::device, .to = Space::pinned})),
      loops("between_kernels",
            "one kernel writes a __device__ array and a second one reads it: it keeps its values "
            "from launch to launch; in Kokkos a View that outlives both",
            problem(SymbolCopyProblem{.from = Space::device, .to = Space::device})),
  };
  e.tested_at = {{.axes = {{"n", {0, 1, 2, 31, 32, 1009, 1024 * Ki}}}}};
}

}  // namespace tilebridge::device_symbol_experiment
