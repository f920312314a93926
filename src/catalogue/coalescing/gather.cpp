// SPDX-License-Identifier: Apache-2.0
#include "catalogue/coalescing/gather.hpp"

#include <cmath>

#include "catalogue/experiment.hpp"

namespace tilebridge::gather_experiment {

std::vector<Kernel> one_per_thread(const ModelForm& form, const Parameters& p,
                                   const HostArrays& host) {
  const FlatLoop indices(form, p["n"], sizeof(Word));
  const FlatLoop loop(form, p["n"], real_bytes(p));
  const auto found = [index = host.get<Word>("index")](std::int64_t i) {
    return std::int64_t{index[static_cast<std::size_t>(i)]};
  };
  return {loop.kernel({indices.load("index", tilebridge::in_order), loop.load("in", found),
                       loop.store("out", tilebridge::in_order)})};
}

constexpr std::size_t warp_size = 32;

using Indices = std::span<Word>;

/// Fills the indices of the warp that begins at `first`, fewer than 32 at the end of n.
using FillWarp = void (*)(Indices warp, std::size_t first, std::size_t n, const Random&);

void in_order(Indices warp, std::size_t first, std::size_t, const Random&) {
  for (std::size_t lane = 0; lane < warp.size(); ++lane)
    warp[lane] = static_cast<Word>(first + lane);
}

void reversed(Indices warp, std::size_t first, std::size_t n, const Random& random) {
  in_order(warp, first, n, random);
  std::reverse(warp.begin(), warp.end());
}

/// Fisher and Yates.
void shuffled(Indices warp, std::size_t first, std::size_t n, const Random& random) {
  in_order(warp, first, n, random);
  for (std::size_t lane = warp.size(); lane > 1; --lane)
    std::swap(warp[lane - 1], warp[random.bits(first + lane - 1) % lane]);
}

void anywhere_in_line(Indices warp, std::size_t first, std::size_t, const Random& random) {
  for (std::size_t lane = 0; lane < warp.size(); ++lane)
    warp[lane] = static_cast<Word>(first + random.bits(first + lane) % warp.size());
}

void anywhere(Indices warp, std::size_t first, std::size_t n, const Random& random) {
  for (std::size_t lane = 0; lane < warp.size(); ++lane)
    warp[lane] = static_cast<Word>(random.bits(first + lane) % n);
}

void all_the_same(Indices warp, std::size_t first, std::size_t, const Random&) {
  std::fill(warp.begin(), warp.end(), static_cast<Word>(first));
}

constexpr std::array<std::pair<const char*, FillWarp>, 6> patterns = {{
    {"identity", in_order},
    {"reversed", reversed},
    {"shuffled_warp", shuffled},
    {"shuffled_sector_line", anywhere_in_line},
    {"random", anywhere},
    {"broadcast", all_the_same},
}};

ArraySpec index_input(std::string name, std::size_t n, FillWarp fill_warp) {
  return {std::move(name), n * sizeof(Word), Role::input,
          [n, fill_warp](std::span<std::byte> bytes, const Random& random) {
            const Indices index(reinterpret_cast<Word*>(bytes.data()), n);
#pragma omp parallel for
            for (std::size_t first = 0; first < n; first += warp_size)
              fill_warp(index.subspan(first, std::min(warp_size, n - first)), first, n, random);
          }};
}

template <class T>
struct GatherProblem {
  Gather<T> make(ArrayList& arrays, const Parameters& p) const {
    const auto n = p.as_size("n");
    const FillWarp fill_warp = named(patterns, p.word("pattern"));
    return {arrays.uniform<T>("in", n), arrays.input<Word>(index_input("index", n, fill_warp)),
            arrays.output<T>("out", n), n};
  }
  Work work(const Parameters& p) const {
    const auto n = p.as_double("n");
    // The threads of a warp ask for one element together.
    const double asked = p.word("pattern") == "broadcast" ? std::ceil(n / 32) : n;
    return {.bytes_read = n * sizeof(Word) + asked * sizeof(T), .bytes_written = n * sizeof(T)};
  }
  Validation validate(const HostArrays& host, const Parameters&) const {
    const auto index = host.get<Word>("index");
    return compare_from<T>(host, [&](auto in, std::size_t i) { return exactly(in[index[i]]); });
  }
  static std::vector<Parameters> of_size(std::int64_t n) {
    return every({{"n", {n}}, {"pattern", words_of<std::vector<Value>>(patterns)}});
  }
  Cases cases = {.quick = of_size(32 * Mi),
                 .more_in_full = every({{"n", {256 * Mi}}, {"pattern", {"identity", "random"}}}),
                 .host_quick = of_size(Mi),
                 .host = of_size(32 * Mi)};
};

void describe(Experiment& e) {
  e.problem = problem_in_reals<GatherProblem>();
  e.pattern = Pattern::flat;
  e.question = "What does reading through an index array cost?";
  e.parameters = {
      {"n", "elements of each array, including the index array (4 bytes each)", 32 * Mi, 0, 4 * Gi},
      one_of("pattern", words_of(patterns), "random",
             "where a warp of 32 reads: in order, in reverse, in permuted order, anywhere in its "
             "own 32 elements, anywhere in the array, all lanes at one address"),
  };
  e.variants = {
      loops("plain", "out[i] = in[index[i]], one element per thread", one_per_thread),
      loops("read_only", "the same through the read-only data cache: __ldg, a RandomAccess View",
            native_and_kokkos_on_gpu(), one_per_thread),
      tuned_on_gpu("vector_index",
                   "a 16-byte vector of results per thread, all its elements in flight at once, "
                   "their indices in a vector too"),
      vendor("thrust", "vector_index", "Thrust's gather"),
  };
  e.ragged = {{"n", 1003}};
  e.tested_at = {{.axes = {{"n",
                            {0, 1, 2, 3, 4, 5, 31, 32, 33, 255, 256, 257, 511, 512, 513, 515, 1009,
                             100003}}}}};
  e.addresses_follow_data = true;
}

}  // namespace tilebridge::gather_experiment
