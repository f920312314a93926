// SPDX-License-Identifier: Apache-2.0
#include "catalogue/memory/constant.hpp"

#include "catalogue/experiment.hpp"

namespace tilebridge::constant_experiment {

constexpr std::size_t terms = Polynomial::terms;

struct PolynomialProblem {
  Polynomial make(ArrayList& arrays, const Parameters& p) const {
    return {arrays.uniform("in"), arrays.uniform("coefficient", terms), arrays.output<float>("out"),
            p.as_size("n"), is_per_lane(p)};
  }
  /// The coefficients are not counted: they stay in a cache.
  Work work(const Parameters& p) const { return copied<float>(p["n"], 2 * terms); }
  /// Horner's scheme: coefficient k passes through at most 2·terms roundings, so the error is at
  /// most γ·Σ|terms| with γ = 2·terms·u / (1 - 2·terms·u) (Higham, Accuracy and Stability of
  /// Numerical Algorithms, §5.1).
  Validation validate(const HostArrays& host, const Parameters& p) const {
    constexpr double gamma = gamma_of(2 * terms);
    const auto coefficient = host.get<float>("coefficient");
    return compare_from<float>(host, [&, per_lane = is_per_lane(p)](auto in, std::size_t i) {
      const std::size_t shift = per_lane ? i % Polynomial::lanes : 0;
      return sum_up(in[i], coefficient, shift).within_share(gamma);
    });
  }
  static std::vector<Parameters> of_sizes(std::vector<Value> n) {
    return every({{"n", std::move(n)}, {"index", {"same", "per_lane"}}});
  }
  Cases cases = {.quick = of_sizes({Mi}),
                 .standard = of_sizes({4 * Mi}),
                 .more_in_full = of_sizes({32 * Mi}),
                 .host_quick = of_sizes({Mi / 64}),
                 .host = of_sizes({Mi})};

 private:
  static bool is_per_lane(const Parameters& p) { return p.word("index") == "per_lane"; }

  static BoundedSum sum_up(double x, std::span<const float> coefficient, std::size_t shift) {
    BoundedSum sum;
    double power = 1;
    for (std::size_t k = 0; k < terms; ++k) {
      sum.add(coefficient[(k + shift) % terms] * power);
      power *= x;
    }
    return sum;
  }
};

void describe(Experiment& e) {
  e.copies_inputs = true;
  e.problem = problem(PolynomialProblem{});
  e.pattern = Pattern::flat;
  e.question =
      "What does reading coefficients from constant memory cost, compared with other places?";
  e.parameters = {
      {"n", "elements of each array (4 bytes), a polynomial of 64 coefficients each", 4 * Mi, 0,
       16 * Gi},
      one_of("index", {"same", "per_lane"}, "same",
             "which coefficient the lanes of a warp read at a time: the same one, or each its own"),
  };
  e.variants = {
      loops("constant",
            "coefficients in constant memory; in Kokkos captured by value, and so in the constant "
            "bank of the kernel's parameters"),
      native_only("argument", "coefficients in an argument of the kernel",
                  "captured by value: `constant`"),
      loops("global", "coefficients in global memory"),
      loops("read_only", "coefficients through __ldg; in Kokkos a View with RandomAccess",
            native_and_kokkos_on_gpu()),
  };
  add_rewritten(e, {"global", "read_only"},
                "teams of 256 threads, one element each by raw team rank; loop unrolled by a fold");
  e.tested_at = {{.axes = {{"n", {0, 1, 2, 31, 32, 33, 255, 256, 257, 1009, 100003}}}}};
}

}  // namespace tilebridge::constant_experiment
