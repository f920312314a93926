// SPDX-License-Identifier: Apache-2.0
#include "catalogue/coalescing/element_size.hpp"

#include <string>

#include "catalogue/compare.hpp"
#include "catalogue/flat_loop.hpp"

namespace tilebridge::element_size_experiment {

namespace accesses {

int element_bytes(const Parameters& p) { return std::stoi(p.word("bytes")); }

/// The number of elements when it does not depend on their size.
std::int64_t n_elements(const Parameters& p) { return p["n"]; }
/// Takes n as the number of units of 16 bytes, whatever the elements' size.
std::int64_t elements_of_n_units(const Parameters& p) { return p["n"] * 16 / element_bytes(p); }

/// One element per thread.
std::vector<Kernel> copy(const ModelForm& form, std::int64_t elements, const Parameters& p) {
  const FlatLoop loop(form, elements, element_bytes(p));
  return {loop.kernel({loop.load("in", in_order), loop.store("out", in_order)})};
}

std::vector<Kernel> same_count(const ModelForm& form, const Parameters& p, const HostArrays&) {
  return copy(form, n_elements(p), p);
}

std::vector<Kernel> same_bytes(const ModelForm& form, const Parameters& p, const HostArrays&) {
  return copy(form, elements_of_n_units(p), p);
}

}  // namespace accesses

using accesses::element_bytes;

/// Random bytes, none of them the poison value: a byte that was never written cannot pass as right.
ArraySpec byte_input(std::string name, std::size_t bytes) {
  return {std::move(name), bytes, Role::input,
          [](std::span<std::byte> values, const Random& random) {
#pragma omp parallel for
            for (std::size_t i = 0; i < values.size(); ++i)
              values[i] = static_cast<std::byte>(random.bits(i) % poison);
          }};
}

std::vector<Parameters> in_every_size(std::int64_t n) {
  return with_each({{"n", n}}, "bytes", {"1", "2", "4", "8", "16"});
}

/// Values of n on a GPU.
struct Sizes {
  std::int64_t n, n_quick;
  bool with_large;  // in the full preset
};

struct CopyProblem {
  std::int64_t (*elements)(const Parameters& p);
  Sizes on_gpu;

  SizedCopy make(ArrayList& arrays, const Parameters& p) const {
    return {.in = arrays.input<std::uint8_t>(byte_input("in", array_bytes(p))),
            .out = arrays.output<std::uint8_t>("out", array_bytes(p)),
            .count = static_cast<std::size_t>(elements(p)),
            .bytes = element_bytes(p)};
  }
  Work work(const Parameters& p) const {
    const auto bytes = static_cast<double>(array_bytes(p));
    return {.bytes_read = bytes, .bytes_written = bytes};
  }
  /// Byte by byte: a double does not hold the larger elements.
  Validation validate(const HostArrays& host, const Parameters&) const {
    const auto in = host.get<std::uint8_t>("in");
    return compare_elements(host.get<std::uint8_t>("out"),
                            [&](std::size_t i) { return exactly(in[i]); });
  }
  std::vector<Parameters> cases(Preset preset, Platform platform) const {
    const bool quick = preset == Preset::quick;
    if (platform == Platform::host) return in_every_size(quick ? 256 * Ki : 4 * Mi);
    std::vector<Parameters> result = in_every_size(quick ? on_gpu.n_quick : on_gpu.n);
    if (preset == Preset::full && on_gpu.with_large)
      for (const char* bytes : {"1", "4", "16"})
        result.push_back({{"n", 32 * Mi}, {"bytes", bytes}});
    return result;
  }

 private:
  std::size_t array_bytes(const Parameters& p) const {
    return static_cast<std::size_t>(elements(p) * element_bytes(p));
  }
};

Experiment experiment() {
  const ProblemPointer same_count =
      problem(CopyProblem{accesses::n_elements, {32 * Mi, 16 * Mi, false}});
  const ProblemPointer same_bytes =
      problem(CopyProblem{accesses::elements_of_n_units, {8 * Mi, 4 * Mi, true}});
  const std::string ranks = "teams of 256 threads, one element each by raw team rank";
  Experiment e;
  e.pattern = Pattern::flat;
  e.question = "How does the size of a thread's element change the cost of a copy?";
  e.parameters = {
      {"n", "elements (`same_count`), or units of 16 bytes (`same_bytes`)", 32 * Mi, 0,
       std::int64_t{1} << 32},
      one_of("bytes", {"1", "2", "4", "8", "16"}, "4", "size of an element, in bytes"),
  };
  e.variants = {
      {.name = "same_count",
       .technique = "n elements whatever their size, one per thread",
       .problem = same_count,
       .accesses = accesses::same_count},
      matched("same_count", ranks, {"policies/range"}),
      {.name = "same_bytes",
       .technique = "16·n bytes whatever the elements' size, one element per thread",
       .problem = same_bytes,
       .accesses = accesses::same_bytes},
      matched("same_bytes", ranks, {"policies/range"}),
  };
  e.ragged = {{"n", 1003}};
  e.tested_at = {
      {.axes = {{"n", {0, 1, 31, 255, 256, 257, 1009, 65537}}, {"bytes", {1, 2, 4, 8, 16}}}}};
  return e;
}

}  // namespace tilebridge::element_size_experiment
