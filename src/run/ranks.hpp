// SPDX-License-Identifier: Apache-2.0
// The processes of one run that a launcher started, and how they communicate.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace tilebridge::run {

/// A process by itself; those that a launcher started are derived from it.
class Ranks {
 public:
  Ranks() = default;
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;
  virtual ~Ranks() = default;

  virtual int rank() const { return 0; }
  virtual int size() const { return 1; }
  virtual int local_rank() const { return 0; }      // counted among the ranks of this host
  virtual int most_on_a_host() const { return 1; }  // ranks on the host with the most ranks

  /// Waits, without using the processor, until every rank has called it. Returns every rank's text,
  /// by rank, on every rank.
  virtual std::vector<std::string> exchange(const std::string& text) { return {text}; }
};

/// The ranks that a launcher (mpirun, srun) started, or a single one if this process runs alone.
/// Throws UsageError if several were started but cannot communicate: this build has no MPI, or a
/// different one than the launcher's.
std::unique_ptr<Ranks> launched_ranks();

}  // namespace tilebridge::run
