// SPDX-License-Identifier: Apache-2.0
// NVIDIA Nsight Compute's command line, ncu: runs a program under it and reads the counters.
#pragma once

#include "catalogue/terms.hpp"
#include "results/counters.hpp"

namespace tilebridge::profile {

/// The NVTX range in which a kernel of a case runs: "tilebridge/3/kokkos@4.7.01/loops".
std::string range_name(std::size_t case_index, const ModelForm& kernel);

using RangeCounters = std::map<std::string, Counters>;  // by range, combined over its kernels

/// Parses ncu's output: messages, and a table with one row per kernel. Kernels outside tilebridge's
/// ranges are left out, as are counters without a number. Throws PlatformError if it contains
/// neither a table nor the message that there were no kernels, and for numbers that are not clear.
RangeCounters read_ncu_output(std::string_view output);

/// Parses a file that the user had ncu write with --csv: the counters of every launch, by the names
/// of kernels. Throws UsageError (which line, what to do) if it has no table of ncu, no launch or
/// no counter that is known here, or numbers that are not clear.
std::map<std::string, std::vector<Counters>> read_ncu_file(std::string_view text);

/// Throws PlatformError for errors in ncu's messages, with what to do about them. A failure of the
/// profiled program itself is not an ncu error.
void check_ncu_messages(std::string_view output);

/// The metrics that ncu reports as unknown.
std::vector<std::string> unknown_metrics(std::string_view output);

struct NcuRun {
  int program_status = 0;  // the profiled program's exit status; its own message has been printed
  RangeCounters counters = {};
};

/// Counts of events, or per cent of what the parts of the device can do. In one run with these ncu
/// samples the counts: sectors were then off by up to 0.4% (ncu 2025.3, H200).
enum class Counting { events, throughputs };

/// Runs `program` under `ncu`. Cold caches are flushed before each of ncu's passes; clocks are not
/// changed. A metric that this ncu does not know is left out. Throws PlatformError if there is no
/// such ncu or it fails.
NcuRun run_ncu(const std::string& ncu, Cache cache, Counting counting,
               const std::vector<std::string>& program);

}  // namespace tilebridge::profile
