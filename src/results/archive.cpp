// SPDX-License-Identifier: Apache-2.0
#include "results/archive.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <span>
#include <utility>

#include "base/error.hpp"
#include "base/sha256.hpp"
#include "base/text.hpp"
#include "catalogue/catalogue.hpp"
#include "results/recomputation.hpp"

namespace tilebridge {
namespace {

constexpr double most_throttled = 0.05;  // of the cases
constexpr std::size_t fewest_comparisons = 50;

bool is_alphanumeric(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

bool has_only(std::string_view text, std::string_view besides_alphanumeric) {
  return std::ranges::all_of(text, [&](char c) {
    return is_alphanumeric(c) || besides_alphanumeric.find(c) != std::string_view::npos;
  });
}

std::string_view first_word(std::string_view line) {
  const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
  return line.substr(begin, line.find_first_of(" :", begin) - begin);
}

// Functions that return the part of a value that stays, or null if nothing does.

using Keep = Json (*)(const Json& value);

Json number(const Json& value) { return value.is_number() ? value : Json(); }

/// A name, a version, a date: not a path, an address or a user.
Json word(const Json& value) {
  constexpr std::size_t longest = 100;
  if (!value.is_string()) return nullptr;
  const auto& text = value.get_ref<const std::string&>();
  return text.size() <= longest && has_only(text, " .,:;_+-()[]=") ? value : Json();
}

/// Processors have names such as "… CPU @ 2.60GHz", GPUs such as "6800/6800 XT".
Json device_name(const Json& value) {
  if (!value.is_string()) return nullptr;
  constexpr std::size_t longest = 100;
  return one_printable_line(value.get_ref<const std::string&>(), longest);
}

Json dates(const Json& value) {
  const auto is_date = [](const Json& date) { return !word(date).is_null(); };
  return value.is_array() && std::ranges::all_of(value, is_date) ? value : Json();
}

/// "-O3", "-x", "cuda", "-DNDEBUG", "-DWIDTH=32": a macro has no text for a value.
bool is_flag(std::string_view flag) {
  if (!has_only(flag, "-=_,.+:")) return false;
  const std::size_t value = flag.starts_with("-D") ? flag.find('=') : std::string_view::npos;
  return value == std::string_view::npos || parse_number<double>(flag.substr(value + 1));
}

/// A path's option goes with it: "-isystem /usr/local/include".
Json flags(const Json& value) {
  if (!value.is_string()) return nullptr;
  std::string kept;
  std::string_view pending;  // an option whose next word may be its value
  const auto keep = [&](std::string_view flag) {
    if (!flag.empty()) kept += (kept.empty() ? "" : " ") + std::string(flag);
  };
  const std::vector<std::string> all = split(value.get_ref<const std::string&>(), ' ');
  for (const std::string& flag : all) {
    const bool is_option = flag.starts_with('-');
    if (is_option) keep(std::exchange(pending, {}));
    if (is_option && is_flag(flag))
      pending = flag;
    else if (const std::string_view option = std::exchange(pending, {}); is_flag(flag))
      keep(option), keep(flag);
  }
  keep(pending);
  return kept;
}

/// The lines of a library's description of itself that are of its options.
Json configuration(const Json& value) {
  constexpr std::array known = {"Kokkos", "RAJA", "alpaka", "Clang", "CPU", "GPU", "Default"};
  if (!value.is_string()) return nullptr;
  std::string kept;
  for (const std::string& line : split(value.get_ref<const std::string&>(), '\n')) {
    const std::string_view name = first_word(line);
    const bool is_option =
        name.starts_with("KOKKOS_") || std::ranges::find(known, name) != known.end();
    if (is_option && !word(line).is_null()) kept += (kept.empty() ? "" : "\n") + line;
  }
  return kept;
}

struct Member {
  std::string_view name;
  Keep keep;
};

// The members that an archived file keeps of each open object.

constexpr Member of_load[] = {{"processes", number}, {"utilised", number}};

constexpr Member of_program[] = {
    {"name", word},          {"version", word},  {"git", word},    {"started", word},
    {"resumed", dates},      {"preset", word},   {"seed", number}, {"half_width", number},
    {"parity_band", number}, {"seconds", number}};

constexpr Member of_part[] = {{"started", word}, {"resumed", dates}, {"preset", word}};

constexpr Member of_host[] = {{"machine", word}, {"processors", number}};

constexpr Member of_device[] = {
    {"name", device_name},    {"architecture", word},  {"driver", word},  {"runtime", word},
    {"memory_bytes", number}, {"cache_bytes", number}, {"units", number}, {"clock_hz", number}};

constexpr Member of_limits[] = {{"Compute capability", word},
                                {"Architecture", word},
                                {"Multiprocessors", word},
                                {"Compute units", word},
                                {"Warp size", word},
                                {"Wavefront size", word},
                                {"Threads per block, at most", word},
                                {"Block dimensions, at most", word},
                                {"Grid dimensions, at most", word},
                                {"Threads per multiprocessor", word},
                                {"Threads per compute unit", word},
                                {"Warps per multiprocessor", word},
                                {"Blocks per multiprocessor", word},
                                {"Shared memory per block", word},
                                {"Shared memory per block, opted in", word},
                                {"Shared memory per multiprocessor", word},
                                {"Shared memory reserved per block", word},
                                {"Registers per block", word},
                                {"Registers per multiprocessor", word},
                                {"Constant memory", word},
                                {"L1 data cache", word},
                                {"L2 cache", word},
                                {"L3 cache", word},
                                {"Infinity Cache", word},
                                {"Cache line", word},
                                {"Managed memory", word},
                                {"Clock, at most", word},
                                {"Memory clock, at most", word},
                                {"Memory bus", word},
                                {"Copy engines", word},
                                {"ECC", word},
                                {"MIG", word},
                                {"Power cap", word},
                                {"Processors online", word},
                                {"Threads used by both models", word}};

constexpr Member of_build[] = {{"label", word},         {"release", word},
                               {"compiler", word},      {"flags", flags},
                               {"architectures", word}, {"code", word},
                               {"spaces", word},        {"configuration", configuration}};

/// Copies what the lists above allow, and notes the rest.
class Stripper {
 public:
  explicit Stripper(std::vector<std::string>& removed) : removed_(removed) {}

  Json object(const Json& from, std::string_view place, std::span<const Member> members) {
    Json kept = Json::object();
    if (!from.is_object()) return kept;
    for (const auto& [name, value] : from.items()) {
      const auto member = std::ranges::find(members, name, &Member::name);
      const Json stays = member == members.end() ? Json() : member->keep(value);
      if (stays != value && !says_nothing(value))
        note(fmt::format("{}.{}", place, name), value, stays);
      if (!stays.is_null()) kept[name] = stays;
    }
    return kept;
  }

  /// Removes words with paths from a sentence.
  void sentence(std::string& text) {
    std::string kept;
    for (const std::string& part : split(text, ' '))
      kept += (kept.empty() ? "" : " ") + (is_harmless(part) ? part : "…");
    if (kept == text) return;
    note("cases.reason", text, kept);
    text = kept;
  }

 private:
  static bool says_nothing(const Json& value) { return value.empty() || value == ""; }

  /// "transpose/tile" and "Kokkos@5.0.2" are, "/usr/lib/x.so" and "a/b/c" are not.
  static bool is_harmless(std::string_view part) {
    return std::ranges::count(part, '/') <= 1 && !part.starts_with('/') &&
           part.find_first_of("~\\") == std::string_view::npos;
  }

  /// The words of a text that are not among those that stay.
  static std::string lost_words(const std::string& before, const std::string& after) {
    const auto words_of = [](std::string text) {
      std::ranges::replace(text, '\n', ' ');
      return split(text, ' ');
    };
    const std::vector<std::string> kept = words_of(after);
    std::string lost;
    for (const std::string& part : words_of(before))
      if (std::ranges::find(kept, part) == kept.end()) lost += (lost.empty() ? "" : " ") + part;
    return lost;
  }

  void note(const std::string& place, const Json& before, const Json& after) {
    constexpr std::size_t longest = 50;
    std::string text = before.is_string() ? before.get<std::string>() : before.dump();
    if (after.is_string()) text = lost_words(text, after.get<std::string>());
    std::string line = fmt::format("{}: {}", place, shortened(one_printable_line(text), longest));
    if (std::ranges::find(removed_, line) == removed_.end()) removed_.push_back(std::move(line));
  }

  std::vector<std::string>& removed_;
};

/// A member that is an object, and what stays of that.
struct Inner {
  const char* name;
  std::span<const Member> members;
};

Json stripped(Json from, const std::string& place, std::span<const Member> members,
              const Inner& inner, Stripper& stripper) {
  const Json object = from.is_object() ? from.value(inner.name, Json()) : Json();
  if (object.is_object()) from.erase(inner.name);
  Json kept = stripper.object(from, place, members);
  if (object.is_object())
    kept[inner.name] =
        stripper.object(object, fmt::format("{}.{}", place, inner.name), inner.members);
  return kept;
}

/// Its parts have names that say nothing, because the schema asks for one.
Json stripped_program(Json program, Stripper& stripper) {
  const Json parts = program.value("parts", Json::array());
  for (const char* name : {"parts", "archive"}) program.erase(name);
  Json kept = stripped(program, "program", of_program, {"load", of_load}, stripper);
  kept["command_line"] = Json::array();
  for (std::size_t i = 0; parts.is_array() && i < parts.size(); ++i) {
    const std::string name = fmt::format("part {}", i + 1);
    Json part = parts[i];
    if (text_at(part, "file") == name) part.erase("file");
    part =
        stripped(part, fmt::format("program.parts[{}]", i), of_part, {"load", of_load}, stripper);
    part["file"] = name;
    kept["parts"].push_back(std::move(part));
  }
  return kept;
}

Json stripped_host(const Json& host, Stripper& stripper) {
  Json kept = stripper.object(host, "host", of_host);
  kept["name"] = kept["system"] = "";
  return kept;
}

Json stripped_builds(Json builds, Stripper& stripper) {
  constexpr Member of_builds[] = {{"build_type", word}};
  Json kept = Json::object();
  for (const char* name : {"host", "cuda", "hip"}) {
    if (!builds.contains(name)) continue;
    kept[name] = stripper.object(builds[name], fmt::format("builds.{}", name), of_build);
    builds.erase(name);
  }
  kept["models"] = Json::object();
  for (const auto& [key, build] : builds["models"].items())
    kept["models"][key] = stripper.object(build, "builds.models." + key, of_build);
  builds.erase("models");
  kept.update(stripper.object(builds, "builds", of_builds));
  return kept;
}

void strip(CaseResult& c, Stripper& stripper) {
  for (auto& [kernel, result] : c.kernels) stripper.sentence(result.reason);
  for (std::string& reason : c.sampling.throttle_reasons) stripper.sentence(reason);
  stripper.sentence(c.sampling.stop);
}

/// Throws UsageError for kernels that are not the catalogue's.
void check_kernels(const Results& results) {
  if (results.cases.empty()) throw UsageError("it has no case: archive a file of `tilebridge run`");
  if (results.builds.contains("pairs"))
    throw UsageError(
        "it is of a pair of your own, whose kernels nobody else has: publish it with its sources, "
        "and archive a run of the catalogue, `tilebridge run --preset standard`");
  for (const CaseResult& c : results.cases)
    if (catalogue().find(c.experiment) == nullptr)
      throw UsageError(
          fmt::format("'{}' is no experiment of this tilebridge: archive it with the one that "
                      "measured it",
                      c.experiment));
}

void check_recomputes(const Results& results) {
  const Recomputation found = recompute(results);
  for (const auto* lines : {&found.different, &found.impossible})
    if (!lines->empty())
      throw UsageError(
          fmt::format("it does not follow from its blocks, measure again: {}", lines->front()));
}

/// Drops the samples of comparisons that the medians of blocks stand for.
void compact(SelfCheck& check) {
  for (SelfComparison& comparison : check.comparisons)
    if (comparison.block_medians.size() >= fewest_blocks) comparison.samples.clear();
}

double throttled_share(const Results& results) {
  const auto is_throttled = [](const CaseResult& c) {
    return !c.sampling.throttle_reasons.empty();
  };
  return static_cast<double>(std::ranges::count_if(results.cases, is_throttled)) /
         static_cast<double>(results.cases.size());
}

std::string self_check_reason(const Results& results) {
  if (!results.self_check)
    return "it has no self-check: `tilebridge run --self-check`, then `tilebridge merge`";
  if (results.self_check->comparisons.size() < fewest_comparisons)
    return fmt::format("its self-check has {} of the {} comparisons that it takes",
                       results.self_check->comparisons.size(), fewest_comparisons);
  if (results.self_check->fails()) return "its self-check fails";
  const double error = results.self_check->usual_error();
  return error > results.self_check->parity_band
             ? fmt::format("native code differs from itself by up to {:.0f}%", 100 * error)
             : "";
}

std::vector<std::string> reasons_of(const Results& results) {
  const std::size_t invalid = count_invalid(results);
  const double throttled = throttled_share(results);
  const std::string load = load_text(results.program), git = text_at(results.program, "git");
  const Ceilings& rates = results.ceilings;
  const bool has_rates =
      std::min({rates.read_bytes_per_s, rates.write_bytes_per_s, rates.copy_bytes_per_s}) > 0;
  const bool is_quick = text_at(results.program, "preset") == name_of(Preset::quick);
  std::vector<std::string> reasons = {
      self_check_reason(results),
      is_quick ? "it is of the preset quick, whose sizes are smaller than those of others" : "",
      invalid > 0 ? fmt::format("{} failed validation", plural(invalid, "result")) : "",
      throttled > most_throttled
          ? fmt::format("{:.0f}% of its cases were throttled, more than {:.0f}%", 100 * throttled,
                        100 * most_throttled)
          : "",
      has_rates ? "" : "it has no measured rates of the device's memory",
      load.empty() ? "" : fmt::format("the GPU was busy: {}", load),
      text_at(results.builds, "build_type") == "Release" ? "" : "it is not of a release build",
      git.empty() || git.ends_with("-dirty") ? "it was built from sources of no commit" : ""};
  std::erase(reasons, "");
  return reasons;
}

/// Small letters, digits and single hyphens.
std::string file_word(std::string_view text) {
  constexpr std::size_t longest = 60;
  std::string result;
  for (const char c : lower_case(text))
    if (static_cast<unsigned char>(c) < 128 && is_alphanumeric(c))
      result += c;
    else if (!result.empty() && !result.ends_with('-'))
      result += '-';
  result.resize(std::min(result.size(), longest));
  while (result.ends_with('-')) result.pop_back();
  return result.empty() ? "unknown" : result;
}

/// "2026-11-29", or "undated".
std::string day_of(const Results& results) {
  const std::string day = text_at(results.program, "started").substr(0, 10);
  const bool is_day = day.size() == 10 && has_only(day, "-") && file_word(day) == day;
  return is_day ? day : "undated";
}

}  // namespace

std::string_view name_of(ArchiveLabel label) {
  return label == ArchiveLabel::checked ? "checked" : "reported";
}

Archived archived(Results results) {
  check_kernels(results);
  Archived archive;
  Results& kept = archive.results = compacted(std::move(results));
  if (kept.self_check) compact(*kept.self_check);
  check_recomputes(kept);
  Stripper stripper(archive.removed);
  kept.program = stripped_program(kept.program, stripper);
  kept.host = stripped_host(kept.host, stripper);
  kept.device = stripped(kept.device, "device", of_device, {"limits", of_limits}, stripper);
  kept.builds = stripped_builds(kept.builds, stripper);
  for (CaseResult& c : kept.cases) strip(c, stripper);
  archive.reasons = reasons_of(kept);
  archive.label = archive.reasons.empty() ? ArchiveLabel::checked : ArchiveLabel::reported;
  kept.program["archive"] = {{"label", name_of(archive.label)}, {"reasons", archive.reasons}};
  return archive;
}

std::string archive_path(const Results& results, std::string_view text) {
  constexpr std::size_t digits = 8;
  const std::string platform = results.cases.empty() ? "" : results.cases.front().platform;
  const std::string vendor = platform == "cuda" ? "nvidia" : platform == "hip" ? "amd" : "host";
  std::string device = file_word(text_at(results.device, "name"));
  if (device.starts_with(vendor + "-")) device = device.substr(vendor.size() + 1);
  return fmt::format("{}/{}/{}-{}.json", vendor, device, day_of(results),
                     sha256(text).substr(0, digits));
}

}  // namespace tilebridge
