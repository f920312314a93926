// A processor loads what an index says one element at a time; what differs is the cache lines.
#include "catalogue/gather.hpp"

#include "backends/host/native.hpp"

namespace tilebridge::host {

void add_gather(Native& native) {
  native.add("gather/plain", [](const Gather& g, Threads threads) {
#pragma omp parallel for num_threads(threads)
    for (std::size_t i = 0; i < g.n; ++i) g.out[i] = g.in[g.index[i]];
  });
}

}  // namespace tilebridge::host
