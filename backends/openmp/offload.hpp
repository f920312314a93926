// SPDX-License-Identifier: Apache-2.0
// Target regions run where the program measures: a GPU's on its stream, with its pointers. A
// compiler makes of `#pragma omp target` a call of a runtime library (LLVM's is libomptarget),
// which has streams of its own and takes no other, and waits for each region. So offload.cpp has
// the four functions of that interface which such calls need; the device code is the compiler's,
// and the default numbers of teams and threads are those that libomptarget chooses.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace tilebridge::openmp {

/// A queue of target regions: a stream of the GPU, or the host.
struct Queue {
  void* stream = nullptr;  // a cudaStream_t or hipStream_t
  bool on_host = false;
};

/// Runs the target regions that `regions` reaches on this queue. Throws std::runtime_error if one
/// cannot be launched; the regions after it are not.
void run_on(Queue queue, const std::function<void()>& regions);

/// As many teams of that many threads as run on the queue's device at a time; on a host a team has
/// one thread.
int resident_teams(int threads, Queue queue);

/// Memory of the queue's device. Throws std::runtime_error.
std::shared_ptr<void> allocate_workspace(std::size_t bytes, Queue queue);

}  // namespace tilebridge::openmp
