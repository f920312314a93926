// SPDX-License-Identifier: Apache-2.0
#include "catalogue/tiling/histogram.hpp"

#include <array>
#include <bit>
#include <limits>

#include "catalogue/binary_sizes.hpp"
#include "catalogue/compare.hpp"
#include "catalogue/tiling/histogram_accesses.hpp"

namespace tilebridge::histogram_experiment {

unsigned char uniform(std::uint64_t bits) { return static_cast<unsigned char>(bits >> 56U); }
/// The value b with a probability of 2^-(b+1).
unsigned char skewed(std::uint64_t bits) {
  return static_cast<unsigned char>(std::countl_zero(bits));
}
unsigned char constant(std::uint64_t) { return 100; }

template <unsigned char (*byte)(std::uint64_t)>
void fill(std::span<std::byte> bytes, const Random& random) {
#pragma omp parallel for
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = std::byte{byte(random.bits(i))};
}

ArraySpec bytes_input(std::string name, std::size_t elements, const std::string& data) {
  const auto filled = data == "uniform"  ? fill<uniform>
                      : data == "skewed" ? fill<skewed>
                                         : fill<constant>;
  return {std::move(name), elements, Role::input, filled};
}

using Counts = std::array<std::uint32_t, Histogram::bins>;

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
  bool is_slow_on_gpu;

  Histogram make(ArrayList& arrays, const Parameters& p) const {
    const auto n = p.as_size("n");
    return {.in = arrays.input<unsigned char>(bytes_input("in", n, p.word("data"))),
            .counts = arrays.output<std::uint32_t>("counts", Histogram::bins),
            .n = n};
  }
  Work work(const Parameters& p) const {
    return {.bytes_read = static_cast<double>(p["n"]),
            .bytes_written = Histogram::bins * sizeof(std::uint32_t)};
  }
  Validation validate(const HostArrays& host, const Parameters&) const {
    const auto& counts =
        host.once<Counts>("reference", [&] { return count(host.get<unsigned char>("in")); });
    return compare_elements(host.get<std::uint32_t>("counts"),
                            [&](std::size_t bin) { return exactly(counts[bin]); });
  }
  std::vector<Parameters> cases(Preset preset, Platform platform) const {
    const bool quick = preset == Preset::quick;
    const bool on_host = platform == Platform::host;
    std::vector<std::int64_t> sizes = {Mi};
    if (on_host && !quick) sizes.push_back(64 * Mi);
    if (!on_host && !is_slow_on_gpu) sizes.push_back(quick ? 64 * Mi : 1024 * Mi);
    std::vector<Parameters> result;
    for (const std::int64_t n : sizes)
      for (const char* data : {"uniform", "skewed", "constant"})
        result.push_back({{"n", n}, {"data", data}});
    return result;
  }
};

Experiment experiment() {
  // One global atomic per byte takes longer than everything else together at the larger size.
  const ProblemPointer with_global_atomics = problem(CountProblem{.is_slow_on_gpu = true});
  Experiment e;
  e.problem = problem(CountProblem{.is_slow_on_gpu = false});
  e.question = "What do atomics on shared bins cost, and what do private bins per block save?";
  e.parameters = {
      {"n", "bytes to count", Mi, 0, std::numeric_limits<std::uint32_t>::max()},
      {"data",
       "uniform bytes, skewed ones (b with probability 2^-(b+1)) or one byte throughout",
       "uniform",
       0,
       0,
       {"uniform", "skewed", "constant"}},
  };
  e.variants = {
      {.name = "global_atomic",
       .technique = "one global atomic per byte",
       .problem = with_global_atomics,
       .accesses = histogram_accesses::global_atomic},
      {.name = "block_private",
       .technique =
           "one atomic per byte on a block's bins in shared memory, one global atomic per bin "
           "and block",
       .accesses = histogram_accesses::block_private},
      matched("block_private",
              "raw team ranks, scratch memory by get_shmem, CUDA's own atomicAdd on it, bytes one "
              "league apart",
              {"team_control/team_range", "scratch_use/view", "atomics/scratch_spread"}),
      {.name = "lane_private",
       .form = Form::tuned,
       .technique =
           "16-byte loads, the next issued while these bytes are counted; one atomic per byte "
           "on bins in shared memory (in Kokkos too, CUDA's own), a private copy for each "
           "lane of a warp, in its own bank",
       .models = native_and_kokkos_on_gpu()},
      {.name = "scatter_view",
       .form = Form::construct,
       .technique = "a ScatterView: copies of the bins or atomics, as Kokkos chooses",
       .stands_for = "global_atomic",
       .problem = with_global_atomics},
      {.name = "cub",
       .form = Form::library,
       .technique = "CUB DeviceHistogram",
       .models = only_library(),
       .stands_for = "lane_private"},
  };
  add_steps(e, "block_private",
            {{"raw team ranks instead of TeamThreadRange", "team_control/team_range"},
             {"scratch memory by get_shmem", "scratch_use/view"},
             {"CUDA's own atomicAdd on scratch memory, and bytes one league apart",
              "atomics/scratch_spread"}});
  e.ragged = {{"n", 1003}};
  e.tested_at = {{.axes = {{"n",
                            {0, 1, 2, 255, 256, 257, 1009, 32767, 32768, 32785, 262143, 262144,
                             262145, 1000003, 265 * 32768 + 53}}}}};
  e.addresses_follow_data = true;
  return e;
}

}  // namespace tilebridge::histogram_experiment
