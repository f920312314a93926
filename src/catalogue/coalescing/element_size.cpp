// SPDX-License-Identifier: Apache-2.0
#include "catalogue/coalescing/element_size.hpp"

#include "catalogue/experiment.hpp"

namespace tilebridge::element_size_experiment {

int element_bytes(const Parameters& p) { return std::stoi(p.word("bytes")); }

/// The number of elements when it does not depend on their size.
std::int64_t n_elements(const Parameters& p) { return p["n"]; }
/// Takes n as the number of units of 16 bytes, whatever the elements' size.
std::int64_t elements_of_n_units(const Parameters& p) { return p["n"] * 16 / element_bytes(p); }

template <std::int64_t (*elements)(const Parameters& p)>
std::vector<Kernel> copy(const ModelForm& form, const Parameters& p, const HostArrays&) {
  const FlatLoop loop(form, elements(p), element_bytes(p));
  return {loop.kernel({loop.load("in", in_order), loop.store("out", in_order)})};
}

/// Random bytes, none of them the poison value: a byte that was never written cannot pass as right.
ArraySpec byte_input(std::string name, std::size_t bytes) {
  return filled<std::uint8_t>(std::move(name), bytes, [](std::size_t i, const Random& random) {
    return static_cast<std::uint8_t>(random.bits(i) % poison);
  });
}

std::vector<Parameters> in_every_size(std::int64_t n) {
  return every({{"n", {n}}, {"bytes", {"1", "2", "4", "8", "16"}}});
}

struct CopyProblem {
  std::int64_t (*elements)(const Parameters& p);
  Cases cases;

  SizedCopy make(ArrayList& arrays, const Parameters& p) const {
    return {.in = arrays.input<std::uint8_t>(byte_input("in", array_bytes(p))),
            .out = arrays.output<std::uint8_t>("out", array_bytes(p)),
            .count = static_cast<std::size_t>(elements(p)),
            .bytes = element_bytes(p)};
  }
  Work work(const Parameters& p) const { return copied<std::uint8_t>(array_bytes(p)); }
  /// Byte by byte: a double does not hold the larger elements.
  Validation validate(const HostArrays& host, const Parameters&) const {
    return compare_copy<std::uint8_t>(host);
  }

 private:
  std::size_t array_bytes(const Parameters& p) const {
    return static_cast<std::size_t>(elements(p) * element_bytes(p));
  }
};

void describe(Experiment& e) {
  // Indices that an int does not hold.
  const auto beyond_31_bits = every({{"n", {2 * Gi + 1055}}, {"bytes", {"1"}}});
  const ProblemPointer same_count = problem(CopyProblem{n_elements,
                                                        {.quick = in_every_size(16 * Mi),
                                                         .standard = in_every_size(32 * Mi),
                                                         .more_in_full = beyond_31_bits,
                                                         .host_quick = in_every_size(256 * Ki),
                                                         .host = in_every_size(4 * Mi)}});
  const ProblemPointer same_bytes =
      problem(CopyProblem{elements_of_n_units,
                          {.quick = in_every_size(4 * Mi),
                           .standard = in_every_size(8 * Mi),
                           .more_in_full = every({{"n", {32 * Mi}}, {"bytes", {"1", "4", "16"}}}),
                           .host_quick = in_every_size(256 * Ki),
                           .host = in_every_size(4 * Mi)}});
  e.pattern = Pattern::flat;
  e.question = "How does the size of a thread's element change the cost of a copy?";
  e.parameters = {
      {"n", "elements (`same_count`), or units of 16 bytes (`same_bytes`)", 32 * Mi, 0, 4 * Gi},
      one_of("bytes", {"1", "2", "4", "8", "16"}, "4", "size of an element, in bytes"),
  };
  e.variants = {
      loops("same_count", "n elements whatever their size, one per thread", same_count,
            copy<n_elements>),
      loops("same_bytes", "16·n bytes whatever the elements' size, one element per thread",
            same_bytes, copy<elements_of_n_units>),
  };
  add_rewritten(e, {"same_count", "same_bytes"}, by_raw_rank, {"policies/range"});
  e.ragged = {{"n", 1003}};
  e.tested_at = {
      {.axes = {{"n", {0, 1, 31, 255, 256, 257, 1009, 65537}}, {"bytes", {1, 2, 4, 8, 16}}}}};
}

}  // namespace tilebridge::element_size_experiment
