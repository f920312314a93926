// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "catalogue/experiment.hpp"
#include "catalogue/idioms/team_words.hpp"

namespace tilebridge {

/// A block stages `repeats` pieces of piece_size words of `in`, one after another. Thread t, which
/// brings every 256th word, then takes those that thread (t + apart) mod 256 brought, in order:
/// v = mixed(v) + word, mod 2³², from v = 0 on; out = v.
struct StagedPieces {
  static constexpr int block_size = TeamWords::block_size;
  static constexpr int apart = TeamWords::apart;
  static constexpr int items = 8;  // words per thread
  static constexpr int piece_size = items * block_size;

  const std::uint32_t* in;  // repeats · piece_size words per block
  std::uint32_t* out;       // block_size words per block
  int blocks;
  int repeats;
};

}  // namespace tilebridge
