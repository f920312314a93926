// SPDX-License-Identifier: Apache-2.0
#include "pages/occupancy.hpp"

#include <algorithm>

namespace tilebridge::pages {

OccupancyPage occupancy_page(const Limits& limits, const Footprint& asked) {
  std::vector<std::int64_t> sizes;
  for (int threads = threads_per_warp; threads <= limits.threads_per_block;
       threads += threads_per_warp)
    sizes.push_back(threads);
  const auto place = std::lower_bound(sizes.begin(), sizes.end(), asked.threads);
  if (asked.threads > 0 && (place == sizes.end() || *place != asked.threads))
    sizes.insert(place, asked.threads);
  OccupancyPage page = {limits, asked, {}};
  for (const std::int64_t threads : sizes)
    page.rows.push_back(
        {threads, occupancy(limits, {threads, asked.registers, asked.shared_bytes})});
  return page;
}

}  // namespace tilebridge::pages
