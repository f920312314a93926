// SPDX-License-Identifier: Apache-2.0
// On which processors threads run.
#pragma once

#include <sched.h>

namespace tilebridge {

/// Lets this thread, for its lifetime, run on all processors of this process's OpenMP places, and
/// with it each process that is started meanwhile. Where variables such as OMP_PROC_BIND are set,
/// GCC's OpenMP has bound the first thread to one place before main(), and a process may run where
/// the thread may that starts it. Does nothing where no variable asks for places.
class OnAllPlaces {
 public:
  OnAllPlaces();
  ~OnAllPlaces();
  OnAllPlaces(const OnAllPlaces&) = delete;
  OnAllPlaces& operator=(const OnAllPlaces&) = delete;

 private:
  cpu_set_t before_;
};

}  // namespace tilebridge
