// SPDX-License-Identifier: Apache-2.0
#include "catalogue/words.hpp"

#include <utility>

namespace tilebridge {

ArraySpec random_words(std::string name, std::size_t words, std::uint64_t limit) {
  return {std::move(name), words * sizeof(std::uint32_t), Role::input,
          [words, limit](std::span<std::byte> bytes, const Random& random) {
            auto* word = reinterpret_cast<std::uint32_t*>(bytes.data());
#pragma omp parallel for
            for (std::size_t i = 0; i < words; ++i)
              word[i] = static_cast<std::uint32_t>(random.bits(i) % limit);
          },
          Space::device};
}

}  // namespace tilebridge
