// SPDX-License-Identifier: Apache-2.0
#include "catalogue/hierarchy/bandwidth.hpp"

#include <numeric>

#include "catalogue/experiment.hpp"
#include "catalogue/fma_chain_problem.hpp"
#include "catalogue/sums.hpp"

namespace tilebridge::bandwidth_experiment {

/// H100 and H200; on other GPUs, too, the partial last wave is a small fraction of the work.
constexpr std::int64_t multiprocessors = 132;
constexpr std::int64_t waves = 8;
constexpr std::int64_t threads = waves * multiprocessors * 2048;
constexpr std::int64_t chains = 8 * threads;  // for `fma`
constexpr std::int64_t half_of_l2 = 5 << 20;  // words: 20 MiB

/// Accesses every element in DRAM once. The last case of a preset is a ceiling, so it is as large
/// as the preset's largest: a kernel's first and last microseconds are a part of a shorter one's
/// time.
const Cases of_memory = {.quick = {{{"n", 256 * Mi}, {"steps", 1}}},
                         .standard = {{{"n", 512 * Mi}, {"steps", 1}}},
                         .more_in_full = {{{"n", Gi}, {"steps", 1}}},
                         .host_quick = {{{"n", 2 * Mi}, {"steps", 1}}},
                         .host = {{{"n", 64 * Mi}, {"steps", 1}}}};
const Cases of_threads = {.quick = {{{"n", threads}, {"steps", 32}}},
                          .standard = {{{"n", threads}, {"steps", 256}}},
                          .host_quick = {{{"n", 16 * Ki}, {"steps", 32}}},
                          .host = {{{"n", 16 * Ki}, {"steps", 256}}}};

/// Every variant has n elements of 4 bytes.
double bytes_of(const Parameters& p) { return static_cast<double>(p.as_size("n") * sizeof(float)); }

struct ReadProblem {
  static constexpr bool is_long_sum = true;

  /// Kokkos's reduction may give all elements to one thread (Serial does); the kernels written here
  /// add at most n / 64 elements per accumulator, 64 accumulators, and no more blocks than that.
  bool by_parallel_reduce;

  ReadBandwidth make(ArrayList& arrays, const Parameters& p) const {
    return {arrays.uniform("in"), arrays.output<float>("result", 1), p.as_size("n")};
  }
  Work work(const Parameters& p) const {
    return {.bytes_read = bytes_of(p), .flops = p.as_double("n")};
  }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    const auto in = host.get<float>("in");
    const Sum sum = sum_of(in.size(), [&](std::size_t i) { return double{in[i]}; });
    const auto n = p.as_double("n");
    const double longest_chain = by_parallel_reduce ? n : n / 32 + 64;
    return compare_sum(host.get<float>("result"), sum, longest_chain);
  }
  Cases cases = of_memory;
};

struct WriteProblem {
  WriteBandwidth make(ArrayList& arrays, const Parameters& p) const {
    return {arrays.output<float>("out"), p.as_size("n")};
  }
  Work work(const Parameters& p) const { return {.bytes_written = bytes_of(p)}; }
  Validation validate(const HostArrays& host, const Parameters&) const {
    return compare_elements(host.get<float>("out"), [](std::size_t i) {
      return exactly(static_cast<double>(i & 0xffffU));
    });
  }
  Cases cases = of_memory;
};

struct CopyProblem {
  CopyBandwidth make(ArrayList& arrays, const Parameters& p) const {
    return {arrays.uniform("in"), arrays.output<float>("out"), p.as_size("n")};
  }
  Work work(const Parameters& p) const { return copied<float>(p["n"]); }
  Validation validate(const HostArrays& host, const Parameters&) const {
    return compare_copy<float>(host);
  }
  Cases cases = of_memory;
};

/// All blocks read the same words: from shared memory, or from L1.
struct BlockReadProblem {
  BlockRead make(ArrayList& arrays, const Parameters& p) const {
    return {.in = arrays.words("words", BlockRead::words),
            .out = arrays.output<Word>("out"),
            .n = p.as_size("n"),
            .passes = p.as_int("steps")};
  }
  Work work(const Parameters& p) const {
    const double blocks = std::ceil(p.as_double("n") / BlockRead::block_size);
    return {.bytes_read = p.as_int("steps") * blocks * BlockRead::words * sizeof(Word),
            .on_chip = true};
  }
  /// Every block computes the same sums.
  Validation validate(const HostArrays& host, const Parameters& p) const {
    constexpr std::size_t size = BlockRead::block_size;
    const auto in = host.get<Word>("words");
    const auto passes = p.as_size("steps");
    std::array<Word, size> once{};
    for (std::size_t word = 0; word < in.size(); ++word) once[word / 4 % size] += in[word];
    std::array<Word, size> sums{};
    for (std::size_t thread = 0; thread < size; ++thread)
      for (std::size_t pass = 0; pass < passes; ++pass)
        sums[thread] += once[(thread + 32 * pass) % size];
    return compare_elements(host.get<Word>("out"),
                            [&](std::size_t i) { return exactly(sums[i % size]); });
  }
  Cases cases = of_threads;
};

float whole_number(std::size_t i, const Random& random) {
  return static_cast<float>(random.bits(i) % (BroadcastRead::most + 1));
}

/// All threads read the same words in the same order.
struct BroadcastReadProblem {
  BroadcastRead make(ArrayList& arrays, const Parameters& p) const {
    return {.in = arrays.input<float>(filled<float>("numbers", BroadcastRead::words, whole_number)),
            .out = arrays.output<float>("out"),
            .n = p.as_size("n"),
            .passes = p.as_int("steps")};
  }
  /// Counts a word once for each thread, although it moves once for a warp.
  Work work(const Parameters& p) const {
    const double additions = p.as_double("n") * additions_of(p);
    return {.bytes_read = additions * sizeof(float), .flops = additions, .on_chip = true};
  }
  /// Sums of whole numbers are exact up to 2²⁴. Beyond, each addition of numbers that are not
  /// negative rounds by half a unit of the last place of the whole sum at most.
  Validation validate(const HostArrays& host, const Parameters& p) const {
    const auto in = host.get<float>("numbers");
    const auto additions = static_cast<std::size_t>(additions_of(p));
    double sum = 0;
    for (std::size_t i = 0; i < additions; ++i) sum += in[i % in.size()];
    const double largest = sum + BroadcastRead::lanes;
    constexpr double exact = 1 << 24;
    const double bound =
        largest <= exact ? 0 : static_cast<double>(additions) * unit_roundoff * largest;
    return compare_elements(host.get<float>("out"), [&](std::size_t i) {
      return within(sum + static_cast<double>(i % BroadcastRead::lanes), bound);
    });
  }
  Cases cases = of_threads;

 private:
  /// Additions of one thread.
  static double additions_of(const Parameters& p) {
    return p.as_double("steps") * BroadcastRead::words_per_pass;
  }
};

/// All threads together read an array that fits into L2.
struct CachedReadProblem {
  CachedRead make(ArrayList& arrays, const Parameters& p) const {
    return {.in = arrays.words("words"),
            .result = arrays.output<Word>("result", 1),
            .n = p.as_size("n"),
            .passes = p.as_int("steps")};
  }
  Work work(const Parameters& p) const {
    return {.bytes_read = p.as_int("steps") * bytes_of(p), .on_chip = true};
  }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    const auto in = host.get<Word>("words");
    const Word once = std::accumulate(in.begin(), in.end(), Word{0});
    const Word sum = once * static_cast<Word>(p["steps"]);
    return compare_all(host.get<Word>("result"), exactly(sum));
  }
  Cases cases = {.quick = {{{"n", half_of_l2}, {"steps", 32}}},
                 .standard = {{{"n", half_of_l2}, {"steps", 256}}}};
};

void describe(Experiment& e) {
  const ProblemPointer fma = fma_chains({.quick = {{{"n", chains}, {"steps", 2 * Ki}}},
                                         .standard = {{{"n", chains}, {"steps", 8 * Ki}}},
                                         .host = {{{"n", Mi}, {"steps", 64}}}});
  const ProblemPointer broadcast_read = problem(BroadcastReadProblem{});
  e.problem = problem(BlockReadProblem{});
  e.question = "What are the device's peak rates of reading, writing, copying and multiply-adds?";
  e.parameters = {
      in_multiples_of(
          32, {"n",
               "elements (4 bytes); for `shared`, `l1`, `texture`, `constant` and `argument`, "
               "threads, each block of which reads the same 32 KiB (`constant`, `argument`: 2 KiB)",
               1 << 28, 32, 16 * Gi}),
      {"steps",
       "multiply-adds per element (`fma`), or times all is read (`shared`, `l1`, `texture`, `l2`), "
       "or 16 words (`constant`, `argument`)",
       1 << 13, 1, 1 << 20},
  };
  e.variants = {
      variant(Form::tuned, "dram_read", "16-byte loads, several in flight per thread, summed",
              Rate::read, problem(ReadProblem{.by_parallel_reduce = false})),
      variant(Form::tuned, "dram_write", "16-byte stores", Rate::write, problem(WriteProblem{})),
      variant(Form::tuned, "dram_copy",
              "the driver's own device-to-device copy (Kokkos: deep_copy); on a host, memcpy",
              Rate::copy, problem(CopyProblem{})),
      variant(Form::tuned, "fma",
              "16 independent chains of fused multiply-adds per thread, in registers", Rate::fma,
              fma),
      vendor("cub", "dram_read", "CUB DeviceReduce",
             problem(ReadProblem{.by_parallel_reduce = false})),
      vendor("tabulate", "dram_write", "Thrust's tabulate", problem(WriteProblem{})),
      vendor("transform", "dram_copy", "CUB's DeviceTransform, which copies in bulk",
             problem(CopyProblem{})),
      builtin("read_range", "dram_read", "parallel_reduce over a RangePolicy",
              problem(ReadProblem{.by_parallel_reduce = true})),
      tuned_on_gpu("shared", "16-byte loads from shared memory, without conflicts"),
      tuned_on_gpu("l1", "16-byte loads from 32 KiB that all blocks read"),
      variant(Form::tuned, "texture",
              "16-byte fetches (tex1Dfetch) from a texture of 32 KiB that all blocks read",
              only_native_on_gpu(
                  "Kokkos has no texture objects: a View with RandomAccess is loaded (__ldg)")),
      tuned_on_gpu("constant",
                   "2 KiB of __constant__ memory, every word of which goes to all lanes of a warp "
                   "at once; in Kokkos captured by value: with 4.x in constant memory too",
                   broadcast_read),
      variant(Form::tuned, "argument", "the same 2 KiB in an argument of the kernel",
              only_native_on_gpu(
                  "what a functor holds lies where its Kokkos puts it, as in `constant`: in the "
                  "argument with 5.x, from 512 bytes on in constant memory with 4.x"),
              broadcast_read),
      variant(Form::tuned, "l2", "16-byte loads bypassing L1 (__ldcg) of data that fits half of L2",
              only_native_on_gpu("Kokkos has no cache hint for a load"), Rate::l2,
              problem(CachedReadProblem{})),
  };
  e.tested_at = {{.axes = {{"n", {32, 480, 512, 544, 1024, 4096, 4128, 8192, 8224, 100000}},
                           {"steps", {1, 2, 17, 33}}}}};
}

}  // namespace tilebridge::bandwidth_experiment
