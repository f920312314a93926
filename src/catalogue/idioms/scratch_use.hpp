// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "catalogue/idioms/team_words.hpp"

namespace tilebridge {

/// A block stages `repeats` pieces of piece_size elements of `in`, one after another: a thread
/// stages every 256th element. Thread t then takes the elements that thread partner(t) staged, in
/// order: v = v · damping + element, from v = 0 on; out = v.
template <class T>
struct StagedPieces {
  static constexpr int items = 8;  // elements per thread
  static constexpr int piece_size = items * TeamShape::block_size;

  const T* in;  // repeats · piece_size elements per block
  T* out;       // one per thread
  int blocks;
  int repeats;
};

}  // namespace tilebridge
