#include "catalogue/fence.hpp"

#include <array>

#include "catalogue/compare.hpp"
#include "catalogue/words.hpp"

namespace tilebridge {
namespace {

constexpr std::size_t depth = FencedSteps::depth;
using Words = std::array<std::uint32_t, depth>;

std::vector<Parameters> cases(const Variant&, Preset preset, Platform) {
  const std::int64_t repeats = preset == Preset::quick ? 32 : 256;
  std::vector<Parameters> result;
  for (const char* memory : {"shared", "global"})
    for (const std::int64_t blocks : {1, 8 * 132})
      result.push_back({{"repeats", repeats}, {"blocks", blocks}, {"memory", memory}});
  return result;
}

std::size_t words(const Parameters& p) {
  return static_cast<std::size_t>(p["blocks"]) * FencedSteps::words;
}

Work work(const Variant&, const Parameters& p) {
  const auto steps = static_cast<double>(p["repeats"]);
  const std::size_t whole = words(p) / depth;
  const auto threads = static_cast<double>(whole);
  const double bytes = threads * steps * sizeof(std::uint32_t);
  Work work = {bytes, bytes, 0, true};
  if (threads > 0) work.steps = steps;
  return work;
}

/// A thread's words after all repeats.
Words after(Words w, std::int64_t repeats) {
  std::uint32_t v = w[0];
  for (std::int64_t r = 0; r < repeats; ++r) {
    w[v % depth] = v + static_cast<std::uint32_t>(r);
    v = w[v / depth % depth];
  }
  w[0] = v;
  return w;
}

Validation validate(const Variant&, const HostArrays& host, const Parameters& p) {
  constexpr std::size_t block_size = FencedSteps::block_size;
  const auto in = host.get<std::uint32_t>("in");
  std::vector<Words> expected(in.size() / depth);  // of each thread
#pragma omp parallel for
  for (std::size_t thread = 0; thread < expected.size(); ++thread) {
    const std::size_t first = thread / block_size * FencedSteps::words + thread % block_size;
    Words before;
    for (std::size_t k = 0; k < depth; ++k) before[k] = in[first + k * block_size];
    expected[thread] = after(before, p["repeats"]);
  }
  return compare_elements(host.get<std::uint32_t>("out"), [&](std::size_t i) {
    const std::size_t thread = i / FencedSteps::words * block_size + i % block_size;
    return exactly(expected[thread][i / block_size % depth]);
  });
}

}  // namespace

Experiment fence() {
  const std::vector<Support> both_on_gpu = {{Model::native, {Platform::cuda}},
                                            {Model::kokkos, {Platform::cuda}}};
  const auto native_only = [](const char* reason) -> std::vector<Support> {
    return {{Model::native, {Platform::cuda}}, {Model::kokkos, {}, reason}};
  };
  const std::string by_pointer =
      "raw team ranks, a thread's words by a pointer into scratch memory";
  Experiment e;
  e.name = "fence";
  e.family = "execution";
  e.question = "What do a barrier and a fence between a store and a load cost?";
  e.sources = {{"D4", "synchronization"}, {"D4", "volatile qualifier"}};
  e.parameters = {
      {"repeats", "times a thread stores a word, waits, and loads a word", 256, 1, 1 << 20},
      {"blocks", "blocks of 256 threads", 8 * 132, 0, 1 << 18},
      {"memory",
       "where a thread's four words lie: in shared or in global memory",
       "shared",
       0,
       0,
       {"shared", "global"}},
  };
  e.variants = {
      {"none", Level::textbook, "a store and a load, nothing between them", both_on_gpu},
      matched("none", by_pointer),
      {"barrier", Level::textbook,
       "__syncthreads (Kokkos: team_barrier between ranges of a team, a thread's value in scratch "
       "memory)",
       both_on_gpu},
      matched("barrier", by_pointer + ", its value in a register across barriers"),
      {"block_fence", Level::textbook, "__threadfence_block",
       native_only("memory_fence has one scope, the device's; a block's is there as part of "
                   "team_barrier only")},
      {"device_fence", Level::textbook, "__threadfence (Kokkos: memory_fence)", both_on_gpu},
      matched("device_fence", by_pointer),
      {"system_fence", Level::textbook, "__threadfence_system",
       native_only("memory_fence has one scope, the device's: it orders nothing for the host or "
                   "another device")},
      {"volatile", Level::textbook, "no fence, words that are volatile (plain C++ in both models)",
       both_on_gpu},
      matched("volatile", by_pointer),
  };
  e.cases = cases;
  e.arrays = [](const Variant&, const Parameters& p) -> std::vector<ArraySpec> {
    return {random_words("in", words(p)), output<std::uint32_t>("out", words(p))};
  };
  e.work = work;
  e.bind = [](const Variant&, const ArrayPointers& at, const Parameters& p) -> std::any {
    return FencedSteps{at.get<const std::uint32_t>("in"), at.get<std::uint32_t>("out"),
                       static_cast<int>(p["blocks"]), static_cast<int>(p["repeats"]),
                       p.word("memory") == "global"};
  };
  e.validate = validate;
  e.one_answer = true;
  return e;
}

}  // namespace tilebridge
