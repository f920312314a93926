// Results to JSON and back; the shape is schema/results-1.schema.json.
#pragma once

#include "results/results.hpp"

namespace tilebridge {

constexpr int schema_version = 1;

Json to_json(const Results& results);

/// With the cache among them, as a case has them.
Json parameters_to_json(const Parameters& parameters, const std::string& cache);

/// Throws UsageError, one line saying what is wrong, for anything that is not a result file of a
/// version this program knows.
Results results_from_json(const Json& json);

}  // namespace tilebridge
