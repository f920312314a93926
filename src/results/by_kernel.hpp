// SPDX-License-Identifier: Apache-2.0
// Each kernel of a case has one of these.
#pragma once

#include <algorithm>
#include <deque>
#include <utility>

#include "catalogue/terms.hpp"

namespace tilebridge {

/// A map in the order in which kernels were added: the reference is the first, and of several
/// builds of a model the program's own is before others.
template <class T>
class ByKernel {
 public:
  using Entry = std::pair<ModelForm, T>;

  auto begin() { return entries_.begin(); }
  auto end() { return entries_.end(); }
  auto begin() const { return entries_.begin(); }
  auto end() const { return entries_.end(); }
  std::size_t size() const { return entries_.size(); }
  bool empty() const { return entries_.empty(); }

  /// Null if there is none.
  const T* find(const ModelForm& kernel) const {
    return value(std::ranges::find(entries_, kernel, &Entry::first));
  }
  /// The first of a model, or of a build; null if there is none.
  const T* find(const Model& model) const {
    return value(
        std::ranges::find_if(entries_, [&](const Entry& e) { return e.first.model.is(model); }));
  }
  /// Throws std::out_of_range.
  template <class Key>
  const T& at(const Key& key) const {
    const T* found = find(key);
    if (found == nullptr) throw std::out_of_range("no such kernel");
    return *found;
  }
  template <class Key>
  bool contains(const Key& key) const {
    return find(key) != nullptr;
  }

  T& operator[](const ModelForm& kernel) {
    const auto found = std::ranges::find(entries_, kernel, &Entry::first);
    return found != entries_.end() ? found->second : entries_.emplace_back(kernel, T()).second;
  }
  /// Orders the kernels by what `key` makes of each; those with equal keys keep their order.
  template <class Key>
  void sort_by(const Key& key) {
    std::ranges::stable_sort(entries_, {}, [&](const Entry& entry) { return key(entry.first); });
  }
  template <class Is>
  void erase_if(const Is& is) {
    std::erase_if(entries_, [&](const Entry& entry) { return is(entry.first); });
  }

 private:
  const T* value(typename std::deque<Entry>::const_iterator found) const {
    return found == entries_.end() ? nullptr : &found->second;
  }

  std::deque<Entry> entries_;  // references stay valid while kernels are added
};

}  // namespace tilebridge
