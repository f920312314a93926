// SPDX-License-Identifier: Apache-2.0
// A run as its user asked for it, and the job of one runner process.
#pragma once

#include <filesystem>

#include "base/json.hpp"
#include "measure/plan.hpp"
#include "measure/suite.hpp"

namespace tilebridge::run {

/// The values that an option takes.
template <class Number>
struct Limits {
  Number low, high;
};
inline constexpr Limits<double> budget_limits = {0.001, 3600};  // seconds
inline constexpr Limits<double> half_width_limits = {1e-6, 1};
inline constexpr Limits<double> parity_band_limits = {1e-6, 0.5};
inline constexpr Limits<double> timeout_limits = {1, 1e6};  // seconds
inline constexpr Limits<double> at_least_limits = {1e-6, 100};
inline constexpr Limits<int> comparisons_limits = {1, 100000};

struct RunRequest {
  measure::Selection selection;      // its platform is set once the available ones are known
  std::vector<Model> also;           // further builds of models to time in the same rounds
  std::string models_folder;         // where they are; "": beside the program
  std::optional<Platform> platform;  // none: the fastest one that has a device
  int device = 0;
  double budget_seconds = 0;  // per case; 0: that of the preset
  double half_width = 0.005;
  double parity_band = 0.05;
  std::uint64_t seed = 1;
  std::string output;          // "": results-<time>.json
  bool overwrite = false;      // replace an existing file
  double timeout_seconds = 0;  // of a launch, its validation or a sample; 0: the usual
  std::string resume;          // file of the run to resume; not part of the JSON
  bool self_check = false;
  int comparisons = 100;    // in the self-check
  bool table = false;       // show the table of all cases, however many there are
  bool strict = false;      // an undecided comparison has an exit status of its own
  bool dry_run = false;     // say what would run; not part of the JSON
  double at_least = 0;      // the share of the reference that models must reach; 0: any
  bool exhaustive = false;  // of `tune`: times all settings to the end

  /// Whether it runs shared objects of the user's own.
  bool names_pair() const;
};

/// The selection of a run on that platform, with its default cache modes.
measure::Selection selection_on(const RunRequest& request, Platform platform);

/// Seconds of sampling per case.
double budget_of(const RunRequest& request);

Json to_json(const RunRequest& request);
/// Members that are missing keep their defaults. Throws UsageError for values that no option takes,
/// UsageError or nlohmann::json::exception for what is no request.
RunRequest request_from_json(const Json& json);

/// The task of one runner process, on one device.
struct Job {
  std::string task = "run";  // or "tune", "launch-once", "plan", "devices", "count", or "words":
                             // those of an explain or list of the user's own pairs
  RunRequest request = {};
  std::vector<std::string> command_line = {};  // of the user; kept in the result file
  std::string output = {};                     // the result file of this process
  std::string earlier = {};  // result file or journal to continue from; "" for none
  std::vector<measure::Failure> failures = {};  // of processes that had this job before
  double seconds_before = 0;                    // that these took
};

Json to_json(const Job& job);
/// A request alone is the job of running it. Throws UsageError or nlohmann::json::exception for
/// anything else.
Job job_from_json(const Json& json);
/// Reads a file with a job or a request. Throws UsageError, one line with the path, for a file that
/// is anything else, in whole or in part.
Job job_in(const std::filesystem::path& file);

}  // namespace tilebridge::run
