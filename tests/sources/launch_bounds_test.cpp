// SPDX-License-Identifier: Apache-2.0
// One rule of launch bounds for all models: kernels by index, in loops and controls have none, but
// where a variant is about them or a block cannot be launched without.
#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "catalogue/catalogue.hpp"
#include "sources/listing.hpp"
#include "sources/sources.hpp"
#include "sources/tokens.hpp"

namespace tilebridge::sources {
namespace {

using testing::IsEmpty;

struct Bounded {
  std::string_view experiment;
  std::string_view variant;  // "" for all
  std::string_view reason;
};

/// These variants ask for bounds where their own question needs them.
constexpr std::array about_bounds = {
    Bounded{"launch_bounds", "", "they are its question"},
    Bounded{"settings", "", "its settings are compared within a model"},
    Bounded{"cluster", "reduce_bounded", "they are its question"},
    Bounded{"nbody", "tile128_bounded", "they are its question"},
};

/// Without a bound, threads of a model take more registers than the block has: all models have it.
constexpr std::array bounded_in_all = {
    Bounded{"batched_gemm", "team", "1024 threads: Kokkos in loops"},
};

template <std::size_t count>
bool is_among(const std::array<Bounded, count>& all, const Experiment& e, const Variant& v) {
  return std::ranges::any_of(all, [&](const Bounded& one) {
    return one.experiment == e.name && (one.variant.empty() || one.variant == v.name);
  });
}

/// Whether `code` sets launch bounds: by CUDA's attribute, by Kokkos's argument of a policy, or by
/// a launch policy of RAJA's other than the one that all its kernels share. RAJA's forall and
/// alpaka set bounds by themselves, from the block's size, and so does clang from OpenMP's
/// thread_limit, which is how users name that size.
bool sets_bounds(std::string_view code) {
  constexpr std::array names = {"__launch_bounds__", "CLUSTER_BOUNDS", "LaunchBounds",
                                "cuda_launch_t", "cuda_launch_explicit_t"};
  return std::ranges::any_of(tokenise(code), [&](const Token& token) {
    return std::ranges::any_of(names, [&](const char* name) { return token.is(name); });
  });
}

/// The kernels of a variant in all models: the folders of their sources and what they are called.
struct Kernel {
  std::string folder, key;
};

std::vector<Kernel> kernels_of(const Experiment& e, const Variant& v) {
  const std::string family(name_of(e.family)), key = e.name + "/" + v.name;
  std::vector<Kernel> kernels = {{"backends/cuda/" + family + "/", key},
                                 {"backends/cuda/loops/", key}};
  for (const char* model : {"kokkos", "raja"})
    for (const std::string_view form : {std::string_view(), by_index})
      kernels.push_back(
          {"backends/" + std::string(model) + "/" + family + "/", key + std::string(form)});
  return kernels;
}

std::string code_of(const Kernel& kernel) {
  std::string code;
  for (const Fragment& fragment : list_backend_sources(kernel.folder, kernel.key).fragments)
    for (const std::string& line : fragment.lines) code += line + '\n';
  return code;
}

TEST(LaunchBounds, AreOnlyWhereAllModelsHaveThem) {
  std::vector<std::string> with, without;  // that should have none, and that lack one
  int kernels = 0;
  for (const Experiment& e : catalogue()) {
    // Those of hierarchy measure a device. An idiom is compared with its rewritten form, and both
    // are launched under the same bounds.
    if (e.family == Family::hierarchy || e.family == Family::idioms) continue;
    for (const Variant& v : e.variants) {
      if (v.form != Form::loops || is_among(about_bounds, e, v)) continue;
      for (const Kernel& kernel : kernels_of(e, v)) {
        const std::string code = code_of(kernel);
        if (code.empty()) continue;
        ++kernels;
        const bool is_bounded = is_among(bounded_in_all, e, v);
        if (sets_bounds(code) != is_bounded)
          (is_bounded ? without : with).push_back(kernel.folder + ": " + kernel.key);
      }
    }
  }
  EXPECT_THAT(with, IsEmpty());
  EXPECT_THAT(without, IsEmpty());
  EXPECT_GT(kernels, 400);
}

/// A name that is no longer in the catalogue would excuse nothing.
TEST(LaunchBounds, AreExcusedOfVariantsThatExist) {
  const auto exists = [](const Bounded& one) {
    const Experiment& e = catalogue().experiment(std::string(one.experiment));
    return one.variant.empty() || e.find(one.variant) != nullptr;
  };
  EXPECT_TRUE(std::ranges::all_of(about_bounds, exists));
  EXPECT_TRUE(std::ranges::all_of(bounded_in_all, exists));
}

TEST(LaunchBounds, AreSeen) {
  EXPECT_TRUE(sets_bounds("__global__ void __launch_bounds__(block_size) copy(Copy c) {"));
  EXPECT_TRUE(sets_bounds("Kokkos::TeamPolicy<Exec, Kokkos::LaunchBounds<1024>> policy(exec);"));
  EXPECT_TRUE(
      sets_bounds("RAJA::launch<RAJA::LaunchPolicy<RAJA::cuda_launch_t<true, 256>>>(gpu);"));
  EXPECT_FALSE(sets_bounds("RAJA::launch<Launch<Resource>>(resource, 256);"));
  EXPECT_FALSE(sets_bounds("// __launch_bounds__(256)\nlaunch<<<blocks, 256>>>(c);"));
}

}  // namespace
}  // namespace tilebridge::sources
