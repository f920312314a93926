// SPDX-License-Identifier: Apache-2.0
// What the compiler gives a kernel: registers, stack, spills, shared memory.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <tuple>
#include <vector>

#include "catalogue/experiment.hpp"

namespace tilebridge {

/// Of a thread, but for shared memory and barriers, which are a block's. What shared memory a
/// launch asks for beyond the static is no business of the compiler's.
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
  /// The source file without its extension: an experiment, or what several share ("fma_chain").
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

/// Throws UsageError where both know a kernel for an architecture, and differ about it.
void merge(ResourceTable& into, const ResourceTable& from);

struct ResourceChange {
  KernelId id;
  std::string architecture;
  const Resources* before;  // nullptr: the kernel is new
  const Resources* after;   // nullptr: it is gone
};

/// What differs between two tables, of the models and architectures that both have; it points into
/// them.
struct ResourceChanges {
  std::vector<ResourceChange> changes;
  std::size_t compared = 0;                 // kernels, once for each architecture
  std::vector<std::string> only_in_before;  // "kokkos sm_90"
  std::vector<std::string> only_in_after;
};
ResourceChanges changes_between(const ResourceTable& before, const ResourceTable& after);

using Json = nlohmann::ordered_json;
Json to_json(const ResourceTable& table);
Json to_json(const ResourceChanges& changes);

/// Throws UsageError, naming `where`, for what to_json(table) did not write.
ResourceTable resources_from_json(const std::string& text, const std::string& where);

}  // namespace tilebridge
