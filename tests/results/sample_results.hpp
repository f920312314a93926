// Results with one of everything, for the tests of what reads and writes them.
#pragma once

#include "results/results.hpp"

namespace tilebridge {

inline Timing timing(double seconds) {
  return {{seconds, 0.99 * seconds, 1.01 * seconds}, {0.99 * seconds, seconds, 1.01 * seconds}};
}

inline Validation valid() { return {1e-7, 1e-6, 64, 0}; }

inline Validation invalid() {
  Validation v = {0.5, 1e-6, 64, 3};
  v.first_wrong = 17;
  v.expected = 0.25;
  v.got = 0.75;
  return v;
}

inline CaseResult sample_case(const std::string& variant) {
  CaseResult c;
  c.experiment = "transpose";
  c.variant = variant;
  c.level = "textbook";
  c.compared_with = variant;
  c.platform = "cuda";
  c.parameters = {{"rows", 16384}, {"cols", 16384}};
  c.cache = "cold";
  c.work = {1 << 30, 1 << 30, 0};
  c.sampling = {3, 1, 1, 2, false, 1.98e9, "narrow_enough", {"software power cap"}};
  c.models[Model::native] = {Status::ok, "", valid(), timing(6e-4), 0.84, 0.75};
  return c;
}

inline Results sample_results() {
  Results r;
  r.program = {{"name", "tilebridge"},
               {"version", "0.1.0"},
               {"git", "0123456789ab"},
               {"command_line", {"tilebridge", "run"}},
               {"started", "2026-11-20T10:00:00Z"},
               {"preset", "quick"},
               {"seed", 1}};
  r.host = {{"name", "node1"}, {"system", "Linux 6.1"}, {"machine", "x86_64"}, {"processors", 16}};
  r.device = {{"name", "NVIDIA H200"},  {"architecture", "sm_90"},      {"driver", "580.1"},
              {"runtime", "CUDA 13.0"}, {"memory_bytes", 150754820096}, {"limits", Json::object()}};
  r.builds = {{"build_type", "Release"},
              {"host", {{"compiler", "GNU 12.2.0"}, {"flags", "-O3"}}},
              {"kokkos",
               {{"compiler", "GNU 12.2.0"},
                {"flags", "-O3"},
                {"version", "4.7.01"},
                {"spaces", "Cuda, Serial"},
                {"configuration", "…"}}}};
  r.ceilings = {4.5e12, 4.6e12, 4.2e12, 61e12};
  r.datasheet = {4.8e12, 4.8e12, 4.8e12, 67e12};

  CaseResult compared = sample_case("padded_tile");
  compared.models[Model::kokkos] = {Status::ok, "", valid(), timing(6.3e-4), 0.8, 0.71};
  compared.models[Model::kokkos].prediction = Prediction{{{100, 400, 12800},
                                                          {100, 400, 12800},
                                                          {},
                                                          {100, 100},
                                                          {100, 100},
                                                          {},
                                                          {{"in", {400, 0}}, {"out", {0, 400}}},
                                                          400,
                                                          false},
                                                         5.5e-4};
  compared.comparisons.push_back(
      {Model::kokkos, Model::native, {0.958, 0.957, 0.959}, Verdict::parity});
  CaseResult wrong = sample_case("tile");
  wrong.models[Model::kokkos] = {Status::invalid, describe(invalid()), invalid(), {}};
  CaseResult skipped = sample_case("swizzled_tile");
  skipped.models[Model::kokkos] = {Status::skipped, "this build's Kokkos has no CUDA", {}, {}};
  CaseResult none = sample_case("cluster_tile");
  none.models[Model::kokkos] = {Status::no_equivalent, "Kokkos has no clusters", {}, {}};
  r.cases = {compared, wrong, skipped, none};
  r.self_check = SelfCheck{0.05,
                           {{"transpose",
                             "tile",
                             compared.parameters,
                             "cold",
                             6e-4,
                             {1.0, 0.999, 1.001},
                             Verdict::parity},
                            {"transpose",
                             "tile",
                             compared.parameters,
                             "cold",
                             6e-4,
                             {0.9, 0.89, 0.91},
                             Verdict::slower}}};
  return r;
}

}  // namespace tilebridge
