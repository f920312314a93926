// The type of an experiment's numbers, where it may be asked of either: the parameter `real`.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "catalogue/experiment.hpp"

namespace tilebridge {

/// Whether a case is one of doubles. Result files from before there was the parameter are of
/// floats, so a case without it is.
bool is_double(const Parameters& parameters);

/// Of one number, in bytes.
int real_bytes(const Parameters& parameters);

/// f(T()) with T = float or double, whichever the case is of.
template <class Function>
decltype(auto) with_real(const Parameters& parameters, const Function& f) {
  if (is_double(parameters)) return f(double());
  return f(float());
}

using Cases = std::function<std::vector<Parameters>(const Variant&, Preset, Platform)>;

namespace detail {

Parameter real_parameter();
Cases of_reals(Cases cases);

}  // namespace detail

/// Gives `e`, whose work is set, the parameter `real` after its own, its functions from the members
/// arrays, bind and validate of Of<float> and Of<double>, and `cases`: all of floats, and in the
/// full preset the largest one of a tuned variant, or of a vendor's, of doubles too.
template <template <class> class Of>
void ask_in_reals(Experiment& e, Cases cases) {
  e.parameters.push_back(detail::real_parameter());
  e.work = [work = e.work](const Variant& variant, const Parameters& p) {
    Work of_real = work(variant, p);
    of_real.of_doubles = is_double(p);
    return of_real;
  };
  e.cases = detail::of_reals(std::move(cases));
  e.arrays = [](const Variant& variant, const Parameters& p) {
    return with_real(p, [&](auto real) { return Of<decltype(real)>::arrays(variant, p); });
  };
  e.bind = [](const Variant& variant, const ArrayPointers& at, const Parameters& p) {
    return with_real(p, [&](auto real) { return Of<decltype(real)>::bind(variant, at, p); });
  };
  e.validate = [](const Variant& variant, const HostArrays& host, const Parameters& p) {
    return with_real(p, [&](auto real) { return Of<decltype(real)>::validate(variant, host, p); });
  };
}

}  // namespace tilebridge
