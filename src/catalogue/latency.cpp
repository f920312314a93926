#include "catalogue/latency.hpp"

#include <numeric>
#include <utility>

#include "catalogue/compare.hpp"

namespace tilebridge {
namespace {

constexpr std::int64_t Ki = 1 << 10;
constexpr std::int64_t Mi = 1 << 20;
constexpr std::size_t node_bytes = PointerChase::words_per_node * sizeof(std::uint32_t);
constexpr std::int64_t largest_l1 = 256 * Ki;
constexpr std::int64_t largest_l2 = 128 * Mi;

std::int64_t largest(const Variant& variant) {
  if (variant.name == "shared") return PointerChase::most_shared * node_bytes;
  if (variant.name == "constant") return PointerChase::most_constant * node_bytes;
  return variant.name == "global" ? 1024 * Mi : largest_l2;
}

/// Powers of two, with sizes between where an L1 or an L2 may end.
std::vector<std::int64_t> sizes(Preset preset, Platform platform) {
  if (platform == Platform::host) {
    if (preset == Preset::quick) return {16 * Ki, Mi};
    return {Ki,     4 * Ki, 16 * Ki, 32 * Ki, 64 * Ki, 256 * Ki, 512 * Ki, 1 * Mi,
            2 * Mi, 4 * Mi, 8 * Mi,  16 * Mi, 32 * Mi, 64 * Mi,  128 * Mi, 256 * Mi};
  }
  if (preset == Preset::quick) return {16 * Ki, Mi, 256 * Mi};
  return {Ki,       2 * Ki,   4 * Ki,   8 * Ki,   16 * Ki,  32 * Ki,  64 * Ki, 128 * Ki,
          160 * Ki, 192 * Ki, 224 * Ki, 256 * Ki, 512 * Ki, Mi,       2 * Mi,  4 * Mi,
          8 * Mi,   16 * Mi,  20 * Mi,  24 * Mi,  28 * Mi,  32 * Mi,  40 * Mi, 48 * Mi,
          56 * Mi,  64 * Mi,  128 * Mi, 256 * Mi, 512 * Mi, 1024 * Mi};
}

/// So many that a launch, and what it loads ahead, is less than 1% of the time on a GPU.
std::int64_t steps(Preset preset, std::int64_t bytes) {
  if (preset == Preset::quick) return bytes <= largest_l1 ? 8 * Ki : Ki;
  return bytes <= largest_l1 ? 256 * Ki : 32 * Ki;
}

std::vector<Parameters> cases(const Variant& variant, Preset preset, Platform platform) {
  std::vector<Parameters> result;
  for (const std::int64_t bytes : sizes(preset, platform))
    if (bytes <= largest(variant))
      result.push_back({{"bytes", bytes}, {"steps", steps(preset, bytes)}});
  return result;
}

std::size_t nodes(const Parameters& p) { return static_cast<std::size_t>(p["bytes"]) / node_bytes; }

/// One cycle through all nodes, every one as likely as any other (Sattolo, Inf. Process. Lett. 22,
/// 1986).
void fill_cycle(std::span<std::byte> bytes, const Random& random) {
  std::vector<std::uint32_t> successor(bytes.size() / node_bytes);
  std::iota(successor.begin(), successor.end(), 0U);
  for (std::size_t i = successor.size(); i-- > 1;)
    std::swap(successor[i], successor[random.bits(i) % i]);

  auto* words = reinterpret_cast<std::uint32_t*>(bytes.data());
#pragma omp parallel for
  for (std::size_t node = 0; node < successor.size(); ++node) {
    std::uint32_t* first = words + node * PointerChase::words_per_node;
    std::fill_n(first, PointerChase::words_per_node, 0U);
    *first = successor[node] * PointerChase::words_per_node;
  }
}

/// The cycle closes after as many steps as there are nodes.
Validation validate(const Variant&, const HostArrays& host, const Parameters& p) {
  const auto next = host.get<std::uint32_t>("next");
  const std::size_t steps = static_cast<std::size_t>(p["steps"]) % nodes(p);
  std::uint32_t at = 0;
  for (std::size_t step = 0; step < steps; ++step) at = next[at];
  return compare_elements(host.get<std::uint32_t>("last"),
                          [&](std::size_t) { return exactly(at); });
}

}  // namespace

Experiment latency() {
  const Support on_gpu = {Model::native, {Platform::cuda}};
  Experiment e;
  e.name = "latency";
  e.family = "hierarchy";
  e.question = "How long does a load take that must wait for the one before, by the memory's size?";
  e.sources = {{"D1", "§1.2"}, {"D3", "§1"}, {"D4", "memory hierarchy"}};
  e.parameters = {
      {"bytes", "size of the chain, of whole nodes of 128 bytes", 16 * Mi, node_bytes,
       std::int64_t{16} << 30},
      {"steps", "loads, each at the place that the one before names", 32 * Ki, 1, 1 << 30},
  };
  e.variants = {
      {"global", Level::textbook, "plain loads of one thread: L1, then L2, then the memory",
       native_and_kokkos()},
      matched("global",
              "raw team ranks; one team a multiprocessor is asked for (DesiredOccupancy), which "
              "leaves L1 what Kokkos would set aside as shared memory"),
      {"l2",
       Level::textbook,
       "__ldcg: past L1",
       {on_gpu, {Model::kokkos, {}, "Kokkos has no cache hint for a load"}}},
      {"l2_home",
       Level::textbook,
       "atomic additions of 0, made where L2 keeps the line: a load may be served by a nearer copy",
       {on_gpu, {Model::kokkos, {Platform::cuda}}}},
      {"shared",
       Level::textbook,
       "the chain in shared memory",
       {on_gpu, {Model::kokkos, {Platform::cuda}}}},
      {"constant",
       Level::textbook,
       "the chain in __constant__ memory, which is cached on its own",
       {on_gpu,
        {Model::kokkos,
         {},
         "no constant memory of one's own: only what a functor captures, up to 32 KiB of values "
         "that the host has at the launch, may lie there; an array on the device cannot"}}},
  };
  e.cases = cases;
  e.arrays = [](const Variant&, const Parameters& p) -> std::vector<ArraySpec> {
    return {{"next", nodes(p) * node_bytes, Role::input, fill_cycle},
            output<std::uint32_t>("last", 1)};
  };
  e.work = [](const Variant&, const Parameters& p) {
    Work work;
    work.steps = static_cast<double>(p["steps"]);
    return work;
  };
  e.bind = [](const Variant&, const ArrayPointers& at, const Parameters& p) -> std::any {
    return PointerChase{at.get<const std::uint32_t>("next"), at.get<std::uint32_t>("last"),
                        nodes(p), static_cast<int>(p["steps"])};
  };
  e.validate = validate;
  e.one_answer = true;
  return e;
}

}  // namespace tilebridge
