// SPDX-License-Identifier: Apache-2.0
// Instantiates kernels that are templates over a queue. Before a model's header includes this file
// it defines its queues: TILEBRIDGE_HOST_QUEUE and, in a build for GPUs, TILEBRIDGE_GPU_QUEUE.
#pragma once

#include "kernels/registrar.hpp"

/// Goes at the end of an experiment's file: instantiates its function for every queue.
#ifdef TILEBRIDGE_GPU_QUEUE
#define TILEBRIDGE_INSTANTIATE(add)                              \
  template void add(kernels::Registrar<TILEBRIDGE_HOST_QUEUE>&); \
  template void add(kernels::Registrar<TILEBRIDGE_GPU_QUEUE>&)
#else
#define TILEBRIDGE_INSTANTIATE(add) template void add(kernels::Registrar<TILEBRIDGE_HOST_QUEUE>&)
#endif
