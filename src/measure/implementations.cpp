#include "measure/implementations.hpp"

#include <cxxabi.h>
#include <fmt/format.h>

#include <cstdlib>
#include <memory>

namespace tilebridge {
namespace {

/// As it is written: "tilebridge::Transpose<double>".
std::string written(const std::type_info& type) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> name(
      abi::__cxa_demangle(type.name(), nullptr, nullptr, &status), &std::free);
  return status == 0 ? name.get() : type.name();
}

}  // namespace

void Implementations::add(Model model, const std::string& key, std::type_index arguments,
                          Prepare prepare) {
  prepare_[{model, key}][arguments] = std::move(prepare);
}

bool Implementations::has(Model model, const std::string& key) const {
  return prepare_.contains({model, key});
}

bool Implementations::has(Model model, const std::string& key, const std::any& arguments) const {
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
                                const std::any& arguments) const {
  const Prepare* found = find(model, key, arguments.type());
  if (found == nullptr)
    throw InternalError(fmt::format("{} has no {} implementation for {}", key, name_of(model),
                                    written(arguments.type())));
  return (*found)(arguments);
}

}  // namespace tilebridge
