// SPDX-License-Identifier: Apache-2.0
#include "run/placement.hpp"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <map>
#include <utility>

#include "base/error.hpp"

namespace tilebridge::run {

int device_for(const Ranks& ranks, int visible, bool may_share) {
  if (visible <= 1) return 0;
  const int local = ranks.local_rank();
  if (local < visible) return local;
  if (may_share) return local % visible;
  throw UsageError(
      fmt::format("rank {} is number {} on its host and sees {} GPUs; start one rank for each "
                  "(mpirun -N {}, srun --ntasks-per-node={}), or share them with --share-gpu",
                  ranks.rank(), local + 1, visible, visible, visible));
}

void check_not_shared(const std::vector<RankInfo>& ranks) {
  std::map<std::pair<std::string, std::string>, int> taken;
  for (const RankInfo& info : ranks) {
    if (info.pci_bus.empty() || !info.failure.empty()) continue;
    const auto [first, is_new] = taken.try_emplace({info.host, info.pci_bus}, info.rank);
    if (!is_new)
      throw UsageError(
          fmt::format("ranks {} and {} have the same GPU, {} on {}; give each its own "
                      "(srun --gpus-per-task=1), or share it with --share-gpu",
                      first->second, info.rank, info.pci_bus, info.host));
  }
}

std::string host_name() {
  utsname system{};
  ::uname(&system);
  return system.nodename;
}

}  // namespace tilebridge::run
