// SPDX-License-Identifier: Apache-2.0
// In a build without a GPU the compiler makes target regions code of the host alone.
#include <omp.h>

#include "backends/openmp/offload.hpp"

namespace tilebridge::openmp {

void run_on(Queue /*host*/, const std::function<void()>& regions) { regions(); }

int resident_teams(int /*threads*/, Queue /*host*/) { return omp_get_max_threads(); }

std::shared_ptr<void> allocate_workspace(std::size_t bytes, Queue /*host*/) {
  return std::make_shared<std::byte[]>(bytes);
}

}  // namespace tilebridge::openmp
