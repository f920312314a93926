// SPDX-License-Identifier: Apache-2.0
#include "write/formats.hpp"

namespace tilebridge::write {
namespace {

Json to_json(const Variant& variant) {
  Json json = {{"name", variant.name},
               {"form", name_of(variant.form)},
               {"technique", variant.technique},
               {"compared_with", variant.listing()},
               {"models", Json::object()}};
  for (const Support& support : variant.models) {
    Json& model = json["models"][std::string(name_of(support.model))];
    model["platforms"] = Json::array();
    for (const Platform platform : support.platforms)
      model["platforms"].push_back(name_of(platform));
    if (!support.no_equivalent.empty()) model["no_equivalent"] = support.no_equivalent;
  }
  if (variant.only_at) json["only_at"][variant.only_at->first] = variant.only_at->second;
  return json;
}

Json to_json(const Parameter& p) {
  Json json = {{"name", p.name}, {"meaning", p.meaning}};
  std::visit([&](const auto& value) { json["default"] = value; }, p.initial);
  if (p.words.empty()) {
    json["minimum"] = p.minimum;
    json["maximum"] = p.maximum;
    if (p.multiple_of > 1) json["multiple_of"] = p.multiple_of;
  } else {
    json["words"] = p.words;
  }
  return json;
}

Json to_json(const Experiment& experiment) {
  Json json = {{"name", experiment.name},
               {"family", name_of(experiment.family)},
               {"question", experiment.question},
               {"parameters", Json::array()},
               {"variants", Json::array()}};
  for (const Parameter& parameter : experiment.parameters)
    json["parameters"].push_back(to_json(parameter));
  for (const Variant& variant : experiment.variants) json["variants"].push_back(to_json(variant));
  return json;
}

}  // namespace

std::string experiments_json(const std::vector<Experiment>& experiments) {
  Json json = {{"experiments", Json::array()}};
  for (const Experiment& experiment : experiments)
    json["experiments"].push_back(to_json(experiment));
  return json_text(json);
}

}  // namespace tilebridge::write
