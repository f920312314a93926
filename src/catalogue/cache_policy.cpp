#include "catalogue/cache_policy.hpp"

#include "catalogue/compare.hpp"

namespace tilebridge {
namespace {

constexpr std::int64_t Mi = 1 << 20;

/// 4 Mi elements fit into the L2 cache of today's GPUs, the other sizes do not.
std::vector<Parameters> cases(const Variant&, Preset preset, Platform platform) {
  std::vector<std::int64_t> sizes = {4 * Mi, preset == Preset::full ? 256 * Mi : 64 * Mi};
  if (preset == Preset::quick) sizes = {16 * Mi};
  if (platform == Platform::host) sizes = {preset == Preset::quick ? Mi / 4 : 16 * Mi};
  std::vector<Parameters> result;
  for (const std::int64_t n : sizes)
    for (const std::int64_t reuse : {1, 8}) result.push_back({{"n", n}, {"reuse", reuse}});
  return result;
}

/// A term is rounded once as a product and then in at most reuse - 1 additions, whether fused or
/// not: the error is at most γ · Σ|term| with γ = reuse·u / (1 - reuse·u).
Validation validate(const Variant&, const HostArrays& host, const Parameters& p) {
  const auto reuse = static_cast<std::size_t>(p["reuse"]);
  const double gamma =
      static_cast<double>(reuse) * unit_roundoff / (1 - static_cast<double>(reuse) * unit_roundoff);
  const auto in = host.get<float>("in");
  return compare_elements(host.get<float>("out"), [&](std::size_t i) {
    const std::size_t first = i / PieceSum::piece * PieceSum::piece;
    double sum = 0;
    double magnitudes = 0;
    for (std::size_t k = 0; k < reuse; ++k) {
      const std::size_t j = first + (i - first + k * PieceSum::shift) % PieceSum::piece;
      if (j >= in.size()) continue;
      const double term = static_cast<double>(k + 1) * double{in[j]};
      sum += term;
      magnitudes += std::abs(term);
    }
    return within(sum, gamma * magnitudes);
  });
}

/// One result a thread, a piece a block, in both models; the caches that a load goes through are
/// not described. What would lie beyond n is read at the piece's first element.
std::vector<Kernel> accesses(const Variant&, Model, const Parameters& p, const HostArrays&) {
  constexpr int block_size = PieceSum::piece;
  const std::int64_t n = p["n"];
  const Address in = [=](Thread thread, std::int64_t k) -> std::int64_t {
    const std::int64_t first = thread.block * block_size;
    if (first + thread.rank >= n) return inactive;
    const std::int64_t j = first + (thread.rank + k * PieceSum::shift) % block_size;
    return (j < n ? j : first) * 4;
  };
  return {{blocks_for(n, block_size),
           block_size,
           {load("in", 4, in, p["reuse"]),
            store("out", 4, each(n, block_size, 4, [](std::int64_t i) { return i; }))}}};
}

}  // namespace

Experiment cache_policy() {
  const Support on_gpu = {Model::native, {Platform::cuda}};
  Experiment e;
  e.name = "cache_policy";
  e.family = "coalescing";
  e.question = "What does it matter which caches a load goes through, with and without reuse?";
  e.sources = {{"D4", "caching of global loads"}};
  e.parameters = {
      {"n", "elements of each array (4 bytes)", 64 * Mi, 0, std::int64_t{1} << 34},
      {"reuse", "times that a block reads its 256 elements", 8, 1, 64},
  };
  e.variants = {
      {"default_load", Level::textbook, "plain loads: L1 and L2", native_and_kokkos()},
      matched("default_load", "teams of 256 threads, one element each by raw team rank"),
      {"l2_only",
       Level::textbook,
       "__ldcg: past L1",
       {on_gpu, {Model::kokkos, {}, "Kokkos has no cache hint for a load"}}},
      {"streaming",
       Level::textbook,
       "__ldcs and __stcs: the first lines to be evicted",
       {on_gpu, {Model::kokkos, {}, "Kokkos has no cache hint for a load or a store"}}},
      {"read_only",
       Level::textbook,
       "__ldg; in Kokkos a View with RandomAccess",
       {on_gpu, {Model::kokkos, {Platform::cuda}}}},
      matched("read_only", "teams of 256 threads, one element each by raw team rank"),
  };
  e.cases = cases;
  e.arrays = [](const Variant&, const Parameters& p) -> std::vector<ArraySpec> {
    const auto n = static_cast<std::size_t>(p["n"]);
    return {uniform_input("in", n), output<float>("out", n)};
  };
  // An element counts once, however often it is read: what the memory at least has to move.
  e.work = [](const Variant&, const Parameters& p) {
    const auto n = static_cast<double>(p["n"]);
    return Work{n * sizeof(float), n * sizeof(float), 2 * n * static_cast<double>(p["reuse"])};
  };
  e.bind = [](const Variant&, const ArrayPointers& at, const Parameters& p) -> std::any {
    return PieceSum{at.get<const float>("in"), at.get<float>("out"),
                    static_cast<std::size_t>(p["n"]), static_cast<int>(p["reuse"])};
  };
  e.accesses = accesses;
  e.validate = validate;
  return e;
}

}  // namespace tilebridge
