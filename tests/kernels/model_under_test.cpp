// SPDX-License-Identifier: Apache-2.0
// A shared object that says it is another Kokkos, with stride/copy alone; TILEBRIDGE_TEST_MODEL
// names what it does wrong.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <typeinfo>

#include "catalogue/coalescing/stride.hpp"
#include "catalogue/terms.hpp"
#include "git_state.hpp"
#include "kernels/model.h"

namespace {

using Copy = tilebridge::StridedCopy<float>;

bool does(std::string_view behaviour) {
  const char* const asked = std::getenv("TILEBRIDGE_TEST_MODEL");
  return asked != nullptr && behaviour == asked;
}

int failed(const char* behaviour, const char* reason, char* error, std::size_t bytes) {
  if (!does(behaviour)) return 0;
  std::snprintf(error, bytes, "%s", reason);
  return 1;
}

int start(std::int32_t, char* error, std::size_t bytes) {
  return failed("does not start", "no luck today", error, bytes);
}

std::uint32_t threads() { return 1; }

const char* configuration() { return ""; }

int open_model(std::int32_t, std::uint32_t, char* error, std::size_t bytes) {
  return failed("cannot be opened", "not even here", error, bytes);
}

std::uint32_t kernels(std::int32_t) { return 1; }

tilebridge_kernel kernel(std::int32_t, std::uint32_t) {
  return {"stride/copy", typeid(Copy).name(), ""};
}

int prepare(std::int32_t, std::uint32_t, const void* arguments, void*,
            const tilebridge_launch_shape*, std::uint32_t, void** prepared, char* error,
            std::size_t bytes) {
  std::snprintf(error, bytes, "it has its reasons");
  if (does("is unavailable")) return TILEBRIDGE_UNAVAILABLE;
  if (does("has no equivalent")) return TILEBRIDGE_NO_EQUIVALENT;
  if (does("cannot be prepared")) return TILEBRIDGE_FAILED;
  *prepared = new Copy(*static_cast<const Copy*>(arguments));
  return TILEBRIDGE_PREPARED;
}

int launch(void* prepared, char* error, std::size_t bytes) {
  if (failed("cannot be launched", "it does not start", error, bytes) != 0) return 1;
  if (does("aborts")) std::abort();
  if (does("hangs")) ::pause();
  const Copy& copy = *static_cast<const Copy*>(prepared);
  const std::size_t count = does("leaves the last") ? copy.count - 1 : copy.count;
  for (std::size_t i = 0; i < count; ++i) copy.out[i] = copy.in[i * copy.stride];
  return 0;
}

void destroy(void* prepared) { delete static_cast<Copy*>(prepared); }

void close_model(std::int32_t) {}

void stop() {}

}  // namespace

__attribute__((visibility("default"))) const tilebridge_model* tilebridge_export_model() {
  static tilebridge_model model = {};
  model = {does("is of another version") ? 0U : TILEBRIDGE_MODEL_VERSION,
           does("is of another build") ? "abcdef" : tilebridge::shared_headers,
           "kokkos",
           "Kokkos",
           does("is native code") ? "native" : "",
           "9.9.09",
           "Imaginary",
           "none",
           "-O3",
           "",
           1U << static_cast<unsigned>(does("is for GPUs") ? tilebridge::Platform::cuda
                                                           : tilebridge::Platform::host),
           start,
           threads,
           configuration,
           open_model,
           kernels,
           kernel,
           prepare,
           launch,
           destroy,
           close_model,
           stop};
  return &model;
}
