// SPDX-License-Identifier: Apache-2.0
#include "catalogue/tiling/smooth.hpp"

#include "catalogue/experiment.hpp"

namespace tilebridge::smooth_experiment {

/// Elements that have two neighbours.
std::int64_t averages(const Parameters& p) { return std::max<std::int64_t>(p["n"] - 2, 0); }

/// The element that thread t writes.
std::int64_t element_of(std::int64_t t) { return t + 1; }

std::vector<Kernel> direct(const ModelForm& form, const Parameters& p, const HostArrays&) {
  const FlatLoop loop(form, averages(p), real_bytes(p));
  const auto three = [](std::int64_t t, std::int64_t step) { return t + step; };
  return {loop.kernel({loop.load("in", three, 3), loop.store("out", element_of)})};
}

/// A block's tile in shared memory has one element of each thread, the left neighbour of the first
/// and the right neighbour of the last.
constexpr int tile_size = Smooth<float>::block_size;

/// Thread t of a team reads element t of the tile, and the first two threads also the last two
/// elements.
std::vector<Access> filled_by_loop(const Parameters& p) {
  const std::int64_t n = p["n"];
  const int bytes = real_bytes(p);
  const auto at = [=](std::int64_t from_block) -> Address {
    return [=](Thread thread, std::int64_t pass) -> std::int64_t {
      const std::int64_t t = pass * tile_size + thread.rank;
      const bool has = t < tile_size + 2 && thread.block * tile_size + t < n;
      return has ? (thread.block * from_block + t) * bytes : inactive;
    };
  };
  return {load("in", bytes, at(tile_size), 2), in_shared(store("tile", bytes, at(0), 2))};
}

/// Each thread stages its own element, and the first and the last thread also the halo.
std::vector<Access> filled_by_elements(const Parameters& p) {
  const std::int64_t n = p["n"];
  const int bytes = real_bytes(p);
  const Address own = each(n - 1, tile_size, bytes, element_of);
  const Address left = [=](Thread thread, std::int64_t) {
    return thread.rank == 0 ? thread.block * tile_size * bytes : inactive;
  };
  const Address right = [=](Thread thread, std::int64_t) {
    const std::int64_t i = (thread.block + 1) * tile_size + 1;
    return thread.rank == tile_size - 1 && i < n ? i * bytes : inactive;
  };
  const auto staged = [=](const Address& in) -> Address {
    return [=](Thread thread, std::int64_t step) {
      const std::int64_t at = in(thread, step);
      return at == inactive ? inactive : at - thread.block * tile_size * bytes;
    };
  };
  return {load("in", bytes, own),
          load("in", bytes, left),
          load("in", bytes, right),
          in_shared(store("tile", bytes, staged(own))),
          in_shared(store("tile", bytes, staged(left))),
          in_shared(store("tile", bytes, staged(right)))};
}

std::vector<Kernel> tile_halo(const ModelForm& form, const Parameters& p, const HostArrays&) {
  const FlatLoop loop(tile_size, averages(p), real_bytes(p));
  const auto three = [](std::int64_t t, std::int64_t step) { return t % tile_size + step; };
  Kernel kernel =
      loop.kernel(form.is_kokkos_in_loops() ? filled_by_loop(p) : filled_by_elements(p));
  kernel.accesses.push_back(in_shared(loop.load("tile", three, 3)));
  kernel.accesses.push_back(loop.store("out", element_of));
  return {kernel};
}

template <class T>
struct SmoothProblem {
  Smooth<T> make(ArrayList& arrays, const Parameters& p) const {
    return {arrays.uniform<T>("in"), arrays.output<T>("out"), p.as_size("n")};
  }
  Work work(const Parameters& p) const {
    const auto written = static_cast<double>(averages(p));
    const double elements_read = written > 0 ? written + 2 : 0;
    return {.bytes_read = elements_read * sizeof(T),
            .bytes_written = written * sizeof(T),
            .flops = 3 * written};
  }
  /// Two additions and a division, with one rounding each: with u the unit roundoff, the error
  /// stays below (u·|a + b| + u·|a + b + c|) / 3 + u·|a + b + c| / 3, except for terms in u², which
  /// the last factor covers.
  Validation validate(const HostArrays& host, const Parameters&) const {
    constexpr double u = roundoff<T>;
    return compare_from<T>(host, [&](auto in, std::size_t i) {
      if (i == 0 || i + 1 >= in.size()) return untouched();
      const Wide<T> first = Wide<T>{in[i - 1]} + Wide<T>{in[i]};
      const Wide<T> sum = first + Wide<T>{in[i + 1]};
      const auto bound = static_cast<double>(u * (std::abs(first) + 2 * std::abs(sum)) / 3);
      return within(static_cast<double>(sum / 3), bound * (1 + 4 * u));
    });
  }
  Cases cases = {.quick = every({{"n", {Mi, 64 * Mi}}}),
                 .standard = every({{"n", {Mi, 256 * Mi}}}),
                 .host_quick = {{{"n", Mi}}},
                 .host = every({{"n", {Mi, 64 * Mi}}})};
};

void describe(Experiment& e) {
  e.problem = problem_in_reals<SmoothProblem>();
  e.pattern = Pattern::tile;
  e.known = KnownKernel{"tile_halo", "smoothing"};
  e.question = "What does a tile save when neighbouring threads read the same elements?";
  e.parameters = {{"n", "elements of each array", Mi, 0, 16 * Gi}};
  e.variants = {
      loops("direct", "every thread reads its three elements from global memory", Pattern::flat,
            direct),
      rewritten("direct", "teams of 256 threads, raw team ranks", {"policies/range"}),
      loops("tile_halo", "256 elements and one on either side in shared memory, each read once",
            tile_halo),
      rewritten(
          "tile_halo",
          "raw team ranks, scratch memory by get_shmem, all loads of a thread before its first "
          "store",
          {"team_control/team_range", "scratch_use/view", "scratch_use/load_store"}),
      tuned_on_gpu(
          "vector_direct",
          "a 16-byte vector per thread from global memory, and an element on either side of it"),
  };
  e.ragged = {{"n", 1003}};
  e.tested_at = {{.axes = {{"n", {0,    1,    2,    3,    4,    5,    6,    7,   8,   9,
                                  10,   255,  256,  257,  258,  259,  260,  513, 514, 515,
                                  1009, 1023, 1024, 1025, 1026, 1028, 1029, 2050}}}}};
}

}  // namespace tilebridge::smooth_experiment
