// SPDX-License-Identifier: Apache-2.0
#include "results/journal.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <sstream>
#include <utility>

#include "base/error.hpp"
#include "results/json.hpp"

namespace tilebridge {
namespace {

constexpr const char* extension = ".journal";

void replace(std::vector<CaseResult>& cases, const Json& line) {
  const auto index = line["in_place_of"].get<std::size_t>();
  if (index >= cases.size())
    throw UsageError(fmt::format("a line replaces case {} of {}", index, cases.size()));
  cases[index] = case_from_json(line.at("case"));
}

void add_line(Results& results, const Json& line) {
  if (line.contains("in_place_of"))
    replace(results.cases, line);
  else if (line.contains("case"))
    results.cases.push_back(case_from_json(line["case"]));
  if (line.contains("comparison") && results.self_check)
    results.self_check->comparisons.push_back(self_comparison_from_json(line["comparison"]));
}

}  // namespace

std::filesystem::path journal_path(const std::filesystem::path& results) {
  return results.string() + extension;
}

std::filesystem::path results_path(const std::filesystem::path& path) {
  return path.extension() == extension ? std::filesystem::path(path).replace_extension() : path;
}

Journal::Journal(std::filesystem::path path, const Results& start) : path_(std::move(path)) {
  file_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file_ < 0)
    throw UsageError(fmt::format("cannot write '{}': {}; name another file", path_.string(),
                                 std::strerror(errno)));
  write(to_json(start).dump());
}

Journal::~Journal() {
  if (file_ >= 0) ::close(file_);
}

void Journal::add(const CaseResult& result) { write(Json{{"case", to_json(result)}}.dump()); }

void Journal::replace(std::size_t index, const CaseResult& result) {
  write(Json{{"case", to_json(result)}, {"in_place_of", index}}.dump());
}

void Journal::add(const SelfComparison& comparison) {
  write(Json{{"comparison", to_json(comparison)}}.dump());
}

void Journal::remove() {
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
}

void Journal::write(const std::string& line) {
  pending_ += line + "\n";
  try_to_write();
}

/// Afterwards either all pending text is in the file, or none of it.
void Journal::try_to_write() {
  failure_.clear();
  std::size_t done = 0;
  while (done < pending_.size()) {
    const ssize_t wrote = ::write(file_, pending_.data() + done, pending_.size() - done);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) break;
    done += static_cast<std::size_t>(wrote);
  }
  if (done == pending_.size() && (::fdatasync(file_) == 0 || errno == EINVAL)) {
    written_ += done;
    pending_.clear();
    return;
  }
  failure_ = std::strerror(errno);
  if (::ftruncate(file_, static_cast<off_t>(written_)) == 0)
    ::lseek(file_, static_cast<off_t>(written_), SEEK_SET);
}

Results results_from_journal(const std::string& text) {
  std::istringstream lines(text);
  std::string line;
  std::getline(lines, line);
  Results results = results_from_json(parse_json(line));
  while (std::getline(lines, line) && !lines.eof()) add_line(results, parse_json(line));
  return results;
}

}  // namespace tilebridge
