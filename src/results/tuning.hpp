// SPDX-License-Identifier: Apache-2.0
// These structs hold what `tilebridge tune` measured: the settings of kernels' launches, against
// each other.
#pragma once

#include <filesystem>

#include "results/results.hpp"

namespace tilebridge {

/// One setting of a kernel's launch.
struct TriedSetting {
  Parameters setting;
  Status status = Status::ok;  // invalid: wrong, or it failed; skipped: it cannot be launched so
  std::string reason = {};
  double seconds = 0;       // the median in the last stage that it took part in; 0 for none
  bool is_final = false;    // whether it was among the last few, which are known with an interval
  Interval regret = {};     // its time ÷ that of the fastest, of one of the last few
  bool is_refused = false;  // its kernel reported that it cannot be launched; not part of the JSON

  /// Whether its interval holds the best.
  bool may_be_best() const { return is_final && regret.low <= 1; }
};

/// A kernel's settings at one size, the fastest first and those without a time last.
struct Tuning {
  std::string experiment, variant;
  ModelForm kernel;
  Parameters size;  // all parameters but the settings
  std::string cache;
  Parameters initial;  // the model's own choice, or what a user gets who sets nothing
  std::vector<TriedSetting> tried = {};
  double seconds = 0;  // that validating and sampling took

  /// Null if the one that is the default has no time.
  const TriedSetting* default_setting() const;
  /// Null if none has a time.
  const TriedSetting* best() const;
};

struct TuningResults {
  Json program = Json::object();  // as in Results
  Json device = Json::object();
  Json builds = Json::object();
  std::vector<Tuning> kernels = {};
};

inline constexpr const char* tuning_schema = "tilebridge-tuning-1";

Json to_json(const Tuning& kernel);
/// Throws nlohmann::json::exception or UsageError for anything else.
Tuning tuning_of_kernel_from_json(const Json& json);

Json to_json(const TuningResults& results);
/// Throws UsageError or nlohmann::json::exception for anything else.
TuningResults tuning_from_json(const Json& json);

/// None if the file is no file of `tilebridge tune`, or its journal. Throws UsageError for a
/// damaged one.
std::optional<TuningResults> read_tuning(const std::filesystem::path& path);

}  // namespace tilebridge
