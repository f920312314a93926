#include "results/prediction.hpp"

#include <algorithm>

namespace tilebridge {
namespace {

/// Bytes that cross between memory and L2 for `sectors` asked of L2.
double from_memory(double sectors, double array_bytes, double cache_bytes) {
  const double asked = sectors * sector_bytes;
  return array_bytes <= cache_bytes ? std::min(asked, array_bytes) : asked;
}

double size_of(const std::string& array, std::span<const ArraySpec> specs) {
  const auto found = std::find_if(specs.begin(), specs.end(),
                                  [&](const ArraySpec& spec) { return spec.name == array; });
  return found == specs.end() ? 0 : static_cast<double>(found->bytes);
}

}  // namespace

double predicted_seconds(const Traffic& traffic, std::span<const ArraySpec> arrays,
                         const Ceilings& ceilings, const OnChip& device) {
  Work memory;
  double l2 = 0;
  for (const auto& [array, sectors] : traffic.arrays) {
    const double bytes = size_of(array, arrays);
    memory.bytes_read += from_memory(sectors.loaded, bytes, device.cache_bytes);
    memory.bytes_written += from_memory(sectors.stored, bytes, device.cache_bytes);
    l2 += (sectors.loaded + sectors.stored) * sector_bytes;
  }
  if (l2 > 0 && (ceilings.l2_bytes_per_s == 0 || ceilings.least_seconds(memory) == 0)) return 0;
  if (traffic.l1_passes > 0 && device.l1_passes_per_s == 0) return 0;
  return std::max({ceilings.least_seconds(memory), l2 > 0 ? l2 / ceilings.l2_bytes_per_s : 0,
                   traffic.l1_passes > 0 ? traffic.l1_passes / device.l1_passes_per_s : 0});
}

}  // namespace tilebridge
