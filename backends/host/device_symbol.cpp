// Variables in file scope: on a host they are as near as any other memory.
#include "catalogue/device_symbol.hpp"

#include <array>

#include "backends/host/native.hpp"

namespace tilebridge::host {
namespace {

float variable;
std::array<float, SymbolCopy::most> array;

void copy(const float* in, float* out, std::size_t n, Threads threads) {
#pragma omp parallel for num_threads(threads)
  for (std::size_t i = 0; i < n; ++i) out[i] = in[i];
}

}  // namespace

void add_device_symbol(Native& native) {
  native.add("device_symbol/round_trip", [](const SymbolRoundTrip& r, Threads) {
    variable = *r.initial;
    variable += SymbolRoundTrip::increment;
    *r.result = variable;
  });
  native.add("device_symbol/to_symbol", [](const SymbolCopy& s, Threads threads) {
    copy(s.in, array.data(), s.n, threads);
    copy(array.data(), s.out, s.n, threads);
  });
  native.add_prepared("device_symbol/from_symbol", [](const SymbolCopy& s, Threads threads) {
    copy(s.in, array.data(), s.n, threads);
    return [s, threads] { copy(array.data(), s.out, s.n, threads); };
  });
}

}  // namespace tilebridge::host
