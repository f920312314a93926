#include "catalogue/copy.hpp"

#include "catalogue/compare.hpp"

namespace tilebridge {
namespace {

constexpr std::int64_t Ki = 1 << 10;
constexpr std::int64_t Mi = 1 << 20;

/// Where a variant copies from and to.
struct Route {
  Space from;
  Space to;
};

Route route(const Variant& variant) {
  const std::string& name = variant.listing();
  if (name == "h2d_pageable") return {Space::pageable, Space::device};
  if (name == "h2d_pinned") return {Space::pinned, Space::device};
  if (name == "d2h_pageable") return {Space::device, Space::pageable};
  if (name == "d2h_pinned") return {Space::device, Space::pinned};
  return {Space::device, Space::device};
}

std::size_t elements(const Parameters& p) {
  return static_cast<std::size_t>(p["bytes"]) / sizeof(float);
}

bool is_pinned(const Variant& variant) {
  return route(variant).from == Space::pinned || route(variant).to == Space::pinned;
}

/// The last is the largest. Copies of page-locked memory are the link's ceiling: large ones always.
std::vector<Parameters> cases(const Variant& variant, Preset preset, Platform) {
  std::vector<std::int64_t> sizes = {4 * Ki, 256 * Ki, 16 * Mi};
  if (is_pinned(variant)) sizes.push_back(64 * Mi);
  if (preset == Preset::standard) sizes = {4 * Ki, 64 * Ki, Mi, 16 * Mi, 64 * Mi};
  if (preset == Preset::full)
    sizes = {4 * Ki, 16 * Ki, 64 * Ki, 256 * Ki, Mi, 4 * Mi, 16 * Mi, 64 * Mi, 256 * Mi};
  std::vector<Parameters> result;
  for (const std::int64_t bytes : sizes) result.push_back({{"bytes", bytes}});
  return result;
}

Work work(const Variant& variant, const Parameters& p) {
  const double bytes = static_cast<double>(elements(p)) * sizeof(float);
  Work work;
  if (route(variant).from != Space::device) {
    work.to_device = bytes;
  } else if (route(variant).to != Space::device) {
    work.to_host = bytes;
  } else {
    work.bytes_read = bytes;
    work.bytes_written = bytes;
  }
  return work;
}

}  // namespace

Experiment copy() {
  const std::vector<Support> on_gpu = {{Model::native, {Platform::cuda}},
                                       {Model::kokkos, {Platform::cuda}}};
  Experiment e;
  e.name = "copy";
  e.family = "transfers";
  e.question =
      "How fast do copies cross the link between host and device, and what does page-locked memory "
      "save?";
  e.sources = {{"D3", "§6"}, {"D4", "memory transfer between the host and device"}};
  e.parameters = {
      {"bytes", "bytes copied, a multiple of 4", 64 * Mi, 0, std::int64_t{1} << 34},
  };
  e.variants = {
      {"h2d_pageable", Level::textbook, "to the device, from a host's ordinary memory", on_gpu},
      {"h2d_pinned",
       Level::textbook,
       "to the device, from page-locked memory",
       on_gpu,
       {},
       {},
       Rate::to_device},
      {"d2h_pageable", Level::textbook, "to the host, into its ordinary memory", on_gpu},
      {"d2h_pinned",
       Level::textbook,
       "to the host, into page-locked memory",
       on_gpu,
       {},
       {},
       Rate::to_host},
      {"d2d", Level::textbook, "within the device's memory", on_gpu},
      {"h2d_fenced",
       Level::idiomatic,
       "h2d_pinned by deep_copy without an instance, which waits for all work before and after",
       {{Model::kokkos, {Platform::cuda}}},
       "h2d_pinned"},
  };
  e.cases = cases;
  e.arrays = [](const Variant& variant, const Parameters& p) -> std::vector<ArraySpec> {
    const auto [from, to] = route(variant);
    return {in(from, uniform_input("in", elements(p))), in(to, output<float>("out", elements(p)))};
  };
  e.work = work;
  e.bind = [](const Variant&, const ArrayPointers& at, const Parameters& p) -> std::any {
    return Transfer{at.get<const float>("in"), at.get<float>("out"), elements(p)};
  };
  e.validate = [](const Variant&, const HostArrays& host, const Parameters&) {
    const auto in = host.get<float>("in");
    return compare_elements(host.get<float>("out"), [&](std::size_t i) { return exactly(in[i]); });
  };
  e.one_answer = true;
  return e;
}

}  // namespace tilebridge
