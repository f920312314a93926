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

/// What use k of a thread of `block` wants: the place among its block's elements.
std::int64_t used(Thread thread, std::int64_t k) { return (thread.rank + k) % block_size; }

/// The same in both models. Threads beyond n read weights too.
std::vector<Kernel> accesses(const Variant& variant, Model, const Parameters& p,
                             const HostArrays&) {
  const std::int64_t n = p["n"];
  const std::int64_t uses = p["uses"];
  const Address element = each(n, block_size, 4, [](std::int64_t i) { return i; });
  const Access weight = load(
      "weight", 4, [](Thread, std::int64_t k) { return k * 4; }, uses);
  Kernel kernel{blocks_for(n, block_size), block_size, {}};
  if (variant.name == "direct")
    kernel.accesses = {load(
                           "in", 4,
                           [=](Thread thread, std::int64_t k) -> std::int64_t {
                             const std::int64_t i = thread.block * block_size + used(thread, k);
                             return i < n ? i * 4 : inactive;
                           },
                           uses),
                       weight, store("out", 4, element)};
  else
    kernel.accesses = {
        load("in", 4, element),
        in_shared(store("cache", 4,
                        [](Thread thread, std::int64_t) { return std::int64_t{thread.rank} * 4; })),
        in_shared(load(
            "cache", 4, [](Thread thread, std::int64_t k) { return used(thread, k) * 4; }, uses)),
        weight, store("out", 4, element)};
  return {kernel};
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
      {"staged", Level::textbook,
       "a block's 256 elements in shared memory, every use reads them there", native_and_kokkos()},
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
  e.one_answer = true;
  return e;
}

}  // namespace tilebridge
