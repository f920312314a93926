// SPDX-License-Identifier: Apache-2.0
#include "base/launcher.hpp"

#include <array>
#include <charconv>
#include <cstdlib>
#include <cstring>

namespace tilebridge {
namespace {

std::optional<int> number_in_environment(const char* name) {
  const char* text = std::getenv(name);
  if (text == nullptr) return std::nullopt;
  const char* end = text + std::strlen(text);
  int value = 0;
  const auto [rest, error] = std::from_chars(text, end, value);
  if (error != std::errc() || rest != end) return std::nullopt;
  return value;
}

struct Variables {
  const char* rank;
  const char* size;
};

}  // namespace

std::optional<Launched> launched() {
  // Only variables that a launcher sets for the processes it starts: a batch script alone has none
  // of them.
  constexpr std::array launchers = {Variables{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
                                    Variables{"PMI_RANK", "PMI_SIZE"},
                                    Variables{"SLURM_PROCID", "SLURM_STEP_NUM_TASKS"}};
  for (const Variables& names : launchers) {
    const auto rank = number_in_environment(names.rank);
    const auto size = number_in_environment(names.size);
    if (rank && size) return Launched{*rank, *size};
  }
  return std::nullopt;
}

}  // namespace tilebridge
