// SPDX-License-Identifier: Apache-2.0
// Reads the counters that ROCm's rocprofv3 writes. The format is from AMD's documentation ("Using
// rocprofv3", counter collection); it was not run on hardware.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilebridge::profile {

/// A kernel that ran once.
struct Dispatch {
  std::uint64_t id = 0;
  std::string kernel;
  std::uint64_t threads = 0;               // of the grid
  int block_threads = 0;                   // of a workgroup
  std::int64_t lds_bytes = 0;              // of a workgroup
  int vector_registers = 0;                // of a thread
  double nanoseconds = 0;                  // 0 where the file has no timestamps
  std::map<std::string, double> counters;  // by AMD's names: "SQ_LDS_BANK_CONFLICT"
};

/// Reads *_counter_collection.csv, which has a row for each counter of a dispatch. Columns are
/// found by their names, since releases add some; a counter of several instances is summed. The
/// text may be several files, one behind another: dispatches of different files, processes, agents
/// or times are different ones. In order of files and dispatches. Throws UsageError (which line) if
/// it is no such file, has no dispatch, is cut off, or has a number that none can be.
std::vector<Dispatch> read_rocprof_counters(std::string_view csv);

/// Whether the text begins with the names of the columns of such a file.
bool is_rocprof_file(std::string_view csv);

/// Cycles that bank conflicts add to an LDS instruction, on average; none if either was not counted
/// or there is no such instruction. In the access model these are the cycles per request beyond one
/// for each phase.
std::optional<double> conflict_cycles_per_lds_instruction(const Dispatch& dispatch);

}  // namespace tilebridge::profile
