// SPDX-License-Identifier: Apache-2.0
#include "results/prediction.hpp"

namespace tilebridge {
namespace {

/// Bytes moved between memory and L2 for `sectors` requested from L2; each byte of these takes
/// `moved` bytes of memory's, whose bursts are larger.
double from_memory(double sectors, double moved, double array_bytes, double cache_bytes) {
  const double bytes = sectors * sector_bytes * moved;
  return array_bytes <= cache_bytes ? std::min(bytes, array_bytes) : bytes;
}

double size_of(const std::string& array, std::span<const ArraySpec> specs) {
  const auto found = std::find_if(specs.begin(), specs.end(),
                                  [&](const ArraySpec& spec) { return spec.name == array; });
  return found == specs.end() ? 0 : static_cast<double>(found->bytes);
}

/// A kernel's code and arguments are read besides: 2.4 to 14.6 KiB in the profiles of an H200 that
/// tests/results/recorded_counts_test.cpp reads.
constexpr double most_beyond_of_a_kernel = 16 * 1024;

/// Where L2 is asked for more than one sector of a burst at different times, some bursts are read
/// twice: 30 KiB of 16 MiB on an H200 where a warp asks for every fourth word and the others for
/// the rest.
constexpr double most_read_again = 1.0 / 256;

/// Whether memory reads every burst of the arrays once: L2 has room for all that is touched, and no
/// array is both stored and loaded, since what a kernel stored it finds in L2.
bool reads_once(const Traffic& traffic, const CacheState& caches) {
  double bytes = traffic.bytes_from_memory();
  for (const auto& [array, sectors] : traffic.arrays) {
    if (sectors.loaded > 0 && (sectors.stored > 0 || sectors.bursts_once == 0)) return false;
    bytes += sectors.stored * sector_bytes;
  }
  return caches.is_cold && bytes <= caches.l2_bytes;
}

}  // namespace

double predicted_seconds(const Traffic& traffic, std::span<const ArraySpec> arrays,
                         const Ceilings& ceilings, const OnChip& device) {
  Work memory;
  double l2 = 0;
  for (const auto& [array, sectors] : traffic.arrays) {
    const double bytes = size_of(array, arrays);
    memory.bytes_read +=
        from_memory(sectors.loaded, sectors.bytes_moved_per_byte(), bytes, device.cache_bytes);
    memory.bytes_written += from_memory(sectors.stored, 1, bytes, device.cache_bytes);
    l2 += (sectors.loaded + sectors.stored) * sector_bytes;
  }
  if (l2 > 0 && (ceilings.l2_bytes_per_s == 0 || ceilings.least_seconds(memory) == 0)) return 0;
  if (traffic.l1_passes > 0 && device.l1_passes_per_s == 0) return 0;
  return std::max({ceilings.least_seconds(memory), l2 > 0 ? l2 / ceilings.l2_bytes_per_s : 0,
                   traffic.l1_passes > 0 ? traffic.l1_passes / device.l1_passes_per_s : 0});
}

std::vector<CountCheck> check_counts(const KernelResult& result, const CacheState& caches) {
  if (!result.prediction || !result.prediction->traffic.exact || !result.counters) return {};
  const Traffic& traffic = result.prediction->traffic;
  const Counters& counters = *result.counters;
  std::vector<CountCheck> checks;
  const auto add = [&](std::string_view what, double predicted, std::optional<double> counted) {
    if (counted) checks.push_back({what, predicted, *counted});
  };
  add("load sectors", traffic.load.sectors, counters.of(Counter::global_load_sectors));
  add("store sectors", traffic.store.sectors, counters.of(Counter::global_store_sectors));
  add("shared load wavefronts/instruction", traffic.shared_load.wavefronts_per_request(),
      counters.ratio(Counter::shared_load_wavefronts, Counter::shared_load_instructions));
  add("shared store wavefronts/instruction", traffic.shared_store.wavefronts_per_request(),
      counters.ratio(Counter::shared_store_wavefronts, Counter::shared_store_instructions));
  const auto read = counters.of(Counter::dram_bytes_read);
  const double bytes = traffic.bytes_from_memory();
  const double beyond = most_beyond_of_a_kernel * counters.kernels + bytes * most_read_again;
  if (read && bytes >= 2 * beyond && reads_once(traffic, caches))  // so half as much would show
    checks.push_back({"bytes read from memory", bytes, *read, beyond});
  return checks;
}

}  // namespace tilebridge
