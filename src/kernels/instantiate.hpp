// SPDX-License-Identifier: Apache-2.0
// For models whose kernels are templates over a queue. A model's header says before it includes
// this which queues it has: TILEBRIDGE_HOST_QUEUE and, in a build for GPUs, TILEBRIDGE_GPU_QUEUE.
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
