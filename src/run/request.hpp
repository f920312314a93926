// SPDX-License-Identifier: Apache-2.0
// What the user of a run asked for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "measure/plan.hpp"
#include "measure/suite.hpp"
#include "ranks/collective.hpp"

namespace tilebridge::run {

struct RunRequest {
  measure::Selection selection;       // its platform is set once the available ones are known
  std::vector<std::string> releases;  // other Kokkos to time in the same rounds, by name
  std::string releases_folder;        // "": beside the program
  std::optional<Platform> platform;   // none: the fastest one that has a device
  int device = 0;
  std::vector<int> devices;           // several on this host, one rank each; empty: `device`
  bool all_devices = false;           // on this host, one rank each
  bool names_device = false;          // one device was named, rather than taken by default
  std::optional<ranks::Order> order;  // of ranks; default: depends on how they were started
  bool share_device = false;
  double budget_seconds = 0;  // per case; 0: that of the preset
  double half_width = 0.005;
  double parity_band = 0.05;
  std::uint64_t seed = 1;
  std::string output;          // "": results-<time>.json
  bool overwrite = false;      // replace an existing file
  double timeout_seconds = 0;  // of a launch, its validation or a sample; 0: the usual
  int processes = 1;           // each a run of its own, one after another; their results are pooled
  std::string resume;          // file of the run to resume; all other options come from that run
  std::string heartbeat;       // where to say what is about to run; "" for nowhere
  std::vector<measure::Failure> failures;  // of processes of this run that came before
  bool self_check = false;
  int comparisons = 100;  // in the self-check
  bool table = false;     // show the table of all cases, however many there are
  bool strict = false;    // an inconclusive comparison has an exit status of its own

  /// Whether to start a process for each of several devices.
  bool starts_own_ranks() const { return all_devices || !devices.empty(); }
};

}  // namespace tilebridge::run
