// SPDX-License-Identifier: Apache-2.0
// A shared object that says it is another Kokkos, with stride/copy alone; TILEBRIDGE_TEST_MODEL
// names what it does wrong.
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <typeinfo>

#include "build_info.hpp"
#include "catalogue/coalescing/stride.hpp"
#include "git_state.hpp"
#include "measure/model.h"

namespace {

using Copy = tilebridge::StridedCopy<float>;

bool does(std::string_view behaviour) {
  const char* const asked = std::getenv("TILEBRIDGE_TEST_MODEL");
  return asked != nullptr && behaviour == asked;
}

/// Whether a file of the object's name with ".slow" behind it lies beside it.
bool is_slow() {
  Dl_info info;
  static const int here = 0;
  return ::dladdr(&here, &info) != 0 &&
         std::filesystem::exists(std::string(info.dli_fname) + ".slow");
}

int open_model(std::int32_t, std::int32_t, char* error, std::size_t bytes) {
  if (!does("cannot be opened")) return 0;
  std::snprintf(error, bytes, "no luck today");
  return 1;
}

std::uint32_t kernels() { return 1; }

tilebridge_kernel kernel(std::uint32_t) { return {"stride/copy", typeid(Copy).name()}; }

int prepare(std::uint32_t, const void* arguments, void*, void** prepared, char* error,
            std::size_t bytes) {
  std::snprintf(error, bytes, "it has its reasons");
  if (does("is unavailable")) return TILEBRIDGE_UNAVAILABLE;
  if (does("has no equivalent")) return TILEBRIDGE_NO_EQUIVALENT;
  if (does("cannot be prepared")) return TILEBRIDGE_FAILED;
  *prepared = new Copy(*static_cast<const Copy*>(arguments));
  return TILEBRIDGE_PREPARED;
}

int launch(void* prepared, char* error, std::size_t bytes) {
  if (does("cannot be launched")) {
    std::snprintf(error, bytes, "it does not start");
    return 1;
  }
  const Copy& copy = *static_cast<const Copy*>(prepared);
  const std::size_t count = does("leaves the last") ? copy.count - 1 : copy.count;
  static const int times = is_slow() ? 30 : 1;
  for (int time = 0; time < times; ++time)
    for (std::size_t i = 0; i < count; ++i) {
      const volatile float value = copy.in[i * copy.stride];
      copy.out[i] = value;
    }
  return 0;
}

void release(void* prepared) { delete static_cast<Copy*>(prepared); }

void close_model() {}

char build[100];

}  // namespace

extern "C" const tilebridge_model* tilebridge_export_model() {
  static tilebridge_model model = {};
  std::snprintf(build, sizeof build, "%s %s", tilebridge::build_info::version,
                does("is of another build") ? "abcdef" : tilebridge::shared_headers);
  model = {does("is of another version") ? 0U : TILEBRIDGE_MODEL_VERSION,
           build,
           "9.9.09",
           "Imaginary",
           "-O3",
           open_model,
           kernels,
           kernel,
           prepare,
           launch,
           release,
           close_model};
  return &model;
}
