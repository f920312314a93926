// SPDX-License-Identifier: Apache-2.0
// The resources that the compiler assigns to a kernel: registers, stack, spills, shared memory.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <tuple>
#include <vector>

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

  bool operator==(const Resources&) const = default;
};

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

std::vector<std::string> architectures_of(const ResourceTable& table);

/// Throws UsageError if both have a kernel for an architecture but differ about it.
void merge(ResourceTable& into, const ResourceTable& from);

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
ResourceChanges changes_between(const ResourceTable& before, const ResourceTable& after);

using Json = nlohmann::ordered_json;
Json to_json(const ResourceTable& table);
Json to_json(const ResourceChanges& changes);

/// Throws UsageError, naming `where`, for anything not written by to_json(table).
ResourceTable resources_from_json(const std::string& text, const std::string& where);

}  // namespace tilebridge::resources
