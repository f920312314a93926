// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "results/json.hpp"

namespace tilebridge {
namespace {

constexpr std::pair<std::string_view, std::string_view> old_levels[] = {
    {"textbook", "ranges"}, {"idiomatic", "construct"}, {"vendor", "library"}};

std::string form_of(const std::string& level) {
  for (const auto& [before, now] : old_levels)
    if (before == level) return std::string(now);
  return level;
}

std::string form_of(const Json& c) { return form_of(c.at("level").get<std::string>()); }

std::string key_of(const Json& experiment, const Json& variant) {
  return experiment.get<std::string>() + "/" + variant.get<std::string>();
}

class Converter {
 public:
  explicit Converter(const Json& file) {
    const Json& builds = file.at("builds");
    if (const Json kokkos = builds.value("kokkos", Json::object());
        kokkos.is_object() && kokkos.contains("version"))
      kokkos_ = "kokkos@" + kokkos["version"].get<std::string>();
    for (const Json& c : file.at("cases"))
      forms_[key_of(c.at("experiment"), c.at("variant"))] = form_of(c);
  }

  Json builds(Json builds) const {
    Json models = Json::object();
    const auto add = [&](const std::string& key, Json build) {
      build["label"] = "Kokkos";
      if (build.contains("version")) build["release"] = build["version"];
      build.erase("version");
      models[key] = std::move(build);
    };
    if (builds.contains("kokkos")) add(kokkos_, builds["kokkos"]);
    const Json releases = builds.value("releases", Json::object());
    for (const auto& [name, build] : releases.items()) add("kokkos@" + name, build);
    builds.erase("kokkos");
    builds.erase("releases");
    builds["models"] = std::move(models);
    return builds;
  }

  Json converted(Json c) const {
    Json kernels = Json::array();
    for (const auto& [model, result] : c.at("models").items())
      kernels.push_back(joined(kernel(model, c), result));
    Json comparisons = Json::array();
    for (Json comparison : c.at("comparisons")) {
      comparison["kernel"] = kernel(comparison.at("model").get<std::string>(), c);
      comparison["against"] = kernel(comparison.at("against").get<std::string>(), c);
      comparison.erase("model");
      // Before there were blocks, the interval itself was of all rounds alike.
      if (!comparison.contains("within"))
        comparison["within"] = {{"low", comparison.at("low")}, {"high", comparison.at("high")}};
      comparisons.push_back(std::move(comparison));
    }
    const Json releases = c.value("releases", Json::object());
    for (const auto& [name, release] : releases.items()) {
      const Json code = {{"model", "kokkos@" + name}, {"form", form_of(c)}};
      kernels.push_back(joined(code, release.at("result")));
      for (const auto& [member, model] :
           {std::pair("against_native", "native"), {"against_own", "kokkos"}})
        if (release.contains(member))
          comparisons.push_back(
              joined({{"kernel", code}, {"against", kernel(model, c)}}, release[member]));
    }
    c["form"] = form_of(c);
    c["kernels"] = std::move(kernels);
    c["comparisons"] = std::move(comparisons);
    for (const char* name : {"level", "models", "releases", "rank", "by_rank"}) c.erase(name);
    return c;
  }

 private:
  static Json joined(Json json, const Json& more) {
    json.update(more);
    return json;
  }

  /// Libraries were a model of their own. Native code was written by indices where the variant is
  /// in ranges; where it stands in, it is in the form of the variant that is compared with.
  Json kernel(const std::string& model, const Json& c) const {
    if (model == "vendor") return {{"model", "native"}, {"form", "library"}};
    if (model != "native")
      return {{"model", model == "kokkos" ? kokkos_ : model}, {"form", form_of(c)}};
    const auto found = forms_.find(key_of(c.at("experiment"), c.at("compared_with")));
    const std::string form = found == forms_.end() ? "indices" : found->second;
    return {{"model", "native"}, {"form", form == "ranges" ? "indices" : form}};
  }

  std::string kokkos_ = "kokkos";
  std::map<std::string, std::string> forms_;  // by experiment and variant
};

}  // namespace

Json from_schema_1(const Json& file) {
  const Converter converter(file);
  Json now = file;
  now["schema_version"] = 2;
  now["builds"] = converter.builds(file.at("builds"));
  for (Json& c : now["cases"]) c = converter.converted(std::move(c));
  return now;
}

}  // namespace tilebridge
