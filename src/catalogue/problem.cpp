// SPDX-License-Identifier: Apache-2.0
#include "catalogue/problem.hpp"

#include <cxxabi.h>
#include <fmt/format.h>

#include <cstdlib>

#include "base/error.hpp"

namespace tilebridge {
namespace {

/// Adds runs, and keeps the first ones.
void add_runs(std::vector<ElementRun>& sum, const std::vector<ElementRun>& part) {
  std::vector<ElementRun> all = sum;
  all.insert(all.end(), part.begin(), part.end());
  std::ranges::sort(all, {}, &ElementRun::first);
  sum.clear();
  for (const ElementRun& run : all) {
    if (!sum.empty() && sum.back().end() == run.first)
      sum.back().count += run.count;
    else if (sum.size() < most_wrong_runs)
      sum.push_back(run);
    else
      break;
  }
}

}  // namespace

std::string describe(const Count& count) {
  return fmt::format("{} of {} {}", count.number, count.of, count.what);
}

std::string describe(const Validation& v) {
  if (v.ok()) return fmt::format("all {} elements right", v.elements);
  if (std::isnan(v.expected))
    return fmt::format("element {} of {} must not be written, and is {:.9g}; {} wrong in all",
                       v.first_wrong, v.elements, v.got, v.wrong);
  // A result file has no exact error.
  const double error = v.error > 0 ? v.error : std::abs(v.got - v.expected);
  return fmt::format(
      "off by {:.3g}, {:.3g} allowed: element {} of {} is {:.9g}, expected {:.9g}; {} wrong in all",
      error, v.allowed, v.first_wrong, v.elements, v.got, v.expected, v.wrong);
}

void detail::add_wrong(Validation& sum, std::size_t i, double got, double error,
                       const Expected& expected) {
  if (i < sum.first_wrong) {
    sum.first_wrong = i;
    sum.expected = expected.untouched ? std::numeric_limits<double>::quiet_NaN() : expected.value;
    sum.allowed = expected.bound;
    sum.got = got;
    sum.error = error;
  }
  ++sum.wrong;
  if (!sum.wrong_runs.empty() && sum.wrong_runs.back().end() == i)
    ++sum.wrong_runs.back().count;
  else if (sum.wrong_runs.size() < most_wrong_runs)
    sum.wrong_runs.push_back({i, 1});
}

void detail::merge(Validation& sum, const Validation& part) {
#pragma omp critical
  {
    if (is_larger(part.max_error, sum.max_error)) {
      sum.max_error = part.max_error;
      sum.bound = part.bound;
    }
    sum.wrong += part.wrong;
    add_runs(sum.wrong_runs, part.wrong_runs);
    if (part.first_wrong < sum.first_wrong) {
      sum.first_wrong = part.first_wrong;
      sum.expected = part.expected;
      sum.allowed = part.allowed;
      sum.got = part.got;
      sum.error = part.error;
    }
  }
}

Validation both(Validation first, const Validation& second) {
  Validation moved = second;
  if (!moved.ok()) moved.first_wrong += first.elements;
  for (ElementRun& run : moved.wrong_runs) run.first += first.elements;
  if (!first.misplaced && moved.misplaced)
    first.misplaced = Misplaced{moved.misplaced->element + first.elements,
                                moved.misplaced->belongs_to + first.elements};
  detail::merge(first, moved);
  first.elements += second.elements;
  return first;
}

Validation counted(Validation validation, Count count) {
  validation.count = std::move(count);
  return validation;
}

std::string written(std::type_index type) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> name(
      abi::__cxa_demangle(type.name(), nullptr, nullptr, &status), &std::free);
  return status == 0 ? name.get() : type.name();
}

void Arguments::check(std::type_index asked) const {
  if (asked != type_)
    throw InternalError(
        fmt::format("a kernel that takes {} was given {}", written(asked), written(type_)));
}

namespace detail {

std::vector<Parameters> ProblemInReals::cases(Preset preset, Platform platform) const {
  std::vector<Parameters> all = usual().cases(preset, platform);
  for (Parameters& p : all) p.set(real_parameter, problems_.front().first);
  return all;
}

std::vector<std::type_index> ProblemInReals::types() const {
  std::vector<std::type_index> types;
  for (const auto& [real, problem] : problems_) types.push_back(problem->types().front());
  return types;
}

std::vector<std::string> ProblemInReals::reals() const {
  std::vector<std::string> reals;
  for (const auto& [real, problem] : problems_) reals.push_back(real);
  return reals;
}

const Problem& ProblemInReals::of(const Parameters& p) const {
  const auto found = std::ranges::find(problems_, real_of(p), &OfReal::first);
  return found == problems_.end() ? usual() : *found->second;
}

Work ProblemInReals::work(const Parameters& p) const {
  Work work = of(p).work(p);
  work.no_ceiling = work.no_ceiling || is_double(p);
  return work;
}

}  // namespace detail
}  // namespace tilebridge
