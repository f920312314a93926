// SPDX-License-Identifier: Apache-2.0
// Converts results to JSON and back; the format is schema/results-3.schema.json.
#pragma once

#include "results/results.hpp"

namespace tilebridge {

constexpr int schema_version = 3;

/// One line. Bytes that are not UTF-8, as file names and arguments may have, become U+FFFD.
std::string to_text(const Json& json);

Json to_json(const Results& results);

/// Includes the cache mode, as in a case.
Json parameters_to_json(const Parameters& parameters, const std::string& cache);
Json to_json(const CaseResult& result);
/// Throws nlohmann::json::exception or UsageError for anything else.
CaseResult case_from_json(const Json& json);

Json to_json(const SelfComparison& comparison);
SelfComparison comparison_from_json(const Json& json);

Json to_json(const Ceilings& ceilings);
Ceilings ceilings_from_json(const Json& json);

/// Throws UsageError, one line saying what is wrong, for anything but a result file of a known
/// version.
Results results_from_json(const Json& json);

}  // namespace tilebridge
