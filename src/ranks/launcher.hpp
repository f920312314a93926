// SPDX-License-Identifier: Apache-2.0
// What a launcher says of the processes that it started.
#pragma once

#include <optional>

namespace tilebridge {

struct Launched {
  int rank = 0;
  int size = 1;
};

/// From the environment, as Open MPI's mpirun, launchers that speak PMI (MPICH, Intel, Cray) and
/// Slurm's srun set it; nothing where none of them did.
std::optional<Launched> launched();

}  // namespace tilebridge
