// SPDX-License-Identifier: Apache-2.0
#include "catalogue/tiling/shared_kinds.hpp"

#include "catalogue/experiment.hpp"

namespace tilebridge::shared_kinds_experiment {

/// Every kind has these accesses in every form: an array [4][8][32] lies as one of 1024 elements.
std::vector<Kernel> staged(const ModelForm&, const Parameters& p, const HostArrays&) {
  constexpr int block_size = StagedAverages::block_size;
  const std::int64_t n = p["n"];
  const std::int64_t rounds = p["rounds"];
  const Address element = each(n, block_size, 4, in_order);
  const Address other = [](Thread thread, std::int64_t) {
    return std::int64_t{(thread.rank + StagedAverages::apart) % block_size} * 4;
  };
  // Only threads that store an element compute the last average.
  const auto where_one_is = [=](const Address& address) -> Address {
    return [=](Thread thread, std::int64_t step) {
      return element(thread, 0) == inactive ? inactive : address(thread, step);
    };
  };
  return {{blocks_for(n, block_size),
           block_size,
           {load("in", 4, element), in_shared(store("even", 4, own_word, 1 + rounds)),
            in_shared(load("even", 4, own_word, rounds)), in_shared(load("even", 4, other, rounds)),
            in_shared(store("odd", 4, own_word, rounds)),
            in_shared(load("odd", 4, own_word, rounds)), in_shared(load("odd", 4, other, rounds)),
            in_shared(load("even", 4, where_one_is(own_word))),
            in_shared(load("even", 4, where_one_is(other))), store("out", 4, element)}}};
}

struct AveragesProblem {
  static std::int64_t averages(const Parameters& p) { return 2 * p["rounds"] + 1; }

  StagedAverages make(ArrayList& arrays, const Parameters& p) const {
    return {arrays.uniform("in"), arrays.output<float>("out"), p.as_size("n"), p.as_int("rounds")};
  }

  Work work(const Parameters& p) const {
    return copied<float>(p["n"], 2 * static_cast<double>(averages(p)));
  }

  /// The average of k elements 256 apart is exact but for the rounding of its sum: halving is
  /// exact. So after s averages every term has gone through s roundings, and the error is at most
  /// γ·Σ|terms| with γ = s·u / (1 - s·u) (Higham, Accuracy and Stability of Numerical Algorithms,
  /// §3.1).
  Validation validate(const HostArrays& host, const Parameters& p) const {
    constexpr std::size_t block_size = StagedAverages::block_size;
    const Weights weights = weights_after(averages(p));
    const double gamma = gamma_of(static_cast<double>(averages(p)));
    return compare_from<float>(host, [&](auto in, std::size_t i) {
      const std::size_t thread = i % block_size;
      BoundedSum sum;
      for (std::size_t k = 0; k < weights.size(); ++k) {
        const std::size_t from = i - thread + (thread + k * StagedAverages::apart) % block_size;
        sum.add(from < in.size() ? weights[k] * double{in[from]} : 0);
      }
      return sum.within_share(gamma);
    });
  }

  static std::vector<Parameters> once_and_often(std::int64_t once, std::int64_t often) {
    return {{{"n", once}, {"rounds", 0}}, {{"n", often}, {"rounds", 64}}};
  }
  Cases cases = {.quick = once_and_often(4 * Mi, Mi),
                 .standard = once_and_often(16 * Mi, 4 * Mi),
                 .full = once_and_often(64 * Mi, 4 * Mi),
                 .host_quick = once_and_often(Mi / 16, Mi / 64),
                 .host = once_and_often(4 * Mi, Mi / 4)};

 private:
  /// Weights of the elements 0, 256, 512 and 768 places further, in a circle.
  using Weights = std::array<double, StagedAverages::planes>;

  static Weights weights_after(std::int64_t averages) {
    Weights weights = {1};
    for (std::int64_t done = 0; done < averages; ++done) {
      const Weights before = weights;
      for (std::size_t k = 0; k < weights.size(); ++k)
        weights[k] = (before[k] + before[(k + weights.size() - 1) % weights.size()]) / 2;
    }
    return weights;
  }
};

void describe(Experiment& e) {
  const std::string sized_at_launch =
      "a team's scratch memory is dynamic: its size is part of the launch";
  e.problem = problem(AveragesProblem{});
  e.pattern = Pattern::exchange;
  e.question = "Does it matter how shared memory is declared?";
  e.parameters = {
      {"n", "elements of each array (4 bytes)", 16 * Mi, 0, 16 * Gi},
      {"rounds", "times a block averages its staged elements twice, before the last average", 64, 0,
       1 << 16},
  };
  e.variants = {
      native_only("static_arrays", "two arrays of 1024 floats, whose size the compiler knows",
                  sized_at_launch, staged),
      loops("dynamic_array",
            "one array of the size that the launch says, its second half at an offset (Kokkos: "
            "two Views of one scratch)",
            staged),
      native_only("mixed", "one array of each: static and dynamic", sized_at_launch, staged),
      native_only("file_scope",
                  "two static arrays outside the kernel, which every kernel of the file may use",
                  "a team's scratch memory has no name outside its kernel", staged),
      loops("three_dimensional", "two static arrays [4][8][32] (Kokkos: scratch Views of rank 3)",
            staged),
  };
  add_rewritten(e, {"dynamic_array", "three_dimensional"},
                "raw team ranks, scratch memory by get_shmem",
                {"team_control/team_range", "scratch_use/view"});
  e.ragged = {{"n", 5003}};
  e.tested_at = {{.axes = {{"n", {0, 1, 2, 255, 256, 257, 1023, 1024, 1025, 5003}},
                           {"rounds", {0, 1, 2, 7}}}}};
}

}  // namespace tilebridge::shared_kinds_experiment
