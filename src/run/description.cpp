// SPDX-License-Identifier: Apache-2.0
#include "run/description.hpp"

#include <fmt/chrono.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <thread>

#include "backends/backends.hpp"
#include "base/files.hpp"
#include "base/process.hpp"
#include "base/text.hpp"
#include "build_info.hpp"
#include "catalogue/catalogue.hpp"
#include "git_state.hpp"
#include "measure/suite.hpp"
#include "results/exercise.hpp"
#include "results/json.hpp"

namespace tilebridge::run {
namespace {

Json describe_program(const Job& job) {
  const RunRequest& request = job.request;
  return {{"name", "tilebridge"},
          {"version", build_info::version},
          {"git", git_state},
          {"command_line", job.command_line},
          {"started", fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)))},
          {"preset", name_of(request.selection.preset)},
          {"seed", request.seed},
          {"half_width", request.half_width},
          {"parity_band", request.parity_band}};
}

Json describe_host() {
  utsname system{};
  ::uname(&system);
  return {{"name", system.nodename},
          {"system", fmt::format("{} {}", system.sysname, system.release)},
          {"machine", system.machine},
          {"processors", ::sysconf(_SC_NPROCESSORS_ONLN)}};
}

/// Adds the commit that a pair's sources are of, "3f2a1c9be041-dirty" where they differ from it,
/// and the commit's subject; nothing where they are in no repository.
void describe_commit(const kernels::Pair& pair, Json& json) {
  const std::vector<std::string> sources = pair.sources();
  if (sources.empty()) return;
  const TemporaryFolder folder;
  const std::string script =
      "unset GIT_DIR GIT_INDEX_FILE GIT_WORK_TREE\n"  // which git sets for hooks
      "exec 2>/dev/null && cd -- \"${0:-.}\" &&\n"
      "git describe --always --dirty --abbrev=12 --exclude='*' && git log -1 --format=%s";
  const std::string beside = std::filesystem::path(sources.front()).parent_path();
  if (run_process({"sh", "-c", script, beside}, folder / "commit") != 0) return;
  std::ifstream file(folder / "commit");
  for (const char* member : {"commit", "subject"})
    if (std::string line; std::getline(file, line) && !line.empty()) json[member] = line;
}

/// Adds how many barriers the kernel of an exercise in Kokkos has, if it uses scratch memory: no
/// host tests them.
void describe_barriers(const kernels::Pair& pair, Json& json) {
  const auto is_kokkos = [](const Support& support) { return support.model.is(controlled); };
  const std::vector<std::string> sources = pair.sources();
  if (sources.empty() || std::ranges::none_of(pair.models(), is_kokkos)) return;
  const std::filesystem::path kernel =
      std::filesystem::path(sources.front()).parent_path() / "yours.hpp";
  std::error_code none;
  if (!std::filesystem::is_regular_file(kernel, none)) return;
  const std::string text = read_text(kernel);
  if (text.find("team_scratch") != std::string::npos)
    json["team_barriers"] = team_barriers_in(text);
}

/// Adds the plan's pairs, and their models in place of the program's, to what the file says about
/// builds.
void describe_pairs(const SessionPlan& plan, Results& results) {
  if (plan.pairs.empty()) return;
  for (const Model& build : builds_of(results))
    if (!build.is_native()) results.builds["models"].erase(std::string(build.key()));
  for (const auto& pair : plan.pairs) {
    results.builds["pairs"].push_back(
        {{"name", pair->experiment().name}, {"question", pair->experiment().question}});
    describe_commit(*pair, results.builds["pairs"].back());
    if (const std::string exercise = pair->exercise(); !exercise.empty()) {
      results.builds["pairs"].back()["exercise"] = exercise;
      describe_barriers(*pair, results.builds["pairs"].back());
    }
    for (std::size_t i = 0; i < pair->models().size(); ++i)
      if (const Model& model = pair->models()[i].model; model != Model::native)
        results.builds["models"][std::string(model.key())] = {{"label", model.name()},
                                                              {"release", pair->release(i)}};
  }
}

Json load_now(Platform platform, int device) {
  const auto load = load_of(platform, device);
  if (!load) return Json::object();
  return {{"load", {{"processes", load->processes}, {"utilised", load->utilised}}}};
}

Json describe_device(const kernels::DeviceInfo& info) {
  Json limits = Json::object();
  for (const kernels::DeviceLimit& limit : info.limits) limits[limit.name] = limit.value;
  Json json = {{"name", info.name},
               {"architecture", info.architecture},
               {"driver", info.driver},
               {"runtime", info.runtime},
               {"pci_bus", info.pci_bus},
               {"memory_bytes", info.memory_bytes},
               {"cache_bytes", info.cache_bytes},
               {"units", info.units},
               {"clock_hz", info.clock_hz},
               {"limits", limits}};
  if (!info.uuid.empty()) json["uuid"] = info.uuid;
  return json;
}

Json describe_device(const kernels::OwnModels& models, Platform platform, int index) {
  if (const std::string reason = why_not(platform, index); !reason.empty())
    return {{"platform", name_of(platform)}, {"count", 0}, {"unavailable", reason}};
  const auto backend = open_backend(models, platform, index, kernels::Libraries::left_out);
  measure::Suite suite(platform, backend->device(), backend->implementations(), {});
  const auto cases = measure::plan_ceilings(Preset::quick, platform, catalogue());
  measure::check_memory(cases, backend->device());
  suite.measure_ceilings(cases);
  const kernels::DeviceInfo& info = backend->device().info();
  return {{"platform", name_of(platform)},
          {"count", device_count(platform)},
          {"device", describe_device(info)},
          {"datasheet",
           {{"GB_per_s", info.datasheet_bytes_per_s / 1e9},
            {"TFLOP_per_s", info.datasheet_flops / 1e12}}},
          {"ceilings", to_json(suite.ceilings())}};
}

}  // namespace

Json describe_load(Platform platform, int device) {
  constexpr std::chrono::milliseconds longest_period{1000};  // that a utilisation is of
  Json load = load_now(platform, device);
  if (load_text(load).empty()) return load;
  std::this_thread::sleep_for(longest_period);  // it may have been a run that has just ended
  return load_now(platform, device);
}

Results describe_run(const Job& job, const SessionPlan& plan, const Session& session) {
  Results results;
  results.program = describe_program(job);
  results.host = describe_host();
  results.device = describe_device(session.device().info());
  results.builds = session.builds();
  describe_pairs(plan, results);
  return results;
}

Json describe_devices(std::optional<Platform> named, int index) {
  const kernels::OwnModels models = start_own_models(index);
  Json devices = Json::array();
  for (const Platform platform : {Platform::cuda, Platform::hip, Platform::host})
    if (!named || *named == platform) devices.push_back(describe_device(models, platform, index));
  return devices;
}

}  // namespace tilebridge::run
