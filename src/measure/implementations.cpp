#include "measure/implementations.hpp"

#include <fmt/format.h>

namespace tilebridge {
void Implementations::add(Model model, const std::string& key, std::type_index arguments,
                          Prepare prepare) {
  prepare_[{model, key}][arguments] = std::move(prepare);
}

bool Implementations::has(Model model, const std::string& key) const {
  return prepare_.contains({model, key});
}

bool Implementations::has(Model model, const std::string& key, const Arguments& arguments) const {
  return find(model, key, arguments.type()) != nullptr;
}

const Implementations::Prepare* Implementations::find(Model model, const std::string& key,
                                                      std::type_index arguments) const {
  const auto found = prepare_.find({model, key});
  if (found == prepare_.end()) return nullptr;
  const auto typed = found->second.find(arguments);
  return typed == found->second.end() ? nullptr : &typed->second;
}

Launch Implementations::prepare(Model model, const std::string& key,
                                const Arguments& arguments) const {
  const Prepare* found = find(model, key, arguments.type());
  if (found == nullptr)
    throw InternalError(fmt::format("{} has no {} implementation for {}", key, name_of(model),
                                    written(arguments.type())));
  return (*found)(arguments);
}

}  // namespace tilebridge
