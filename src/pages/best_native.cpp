// SPDX-License-Identifier: Apache-2.0
#include "pages/best_native.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tilebridge::pages {
namespace {

/// The same for cases with the same outcome: a copy and an addition of one experiment differ.
std::string key_of(const CaseResult& c) {
  const Work& w = c.work;
  return fmt::format("{}\n{}\n{}\n{}\n{} {} {} {} {} {}", c.experiment, c.platform,
                     to_string(c.parameters), c.cache, w.bytes_read, w.bytes_written, w.flops,
                     w.to_device, w.to_host, w.steps);
}

}  // namespace

BestNative::BestNative(const std::vector<CaseResult>& cases) {
  for (const CaseResult& c : cases) {
    const KernelResult* native = c.kernels.find(Model::native);
    if (native == nullptr || !native->timing) continue;
    const double seconds = native->timing->seconds.median;
    const auto [known, is_new] = seconds_.try_emplace(key_of(c), seconds);
    known->second = std::min(known->second, seconds);
  }
}

double BestNative::seconds(const CaseResult& c) const {
  const auto found = seconds_.find(key_of(c));
  return found == seconds_.end() ? 0 : found->second;
}

}  // namespace tilebridge::pages
