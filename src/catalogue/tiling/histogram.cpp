// SPDX-License-Identifier: Apache-2.0
#include "catalogue/tiling/histogram.hpp"

#include "catalogue/experiment.hpp"

namespace tilebridge::histogram_experiment {

// The accesses leave out that counts are set to zero.

constexpr int block_size = Histogram::block_size;

/// Returns the offset in bytes of the bin for byte i.
using BinOf = std::function<std::int64_t(std::int64_t i)>;

BinOf bins_of(const HostArrays& host) {
  return [in = host.get<unsigned char>("in")](std::int64_t i) {
    return std::int64_t{in[static_cast<std::size_t>(i)]} * 4;
  };
}

/// A thread reads one word at a time, in as many blocks as the device holds.
struct WordByWord {
  std::int64_t blocks;
  std::int64_t steps;
  Address word;  // its offset in bytes
};

constexpr int word_size = Histogram::word_size;

/// Threads that the device for which accesses are declared holds at once: an H200.
constexpr std::int64_t resident_threads = 132 * 2048;

std::int64_t resident_blocks(std::int64_t n) {
  return std::min(blocks_for(n, block_size * word_size), resident_threads / block_size);
}

/// A thread's words are a grid stride apart.
WordByWord a_grid_apart(std::int64_t n) {
  const std::int64_t blocks = resident_blocks(n), words = n / word_size;
  const std::int64_t grid_size = std::max(blocks, std::int64_t{1}) * block_size;
  return {blocks, (words + grid_size - 1) / grid_size, [=](Thread thread, std::int64_t step) {
            const std::int64_t i = step * grid_size + thread.block * block_size + thread.rank;
            return i < words ? i * word_size : inactive;
          }};
}

/// A block's words are contiguous.
WordByWord in_shares(std::int64_t n) {
  const std::int64_t blocks = resident_blocks(n), words = n / word_size;
  const std::int64_t share = blocks == 0 ? 0 : (words + blocks - 1) / blocks;
  return {blocks, blocks_for(share, block_size), [=](Thread thread, std::int64_t step) {
            const std::int64_t in_share = step * block_size + thread.rank;
            const std::int64_t i = thread.block * share + in_share;
            return in_share < share && i < words ? i * word_size : inactive;
          }};
}

/// Each of the first threads reads one of the bytes that do not fill a word.
Address rest_of(std::int64_t n, int threads_per_block) {
  return each(n % word_size, threads_per_block, 1,
              [first = n / word_size * word_size](std::int64_t i) { return first + i; });
}

/// A thread counts the bytes of each word that it reads one after the other.
Address bins_of_words(const Address& word, const BinOf& bin_of) {
  return [=](Thread thread, std::int64_t step) {
    const std::int64_t first = word(thread, step / word_size);
    return first == inactive ? inactive : bin_of(first + step % word_size);
  };
}

Address bin_of_byte(const Address& byte, const BinOf& bin_of) {
  return [=](Thread thread, std::int64_t step) {
    const std::int64_t i = byte(thread, step);
    return i == inactive ? inactive : bin_of(i);
  };
}

/// Kokkos in loops, a RangePolicy: one word per thread, four atomics on the single set of bins.
std::vector<Kernel> global_atomic(const ModelForm& form, const Parameters& p,
                                  const HostArrays& host) {
  const BinOf bin_of = bins_of(host);
  const std::int64_t n = p["n"];
  const auto kernel = [&](const WordByWord& words, int threads) {
    const Address rest = rest_of(n, threads);
    return Kernel{words.blocks,
                  threads,
                  {load("in", word_size, words.word, words.steps),
                   atomic("counts", 4, bins_of_words(words.word, bin_of), words.steps * word_size),
                   load("in", 1, rest), atomic("counts", 4, bin_of_byte(rest, bin_of))}};
  };
  if (!form.is_kokkos_in_loops()) return {kernel(a_grid_apart(n), block_size)};
  const int threads = flat_block_size(form);
  const std::int64_t range = std::max(n / word_size, n % word_size);
  return {kernel({blocks_for(range, threads), 1, each(n / word_size, threads, word_size, in_order)},
                 threads)};
}

std::vector<Kernel> block_private(const ModelForm& form, const Parameters& p,
                                  const HostArrays& host) {
  const BinOf bin_of = bins_of(host);
  const WordByWord words = form.is_kokkos_in_loops() ? in_shares(p["n"]) : a_grid_apart(p["n"]);
  const Address rest = rest_of(p["n"], block_size);
  return {
      {words.blocks,
       block_size,
       {in_shared(store("bins", 4, own_word)), load("in", word_size, words.word, words.steps),
        in_shared(atomic("bins", 4, bins_of_words(words.word, bin_of), words.steps * word_size)),
        load("in", 1, rest), in_shared(atomic("bins", 4, bin_of_byte(rest, bin_of))),
        in_shared(load("bins", 4, own_word)), atomic("counts", 4, own_word)}}};
}

using Byte = unsigned char (*)(std::uint64_t bits);

unsigned char uniform(std::uint64_t bits) { return static_cast<unsigned char>(bits >> 56U); }
/// The value b with a probability of 2^-(b+1).
unsigned char skewed(std::uint64_t bits) {
  return static_cast<unsigned char>(std::countl_zero(bits));
}
unsigned char constant(std::uint64_t) { return 100; }

constexpr std::array<std::pair<const char*, Byte>, 3> kinds_of_data = {
    {{"uniform", uniform}, {"skewed", skewed}, {"constant", constant}}};

using Counts = std::array<Word, Histogram::bins>;

Counts count(std::span<const unsigned char> in) {
  Counts counts = {};
#pragma omp parallel if (in.size() >= worth_threads)
  {
    Counts of_thread = {};
#pragma omp for nowait
    for (std::size_t i = 0; i < in.size(); ++i) ++of_thread[in[i]];
#pragma omp critical
    for (std::size_t bin = 0; bin < counts.size(); ++bin) counts[bin] += of_thread[bin];
  }
  return counts;
}

struct CountProblem {
  Cases cases;

  Histogram make(ArrayList& arrays, const Parameters& p) const {
    const auto n = p.as_size("n");
    const ArraySpec bytes = filled<unsigned char>(
        "in", n,
        [byte = named(kinds_of_data, p.word("data"))](std::size_t i, const Random& random) {
          return byte(random.bits(i));
        });
    return {arrays.input<unsigned char>(bytes), arrays.output<Word>("counts", Histogram::bins), n};
  }
  Work work(const Parameters& p) const {
    return {.bytes_read = p.as_double("n"), .bytes_written = Histogram::bins * sizeof(Word)};
  }
  Validation validate(const HostArrays& host, const Parameters&) const {
    const auto& counts =
        host.once<Counts>("reference", [&] { return count(host.get<unsigned char>("in")); });
    return compare_elements(host.get<Word>("counts"),
                            [&](std::size_t bin) { return exactly(counts[bin]); });
  }
};

void describe(Experiment& e) {
  const auto of_sizes = [](const std::vector<Value>& n) {
    return every({{"n", n}, {"data", words_of<std::vector<Value>>(kinds_of_data)}});
  };
  Cases cases = {.quick = of_sizes({Mi, 64 * Mi}),
                 .standard = of_sizes({Mi, Gi}),
                 .host_quick = of_sizes({Mi / 4}),
                 .host = of_sizes({Mi, 64 * Mi})};
  const ProblemPointer with_shared_atomics = problem(CountProblem{cases});
  // One global atomic per byte takes longer than everything else together at the larger size.
  cases.quick = cases.standard = of_sizes({Mi});
  const ProblemPointer with_global_atomics = problem(CountProblem{cases});
  e.problem = with_shared_atomics;
  e.pattern = Pattern::atomic;
  e.known = KnownKernel{"block_private", "histogram"};
  e.question = "What do atomics on shared bins cost, and what do private bins per block save?";
  e.parameters = {
      {"n", "bytes to count", Mi, 0, std::numeric_limits<Word>::max()},
      one_of("data", words_of(kinds_of_data), "uniform",
             "uniform bytes, skewed ones (b with probability 2^-(b+1)) or one byte throughout"),
  };
  e.variants = {
      loops("global_atomic", "loads of four bytes, one global atomic per byte", with_global_atomics,
            global_atomic),
      loops(
          "block_private",
          "loads of four bytes, one atomic per byte on a block's bins in shared memory, one global "
          "atomic per bin and block",
          block_private),
      rewritten(
          "block_private",
          "raw team ranks, scratch memory by get_shmem, CUDA's own atomicAdd on it, words one "
          "league apart",
          {"team_control/team_range", "scratch_use/view", "atomics/scratch_spread"}),
      tuned_on_gpu("lane_private",
                   "16-byte loads, the next issued while these bytes are counted; one atomic per "
                   "byte on bins in shared memory (in Kokkos too, CUDA's own), a private copy for "
                   "each lane of a warp, in its own bank"),
      builtin("scatter_view", "global_atomic",
              "a ScatterView: copies of the bins or atomics, as Kokkos chooses",
              with_global_atomics),
      vendor("cub", "lane_private", "CUB DeviceHistogram"),
  };
  add_steps(e, "block_private",
            {{"raw team ranks instead of TeamThreadRange", "team_control/team_range"},
             {"scratch memory by get_shmem", "scratch_use/view"},
             {"CUDA's own atomicAdd on scratch memory, and words one league apart",
              "atomics/scratch_spread"}});
  e.ragged = {{"n", 1003}};
  e.tested_at = {
      {.axes = {{"n", {0,     1,     2,      3,      4,      7,       255,
                       256,   257,   1009,   1023,   1024,   1025,    32767,
                       32768, 32785, 262143, 262144, 262145, 1000003, 265 * 32768 + 53}}}}};
  e.addresses_follow_data = true;
}

}  // namespace tilebridge::histogram_experiment
