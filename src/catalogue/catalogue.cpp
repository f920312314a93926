#include "catalogue/catalogue.hpp"

#include <algorithm>
#include <iterator>

#include "catalogue/allocation.hpp"
#include "catalogue/bandwidth.hpp"
#include "catalogue/bank_conflict.hpp"
#include "catalogue/batching.hpp"
#include "catalogue/block_size.hpp"
#include "catalogue/cache_policy.hpp"
#include "catalogue/cluster.hpp"
#include "catalogue/constant.hpp"
#include "catalogue/conv2d.hpp"
#include "catalogue/copy.hpp"
#include "catalogue/device_symbol.hpp"
#include "catalogue/dot.hpp"
#include "catalogue/element_size.hpp"
#include "catalogue/error.hpp"
#include "catalogue/fence.hpp"
#include "catalogue/gather.hpp"
#include "catalogue/histogram.hpp"
#include "catalogue/latency.hpp"
#include "catalogue/launch_bounds.hpp"
#include "catalogue/layout.hpp"
#include "catalogue/local_array.hpp"
#include "catalogue/matmul.hpp"
#include "catalogue/occupancy.hpp"
#include "catalogue/offset.hpp"
#include "catalogue/overlap.hpp"
#include "catalogue/reduce.hpp"
#include "catalogue/reorder.hpp"
#include "catalogue/reuse.hpp"
#include "catalogue/roofline.hpp"
#include "catalogue/shuffle.hpp"
#include "catalogue/smooth.hpp"
#include "catalogue/stride.hpp"
#include "catalogue/texture.hpp"
#include "catalogue/transpose.hpp"
#include "catalogue/unified.hpp"
#include "catalogue/vector_load.hpp"
#include "catalogue/zero_copy.hpp"

namespace tilebridge {

const std::vector<Experiment>& catalogue() {
  static const std::vector<Experiment> experiments = [] {
    std::vector<Experiment> list = {
        stride(),        offset(),        gather(),        element_size(), vector_load(),
        layout(),        cache_policy(),  dot(),           reduce(),       smooth(),
        reuse(),         transpose(),     bank_conflict(), matmul(),       conv2d(),
        histogram(),     reorder(),       constant(),      texture(),      local_array(),
        launch_bounds(), device_symbol(), copy(),          batching(),     overlap(),
        unified(),       zero_copy(),     allocation(),    block_size(),   occupancy(),
        shuffle(),       fence(),         cluster(),       latency(),      bandwidth(),
        roofline(),
    };
    std::transform(list.begin(), list.end(), list.begin(), with_matched);
    return list;
  }();
  return experiments;
}

const Experiment& find_experiment(std::string_view name) {
  for (const Experiment& experiment : catalogue())
    if (experiment.name == name) return experiment;
  std::vector<std::string> known;
  std::transform(catalogue().begin(), catalogue().end(), std::back_inserter(known),
                 [](const Experiment& experiment) { return experiment.name; });
  throw unknown_name("experiment", name, known);
}

}  // namespace tilebridge
