#include "catalogue/bandwidth.hpp"

#include <array>
#include <cmath>

#include "catalogue/compare.hpp"
#include "catalogue/sums.hpp"

namespace tilebridge {
namespace {

/// H100 and H200; on other GPUs the last of so many waves of blocks is a small part as well.
constexpr std::int64_t multiprocessors = 132;
constexpr std::int64_t waves = 8;
constexpr std::int64_t threads = waves * multiprocessors * 2048;
constexpr std::int64_t values_a_thread = 8;   // of `fma`
constexpr std::int64_t half_of_l2 = 5 << 20;  // words: 20 MiB

bool in_blocks(const Variant& variant) { return variant.name == "shared" || variant.name == "l1"; }

std::vector<Parameters> cases(const Variant& variant, Preset preset, Platform platform) {
  const bool host = platform == Platform::host;
  const bool brief = preset == Preset::quick;
  if (variant.name == "fma") {
    if (host) return {{{"n", 1 << 20}, {"steps", 1 << 6}}};
    return {{{"n", values_a_thread * threads}, {"steps", brief ? 1 << 11 : 1 << 13}}};
  }
  const std::int64_t steps = brief ? 1 << 5 : 1 << 8;
  if (in_blocks(variant)) return {{{"n", host ? 1 << 14 : threads}, {"steps", steps}}};
  if (variant.name == "l2") return {{{"n", half_of_l2}, {"steps", steps}}};
  const std::int64_t quick = host ? 1 << 23 : 1 << 26;
  const std::int64_t thorough = host ? 1 << 26 : 1 << 28;
  return {{{"n", brief ? quick : thorough}, {"steps", 1}}};
}

ArraySpec random_words(std::size_t words) {
  return {"in", words * sizeof(std::uint32_t), Role::input,
          [](std::span<std::byte> bytes, const Random& random) {
            auto* word = reinterpret_cast<std::uint32_t*>(bytes.data());
            const std::size_t count = bytes.size() / sizeof(std::uint32_t);
#pragma omp parallel for
            for (std::size_t i = 0; i < count; ++i)
              word[i] = static_cast<std::uint32_t>(random.bits(i));
          }};
}

std::vector<ArraySpec> arrays(const Variant& variant, const Parameters& p) {
  const auto n = static_cast<std::size_t>(p["n"]);
  if (in_blocks(variant)) return {random_words(BlockRead::words), output<std::uint32_t>("out", n)};
  if (variant.name == "l2") return {random_words(n), output<std::uint32_t>("result", 1)};
  if (variant.listing() == "dram_read") return {uniform_input("in", n), output<float>("result", 1)};
  if (variant.name == "dram_write") return {output<float>("out", n)};
  return {uniform_input("in", n), output<float>("out", n)};
}

Work work(const Variant& variant, const Parameters& p) {
  const auto n = static_cast<double>(p["n"]);
  const double bytes = n * sizeof(float);
  const auto steps = static_cast<double>(p["steps"]);
  if (in_blocks(variant)) {
    const double blocks = std::ceil(n / BlockRead::block_size);
    return {steps * blocks * BlockRead::words * sizeof(std::uint32_t), 0, 0, true};
  }
  if (variant.name == "l2") return {steps * bytes, 0, 0, true};
  if (variant.listing() == "dram_read") return {bytes, 0, n};
  if (variant.name == "dram_write") return {0, bytes, 0};
  if (variant.name == "dram_copy") return {bytes, bytes, 0};
  return {bytes, bytes, 2 * n * steps};
}

std::any bind(const Variant& variant, const ArrayPointers& at, const Parameters& p) {
  const auto n = static_cast<std::size_t>(p["n"]);
  const auto steps = static_cast<int>(p["steps"]);
  if (in_blocks(variant))
    return BlockRead{at.get<const std::uint32_t>("in"), at.get<std::uint32_t>("out"), n, steps};
  if (variant.name == "l2")
    return CachedRead{at.get<const std::uint32_t>("in"), at.get<std::uint32_t>("result"), n, steps};
  if (variant.listing() == "dram_read")
    return ReadBandwidth{at.get<const float>("in"), at.get<float>("result"), n};
  if (variant.name == "dram_write") return WriteBandwidth{at.get<float>("out"), n};
  if (variant.name == "dram_copy")
    return CopyBandwidth{at.get<const float>("in"), at.get<float>("out"), n};
  return FmaChain{at.get<const float>("in"), at.get<float>("out"), n, steps};
}

/// The additions that one element passes through. Kokkos's reduction may give all elements to one
/// thread (Serial does); what is written here has at most n / 64 in one accumulator, 64
/// accumulators and no more blocks than that.
double longest_chain(const Variant& variant, double n) {
  return variant.name == "read_range" ? n : n / 32 + 64;
}

Validation validate_read(const HostArrays& host, double chain) {
  const auto in = host.get<float>("in");
  const Sum sum = sum_of(in.size(), [&](std::size_t i) { return double{in[i]}; });
  return compare_sum(host.get<float>("result"), sum, chain);
}

Validation validate_cached(const HostArrays& host, int passes) {
  std::uint32_t sum = 0;
  for (const std::uint32_t word : host.get<std::uint32_t>("in")) sum += word;
  sum *= static_cast<std::uint32_t>(passes);
  return compare_elements(host.get<std::uint32_t>("result"),
                          [&](std::size_t) { return exactly(sum); });
}

/// Every block has the same sums.
Validation validate_blocks(const HostArrays& host, std::size_t passes) {
  constexpr std::size_t size = BlockRead::block_size;
  const auto in = host.get<std::uint32_t>("in");
  std::array<std::uint32_t, size> once{};
  for (std::size_t word = 0; word < in.size(); ++word) once[word / 4 % size] += in[word];
  std::array<std::uint32_t, size> sums{};
  for (std::size_t thread = 0; thread < size; ++thread)
    for (std::size_t pass = 0; pass < passes; ++pass)
      sums[thread] += once[(thread + BlockRead::shift * pass) % size];
  return compare_elements(host.get<std::uint32_t>("out"),
                          [&](std::size_t i) { return exactly(sums[i % size]); });
}

Validation validate(const Variant& variant, const HostArrays& host, const Parameters& p) {
  const auto steps = static_cast<int>(p["steps"]);
  if (in_blocks(variant)) return validate_blocks(host, static_cast<std::size_t>(steps));
  if (variant.name == "l2") return validate_cached(host, steps);
  if (variant.listing() == "dram_read")
    return validate_read(host, longest_chain(variant, static_cast<double>(p["n"])));
  if (variant.name == "dram_write")
    return compare_elements(host.get<float>("out"), [](std::size_t i) {
      return exactly(static_cast<double>(i & 0xffffU));
    });
  const auto in = host.get<float>("in");
  if (variant.name == "fma") return compare_chains(in, host.get<float>("out"), steps);
  return compare_elements(host.get<float>("out"), [&](std::size_t i) { return exactly(in[i]); });
}

}  // namespace

Experiment bandwidth() {
  const std::vector<Support> both = native_and_kokkos();
  const std::vector<Support> on_gpu = {{Model::native, {Platform::cuda}},
                                       {Model::kokkos, {Platform::cuda}}};
  Experiment e;
  e.name = "bandwidth";
  e.family = "hierarchy";
  e.question = "How fast can this device read, at each level, write, copy and multiply-add at all?";
  e.sources = {{"D1", "§1.2"}, {"D5", "hardware limits"}};
  e.parameters = {
      {"n",
       "elements (4 bytes), a multiple of 32; of `shared` and `l1`, threads, a block of which "
       "reads "
       "the same 32 KiB",
       1 << 28, 32, std::int64_t{1} << 34},
      {"steps",
       "multiply-adds an element (`fma`), or times that all is read (`shared`, `l1`, `l2`)",
       1 << 13, 1, 1 << 20},
  };
  e.variants = {
      {"dram_read",
       Level::tuned,
       "16-byte loads, several in flight a thread, summed",
       both,
       {},
       {},
       Rate::read},
      {"dram_write", Level::tuned, "16-byte stores", both, {}, {}, Rate::write},
      {"dram_copy",
       Level::tuned,
       "the driver's own device-to-device copy (Kokkos: deep_copy); on a host, memcpy",
       both,
       {},
       {},
       Rate::copy},
      {"fma",
       Level::tuned,
       "8 independent chains of fused multiply-adds a thread, in registers",
       both,
       {},
       {},
       Rate::fma},
      {"read_range",
       Level::idiomatic,
       "parallel_reduce over a RangePolicy",
       {{Model::kokkos, {Platform::host, Platform::cuda}}},
       "dram_read"},
      {"shared", Level::tuned, "16-byte loads of shared memory, without conflicts", on_gpu},
      {"l1", Level::tuned, "16-byte loads of 32 KiB that all blocks read", on_gpu},
      {"l2",
       Level::tuned,
       "16-byte loads past L1 (__ldcg) of what fits into half of L2",
       {{Model::native, {Platform::cuda}},
        {Model::kokkos, {}, "Kokkos has no cache hint for a load"}},
       {},
       {},
       Rate::l2},
  };
  e.cases = cases;
  e.arrays = arrays;
  e.work = work;
  e.bind = bind;
  e.validate = validate;
  return e;
}

}  // namespace tilebridge
