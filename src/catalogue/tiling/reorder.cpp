// SPDX-License-Identifier: Apache-2.0
#include "catalogue/tiling/reorder.hpp"

#include "catalogue/experiment.hpp"

namespace tilebridge::reorder_experiment {

constexpr std::int64_t words = Reorder::members;  // of a structure

/// One thread per structure goes through m < words.
std::int64_t in_structures(std::int64_t i, std::int64_t m) { return i * words + m; }

/// `out` is an array of n floats for each m.
auto into_arrays(std::int64_t n) {
  return [n](std::int64_t i, std::int64_t m) { return m * n + i; };
}

std::vector<Kernel> direct(const ModelForm& form, const Parameters& p, const HostArrays&) {
  const FlatLoop loop(form, p["n"], sizeof(float));
  return {loop.kernel(
      {loop.load("in", in_structures, words), loop.store("out", into_arrays(p["n"]), words)})};
}

/// The threads of a block read its structures word by word into shared memory; then each takes its
/// own structure from there. Where the block's structures extend beyond n, Kokkos in loops stages
/// nothing and the others stage zeros.
std::vector<Kernel> staged(const ModelForm& form, const Parameters& p, const HostArrays&) {
  constexpr int block_size = Reorder::block_size;
  const std::int64_t n = p["n"];
  const FlatLoop loop(block_size, n, sizeof(float));
  const auto word = [](Thread thread, std::int64_t k) { return thread.rank + k * block_size; };
  const Address in = [=](Thread thread, std::int64_t k) {
    const std::int64_t e = thread.block * block_size * words + word(thread, k);
    return e < n * words ? e * 4 : inactive;
  };
  const Address fill = [=, with_zeros = !form.is_kokkos_in_loops()](Thread thread, std::int64_t k) {
    const bool is_staged = with_zeros || in(thread, k) != inactive;
    return is_staged ? Reorder::padded(word(thread, k)) * 4 : inactive;
  };
  const auto take = [](std::int64_t i, std::int64_t m) {
    return Reorder::padded(i % block_size * words) + m;
  };
  return {loop.kernel({load("in", 4, in, words), in_shared(store("staged", 4, fill, words)),
                       in_shared(loop.load("staged", take, words)),
                       loop.store("out", into_arrays(n), words)})};
}

constexpr std::size_t members = Reorder::members;

std::size_t elements(const Parameters& p) { return p.as_size("n") * members; }

struct ReorderProblem {
  Reorder make(ArrayList& arrays, const Parameters& p) const {
    return {arrays.uniform("in", elements(p)), arrays.output<float>("out", elements(p)),
            p.as_size("n")};
  }
  Work work(const Parameters& p) const { return copied<float>(elements(p)); }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    const auto n = p.as_size("n");
    return compare_from<float>(
        host, [&](auto in, std::size_t i) { return exactly(in[i % n * members + i / n]); });
  }
  Cases cases = {.quick = {{{"n", 4 * Mi}}},
                 .full = every({{"n", {4 * Mi, 64 * Mi}}}),
                 .host_quick = {{{"n", 128 * Ki}}},
                 .host = {{{"n", 4 * Mi}}}};
};

void describe(Experiment& e) {
  e.problem = problem(ReorderProblem{});
  e.pattern = Pattern::tile;
  e.question =
      "What does splitting structures into arrays cost, and what does staging on chip save?";
  e.parameters = {{"n", "structures (six floats, 24 bytes)", 4 * Mi, 0, 4 * Gi}};
  e.variants = {
      loops("direct", "one structure per thread: reads 24 bytes apart, writes coalesced",
            Pattern::flat, direct),
      loops("staged",
            "256 structures in shared memory, padded: reads and writes coalesced, no bank conflict",
            staged),
      rewritten("staged", "raw team ranks, scratch memory by get_shmem",
                {"team_control/team_range", "scratch_use/view", "scratch_use/load_store"}),
  };
  e.ragged = {{"n", 1003}};
  e.tested_at = {
      {.axes = {{"n", {0, 1, 2, 15, 16, 17, 42, 43, 255, 256, 257, 1009, 65536, 100003}}}}};
}

}  // namespace tilebridge::reorder_experiment
