// SPDX-License-Identifier: Apache-2.0
#include "plugin/model.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "measure/kernel_failed.hpp"
#include "measure/model.h"
#include "plugin/object.hpp"

namespace tilebridge::plugin {
namespace {

using Describe = const tilebridge_model* (*)();

/// The types of the catalogue's structs, by name: an object has its own std::type_info of each.
std::map<std::string, std::type_index> types_by_name(const Catalogue& catalogue) {
  std::map<std::string, std::type_index> types;
  for (const Experiment& e : catalogue)
    for (const Variant& v : e.variants)
      for (const std::type_index type : v.problem->types()) types.emplace(type.name(), type);
  return types;
}

[[noreturn]] void fail(int prepared, const Reason& reason) {
  if (prepared == TILEBRIDGE_UNAVAILABLE) throw Unavailable(text_of(reason));
  if (prepared == TILEBRIDGE_NO_EQUIVALENT) throw NoEquivalent(text_of(reason));
  throw measure::KernelFailed(fmt::format("preparing its kernel: {}", text_of(reason)));
}

/// Holds `owner` as long as what was prepared.
measure::Launch launch_of(std::shared_ptr<const void> owner, const tilebridge_model& model,
                          std::uint32_t index, const Arguments& arguments, void* queue) {
  Reason reason{};
  void* prepared = nullptr;
  const int status =
      model.prepare(index, arguments.data(), queue, &prepared, reason.data(), reason.size());
  if (status != TILEBRIDGE_PREPARED) fail(status, reason);
  const std::shared_ptr<void> held(
      prepared, [owner = std::move(owner), release = model.release](void* p) { release(p); });
  return [held, launch = model.launch] {
    Reason why{};
    if (launch(held.get(), why.data(), why.size()) != 0)
      throw measure::KernelFailed(fmt::format("launching its kernel: {}", text_of(why)));
  };
}

}  // namespace

struct KokkosModel::Object {
  Object(const std::filesystem::path& file, const std::string& build) {
    const auto describe = reinterpret_cast<Describe>(function_of(file, "tilebridge_export_model"));
    if (describe == nullptr)
      throw UsageError(
          fmt::format("{} is no Kokkos for tilebridge: it exports no "
                      "tilebridge_export_model()",
                      in_quotes(file)));
    model = describe();
    if (model == nullptr || model->version != TILEBRIDGE_MODEL_VERSION || model->build != build)
      throw UsageError(fmt::format(
          "{} was built with other headers of tilebridge than this program ({}); build both again",
          in_quotes(file), build));
  }
  ~Object() {
    if (is_open) model->close();
  }
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;

  const tilebridge_model* model = nullptr;
  bool is_open = false;
};

std::map<std::string, std::filesystem::path> models_in(const std::filesystem::path& folder) {
  constexpr std::string_view before = "kokkos-";
  constexpr std::string_view behind = ".so";
  std::map<std::string, std::filesystem::path> models;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(before) && name.ends_with(behind))
      models[name.substr(before.size(), name.size() - before.size() - behind.size())] =
          entry.path();
  }
  return models;
}

KokkosModel::KokkosModel(const std::filesystem::path& file, const std::string& build)
    : object_(std::make_shared<Object>(file, build)) {}

KokkosModel::~KokkosModel() = default;

std::string KokkosModel::version() const { return object_->model->kokkos; }

std::string KokkosModel::spaces() const { return object_->model->spaces; }

std::string KokkosModel::flags() const { return object_->model->flags; }

void KokkosModel::open(Platform platform, int device, const CurrentQueue& queue,
                       const Catalogue& catalogue) {
  const tilebridge_model& model = *object_->model;
  Reason reason{};
  if (model.open(static_cast<std::int32_t>(platform), device, reason.data(), reason.size()) != 0)
    throw PlatformError(fmt::format("Kokkos {} cannot run on {}: {}", model.kokkos,
                                    name_of(platform), text_of(reason)));
  object_->is_open = true;
  const auto types = types_by_name(catalogue);
  for (std::uint32_t i = 0; i < model.kernels(); ++i) {
    const tilebridge_kernel kernel = model.kernel(i);
    const auto type = types.find(kernel.arguments);
    if (type == types.end()) continue;  // of an experiment that is not asked for
    implementations_.add(Model::kokkos, kernel.key, type->second,
                         [object = object_, i, queue](const Arguments& arguments) {
                           return launch_of(object, *object->model, i, arguments, queue());
                         });
  }
}

}  // namespace tilebridge::plugin
