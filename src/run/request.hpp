// SPDX-License-Identifier: Apache-2.0
// A run as its user asked for it, and the job of one runner process.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "measure/plan.hpp"
#include "measure/suite.hpp"

namespace tilebridge::run {

/// Whether several devices measure a case at the same time, or one after the other on each host.
enum class Order { together, alternating };

std::string_view name_of(Order order);

struct RunRequest {
  measure::Selection selection;      // its platform is set once the available ones are known
  std::vector<Model> also;           // further builds of models to time in the same rounds
  std::string models_folder;         // where they are; "": beside the program
  std::optional<Platform> platform;  // none: the fastest one that has a device
  int device = 0;
  std::vector<int> devices;    // several on this host, one rank each; empty: `device`
  bool all_devices = false;    // on this host, one rank each
  bool names_device = false;   // one device was named, rather than taken by default
  std::optional<Order> order;  // default: together under a launcher, else alternating
  bool share_device = false;   // several ranks may use one device
  double budget_seconds = 0;   // per case; 0: that of the preset
  double half_width = 0.005;
  double parity_band = 0.05;
  std::uint64_t seed = 1;
  std::string output;          // "": results-<time>.json
  bool overwrite = false;      // replace an existing file
  double timeout_seconds = 0;  // of a launch, its validation or a sample; 0: the usual
  int processes = 1;           // each a run of its own, one after another; their results are pooled
  std::string resume;          // file of the run to resume; not part of the JSON
  bool self_check = false;
  int comparisons = 100;  // in the self-check
  bool table = false;     // show the table of all cases, however many there are
  bool strict = false;    // an inconclusive comparison has an exit status of its own

  /// Whether several devices of this host are asked for.
  bool starts_own_ranks() const { return all_devices || !devices.empty(); }
  /// Whether it runs shared objects of the user's own.
  bool names_pair() const;
};

Json to_json(const RunRequest& request);
/// Members that are missing keep their defaults. Throws UsageError for values that are not known.
RunRequest request_from_json(const Json& json);

/// The task of one runner process, on one device.
struct Job {
  std::string task = "run";  // or "launch-once", "devices", "count", or "words": those of an
                             // explain or list of the user's own pairs
  RunRequest request = {};   // of the whole run, which may have several processes
  std::vector<std::string> command_line = {};  // of the user; kept in the result file
  std::string output = {};                     // the result file of this process
  int device = 0;
  std::string earlier = {};  // result file or journal to continue from; "" for none
  std::vector<measure::Failure> failures = {};  // of processes that had this job before
  int rank = 0;
  int ranks = 0;  // which take turns at the cases; 0: the run has this process alone
};

Json to_json(const Job& job);
/// A request alone is the job of running it. Throws UsageError or nlohmann::json::exception for
/// anything else.
Job job_from_json(const Json& json);

}  // namespace tilebridge::run
