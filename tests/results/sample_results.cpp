// SPDX-License-Identifier: Apache-2.0
#include "tests/results/sample_results.hpp"

#include "results/intervals.hpp"

namespace tilebridge {
namespace {

/// A sample for each round; they differ within blocks and between them.
std::vector<double> samples_in_blocks(double seconds, const SamplingResult& sampling) {
  std::vector<double> samples;
  for (std::size_t block = 0; block < sampling.blocks.size(); ++block)
    for (int round = 0; round < sampling.blocks[block]; ++round) {
      const auto step = static_cast<double>((7 * samples.size() + 3 * block) % 11);
      samples.push_back(
          six_digits(seconds * (1 + 1e-3 * step + 2e-3 * static_cast<double>(block))));
    }
  return samples;
}

Timing timing_in_blocks(double seconds, const SamplingResult& sampling) {
  Timing timing = {.seconds = {}, .samples = samples_in_blocks(seconds, sampling)};
  timing.clocks_hz.assign(timing.samples.size(), 1.98e9);
  timing.block_medians = stored_medians(blocked(timing, sampling));
  timing.seconds = time_over_blocks(blocked(timing, sampling), sampling);
  timing.back_to_back_medians = stored_medians(blocked(timing, sampling));
  timing.back_to_back = back_to_back_over_blocks({{}, sampling.blocks, timing.block_medians});
  return timing;
}

}  // namespace

void erase(CaseResult& c, const Model& model) {
  c.kernels.erase_if([&](const ModelForm& kernel) { return kernel.model.is(model); });
}

CaseResult in_form(Form form, const CaseResult& c) {
  const auto changed = [&](const ModelForm& kernel) {
    return kernel.model.is_native() ? kernel : ModelForm{kernel.model, form};
  };
  CaseResult other = c;
  other.form = name_of(form);
  other.kernels = {};
  for (const auto& [kernel, result] : c.kernels) other.kernels[changed(kernel)] = result;
  for (ComparisonResult& r : other.comparisons) r.kernel = changed(r.kernel);
  return other;
}

Timing timing(double seconds) {
  return {{seconds, 0.99 * seconds, 1.01 * seconds}, {0.99 * seconds, seconds, 1.01 * seconds}};
}

Validation valid() { return {1e-7, 1e-6, 64, 0}; }

Validation invalid() {
  Validation v = {0.5, 1e-6, 64, 3};
  v.first_wrong = 17;
  v.expected = 0.25;
  v.allowed = 1e-6;
  v.got = 0.75;
  return v;
}

CaseResult sample_case(const std::string& variant) {
  CaseResult c;
  c.experiment = "transpose";
  c.variant = variant;
  c.form = "loops";
  c.compared_with = variant;
  c.platform = "cuda";
  c.parameters = {{"rows", 16384}, {"cols", 16384}};
  c.cache = "cold";
  c.work = {1 << 30, 1 << 30, 0};
  c.sampling = {3, 1, 1, 2, false, 1.98e9, "narrow_enough", {"software power cap"}};
  c.kernels[native_code] = {Status::ok, "", valid(), timing(6e-4), 0.84, 0.75};
  return c;
}

CaseResult slower_case(const std::string& experiment, const std::string& variant,
                       const Parameters& parameters, const Interval& performance) {
  CaseResult c = sample_case(variant);
  c.experiment = experiment;
  c.parameters = parameters;
  c.kernels[kokkos_code] = c.kernels.at(native_code);
  c.comparisons = {{kokkos_code, native_code, performance, Verdict::slower}};
  return c;
}

Results sample_results() {
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
              {"models",
               {{"native", {{"label", "CUDA"}, {"compiler", "GNU 12.2.0"}, {"flags", "-O3"}}},
                {"kokkos@4.7.01",
                 {{"label", "Kokkos"},
                  {"compiler", "GNU 12.2.0"},
                  {"flags", "-O3"},
                  {"release", "4.7.01"},
                  {"spaces", "Cuda, Serial"},
                  {"configuration", "…"}}}}}};
  r.ceilings = {4.5e12, 4.6e12, 4.2e12, 61e12};
  r.datasheet = {4.8e12, 4.8e12, 4.8e12, 67e12};

  CaseResult compared = sample_case("padded_tile");
  compared.kernels[kokkos_code] = {Status::ok, "", valid(), timing(6.3e-4), 0.8, 0.71};
  compared.kernels[kokkos_code].launches = {{{262144, 1, 1}, {32, 8, 1}, 4224}};
  compared.kernels[kokkos_code].prediction = Prediction{{{100, 400, 12800, 12800},
                                                         {100, 400, 12800, 12800},
                                                         {},
                                                         {100, 100},
                                                         {100, 100},
                                                         {},
                                                         {{"in", {400, 0}}, {"out", {0, 400}}},
                                                         400,
                                                         false},
                                                        5.5e-4};
  compared.comparisons.push_back(
      {kokkos_code, native_code, {0.958, 0.957, 0.959}, Verdict::parity, {0.958, 0.957, 0.96}});
  CaseResult wrong = sample_case("tile");
  wrong.kernels[kokkos_code] = {Status::invalid, describe(invalid()), invalid(), {}};
  CaseResult skipped = sample_case("swizzled_tile");
  skipped.kernels[kokkos_code] = {Status::skipped, "this build's Kokkos has no CUDA", {}, {}};
  CaseResult none = sample_case("cluster_tile");
  none.kernels[kokkos_code] = {Status::no_equivalent, "Kokkos has no clusters", {}, {}};
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

Results results_with_second_build() {
  Results results = sample_results();
  results.builds["models"]["kokkos@5.0.2"] = {
      {"label", "Kokkos"}, {"release", "5.0.02"}, {"spaces", "Cuda"}, {"flags", "-O3"}};
  CaseResult& c = results.cases[0];
  c.kernels[other_code] = {Status::ok, "", valid(), timing(5e-4), 0.9, 0.8};
  c.comparisons.push_back({other_code, native_code, {1.2, 1.19, 1.21}, Verdict::faster});
  c.comparisons.push_back({other_code, kokkos_code, {1.26, 1.25, 1.27}, Verdict::faster});
  results.cases[1].kernels[other_code] = {Status::invalid, "wrong", {}, {}};
  return results;
}

Results results_in_blocks() {
  Results results = sample_results();
  CaseResult c = sample_case("tile");
  c.sampling.blocks = {3, 4, 3, 5, 4};
  c.sampling.rounds = 19;
  c.sampling.timer_step = 3.2e-8;
  const Timing native = timing_in_blocks(6e-4, c.sampling);
  Timing kokkos = timing_in_blocks(9e-4, c.sampling);
  kokkos.waits_for_host = true;
  c.kernels[native_code] = {Status::ok, "", valid(), native, 0.84, 0.75};
  c.kernels[kokkos_code] = {Status::ok, "", valid(), kokkos, 0.84, 0.75};
  ComparisonResult comparison = {kokkos_code, native_code};
  const std::vector<double> of_rounds = ratios(native.samples, kokkos.samples);
  comparison.block_medians = stored_medians({of_rounds, c.sampling.blocks});
  const double rounding = rounding_of_ratio(native, kokkos, c.sampling);
  comparison.ratio = ratio_over_blocks(blocked(comparison, of_rounds, c.sampling), rounding);
  comparison.within = median_interval(of_rounds);
  comparison.verdict = verdict_of(comparison.ratio, native, kokkos, c.sampling, {});
  c.comparisons = {comparison};
  results.cases = {c};
  SelfComparison self = results.self_check->comparisons.front();
  self.blocks = c.sampling.blocks;
  self.samples = {native.samples, native.samples};
  self.block_medians = {1, 1.001, 0.999, 1.002, 0.998};
  for (std::size_t i = 0, block = 0; block < self.blocks.size(); ++block)
    for (int round = 0; round < self.blocks[block]; ++round, ++i)
      self.samples[1][i] = self.samples[0][i] / self.block_medians[block];
  self.rounding = 1e-4;
  self.ratio = ratio_over_blocks({{}, self.blocks, self.block_medians}, self.rounding, 0);
  results.self_check->comparisons = {self};
  return results;
}

Results sample_profile() {
  Results r = sample_results();
  r.self_check.reset();
  CaseResult none = r.cases.back();
  CaseResult tile = sample_case("tile");
  for (const ModelForm& kernel : {native_code, kokkos_code})
    tile.kernels[kernel] = {Status::ok, "", valid(), {}};
  tile.kernels[native_code].counters = Counters{1,
                                                {{Counter::duration_ns, 1.2e6},
                                                 {Counter::global_load_requests, 8388608},
                                                 {Counter::global_store_requests, 8388608},
                                                 {Counter::global_load_sectors, 33554432},
                                                 {Counter::global_store_sectors, 100663296},
                                                 {Counter::global_load_bytes_per_sector, 32},
                                                 {Counter::global_store_bytes_per_sector, 10.667},
                                                 {Counter::l1_sectors, 67108864},
                                                 {Counter::l1_hit_sectors, 0},
                                                 {Counter::l2_sectors, 67108864},
                                                 {Counter::l2_hit_sectors, 35634806},
                                                 {Counter::dram_bytes_read, 1073741824},
                                                 {Counter::dram_bytes_written, 1073741824},
                                                 {Counter::shared_load_instructions, 32768},
                                                 {Counter::shared_load_wavefronts, 32768},
                                                 {Counter::shared_store_instructions, 32768},
                                                 {Counter::shared_store_wavefronts, 1048576},
                                                 {Counter::warps_active_percent, 82},
                                                 {Counter::registers_per_thread, 24},
                                                 {Counter::stall_short_scoreboard, 39.5},
                                                 {Counter::stall_mio_throttle, 25.76},
                                                 {Counter::stall_barrier, 11.22}}};
  tile.kernels[kokkos_code].counters = Counters{2, {{Counter::global_load_requests, 16777216}}};
  erase(none, Model::native);
  r.cases = {tile, none};
  return r;
}

}  // namespace tilebridge
