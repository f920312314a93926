// SPDX-License-Identifier: Apache-2.0
#include "results/journal.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <sstream>

#include "base/error.hpp"
#include "results/fields.hpp"
#include "results/json.hpp"

namespace tilebridge {
namespace {

constexpr const char* extension = ".journal";
UsageError more_behind_the_end() {
  return UsageError("another file begins here; name each by itself");
}

/// Throws UsageError if the line is no line of a journal. Lines that this version does not know
/// are.
void check_line(const Json& line) {
  if (!line.is_object()) throw UsageError("it is no line of a journal");
  if (line.contains("schema") || line.contains("schema_version")) throw more_behind_the_end();
}

void replace(std::vector<CaseResult>& cases, const Json& line) {
  const auto index = whole_number<std::size_t>(line["in_place_of"]);
  if (index >= cases.size())
    throw UsageError(fmt::format("a line replaces case {} of {}", index, cases.size()));
  cases[index] = case_from_json(line.at("case"));
}

void add_line(Results& results, const Json& line) {
  if (line.contains("in_place_of"))
    replace(results.cases, line);
  else if (line.contains("case"))
    results.cases.push_back(case_from_json(line["case"]));
  else if (line.contains("comparison") && results.self_check)
    results.self_check->comparisons.push_back(comparison_from_json(line["comparison"]));
}

/// Hands each whole line but the first to `add`, and returns what `head` makes of the first. Throws
/// MemberError, with the number of the line, where a line cannot be read.
template <class Head, class Add>
auto read_lines(const std::string& text, const Head& head, const Add& add) {
  std::istringstream lines(text);
  std::string line;
  std::getline(lines, line);
  auto results = head(parse_json(line));
  for (int number = 2; std::getline(lines, line); ++number)
    in_member(fmt::format("line {}", number), [&] {
      const bool is_cut_off = lines.eof();
      if (is_cut_off && line.starts_with("{\"schema")) throw more_behind_the_end();
      if (is_cut_off) return;
      const Json json = parse_json(line);
      check_line(json);
      add(results, json);
    });
  return results;
}

}  // namespace

std::filesystem::path journal_path(const std::filesystem::path& results) {
  return target_of(results).string() + extension;
}

std::filesystem::path results_path(const std::filesystem::path& path) {
  return path.extension() == extension ? std::filesystem::path(path).replace_extension() : path;
}

Journal::Journal(std::filesystem::path path, const Results& start)
    : Journal(std::move(path), to_json(start)) {}

Journal::Journal(std::filesystem::path path, const TuningResults& start)
    : Journal(std::move(path), to_json(start)) {}

Journal::Journal(std::filesystem::path path, const Json& start) : path_(std::move(path)) {
  write(start);
}

Journal::~Journal() {
  if (file_.descriptor < 0) return;
  ::close(file_.descriptor);
  std::error_code ignored;
  if (!is_in_place_) std::filesystem::remove(file_.path, ignored);
}

void Journal::add(const CaseResult& result) { write({{"case", to_json(result)}}); }

void Journal::add(const SelfComparison& comparison) {
  write({{"comparison", to_json(comparison)}});
}

void Journal::add(const Tuning& kernel) { write({{"kernel", to_json(kernel)}}); }

void Journal::replace(std::size_t index, const CaseResult& result) {
  write({{"case", to_json(result)}, {"in_place_of", index}});
}

void Journal::write(const Json& line) {
  pending_ += to_text(line) + "\n";
  try_to_write();
}

/// Afterwards either all pending text is in the file, or none of it. What is at the journal's name
/// is replaced when all that it holds is on disk again.
void Journal::try_to_write() {
  failure_.clear();
  if (file_.descriptor < 0) file_ = create_new(path_.string() + ".", ".part");
  if (file_.descriptor < 0) {
    failure_ = std::strerror(errno);
    return;
  }
  if (write_to_disk(file_.descriptor, pending_)) {
    written_ += pending_.size();
    pending_.clear();
    is_in_place_ = is_in_place_ || rename_on_disk(file_.path, path_);
    if (!is_in_place_) failure_ = std::strerror(errno);
    return;
  }
  failure_ = std::strerror(errno);
  if (::ftruncate(file_.descriptor, static_cast<off_t>(written_)) == 0)
    ::lseek(file_.descriptor, static_cast<off_t>(written_), SEEK_SET);
}

Results results_from_journal(const std::string& text) {
  return read_lines(text, results_from_json, add_line);
}

TuningResults tuning_from_journal(const std::string& text) {
  const auto add_kernel = [](TuningResults& results, const Json& line) {
    if (line.contains("kernel"))
      results.kernels.push_back(tuning_of_kernel_from_json(line["kernel"]));
  };
  return read_lines(text, tuning_from_json, add_kernel);
}

}  // namespace tilebridge
