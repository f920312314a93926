#include "measure/implementations.hpp"

namespace tilebridge {

void Implementations::add(Model model, const std::string& key, std::type_index arguments,
                          Prepare prepare) {
  prepare_[{model, key}][arguments] = std::move(prepare);
}

bool Implementations::has(Model model, const std::string& key) const {
  return prepare_.contains({model, key});
}

Launch Implementations::prepare(Model model, const std::string& key,
                                const std::any& arguments) const {
  return prepare_.at({model, key}).at(arguments.type())(arguments);
}

}  // namespace tilebridge
