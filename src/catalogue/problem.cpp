// SPDX-License-Identifier: Apache-2.0
#include "catalogue/problem.hpp"

#include <cxxabi.h>
#include <fmt/format.h>

#include <cstdlib>

#include "base/error.hpp"

namespace tilebridge {

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

const Problem& ProblemInReals::of(const Parameters& p) const {
  return is_double(p) ? *of_doubles_ : *of_floats_;
}

std::vector<Parameters> ProblemInReals::cases(Preset preset, Platform platform) const {
  std::vector<Parameters> all = of_floats_->cases(preset, platform);
  for (Parameters& p : all) p.set(real_parameter().name, "float");
  return all;
}

std::vector<ArraySpec> ProblemInReals::arrays(const Parameters& p) const { return of(p).arrays(p); }

Work ProblemInReals::work(const Parameters& p) const {
  Work work = of(p).work(p);
  work.of_doubles = is_double(p);
  return work;
}

Arguments ProblemInReals::bind(const ArrayPointers& at, const Parameters& p) const {
  return of(p).bind(at, p);
}

Validation ProblemInReals::validate(const HostArrays& host, const Parameters& p) const {
  return of(p).validate(host, p);
}

std::vector<std::type_index> ProblemInReals::types() const {
  return {of_floats_->types().front(), of_doubles_->types().front()};
}

}  // namespace detail
}  // namespace tilebridge
