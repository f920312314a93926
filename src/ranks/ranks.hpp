// SPDX-License-Identifier: Apache-2.0
// The processes of one run, each with its own device, and how they communicate.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace tilebridge::ranks {

class Ranks {
 public:
  Ranks() = default;
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;
  virtual ~Ranks() = default;

  virtual int rank() const = 0;
  virtual int size() const = 0;
  virtual int local_rank() const = 0;      // counted among the ranks of this host
  virtual int most_on_a_host() const = 0;  // ranks on the host with the most ranks

  /// Waits, without using the processor, until every rank has called it. Returns every rank's text,
  /// by rank, on every rank; "" for one whose process has ended. `text` must not be empty.
  virtual std::vector<std::string> exchange(const std::string& text) = 0;
};

/// The ranks that a launcher (mpirun, srun) started, or a single one if this process runs alone.
/// Throws UsageError if several were started but cannot communicate: this build has no MPI, or a
/// different one than the launcher's.
std::unique_ptr<Ranks> launched_ranks();

}  // namespace tilebridge::ranks
