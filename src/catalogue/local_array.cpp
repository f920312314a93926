#include "catalogue/local_array.hpp"

#include <array>

#include "catalogue/compare.hpp"

namespace tilebridge {
namespace {

constexpr std::int64_t Mi = 1 << 20;
constexpr std::size_t length = LaggedSums::length;

std::vector<Parameters> cases(const Variant&, Preset preset, Platform platform) {
  constexpr std::int64_t rounds = 16;
  const bool quick = preset == Preset::quick;
  if (platform == Platform::host) return {{{"n", quick ? Mi / 128 : Mi / 4}, {"rounds", rounds}}};
  std::vector<Parameters> result = {{{"n", quick ? Mi / 4 : 4 * Mi}, {"rounds", rounds}}};
  if (preset == Preset::full) result.push_back({{"n", 16 * Mi}, {"rounds", rounds}});
  return result;
}

ArraySpec seeds(std::size_t n) {
  return {"in", n * sizeof(std::uint32_t), Role::input,
          [](std::span<std::byte> bytes, const Random& random) {
            auto* values = reinterpret_cast<std::uint32_t*>(bytes.data());
            for (std::size_t i = 0; i < bytes.size() / sizeof(std::uint32_t); ++i)
              values[i] = static_cast<std::uint32_t>(random.bits(i));
          },
          Space::device};
}

/// Integers: exact.
Validation validate(const Variant&, const HostArrays& host, const Parameters& p) {
  const auto in = host.get<std::uint32_t>("in");
  const std::int64_t rounds = p["rounds"];
  return compare_elements(host.get<std::uint32_t>("out"), [&](std::size_t i) {
    std::array<std::uint32_t, length> ring;
    for (std::size_t j = 0; j < length; ++j)
      ring[j] = in[i] * static_cast<std::uint32_t>(2 * j + 1);
    for (std::int64_t round = 0; round < rounds; ++round)
      for (std::size_t j = 0; j < length; ++j)
        ring[j] += ring[(j + length - LaggedSums::lag) % length];
    std::uint32_t sum = 0;
    for (const std::uint32_t value : ring) sum += value;
    return exactly(sum);
  });
}

}  // namespace

Experiment local_array() {
  const std::string folded =
      "teams of 256 threads, one element each by raw team rank; loops unrolled by folds";
  Experiment e;
  e.name = "local_array";
  e.family = "memory";
  e.question = "What does it cost to index an array of a thread's own at run time?";
  e.sources = {{"D4", "registers"}, {"D4", "local memory"}};
  e.parameters = {
      {"n", "threads, each with an array of 32 elements (4 bytes)", 4 * Mi, 0,
       std::int64_t{1} << 34},
      {"rounds", "how often a thread goes through its array", 16, 0, 1 << 20},
  };
  e.variants = {
      {"compile_time", Level::textbook,
       "every index known to the compiler: the array lies in registers", native_and_kokkos()},
      matched("compile_time", folded),
      {"run_time", Level::textbook,
       "one index known at run time only: the array lies in local memory", native_and_kokkos()},
      matched("run_time", folded),
  };
  e.cases = cases;
  e.arrays = [](const Variant&, const Parameters& p) -> std::vector<ArraySpec> {
    const auto n = static_cast<std::size_t>(p["n"]);
    return {seeds(n), output<std::uint32_t>("out", n)};
  };
  // The threads' arrays: a step reads two elements and writes one; filling them and the sum at the
  // end are a round's work.
  e.work = [](const Variant&, const Parameters& p) {
    const double steps =
        static_cast<double>(p["n"]) * static_cast<double>(p["rounds"] + 1) * length;
    Work work{2 * steps * sizeof(std::uint32_t), steps * sizeof(std::uint32_t), 0};
    work.on_chip = true;
    return work;
  };
  e.bind = [](const Variant&, const ArrayPointers& at, const Parameters& p) -> std::any {
    return LaggedSums{at.get<const std::uint32_t>("in"), at.get<std::uint32_t>("out"),
                      static_cast<std::size_t>(p["n"]), static_cast<int>(p["rounds"]),
                      LaggedSums::lag};
  };
  e.validate = validate;
  return e;
}

}  // namespace tilebridge
