// SPDX-License-Identifier: Apache-2.0
// A launcher tells these about the processes that it started.
#pragma once

#include <optional>

namespace tilebridge {

struct Launched {
  int rank = 0;
  int size = 1;
};

/// Read from the environment as set by Open MPI's mpirun, PMI launchers (MPICH, Intel, Cray) and
/// Slurm's srun; nothing if there was no launcher.
std::optional<Launched> launched();

}  // namespace tilebridge
