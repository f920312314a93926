// SPDX-License-Identifier: Apache-2.0
#include "catalogue/coalescing/cache_policy.hpp"

#include "catalogue/experiment.hpp"

namespace tilebridge::cache_policy_experiment {

/// Each block has a piece, and each thread a result. Accesses that would lie beyond n read the
/// piece's first element.
template <bool past_l1>
std::vector<Kernel> sums(const ModelForm&, const Parameters& p, const HostArrays&) {
  constexpr int block_size = PieceSum::piece;
  const std::int64_t n = p["n"];
  const Address in = [=](Thread thread, std::int64_t k) -> std::int64_t {
    const std::int64_t first = thread.block * block_size;
    if (first + thread.rank >= n) return inactive;
    const std::int64_t j = first + PieceSum::place(thread.rank, k);
    return (j < n ? j : first) * 4;
  };
  Access loads = load("in", 4, in, p["reuse"]);
  loads.past_l1 = past_l1;
  return {{blocks_for(n, block_size),
           block_size,
           {loads, store("out", 4, each(n, block_size, 4, in_order))}}};
}

struct PieceSumProblem {
  PieceSum make(ArrayList& arrays, const Parameters& p) const {
    return {arrays.uniform("in"), arrays.output<float>("out"), p.as_size("n"), p.as_int("reuse")};
  }
  /// An element counts once, however often it is read: the minimum that memory has to move.
  Work work(const Parameters& p) const { return copied<float>(p["n"], 2 * p.as_double("reuse")); }
  /// A term is rounded once as a product and then in at most reuse - 1 additions, whether fused or
  /// not: the error is at most γ · Σ|term| for reuse roundings.
  Validation validate(const HostArrays& host, const Parameters& p) const {
    const auto reuse = p.as_size("reuse");
    const double gamma = gamma_of(static_cast<double>(reuse));
    return compare_from<float>(host, [&](auto in, std::size_t i) {
      const std::size_t first = i / PieceSum::piece * PieceSum::piece;
      BoundedSum sum;
      for (std::size_t k = 0; k < reuse; ++k) {
        const std::size_t j = first + (i - first + k * PieceSum::shift) % PieceSum::piece;
        if (j >= in.size()) continue;
        sum.add(static_cast<double>(k + 1) * double{in[j]});
      }
      return sum.within_share(gamma);
    });
  }
  /// 4 Mi elements fit into the L2 cache of today's GPUs, the other sizes do not.
  static std::vector<Parameters> of_sizes(std::vector<Value> n) {
    return every({{"n", std::move(n)}, {"reuse", {1, 8}}});
  }
  Cases cases = {.quick = of_sizes({16 * Mi}),
                 .standard = of_sizes({4 * Mi, 64 * Mi}),
                 .full = of_sizes({4 * Mi, 256 * Mi}),
                 .host_quick = of_sizes({Mi / 4}),
                 .host = of_sizes({16 * Mi})};
};

void describe(Experiment& e) {
  constexpr auto through_l1 = sums<false>;
  constexpr auto past_l1 = sums<true>;
  e.problem = problem(PieceSumProblem{});
  e.pattern = Pattern::team_loop;
  e.question = "Does it matter which caches a load goes through?";
  e.parameters = {
      {"n", "elements of each array (4 bytes)", 64 * Mi, 0, 16 * Gi},
      {"reuse", "times a block reads its 256 elements", 8, 1, 64},
  };
  e.variants = {
      loops("default_load", "plain loads: L1 and L2", through_l1),
      native_only("l2_only", "__ldcg: bypasses L1", "Kokkos has no cache hint for a load", past_l1),
      native_only("streaming", "__ldcs and __stcs: their lines are evicted first",
                  "Kokkos has no cache hint for a load or a store", through_l1),
      loops("read_only", "__ldg; in Kokkos a View with RandomAccess", native_and_kokkos_on_gpu(),
            through_l1),
  };
  add_rewritten(e, {"default_load", "read_only"}, by_raw_rank, {"team_control/team_range"});
  e.ragged = {{"n", 1003}};
  e.tested_at = {{.axes = {{"n", {0, 1, 31, 32, 33, 255, 256, 257, 511, 513, 1009, 100003}},
                           {"reuse", {1, 2, 7, 8, 9, 64}}}}};
}

}  // namespace tilebridge::cache_policy_experiment
