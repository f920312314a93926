// SPDX-License-Identifier: Apache-2.0
#include "catalogue/tiling/reuse.hpp"

#include "catalogue/experiment.hpp"

namespace tilebridge::reuse_experiment {

constexpr int block_size = static_cast<int>(Reuse::block_size);

/// The element for use k of element i: its position among its block's elements.
std::int64_t used(std::int64_t i, std::int64_t k) { return (i + k) % block_size; }

/// How many threads of a launch read weights and use elements: in Kokkos's loops the first n, in
/// the other code all.
std::int64_t working(const ModelForm& form, std::int64_t n) {
  return form.is_kokkos_in_loops() ? n : std::numeric_limits<std::int64_t>::max();
}

/// All lanes read the same address.
std::int64_t weight(std::int64_t, std::int64_t k) { return k; }

std::vector<Kernel> direct(const ModelForm& form, const Parameters& p, const HostArrays&) {
  const std::int64_t n = p["n"];
  const int per_block = flat_block_size(form);
  const FlatLoop loop(form, n, sizeof(float));
  const FlatLoop uses(form, working(form, n), sizeof(float));
  const Address of_use = [=, most = working(form, n)](Thread thread, std::int64_t k) {
    const std::int64_t i = thread.block * per_block + thread.rank;
    const std::int64_t at = i / block_size * block_size + used(i, k);
    return at < n && i < most ? at * 4 : inactive;
  };
  return {loop.kernel({load("in", 4, of_use, p["uses"]), uses.load("weight", weight, p["uses"]),
                       loop.store("out", in_order)})};
}

std::vector<Kernel> staged(const ModelForm& form, const Parameters& p, const HostArrays&) {
  const FlatLoop loop(block_size, p["n"], sizeof(float));
  const FlatLoop uses(block_size, working(form, p["n"]), sizeof(float));
  return {loop.kernel({loop.load("in", in_order), in_shared(store("cache", 4, own_word)),
                       in_shared(uses.load("cache", used, p["uses"])),
                       uses.load("weight", weight, p["uses"]), loop.store("out", in_order)})};
}

struct ReuseProblem {
  Reuse make(ArrayList& arrays, const Parameters& p) const {
    return {arrays.uniform("in"), arrays.uniform("weight", p.as_size("uses")),
            arrays.output<float>("out"), p.as_size("n"), p.as_int("uses")};
  }

  /// Every element counts once, however often it is used: a cache or shared memory is meant to save
  /// the repeated reads.
  Work work(const Parameters& p) const {
    const auto n = p.as_double("n");
    const auto uses = p.as_double("uses");
    if (n == 0) return {};
    return {.bytes_read = (n + uses) * sizeof(float),
            .bytes_written = n * sizeof(float),
            .flops = 2 * n * uses};
  }

  /// N products, each rounded once and added in turn (or with one rounding in all, by fused
  /// multiply-adds): every term passes through at most N roundings, since the first addition is to
  /// 0. So the error is at most γ·Σ|terms| with γ = N·u / (1 - N·u) (Higham, Accuracy and Stability
  /// of Numerical Algorithms, §3.1). This holds for every one of many million elements; a
  /// statistical bound would not.
  Validation validate(const HostArrays& host, const Parameters& p) const {
    const auto weight = host.get<float>("weight");
    const double gamma = gamma_of(p.as_double("uses"));
    return compare_from<float>(host, [&](auto in, std::size_t i) {
      const std::size_t thread = i % Reuse::block_size;
      const std::size_t first = i - thread;
      BoundedSum sum;
      for (std::size_t k = 0; k < weight.size(); ++k) {
        const std::size_t used = first + (thread + k) % Reuse::block_size;
        sum.add(used < in.size() ? double{in[used]} * double{weight[k]} : 0);
      }
      return sum.within_share(gamma);
    });
  }

  static std::vector<Parameters> used(std::int64_t n, std::vector<Value> uses) {
    return every({{"n", {n}}, {"uses", std::move(uses)}});
  }
  Cases cases = {.quick = used(4 * Mi, {1, 3, 8, 64}),
                 .standard = used(16 * Mi, {1, 2, 3, 5, 8, 16, 64, 100, 256}),
                 .full = used(64 * Mi, {1, 2, 3, 5, 8, 16, 64, 100, 256}),
                 .host_quick = used(Mi / 8, {1, 5, 16}),
                 .host = used(4 * Mi, {1, 2, 3, 5, 8, 16, 64, 100, 256})};
};

/// A ReuseProblem with fewer quick cases.
struct WalkedReuseProblem : ReuseProblem {
  WalkedReuseProblem() { cases.quick = used(4 * Mi, {8}); }
};

void describe(Experiment& e) {
  const std::string no_copies = "Kokkos has no asynchronous copy to scratch memory";
  const ProblemPointer walked = problem(WalkedReuseProblem{});
  e.problem = problem(ReuseProblem{});
  e.pattern = Pattern::tile;
  e.question = "How often must a value be reused before staging it in shared memory pays off?";
  e.parameters = {
      {"n", "elements of each array (4 bytes)", 16 * Mi, 0, 16 * Gi},
      {"uses", "how often every element is used, each time by another thread of the block", 256, 1,
       static_cast<std::int64_t>(Reuse::block_size)},
  };
  e.variants = {
      loops("direct", "every use reads global memory", Pattern::flat, direct),
      rewritten("direct", "teams of 256 threads, raw team ranks", {"policies/range"}),
      loops("staged", "a block's 256 elements in shared memory, every use reads from there",
            staged),
      rewritten("staged", "raw team ranks, scratch memory by get_shmem",
                {"team_control/team_range", "scratch_use/view"}),
      native_only("cp_async_double",
                  "as many blocks as the device holds walk through the elements; cp.async, two "
                  "tiles: one arrives while the other is used",
                  no_copies, walked),
      native_only("cp_async_4", "the same with four tiles, of which three arrive", no_copies,
                  walked),
      native_only(
          "tma_double",
          "as `cp_async_double`, the tiles by cp.async.bulk: one thread has the copy engine "
          "fetch a tile (sm_90)",
          no_copies, walked),
      native_only("tma_4", "the same with four tiles, of which three arrive", no_copies, walked),
  };
  e.ragged = {{"n", 1003}};
  e.tested_at = {
      {.axes = {{"n", {0, 1, 2, 255, 256, 257, 1009, 65536}},
                {"uses", {1, 2, 3, 31, 100, 255, 256}}}},
      // Several tiles per block that walks, also on large GPUs, and an end in any turn.
      {.axes = {{"n", {2097152, 2100003}}, {"uses", {3}}}, .platforms = {Platform::cuda}}};
}

}  // namespace tilebridge::reuse_experiment
