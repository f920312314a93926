// SPDX-License-Identifier: Apache-2.0
// The resources that the compiler assigns to a kernel: registers, stack, spills, shared memory; how
// long its code is, and how long the compiler took.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "base/json.hpp"
#include "catalogue/experiment.hpp"

namespace tilebridge::resources {

/// Per thread, except shared memory and barriers, which are per block. The compiler does not know
/// the dynamic shared memory that a launch requests in addition.
struct Resources {
  std::int64_t registers = 0;
  std::int64_t barriers = 0;
  std::int64_t stack_bytes = 0;
  std::int64_t spill_store_bytes = 0;
  std::int64_t spill_load_bytes = 0;
  std::int64_t static_shared_bytes = 0;
  std::optional<std::int64_t> code_bytes = {};  // with padding; unknown in files from before

  bool operator==(const Resources&) const = default;
};

/// Of that many bytes of code, on sm_70 and later.
constexpr std::int64_t instructions_in(std::int64_t code_bytes) { return code_bytes / 16; }

struct KernelId {
  /// The source file without its extension: an experiment, or what several experiments share
  /// ("fma_chain").
  std::string experiment;
  Model model = Model::native;
  std::string kernel;

  bool operator==(const KernelId&) const = default;
  bool operator<(const KernelId& other) const {
    return std::tie(experiment, model, kernel) <
           std::tie(other.experiment, other.model, other.kernel);
  }
};

using ByArchitecture = std::map<std::string, Resources>;  // "sm_90"
using ResourceTable = std::map<KernelId, ByArchitecture>;
/// Of a processor, by source file ("backends/cuda/tiling/transpose.cu"), for all architectures.
using CompileSeconds = std::map<std::string, double>;

/// What nvcc makes of a build, and how long that takes.
struct BuildResources {
  ResourceTable kernels;
  CompileSeconds compile_seconds = {};  // empty in files from before
  bool operator==(const BuildResources&) const = default;
};

std::vector<std::string> architectures_of(const ResourceTable& table);

/// Throws UsageError if both have a kernel for an architecture but differ about what is allocated.
void merge(ResourceTable& into, const ResourceTable& from);
void merge(BuildResources& into, const BuildResources& from);

struct ResourceChange {
  KernelId id;
  std::string architecture;
  const Resources* before;  // nullptr: the kernel is new
  const Resources* after;   // nullptr: the kernel is gone
};

/// The differences between two tables, for the models and architectures that both have; points into
/// them.
struct ResourceChanges {
  std::vector<ResourceChange> changes;
  std::size_t compared = 0;                 // kernels, once per architecture
  std::vector<std::string> only_in_before;  // "kokkos sm_90"
  std::vector<std::string> only_in_after;
};
/// Which differences in the length of code alone make a change: those of more than 5% that are more
/// than padding, or all.
enum class CodeChanges { large, all };
ResourceChanges changes_between(const ResourceTable& before, const ResourceTable& after,
                                CodeChanges code = CodeChanges::large);

/// How long the files that both builds have took to compile.
struct CompileChanges {
  struct File {
    std::string source;
    double before = 0;
    double after = 0;
  };
  std::vector<File> files;  // the largest changes first
  double before = 0;
  double after = 0;
};
CompileChanges compile_changes(const CompileSeconds& before, const CompileSeconds& after);

Json to_json(const BuildResources& resources);
Json to_json(const ResourceChanges& changes, const CompileChanges& compile);

/// Throws UsageError, naming `where`, for anything not written by to_json(resources).
BuildResources resources_from_json(const std::string& text, const std::string& where);

}  // namespace tilebridge::resources
