// SPDX-License-Identifier: Apache-2.0
#include "profile/csv.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"

namespace tilebridge::profile {
namespace {

/// Reads a text from its beginning to its end.
class CsvReader {
 public:
  CsvReader(std::string_view text, Quotes quotes) : text_(text), quotes_(quotes) {}

  std::vector<CsvRow> rows() {
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (is_quoted_)
        take_quoted(c);
      else
        take(c);
    }
    if (is_quoted_) field_.clear();
    end_row();
    return std::move(rows_);
  }

 private:
  bool continues_with(char c) const { return at_ + 1 < text_.size() && text_[at_ + 1] == c; }
  bool is_at_end_of_field() const {
    const std::string_view rest = text_.substr(at_ + 1);
    return rest.empty() || rest.starts_with(",\"") || rest.front() == '\r' || rest.front() == '\n';
  }

  void take(char c) {
    if (c == '\r' && continues_with('\n')) return;
    if (c == '\r' || c == '\n') {
      end_row();
      ++line_;
    } else if (c == ',') {
      end_field();
    } else if (c == '"') {
      is_quoted_ = true;
    } else {
      field_ += c;
    }
  }

  void take_quoted(char c) {
    const bool ends_line = c == '\n' || (c == '\r' && !continues_with('\n'));
    if (ends_line && quotes_ == Quotes::doubled_or_not) {  // it was cut off
      is_quoted_ = false;
      field_.clear();
      return take(c);
    }
    if (ends_line) ++line_;
    if (c != '"')
      field_ += c;
    else if (quotes_ == Quotes::doubled ? !continues_with('"') : is_at_end_of_field())
      is_quoted_ = false;
    else
      take_inner_quote();
  }

  void take_inner_quote() {
    field_ += '"';
    if (quotes_ == Quotes::doubled) ++at_;
  }

  void end_field() { row_.fields.push_back(std::exchange(field_, {})); }

  void end_row() {
    if (!row_.fields.empty() || !field_.empty()) {
      end_field();
      rows_.push_back(std::exchange(row_, {}));
      rows_.back().line = first_line_;
    }
    first_line_ = line_ + 1;
  }

  std::string_view text_;
  Quotes quotes_;
  std::size_t at_ = 0, line_ = 1, first_line_ = 1;
  bool is_quoted_ = false;
  std::string field_;
  CsvRow row_;
  std::vector<CsvRow> rows_;
};

}  // namespace

std::vector<CsvRow> csv_rows(std::string_view text, Quotes quotes) {
  constexpr std::string_view utf8_mark = "\xef\xbb\xbf";
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff"))
    throw UsageError("it is in UTF-16; save it as UTF-8");
  if (text.starts_with(utf8_mark)) text.remove_prefix(utf8_mark.size());
  return CsvReader(text, quotes).rows();
}

std::string field_of(const CsvRow& row, const CsvRow& names, std::string_view name) {
  const auto found = std::ranges::find(names.fields, name);
  const auto at = static_cast<std::size_t>(found - names.fields.begin());
  return at < row.fields.size() ? row.fields[at] : "";
}

}  // namespace tilebridge::profile
