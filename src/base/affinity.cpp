// SPDX-License-Identifier: Apache-2.0
#include "base/affinity.hpp"

#include <omp.h>

#include <vector>

namespace tilebridge {

OnAllPlaces::OnAllPlaces() {
  ::sched_getaffinity(0, sizeof before_, &before_);
  cpu_set_t all = before_;
  for (int place = 0; place < omp_get_num_places(); ++place) {
    std::vector<int> processors(static_cast<std::size_t>(omp_get_place_num_procs(place)));
    omp_get_place_proc_ids(place, processors.data());
    for (const int processor : processors) CPU_SET(static_cast<std::size_t>(processor), &all);
  }
  ::sched_setaffinity(0, sizeof all, &all);
}

OnAllPlaces::~OnAllPlaces() { ::sched_setaffinity(0, sizeof before_, &before_); }

}  // namespace tilebridge
