// SPDX-License-Identifier: Apache-2.0
// NVIDIA Nsight Compute's command line, ncu: running a program under it, reading what it counted.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "catalogue/experiment.hpp"
#include "measure/rounds.hpp"
#include "results/counters.hpp"

namespace tilebridge {

/// The NVTX range in which a case's model runs: "tilebridge/3/kokkos".
std::string range_name(std::size_t case_index, Model model);

using RangeCounters = std::map<std::string, Counters>;  // by range, over its kernels

/// What ncu wrote: messages, lines "==PROF== …", and a table with a row for each kernel
/// (`--csv --page raw`). Kernels outside tilebridge's ranges are left out, as are counters without
/// a number. Throws PlatformError where it holds neither a table nor the word that there were no
/// kernels.
RangeCounters read_ncu_output(std::string_view output);

/// Throws PlatformError for what ncu's messages say went wrong, with what to do about it. That the
/// program itself failed is no error of ncu's.
void check_ncu_messages(std::string_view output);

/// The metrics that ncu says it does not know.
std::vector<std::string> unknown_metrics(std::string_view output);

struct NcuRun {
  int program_status = 0;  // the profiled program's exit status; its own message has been printed
  RangeCounters counters = {};
};

/// Runs `program` under `ncu`. Cold caches are emptied before each of ncu's passes, hot ones stay
/// as the pass before left them; clocks are left alone. A metric that this ncu does not know is
/// left out and the rest is counted. Throws PlatformError where there is no such ncu or it fails.
NcuRun run_ncu(const std::string& ncu, Cache cache, const std::vector<std::string>& program);

}  // namespace tilebridge
