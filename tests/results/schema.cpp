// SPDX-License-Identifier: Apache-2.0
#include "tests/results/schema.hpp"

#include <fstream>
#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

namespace tilebridge {

std::string schema_error(const std::string& text) {
  using Adapter = valijson::adapters::NlohmannJsonAdapter;
  std::ifstream file(TILEBRIDGE_SCHEMA);
  const auto schema_json = nlohmann::json::parse(file);
  valijson::Schema schema;
  valijson::SchemaParser().populateSchema(Adapter(schema_json), schema);
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (json.is_discarded()) return "not JSON";
  valijson::Validator validator;
  valijson::ValidationResults results;
  if (validator.validate(schema, Adapter(json), &results)) return "";
  valijson::ValidationResults::Error error;
  results.popError(error);
  std::string place;
  for (const std::string& part : error.context) place += part;
  return place + ": " + error.description;
}

bool breaks_schema(const std::string& text) { return !schema_error(text).empty(); }

}  // namespace tilebridge
