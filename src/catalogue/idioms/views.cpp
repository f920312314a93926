// SPDX-License-Identifier: Apache-2.0
#include "catalogue/idioms/views.hpp"

#include <algorithm>
#include <numeric>

#include "catalogue/experiment.hpp"

namespace tilebridge::views_experiment {

/// Every step adds its own number, or the last number or the sum of what the step before wrote.
enum class Addend { number, last, sum };

template <class T>
struct StepsProblem {
  Addend addend = Addend::number;
  Cases cases = {.quick = {{{"n", 16 * Ki}, {"steps", 16}}},
                 .full = every({{"n", {16 * Ki, Mi}}, {"steps", {16}}})};

  ViewSteps<T> make(ArrayList& arrays, const Parameters& p) const {
    return {arrays.random<T>("in", p.as_size("n")), arrays.output<T>("out", p.as_size("n")),
            p.as_size("n"), p.as_int("steps")};
  }
  Work work(const Parameters& p) const { return {.steps = p.as_double("steps")}; }
  /// Words are exact. Otherwise a step rounds a sum and a product; a number that is carried has
  /// passed through all steps, and stays below 3.
  Validation validate(const HostArrays& host, const Parameters& p) const {
    const auto in = host.get<T>("in");
    const Real added = added_by_last(in, p["steps"]);
    const double roundings = 2 * (addend == Addend::last ? p.as_double("steps") : 1);
    const double share = is_words ? 0 : gamma_of<T>(roundings);
    return compare_elements(host.get<T>("out"), [=](std::size_t i) {
      const auto out = static_cast<double>((in[i] + added) * factor);
      return within(out, share * std::max(std::abs(out), 3.0));
    });
  }

 private:
  static constexpr bool is_words = std::is_same_v<T, Word>;
  using Real = std::conditional_t<is_words, T, Wide<T>>;
  static constexpr Real factor = ViewSteps<T>::factor;

  /// The sum of what a step writes is factor · (Σ in[i] + n · what was carried to it).
  Real added_by_last(std::span<const T> in, std::int64_t steps) const {
    if (addend == Addend::number) return static_cast<Real>(steps - 1);
    const bool is_sum = addend == Addend::sum;
    const Real first = is_sum ? std::accumulate(in.begin(), in.end(), Real{0}) : in.back();
    const Real copies = is_sum ? static_cast<Real>(in.size()) : Real{1};
    Real carried = 0;
    for (std::int64_t step = 1; step < steps; ++step) carried = (first + copies * carried) * factor;
    return carried;
  }
};

void describe(Experiment& e) {
  const ProblemPointer numbered = problem_in_reals<StepsProblem>();
  // These kernels are so short that the host's launches decide the time.
  const Cases many_short_steps = {.quick = {{{"n", Ki}, {"steps", 256}}}};
  e.question = "What do allocating, clearing, copying and passing Views cost?";
  e.parameters = {
      {"n", "numbers of a View", 16 * Ki, 1, 1 << 28},
      {"steps", "steps, each with a kernel of a thread per number", 16, 1, 1 << 20},
  };
  e.variants = {
      idiom("allocation",
            "a View for each step, which is filled with zeros (native: cudaMalloc and cudaFree, "
            "not filled)",
            "Views made inside a time loop", numbered, "each element is written before it is read"),
      rewritten("allocation", "WithoutInitializing"),
      idiom("deep_copy",
            "a View cleared in each step by deep_copy without an instance, which waits for all "
            "work before and after (native: cudaMemsetAsync)",
            "short kernels between clears or copies", numbered, "only this instance uses the View"),
      rewritten("deep_copy", "deep_copy on the instance that the kernels run on"),
      idiom("mirror",
            "the host's copy of a View by create_mirror_view_and_copy in each step (native: "
            "cudaMemcpyAsync to an array that is kept)",
            "results read by the host in every step", problem_in_reals<StepsProblem>(Addend::last),
            "only this instance writes the View"),
      rewritten("mirror", "one mirror, a deep_copy to it on the kernels' instance, and its fence"),
      idiom("scalar_result",
            "the sum of a View by parallel_reduce into a number of the host in each step, which "
            "waits for it (native: a sum on the device by an atomic per block, from which the next "
            "kernel reads)",
            "dot products and norms inside a time loop or a solver",
            problem(StepsProblem<Word>{.addend = Addend::sum}),
            "the host does not need the number"),
      rewritten("scalar_result",
                "parallel_reduce into a View on the device, from which the next kernel reads"),
      idiom("view_copy",
            "four subviews of a reference-counted View captured by each step's kernel (native: "
            "four pointers)",
            "launches of a few µs that the host limits",
            problem_in_reals<StepsProblem>(Addend::number, many_short_steps),
            "the View outlives the kernels"),
      rewritten("view_copy", "an unmanaged View of the same memory, made once"),
  };
  e.tested_at = {{.axes = {{"n", {1, 2, 255, 256, 257, 1009, 100003}}, {"steps", {1, 2, 7}}}}};
}

}  // namespace tilebridge::views_experiment
