// What the catalogue promises is registered, for exactly the type that the experiment binds.
#include <gtest/gtest.h>

#include "backends/backends.hpp"
#include "catalogue/catalogue.hpp"

namespace tilebridge {
namespace {

/// The struct of a case whose arrays lie nowhere.
std::any bound(const Experiment& e, const Variant& v, const Parameters& p) {
  ArrayPointers pointers;
  for (const ArraySpec& spec : e.arrays(v, p)) pointers.set(spec.name, nullptr);
  return e.bind(v, pointers, p);
}

/// A preset's cases, in floats and in doubles where there are both.
std::vector<Parameters> cases_in_reals(const Experiment& e, const Variant& v, Platform platform) {
  std::vector<Parameters> all;
  for (const Parameters& p : e.cases(v, Preset::quick, platform)) {
    all.push_back(p);
    if (!p.has("real")) continue;
    for (const char* real : {"float", "double"}) {
      all.push_back(p);
      all.back().set("real", real);
    }
  }
  return all;
}

class Registered : public testing::TestWithParam<Platform> {};

INSTANTIATE_TEST_SUITE_P(, Registered,
                         testing::Values(Platform::host, Platform::cuda, Platform::hip),
                         [](const auto& info) { return std::string(name_of(info.param)); });

TEST_P(Registered, ForEveryTypeThatACaseBinds) {
  const std::string reason = why_not(GetParam(), 0);
  if (!reason.empty()) GTEST_SKIP() << reason;
  const auto backend = open_backend(GetParam(), 0);
  const auto expect_all = [&](const Experiment& e, const Variant& v, Model model,
                              const std::string& key) {
    for (const Parameters& p : cases_in_reals(e, v, GetParam()))
      EXPECT_TRUE(backend->implementations().has(model, key, bound(e, v, p)))
          << key << " " << name_of(model) << " " << to_string(p);
  };
  for (const Experiment& e : catalogue())
    for (const Variant& v : e.variants) {
      if (e.variant(v.listing()).runs(Model::native, GetParam()))
        expect_all(e, v, Model::native, e.name + "/" + v.listing());
      for (const Model model : {Model::kokkos, Model::vendor}) {
        const bool is_missing = model == Model::kokkos && !backend->missing_kokkos().empty();
        if (v.runs(model, GetParam()) && !is_missing)
          expect_all(e, v, model, e.name + "/" + v.name);
      }
    }
}

}  // namespace
}  // namespace tilebridge
