#include "catalogue/reuse.hpp"

#include <cmath>

#include "catalogue/compare.hpp"

namespace tilebridge {
namespace {

constexpr std::int64_t Mi = 1 << 20;

std::vector<Parameters> cases(const Variant&, Preset preset, Platform platform) {
  const bool host = platform == Platform::host;
  std::int64_t n = host ? 4 * Mi : 16 * Mi;
  std::vector<std::int64_t> uses = {1, 2, 3, 5, 8, 16, 64, 256};
  if (preset == Preset::full && !host) n = 64 * Mi;
  if (preset == Preset::quick) {
    n = host ? Mi / 4 : 4 * Mi;
    uses = host ? std::vector<std::int64_t>{1, 5, 16} : std::vector<std::int64_t>{1, 3, 8, 64};
  }
  std::vector<Parameters> result;
  for (const std::int64_t u : uses) result.push_back({{"n", n}, {"uses", u}});
  return result;
}

/// Every element counts once, however often it is used: reading it again is what a cache or shared
/// memory is to save.
Work work(const Variant&, const Parameters& p) {
  const auto n = static_cast<double>(p["n"]);
  const auto uses = static_cast<double>(p["uses"]);
  if (n == 0) return {};
  return {(n + uses) * sizeof(float), n * sizeof(float), 2 * n * uses};
}

/// N products, each rounded once and added in turn (or with one rounding in all, by fused
/// multiply-adds): every term passes through at most N roundings, since the first addition is to 0.
/// So the error is at most γ·Σ|terms| with γ = N·u / (1 - N·u) (Higham, Accuracy and Stability of
/// Numerical Algorithms, §3.1). It holds for every one of many million elements; a statistical
/// bound would not.
Validation validate(const Variant&, const HostArrays& host, const Parameters& p) {
  const auto in = host.get<float>("in");
  const auto weight = host.get<float>("weight");
  const double roundings = static_cast<double>(p["uses"]) * unit_roundoff;
  const double gamma = roundings / (1 - roundings);
  return compare_elements(host.get<float>("out"), [&](std::size_t i) {
    const std::size_t thread = i % Reuse::block_size;
    const std::size_t first = i - thread;
    double sum = 0;
    double magnitudes = 0;
    for (std::size_t k = 0; k < weight.size(); ++k) {
      const std::size_t used = first + (thread + k) % Reuse::block_size;
      const double term = used < in.size() ? double{in[used]} * double{weight[k]} : 0;
      sum += term;
      magnitudes += std::abs(term);
    }
    return within(sum, gamma * magnitudes);
  });
}

constexpr int block_size = static_cast<int>(Reuse::block_size);

/// What use k of thread i wants: the place among its block's elements.
std::int64_t used(std::int64_t i, std::int64_t k) { return (i + k) % block_size; }

/// The same for all lanes. In plain Kokkos no thread beyond n reads weights, or uses an element; in
/// the other code all do.
Access weights(std::int64_t n, std::int64_t uses, bool plain, int threads) {
  const Address weight = [=](Thread thread, std::int64_t k) -> std::int64_t {
    const bool reads = !plain || thread.block * threads + thread.rank < n;
    return reads ? k * 4 : inactive;
  };
  return load("weight", 4, weight, uses);
}

/// Plain Kokkos: in a RangePolicy's blocks.
Kernel direct(std::int64_t n, std::int64_t uses, bool plain) {
  const int threads = plain ? 128 : block_size;
  const Address element = each(n, threads, 4, [](std::int64_t i) { return i; });
  const Address of_use = [=](Thread thread, std::int64_t k) -> std::int64_t {
    const std::int64_t i = thread.block * threads + thread.rank;
    const std::int64_t at = i / block_size * block_size + used(i, k);
    return at < n && (i < n || !plain) ? at * 4 : inactive;
  };
  return {
      blocks_for(n, threads),
      threads,
      {load("in", 4, of_use, uses), weights(n, uses, plain, threads), store("out", 4, element)}};
}

Kernel staged(std::int64_t n, std::int64_t uses, bool plain) {
  const Address element = each(n, block_size, 4, [](std::int64_t i) { return i; });
  const Address fill = [](Thread thread, std::int64_t) { return std::int64_t{thread.rank} * 4; };
  const Address of_use = [=](Thread thread, std::int64_t k) -> std::int64_t {
    const bool uses_one = !plain || thread.block * block_size + thread.rank < n;
    return uses_one ? used(thread.rank, k) * 4 : inactive;
  };
  return {blocks_for(n, block_size),
          block_size,
          {load("in", 4, element), in_shared(store("cache", 4, fill)),
           in_shared(load("cache", 4, of_use, uses)), weights(n, uses, plain, block_size),
           store("out", 4, element)}};
}

std::vector<Kernel> accesses(const Variant& variant, Model model, const Parameters& p,
                             const HostArrays&) {
  const bool plain = model == Model::kokkos && variant.level != Level::matched;
  if (variant.problem() == "direct") return {direct(p["n"], p["uses"], plain)};
  return {staged(p["n"], p["uses"], plain)};
}

}  // namespace

Experiment reuse() {
  Experiment e;
  e.name = "reuse";
  e.family = "tiling";
  e.question = "How often must a value be used before it pays to stage it in shared memory?";
  e.sources = {{"D1", "§3.2"}, {"D1", "§3.3"}};
  e.parameters = {
      {"n", "elements of each array (4 bytes)", 16 * Mi, 0, std::int64_t{1} << 34},
      {"uses", "how often every element is used, by as many threads of a block", 256, 1,
       static_cast<std::int64_t>(Reuse::block_size)},
  };
  e.variants = {
      {"direct", Level::textbook, "every use reads global memory", native_and_kokkos()},
      matched("direct", "teams of 256 threads, raw team ranks"),
      {"staged", Level::textbook,
       "a block's 256 elements in shared memory, every use reads them there", native_and_kokkos()},
      matched("staged", "raw team ranks, scratch memory by get_shmem"),
  };
  e.cases = cases;
  e.arrays = [](const Variant&, const Parameters& p) -> std::vector<ArraySpec> {
    const auto n = static_cast<std::size_t>(p["n"]);
    return {uniform_input("in", n), uniform_input("weight", static_cast<std::size_t>(p["uses"])),
            output<float>("out", n)};
  };
  e.work = work;
  e.bind = [](const Variant&, const ArrayPointers& at, const Parameters& p) -> std::any {
    return Reuse{at.get<const float>("in"), at.get<const float>("weight"), at.get<float>("out"),
                 static_cast<std::size_t>(p["n"]), static_cast<int>(p["uses"])};
  };
  e.accesses = accesses;
  e.validate = validate;
  return e;
}

}  // namespace tilebridge
