// SPDX-License-Identifier: Apache-2.0
// A limit of the device that a launch needs at some value.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "base/error.hpp"

namespace tilebridge::kernels {

// [mentioned]
/// While a launch with a value exists, the device's limit is that; afterwards it is what it was. 0
/// leaves it as it is. A limit may be a hint: where the driver keeps another value, the launch is
/// Unavailable.
class HeldLimit {
 public:
  using Get = std::function<std::size_t()>;
  using Set = std::function<void(std::size_t)>;

  HeldLimit(std::size_t wanted, Get get, Set set)
      : wanted_(wanted), get_(std::move(get)), set_(std::move(set)) {
    if (has_value()) return;
    restore();
    throw Unavailable("this device keeps another value of the limit");
  }
  HeldLimit(const HeldLimit&) = delete;
  HeldLimit& operator=(const HeldLimit&) = delete;
  ~HeldLimit() { restore(); }

  /// Before each launch: another one that came to its end may have given the limit back.
  void ensure() {
    if (!has_value()) throw Unavailable("the limit has been changed");
  }

 private:
  /// Remembers what the limit was: only the object that changes it gives it back.
  bool has_value() {
    if (wanted_ == 0) return true;
    const std::size_t now = get_();
    if (now == wanted_) return true;
    if (!before_) before_ = now;
    set_(wanted_);
    return get_() == wanted_;
  }
  void restore() const {
    if (before_) set_(*before_);
  }

  std::size_t wanted_;
  Get get_;
  Set set_;
  std::optional<std::size_t> before_;
};

/// The limit `which` of a runtime, by its functions.
template <class Limit, class Get, class Set, class ClearError>
std::shared_ptr<HeldLimit> held_limit(int value, Limit which, Get get, Set set, ClearError clear) {
  const auto now = [=] {
    std::size_t found = 0;
    get(&found, which);
    return found;
  };
  const auto change = [=](std::size_t wanted) {
    set(which, wanted);
    clear();  // a value that the device refuses is no error that lasts
  };
  return std::make_shared<HeldLimit>(static_cast<std::size_t>(value), now, change);
}

/// Holds nothing, on a platform without the limit.
inline std::shared_ptr<HeldLimit> no_limit() {
  return std::make_shared<HeldLimit>(0, nullptr, nullptr);
}

}  // namespace tilebridge::kernels
