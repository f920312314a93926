// SPDX-License-Identifier: Apache-2.0
// Code that HIP compiles too asks for the number of lanes: it is 32 or 64.
#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "sources/sections.hpp"
#include "sources/sources.hpp"

namespace tilebridge::sources {
namespace {

using testing::IsEmpty;

/// Not what only NVIDIA's GPUs run, and not kernels for their banks, of which all GPUs have 32.
bool runs_on_amd(std::string_view path) {
  constexpr std::array not_on_amd = {"clusters.hpp", "cluster.cu", "nvml.cpp"};
  const auto has = [&](std::string_view end) { return path.ends_with(end); };
  const bool is_backend =
      path.starts_with("backends/cuda/") || path.starts_with("backends/kokkos/");
  return is_backend && std::ranges::none_of(not_on_amd, has) &&
         path.find("bank_conflict") == std::string_view::npos;
}

/// Lane arithmetic with a number that is right for one size of a warp alone: a thread's index
/// divided by 32 or 64, a shuffle of that width, a ballot, the size of a warp.
std::vector<std::string> lane_literals(std::string_view code) {
  static const std::regex pattern(
      R"((threadIdx\.[xyz]|blockDim\.[xyz]|\b(thread|lane|rank|t)\b|thread_rank\(\w*\))\s*)"
      R"(([%/]\s*(32|64)\b|&\s*(31|63|0x1f|0x3f)\b|>>\s*[56]\b|>=?\s*(32|64)\b))"
      R"(|__shfl\w*\([^;]*,\s*(32|64)\))"
      R"(|__ballot|__activemask|(^|[^.\w])warpSize\b)"
      R"(|\b(warp_size|wave_size|wavefront_size|lanes_of_warp)\s*=\s*(32|64)\b)");
  std::vector<std::string> found;
  for (const std::string_view line : lines_of(code).text) {
    const std::string text(line.substr(0, line.find("//")));
    if (std::regex_search(text, pattern)) found.push_back(text);
  }
  return found;
}

TEST(Lanes, AreAskedForInWhatAmdRunsToo) {
  int files = 0;
  for (const SourceFile& file : backend_sources()) {
    if (!runs_on_amd(file.path)) continue;
    ++files;
    std::vector<std::string> literals = lane_literals(file.text);
    // The two places that say it.
    if (file.path == "backends/cuda/runtime.hpp" || file.path == "backends/kokkos/execution.hpp")
      std::erase(literals, "constexpr int warp_size = 32;");
    EXPECT_THAT(literals, IsEmpty()) << file.path;
  }
  EXPECT_GT(files, 100);
}

TEST(Lanes, TheirLiteralsAreFound) {
  EXPECT_THAT(lane_literals("const int lane = threadIdx.x % 32;\n"
                            "if (thread / 64 > 0) return;\n"
                            "const int lane = threadIdx.x & 31;\n"
                            "value += __shfl_down_sync(mask, value, distance, 32);\n"
                            "constexpr int warp_size = 32;\n"),
              testing::SizeIs(5));
  EXPECT_THAT(lane_literals("const int lane = threadIdx.x % warp_size;\n"
                            "constexpr int tile = 32;  // threadIdx.x % 32\n"
                            "value += __shfl_down_sync(0xffffffff, value, distance, lanes);\n"
                            "const dim3 block(32, 8);\n"),
              IsEmpty());
}

// HIP's header overloads these for variables: a pointer that is no void* would be taken for one,
// and the runtime would look for a variable at the address of the pointer.
TEST(HipRuntime, HandsOverAddressesOfSymbolsAsVoid) {
  static const std::regex call(R"(return hip\w*Symbol\w*\([^;]*;)");
  int calls = 0;
  for (const SourceFile& file : backend_sources()) {
    if (file.path != "backends/hip/runtime.hpp") continue;
    const std::string text(file.text);
    for (std::sregex_iterator at(text.begin(), text.end(), call), end; at != end; ++at, ++calls)
      EXPECT_THAT(at->str(), testing::HasSubstr("static_cast<const void*>(&symbol)"));
  }
  EXPECT_EQ(calls, 3);
}

/// Variables of a GPU in an anonymous namespace.
std::vector<std::string> hidden_variables(std::string_view code) {
  static const std::regex variable(R"(^(__constant__|__device__) [^()]*;)");
  bool is_anonymous = false;
  std::vector<std::string> found;
  for (const std::string_view line : lines_of(code).text) {
    if (line == "namespace {") is_anonymous = true;
    if (line == "}  // namespace") is_anonymous = false;
    const std::string text(line);
    if (is_anonymous && std::regex_search(text, variable)) found.push_back(text);
  }
  return found;
}

// clang 15 makes such a variable local, and drops it where the GPU only reads: HIP's runtime does
// not find it.
TEST(HipRuntime, FindsEveryVariable) {
  for (const SourceFile& file : backend_sources()) {
    if (!file.path.starts_with("backends/cuda/")) continue;
    EXPECT_THAT(hidden_variables(file.text), IsEmpty()) << file.path;
  }
  EXPECT_THAT(hidden_variables("namespace {\n__constant__ float filter[3];\n"
                               "__device__ float f(float x);\n}  // namespace\n"
                               "__device__ float sum;\n"),
              testing::ElementsAre("__constant__ float filter[3];"));
}

}  // namespace
}  // namespace tilebridge::sources
