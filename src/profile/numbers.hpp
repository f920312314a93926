// SPDX-License-Identifier: Apache-2.0
// Numbers that a program wrote in the form of its user's locale: 1,234.5 or 1.234,5 or 1 234,5.
#pragma once

#include <optional>
#include <string_view>

namespace tilebridge::profile {

/// The mark between whole digits and fraction. The other mark then separates groups of digits.
enum class DecimalMark : char { point = '.', comma = ',' };

/// Whether a number has a fraction.
enum class Quantity { whole, any };

/// The number that `text` is if `mark` is the decimal mark; none if it is no such number. Groups
/// are separated by the other mark, by apostrophes or by spaces (also Unicode's spaces that do not
/// break), always by the same, and have three digits, except that the first has one to three.
std::optional<double> read_number(std::string_view text, DecimalMark mark);

/// Which decimal mark `text` was written with; none if it is no number, or the same with both
/// marks, or a different number with each: "12.345". A whole quantity is then taken for one in
/// groups.
std::optional<DecimalMark> mark_of(std::string_view text, Quantity quantity);

}  // namespace tilebridge::profile
