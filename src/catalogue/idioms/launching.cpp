// SPDX-License-Identifier: Apache-2.0
#include "catalogue/idioms/launching.hpp"

#include "catalogue/experiment.hpp"

namespace tilebridge::launching_experiment {

constexpr int block_size = SmallKernels::block_size;

struct SmallKernelsProblem {
  int words;              // of a kernel
  bool is_moved = false;  // round, within a kernel's words

  SmallKernels make(ArrayList& arrays, const Parameters& p) const {
    return {arrays.words("in", elements(p)), arrays.output<Word>("out", elements(p)),
            p.as_int("kernels"), words};
  }
  Work work(const Parameters& p) const {
    const double bytes = static_cast<double>(elements(p)) * sizeof(Word);
    return {.bytes_read = bytes, .bytes_written = bytes, .steps = p.as_double("kernels")};
  }
  Validation validate(const HostArrays& host, const Parameters&) const {
    return compare_from<Word>(
        host, [&](auto in, std::size_t i) { return exactly(in[is_moved ? moved_from(i) : i]); });
  }
  Cases cases = {.quick = {{{"kernels", 16}}}, .full = every({{"kernels", {1, 16}}})};

 private:
  std::size_t elements(const Parameters& p) const {
    return p.as_size("kernels") * static_cast<std::size_t>(words);
  }
  /// Index of the word that is moved to word i, without the struct's map.
  static std::size_t moved_from(std::size_t i) { return i % block_size < 127 ? i + 129 : i - 127; }
};

/// Factors are odd numbers, far apart.
Word factor(std::size_t k) { return static_cast<Word>(k) * 0x9e3779b2U + 1; }

template <int count>
struct FactorsProblem {
  SmallKernelsProblem copies = {.words = block_size};

  KernelsWithFactors<count> make(ArrayList& arrays, const Parameters& p) const {
    // These must be the factors that the launches hand over.
    const ArraySpec kept =
        filled<Word>("kept", count, [](std::size_t k, const Random&) { return factor(k); });
    KernelsWithFactors<count> kernels = {copies.make(arrays, p), {}, arrays.input<Word>(kept)};
    for (std::size_t k = 0; k < count; ++k) kernels.factors.values[k] = factor(k);
    return kernels;
  }
  Work work(const Parameters& p) const { return copies.work(p); }
  Validation validate(const HostArrays& host, const Parameters&) const {
    return compare_from<Word>(host, [&](auto in, std::size_t i) {
      return exactly(in[i] * factor(i / block_size % count));
    });
  }
  Cases cases = copies.cases;
};

template <int count>
Variant functor(const std::string& name, const std::string& size) {
  return idiom(name, "a functor that holds " + size + " of factors, handed over with each launch",
               "functors of 512 bytes and more, launched often", problem(FactorsProblem<count>{}),
               "the same data in every launch");
}

void describe(Experiment& e) {
  const ProblemPointer single_words = problem(SmallKernelsProblem{.words = 1});
  e.pattern = Pattern::launch;
  e.question = "What does launching many small kernels cost?";
  e.parameters = {{"kernels", "launches in a row, each of a kernel that copies 1 or 256 words", 16,
                   0, 64 * Ki}};
  e.variants = {
      idiom("range", "a RangePolicy of one index (CUDA: one thread)",
            "kernels below 10 µs, thousands in a row", single_words),
      idiom("graph",
            "range: one launch after another (native: a CUDA graph of the launches, which is made "
            "once)",
            "the same row of small kernels again and again", single_words,
            "the same launches in every step"),
      rewritten("graph", "a Kokkos::Experimental::Graph of the same kernels, which is made once"),
      idiom("team", "a TeamPolicy of one team of 256 threads, for a flat loop (CUDA: one block)",
            "small kernels; large flat loops are the opposite case",
            problem(SmallKernelsProblem{.words = block_size}), "threads that need no team"),
      rewritten("team", "a RangePolicy: a flat loop needs no team"),
      idiom("team_scratch",
            "one team of 256 threads that pass words round in 1 KiB of scratch memory",
            "data small enough for L1, each word used once or twice",
            problem(SmallKernelsProblem{.words = block_size, .is_moved = true}),
            "each word used once or twice"),
      rewritten("team_scratch", "no scratch memory: each thread loads the other's word itself"),
      functor<factors_64>("functor_64", "64 bytes"),
      functor<factors_256>("functor_256", "256 bytes"),
      functor<factors_1k>("functor_1k", "1 KiB"),
      functor<factors_4k>("functor_4k", "3.5 KiB"),
      idiom("fence",
            "range, and after each launch Kokkos::fence(), which waits for all instances (CUDA: "
            "for the stream)",
            "several instances with work in flight; host loops", single_words,
            "no other instance to wait for"),
      rewritten("fence", "exec.fence(), which waits for this instance alone"),
  };
  add_rewritten(e, {"functor_64", "functor_256", "functor_1k", "functor_4k"},
                "the factors in a View, on the device before the first launch");
  e.tested_at = {{.axes = {{"kernels", {0, 1, 2, 3, 17, 897}}}}};
}

}  // namespace tilebridge::launching_experiment
