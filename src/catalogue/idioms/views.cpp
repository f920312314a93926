// SPDX-License-Identifier: Apache-2.0
#include "catalogue/idioms/views.hpp"

#include <numeric>

#include "catalogue/compare.hpp"

namespace tilebridge::views_experiment {

using Word = std::uint32_t;

/// The last step adds this to the input.
using Addend = Word (*)(std::span<const Word> in, std::int64_t steps);

Word number_of_step(std::span<const Word>, std::int64_t steps) {
  return static_cast<Word>(steps - 1);
}

Word carried(std::span<const Word> in, std::int64_t steps) {
  Word word = 0;
  for (std::int64_t step = 1; step < steps; ++step) word = (in.back() + word) * ViewSteps::factor;
  return word;
}

/// The sum over all words is factor · (Σ in[i] + n · what was carried).
Word carried_sum(std::span<const Word> in, std::int64_t steps) {
  const Word sum = std::accumulate(in.begin(), in.end(), Word{0});
  Word carried = 0;
  for (std::int64_t step = 1; step < steps; ++step)
    carried = ViewSteps::factor * (sum + static_cast<Word>(in.size()) * carried);
  return carried;
}

struct StepsProblem {
  Addend addend;
  Cases cases = {.quick = {{{"n", 16 * Ki}, {"steps", 16}}},
                 .full = every({{"n", {16 * Ki, Mi}}, {"steps", {16}}})};

  ViewSteps make(ArrayList& arrays, const Parameters& p) const {
    return {arrays.words("in", p.as_size("n")), arrays.output<Word>("out", p.as_size("n")),
            p.as_size("n"), p.as_int("steps")};
  }
  Work work(const Parameters& p) const { return {.steps = p.as_double("steps")}; }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    const auto in = host.get<Word>("in");
    const Word added = addend(in, p["steps"]);
    return compare_elements(host.get<Word>("out"), [=](std::size_t i) {
      return exactly(Word{(in[i] + added) * ViewSteps::factor});
    });
  }
};

Experiment experiment() {
  const ProblemPointer numbered = problem(StepsProblem{.addend = number_of_step});
  // Kernels so short that the host's launches decide the time.
  const Cases many_short_steps = {.quick = {{{"n", Ki}, {"steps", 256}}}};
  Experiment e;
  e.question = "What do allocating, clearing, copying and passing Views cost?";
  e.parameters = {
      {"n", "words of a View", 16 * Ki, 1, 1 << 28},
      {"steps", "steps, each with a kernel of a thread per word", 16, 1, 1 << 20},
  };
  e.variants = {
      idiom("allocation",
            "a View for each step, which is filled with zeros (native: cudaMalloc and cudaFree, "
            "not filled)",
            "Views made inside a time loop", numbered, "each element is written before it is read"),
      matched("allocation", "WithoutInitializing"),
      idiom("deep_copy",
            "a View cleared in each step by deep_copy without an instance, which waits for all "
            "work before and after (native: cudaMemsetAsync)",
            "short kernels between clears or copies", numbered, "only this instance uses the View"),
      matched("deep_copy", "deep_copy on the instance that the kernels run on"),
      idiom("mirror",
            "the host's copy of a View by create_mirror_view_and_copy in each step (native: "
            "cudaMemcpyAsync to an array that is kept)",
            "results read by the host in every step", problem(StepsProblem{.addend = carried}),
            "only this instance writes the View"),
      matched("mirror", "one mirror, a deep_copy to it on the kernels' instance, and its fence"),
      idiom("scalar_result",
            "the sum of a View by parallel_reduce into a number of the host in each step, which "
            "waits for it (native: a sum on the device by an atomic per block, from which the next "
            "kernel reads)",
            "dot products and norms inside a time loop or a solver",
            problem(StepsProblem{.addend = carried_sum}), "the host does not need the number"),
      matched("scalar_result",
              "parallel_reduce into a View on the device, from which the next kernel reads"),
      idiom("view_copy",
            "four subviews of a reference-counted View captured by each step's kernel (native: "
            "four pointers)",
            "launches of a few µs that the host limits",
            problem(StepsProblem{.addend = number_of_step, .cases = many_short_steps}),
            "the View outlives the kernels"),
      matched("view_copy", "an unmanaged View of the same memory, made once"),
  };
  e.tested_at = {{.axes = {{"n", {1, 2, 255, 256, 257, 1009, 100003}}, {"steps", {1, 2, 7}}}}};
  return e;
}

}  // namespace tilebridge::views_experiment
