// SPDX-License-Identifier: Apache-2.0
// The processes of one run, each with a device of its own, as they see one another.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace tilebridge {

class Ranks {
 public:
  Ranks() = default;
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;
  virtual ~Ranks() = default;

  virtual int rank() const = 0;
  virtual int size() const = 0;
  virtual int local_rank() const = 0;      // counted among the ranks of this host
  virtual int most_on_a_host() const = 0;  // ranks on the host that has the most

  /// Waits, without using the processor, until every rank has called it. Every rank's text, by
  /// rank, to every rank; "" for one whose process has ended. `text` must not be empty.
  virtual std::vector<std::string> exchange(const std::string& text) = 0;
};

/// The ranks that a launcher (mpirun, srun) started, or one where this process runs by itself.
/// Throws UsageError where several were started and cannot reach one another: this build has no
/// MPI, or not the launcher's.
std::unique_ptr<Ranks> launched_ranks();

}  // namespace tilebridge
