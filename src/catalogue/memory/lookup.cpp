// SPDX-License-Identifier: Apache-2.0
#include "catalogue/memory/lookup.hpp"

#include "catalogue/experiment.hpp"
#include "catalogue/memory/texture.hpp"

namespace tilebridge::lookup_experiment {

constexpr std::array<std::pair<const char*, Beyond>, 4> modes = {{{"clamp", Beyond::clamp},
                                                                  {"wrap", Beyond::wrap},
                                                                  {"mirror", Beyond::mirror},
                                                                  {"border", Beyond::border}}};

Beyond beyond_of(const Parameters& p) { return named(modes, p.word("beyond")); }

/// Numbers in [-2, 2): positions extend to two copies of the table on either side of 0.
ArraySpec positions(std::size_t n) {
  return filled<float>("position", n,
                       [](std::size_t i, const Random& r) { return 2 * r.uniform(i); });
}

std::int64_t modulo(std::int64_t i, std::int64_t n) { return (i % n + n) % n; }

/// Entry `i` of the table continued beyond its ends.
double entry(std::span<const float> table, Beyond beyond, std::int64_t i) {
  const auto size = static_cast<std::int64_t>(table.size());
  const auto at = [&](std::int64_t k) { return table[static_cast<std::size_t>(k)]; };
  if (beyond == Beyond::clamp) return at(std::clamp<std::int64_t>(i, 0, size - 1));
  if (beyond == Beyond::wrap) return at(modulo(i, size));
  if (beyond == Beyond::mirror) return at(std::min(modulo(i, 2 * size), modulo(-1 - i, 2 * size)));
  return i >= 0 && i < size ? at(i) : 0;
}

struct LookupProblem {
  double weight_error;  // of the fraction that weighs two entries, at most

  Lookup make(ArrayList& arrays, const Parameters& p) const {
    const std::size_t n = p.as_size("n");
    return {.table = arrays.uniform("table", p.as_size("table")),
            .position = arrays.input<float>(positions(n)),
            .out = arrays.output<float>("out", n),
            .n = n,
            .size = p.as_int("table"),
            .beyond = beyond_of(p)};
  }
  /// The table is not counted: it stays in a cache. The place and its fraction take a product and
  /// two sums, the interpolation a difference, a product and a sum.
  Work work(const Parameters& p) const { return copied<float>(p["n"], 6); }
  /// Entries lie in [-1, 1), so that from one to the next the table rises by less than 2: whatever
  /// displaces a place by d changes the result by 2·d at most. A place, in entries, is rounded
  /// twice, as a product and when half an entry is subtracted (in a texture, whose coordinates are
  /// positions, this is taken to be so too). The interpolation takes 5 roundings (of a difference
  /// and a product of up to 2, and of a sum); one more covers the higher orders.
  Validation validate(const HostArrays& host, const Parameters& p) const {
    constexpr double roundings = 6;
    const auto table = host.get<float>("table");
    const auto position = host.get<float>("position");
    const Beyond beyond = beyond_of(p);
    return compare_elements(host.get<float>("out"), [&](std::size_t i) {
      const double place = position[i] * static_cast<double>(table.size()) - 0.5;
      const double left = std::floor(place);
      const auto first = static_cast<std::int64_t>(left);
      const double value =
          std::lerp(entry(table, beyond, first), entry(table, beyond, first + 1), place - left);
      const double displaced = weight_error + 2 * unit_roundoff * (std::abs(place) + 1);
      return within(value, 2 * displaced + roundings * unit_roundoff);
    });
  }
  static std::vector<Parameters> beyond(std::int64_t n) {
    return every({{"n", {n}}, {"table", {Ki}}, {"beyond", words_of<std::vector<Value>>(modes)}});
  }
  Cases cases = {.quick = beyond(Mi),
                 .standard = beyond(16 * Mi),
                 .host_quick = beyond(Mi / 16),
                 .host = beyond(Mi)};
};

void describe(Experiment& e) {
  e.copies_inputs = true;
  // A one-dimensional texture of an array holds no more (compute capability 6.0 and later).
  constexpr std::int64_t most_entries = 131072;
  e.pattern = Pattern::flat;
  e.question =
      "What does interpolating a table by texture save, and what does clamping beyond its ends "
      "save?";
  e.parameters = {
      {"n", "positions (4 bytes) from -2 to 2, where the table extends from 0 to 1", 16 * Mi, 0,
       16 * Gi},
      {"table", "entries of the table (4 bytes)", Ki, 1, most_entries},
      one_of("beyond", words_of(modes), "clamp",
             "what lies beyond the table's ends: its last entry, the table again, its mirror "
             "image, or 0"),
  };
  e.variants = {
      loops("by_hand",
            "two entries per thread from global memory, each at an index that is brought into the "
            "table, and a linear interpolation",
            problem(LookupProblem{.weight_error = 0})),
      rewritten("by_hand", by_raw_rank, {"policies/range"}),
      native_only("texture_1d",
                  "one fetch from a one-dimensional texture with a linear filter and normalised "
                  "coordinates; the addressing mode does the rest",
                  "Kokkos has no texture objects: a View with RandomAccess is loaded, without a "
                  "filter or an addressing mode",
                  problem(LookupProblem{.weight_error = texture_weight_error})),
  };
  e.tested_at = {
      {.axes = {{"n", {0, 1, 2, 255, 256, 257, 1009}}, {"table", {1, 2, 3, 100, 1024}}}}};
}

}  // namespace tilebridge::lookup_experiment
