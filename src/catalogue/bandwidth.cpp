#include "catalogue/bandwidth.hpp"

#include <cmath>

#include "catalogue/compare.hpp"
#include "catalogue/sums.hpp"

namespace tilebridge {
namespace {

constexpr std::int64_t fma_values = 1 << 20;

std::vector<Parameters> cases(const Variant& variant, Preset preset, Platform platform) {
  const bool host = platform == Platform::host;
  const std::int64_t steps = host ? 1 << 6 : 1 << 13;
  if (variant.name == "fma") return {{{"n", fma_values}, {"steps", steps}}};
  const std::int64_t quick = host ? 1 << 23 : 1 << 26;
  const std::int64_t thorough = host ? 1 << 26 : 1 << 28;
  return {{{"n", preset == Preset::quick ? quick : thorough}, {"steps", steps}}};
}

std::vector<ArraySpec> arrays(const Variant& variant, const Parameters& p) {
  const auto n = static_cast<std::size_t>(p["n"]);
  if (variant.name == "dram_read") return {uniform_input("in", n), output<float>("result", 1)};
  if (variant.name == "dram_write") return {output<float>("out", n)};
  return {uniform_input("in", n), output<float>("out", n)};
}

Work work(const Variant& variant, const Parameters& p) {
  const auto n = static_cast<double>(p["n"]);
  const double bytes = n * sizeof(float);
  if (variant.name == "dram_read") return {bytes, 0, n};
  if (variant.name == "dram_write") return {0, bytes, 0};
  if (variant.name == "dram_copy") return {bytes, bytes, 0};
  return {bytes, bytes, 2 * n * static_cast<double>(p["steps"])};
}

std::any bind(const Variant& variant, const ArrayPointers& at, const Parameters& p) {
  const auto n = static_cast<std::size_t>(p["n"]);
  if (variant.name == "dram_read")
    return ReadBandwidth{at.get<const float>("in"), at.get<float>("result"), n};
  if (variant.name == "dram_write") return WriteBandwidth{at.get<float>("out"), n};
  if (variant.name == "dram_copy")
    return CopyBandwidth{at.get<const float>("in"), at.get<float>("out"), n};
  return FmaThroughput{at.get<const float>("in"), at.get<float>("out"), n,
                       static_cast<int>(p["steps"])};
}

/// A chain contracts by `factor` a step, so the roundings of all steps together stay under the
/// geometric series u · max|v| / (1 - factor); one step of it is evaluated with pow.
Validation validate_fma(const HostArrays& host, int steps) {
  constexpr double factor = FmaThroughput::factor;
  constexpr double limit = FmaThroughput::addend / (1 - factor);
  const auto in = host.get<float>("in");
  const double decay = std::pow(factor, steps);
  const double bound = unit_roundoff * 2 * std::max(1.0, std::abs(limit)) / (1 - factor);
  return compare_elements(host.get<float>("out"), [&](std::size_t i) {
    return within(limit + decay * (in[i] - limit), bound);
  });
}

Validation validate(const Variant& variant, const HostArrays& host, const Parameters& p) {
  if (variant.name == "dram_read") {
    const auto in = host.get<float>("in");
    const Sum sum = sum_of(in.size(), [&](std::size_t i) { return double{in[i]}; });
    return compare_sum(host.get<float>("result"), sum, static_cast<double>(in.size()) / 32);
  }
  if (variant.name == "dram_write")
    return compare_elements(host.get<float>("out"), [](std::size_t i) {
      return exactly(static_cast<double>(i & 0xffffU));
    });
  if (variant.name == "fma") return validate_fma(host, static_cast<int>(p["steps"]));
  const auto in = host.get<float>("in");
  return compare_elements(host.get<float>("out"), [&](std::size_t i) { return exactly(in[i]); });
}

}  // namespace

Experiment bandwidth() {
  const std::vector<Support> native = {{Model::native, {Platform::host, Platform::cuda}}};
  Experiment e;
  e.name = "bandwidth";
  e.family = "hierarchy";
  e.question = "How fast can this device read, write, copy and multiply-add at all?";
  e.sources = {{"D1", "§1.1"}, {"D5", "hardware limits"}};
  e.parameters = {
      {"n", "elements (4 bytes), a multiple of 32", 1 << 28, 32, std::int64_t{1} << 34},
      {"steps", "fused multiply-adds an element, `fma` only", 1 << 13, 1, 1 << 20},
  };
  e.variants = {
      {"dram_read",
       Level::tuned,
       "16-byte loads, several in flight a thread, summed",
       native,
       {},
       {},
       Rate::read},
      {"dram_write", Level::tuned, "16-byte stores", native, {}, {}, Rate::write},
      {"dram_copy",
       Level::tuned,
       "the driver's own device-to-device copy; on a host, memcpy",
       native,
       {},
       {},
       Rate::copy},
      {"fma",
       Level::tuned,
       "independent chains of fused multiply-adds in registers",
       native,
       {},
       {},
       Rate::fma},
  };
  e.cases = cases;
  e.arrays = arrays;
  e.work = work;
  e.bind = bind;
  e.validate = validate;
  return e;
}

}  // namespace tilebridge
