// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace tilebridge {

/// Each thread of a block sends one message per round to the same thread of another block, or to
/// the host: it stores in[i] + 1 to a word that was 0, then a flag. The receiver loads flag and
/// word until the flag is set, and answers; the sender waits for the answer. Message i is that of
/// thread i mod lanes of pair i / lanes mod pairs in round i / lanes / pairs.
///
/// received[i] = what the receiver loaded together with the flag: in[i] + 1, or still 0
/// *reordered = how many are 0
///
/// Every wait has an end. A message that was not waited for to its end is never stored to
/// `received`.
///
/// one_way…: nobody answers, and the sender does not wait. The receiver may have begun and ended
/// before the sender: a message that it polls for in vain is received as `missed`.
struct Messages {
  const std::uint32_t* in;   // messages() words, each below 2³⁰
  std::uint32_t* reordered;  // one word; implementations set it to zero themselves
  std::uint32_t* received;   // messages() words
  int pairs;                 // of blocks, or of a block and the host
  int rounds;

  static constexpr int lanes = 32;            // threads per block
  static constexpr int apart = 8;             // words from one mailbox to the next: a sector
  static constexpr int most_polls = 1 << 20;  // of one wait on a device: about a second
  static constexpr int few_polls = 1 << 10;   // of a message that is sent one way
  static constexpr std::uint32_t missed = std::uint32_t{1} << 31;
  /// Seconds for one message: a busy host may give a thread no processor for some of them.
  static constexpr int host_waits = 10;

  std::size_t senders() const { return static_cast<std::size_t>(pairs) * lanes; }
  std::size_t messages() const { return senders() * static_cast<std::size_t>(rounds); }
};

}  // namespace tilebridge
