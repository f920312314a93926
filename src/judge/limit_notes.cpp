// SPDX-License-Identifier: Apache-2.0
#include "judge/limit_notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/error.hpp"
#include "base/text.hpp"
#include "sources/sources.hpp"

namespace tilebridge::judge {
namespace {

constexpr std::array<std::pair<std::string_view, std::string LimitNote::*>, 4> texts = {
    {{"kernel", &LimitNote::kernel},
     {"device", &LimitNote::device},
     {"reason", &LimitNote::reason},
     {"unit", &LimitNote::unit}}};

void read_line(LimitNote& note, const std::string& name, const std::string& value) {
  const auto text = std::ranges::find(texts, name, [](const auto& one) { return one.first; });
  const auto number = parse_number<double>(value);
  if (text != texts.end())
    note.*text->second = value;
  else if (name == "where")
    note.values = split(value, ' ');
  else if (name == "bytes per cycle" && number)
    note.bytes_per_cycle = *number;
  else
    throw UsageError(fmt::format("no note on a kernel has the line '{}: {}'", name, value));
}

LimitNote note_of(const Record& record) {
  LimitNote note;
  for (const auto& [name, value] : record) read_line(note, name, value);
  return note;
}

/// Native code's notes are in the folder of CUDA, which HIP compiles too.
std::string notes_file(std::string_view model) {
  return fmt::format("backends/{}/limits.txt", model == Model::native.name() ? "cuda" : model);
}

std::vector<LimitNote> notes_in(const std::string& path) {
  for (const sources::SourceFile& file : sources::backend_sources())
    if (file.path == path) return parse_limit_notes(file.text);
  return {};
}

}  // namespace

bool LimitNote::is_of(const Results& results, const CaseResult& c) const {
  return kernel == c.experiment + "/" + c.variant && has_values(c.parameters, values) &&
         text_at(results.device, "name").find(device) != std::string::npos;
}

std::vector<LimitNote> parse_limit_notes(std::string_view text) {
  std::vector<LimitNote> notes;
  for (const Record& record : records(text, "kernel")) notes.push_back(note_of(record));
  return notes;
}

const std::vector<LimitNote>& limit_notes(const Model& model) {
  static std::map<std::string, std::vector<LimitNote>> known;
  const std::string name(model.name());
  const auto found = known.find(name);
  return found != known.end() ? found->second
                              : known.emplace(name, notes_in(notes_file(name))).first->second;
}

std::string noted_reason(const Model& model, const Results& results, const CaseResult& c) {
  for (const LimitNote& note : limit_notes(model))
    if (!note.reason.empty() && note.is_of(results, c)) return note.reason;
  return "";
}

}  // namespace tilebridge::judge
