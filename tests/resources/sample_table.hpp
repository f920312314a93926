// SPDX-License-Identifier: Apache-2.0
// Resources of a few kernels, for tests.
#pragma once

#include "resources/resources.hpp"

namespace tilebridge {

inline resources::ResourceTable sample_table() {
  return {
      {{"dot", Model::native, "tree"},
       {{"sm_80", {.registers = 22, .barriers = 1, .static_shared_bytes = 1024}},
        {"sm_90", {.registers = 30, .barriers = 1, .static_shared_bytes = 1024}}}},
      {{"dot", Model::kokkos, "Tree"},
       {{"sm_90",
         {.registers = 32, .stack_bytes = 16, .spill_store_bytes = 8, .spill_load_bytes = 12}}}},
      {{"dot", Model::kokkos, "Kokkos::Fill<float>"}, {{"sm_90", {.registers = 10}}}}};
}

}  // namespace tilebridge
