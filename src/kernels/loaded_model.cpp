// SPDX-License-Identifier: Apache-2.0
#include "kernels/loaded_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"
#include "kernels/model.h"
#include "kernels/object.hpp"

namespace tilebridge::kernels {
namespace {

/// The types of the catalogue's structs, by name: an object has its own std::type_info of each.
std::map<std::string_view, std::type_index> types_by_name(const Catalogue& catalogue) {
  std::map<std::string_view, std::type_index> types;
  for (const Experiment& e : catalogue)
    for (const Variant& v : e.variants)
      for (const std::type_index type : v.problem->types()) types.emplace(type.name(), type);
  return types;
}

/// The form that a model gives a kernel. Native code by another compiler is in the form in which a
/// variant's native code is.
std::optional<Form> form_of(const tilebridge_kernel& kernel, const tilebridge_model& model,
                            const Catalogue& catalogue) {
  const auto found = std::ranges::find(all_forms, std::string_view(kernel.form),
                                       [](Form form) { return name_of(form); });
  if (found != all_forms.end()) return *found;
  if (std::string_view(model.code) != Model::native.name()) return std::nullopt;
  const std::string_view key = kernel.key;
  const Experiment* const experiment = catalogue.find(key.substr(0, key.find('/')));
  const Variant* const variant =
      experiment != nullptr ? experiment->find(key.substr(key.find('/') + 1)) : nullptr;
  return variant != nullptr ? std::optional(variant->form_of(Model::native)) : std::nullopt;
}

std::vector<tilebridge_launch_shape> for_object(const LaunchShapes& shapes) {
  std::vector<tilebridge_launch_shape> written;
  for (const auto& [grid, block, shared_bytes] : shapes)
    written.push_back({{grid[0], grid[1], grid[2]}, {block[0], block[1], block[2]}, shared_bytes});
  return written;
}

[[noreturn]] void fail_to_prepare(int prepared, const Reason& reason) {
  if (prepared == TILEBRIDGE_UNAVAILABLE) throw Unavailable(text_of(reason));
  if (prepared == TILEBRIDGE_NO_EQUIVALENT) throw NoEquivalent(text_of(reason));
  throw KernelFailed(fmt::format("preparing its kernel: {}", text_of(reason)));
}

constexpr std::string_view of_cuda = "sm_";

/// 90 of "90", "90-real" and "90a".
int compute_capability(const std::string& text) { return std::atoi(text.c_str()); }

bool has_code(const std::string& built, int capability) {
  const int number = compute_capability(built);
  const bool only_binary = built.ends_with("-real") || built.find('a') != std::string::npos;
  return number > 0 && capability >= number && (!only_binary || capability / 10 == number / 10);
}

}  // namespace

struct LoadedModel::Object {
  Object(const std::filesystem::path& file, const std::string& build) {
    const auto describe = reinterpret_cast<decltype(&tilebridge_export_model)>(
        function_of(file, "tilebridge_export_model"));
    if (describe == nullptr)
      throw UsageError(
          fmt::format("{} has no kernels for tilebridge: it exports no "
                      "tilebridge_export_model()",
                      in_quotes(file)));
    model = describe();
    if (model == nullptr || model->version != TILEBRIDGE_MODEL_VERSION || model->build != build)
      throw UsageError(fmt::format(
          "{} was built with other headers of tilebridge than this program ({}); build both again",
          in_quotes(file), build));
  }
  ~Object() {
    if (is_started) model->stop();
  }
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;

  const tilebridge_model* model = nullptr;
  bool is_started = false;
};

/// A platform of an object, as long as anything of it is left.
struct LoadedModel::Opened {
  Opened(std::shared_ptr<Object> of, const std::string& name, Platform platform_, int threads)
      : object(std::move(of)), platform(static_cast<std::int32_t>(platform_)) {
    Reason reason{};
    if (model().open(platform, static_cast<std::uint32_t>(threads), reason.data(), reason.size()) !=
        0)
      throw PlatformError(
          fmt::format("{} cannot run on {}: {}", name, name_of(platform_), text_of(reason)));
  }
  ~Opened() { model().close(platform); }
  Opened(const Opened&) = delete;
  Opened& operator=(const Opened&) = delete;

  const tilebridge_model& model() const { return *object->model; }

  std::shared_ptr<Object> object;
  std::int32_t platform;

  /// A launch that it prepares keeps `self`.
  static Launch launch(const std::shared_ptr<Opened>& self, std::uint32_t index,
                       const Arguments& arguments, void* queue, const LaunchShapes& followed) {
    Reason reason{};
    void* prepared = nullptr;
    const auto shapes = for_object(followed);
    const int status = self->model().prepare(
        self->platform, index, arguments.data(), queue, shapes.data(),
        static_cast<std::uint32_t>(shapes.size()), &prepared, reason.data(), reason.size());
    if (status != TILEBRIDGE_PREPARED) fail_to_prepare(status, reason);
    return launch_of({prepared, [self](void* p) { self->model().destroy(p); }},
                     self->model().launch, "launching its kernel");
  }
};

bool has_code_for(const std::string& built, const std::string& architecture) {
  const bool is_cuda = architecture.starts_with(of_cuda);
  const int capability = is_cuda ? compute_capability(architecture.substr(of_cuda.size())) : 0;
  return std::ranges::any_of(split(built, ';'), [&](const std::string& entry) {
    return is_cuda ? has_code(entry, capability) : entry == architecture;
  });
}

std::filesystem::path file_of(const Model& build, const std::filesystem::path& folder) {
  std::string name(build.key());
  std::ranges::replace(name, '@', '-');
  return folder / (name + ".so");
}

std::vector<Model> builds_in(const std::filesystem::path& folder, const Model& model) {
  const std::string before = std::string(model.name()) + "-";
  std::vector<Model> builds;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().stem().string();
    if (entry.path().extension() == ".so" && name.starts_with(before))
      builds.push_back(model_of(model.name(), name.substr(before.size())));
  }
  std::ranges::sort(builds);
  return builds;
}

LoadedModel::LoadedModel(const std::filesystem::path& file, const std::string& build)
    : object_(std::make_shared<Object>(file, build)) {}

Model LoadedModel::model() const { return model_of(object_->model->key, object_->model->release); }

std::string LoadedModel::name() const {
  const std::string release = object_->model->release;
  return release.empty() ? label() : label() + " " + release;
}

std::string LoadedModel::label() const { return object_->model->label; }

std::string LoadedModel::spaces() const { return object_->model->spaces; }

Json LoadedModel::describe() const {
  const tilebridge_model& model = *object_->model;
  Json json = {{"label", model.label}, {"compiler", model.compiler}, {"flags", model.flags}};
  for (const auto& [name, text] : {std::pair("code", model.code),
                                   {"release", model.release},
                                   {"spaces", model.spaces},
                                   {"configuration", model.configuration()}})
    if (*text != '\0') json[name] = text;
  return json;
}

bool LoadedModel::runs_on(Platform platform) const {
  return (object_->model->platforms >> static_cast<unsigned>(platform) & 1U) != 0;
}

void LoadedModel::start(int device) {
  if (object_->is_started) return;
  Reason reason{};
  if (object_->model->start(device, reason.data(), reason.size()) != 0)
    throw PlatformError(fmt::format("{} does not start: {}", name(), text_of(reason)));
  object_->is_started = true;
}

int LoadedModel::threads() const { return static_cast<int>(object_->model->threads()); }

void LoadedModel::open(Platform platform, const std::string& architecture, int threads,
                       const CurrentQueue& queue, const Catalogue& catalogue, const Model& build,
                       Implementations& into) const {
  const tilebridge_model& model = *object_->model;
  if (!runs_on(platform))
    throw PlatformError(
        fmt::format("{} cannot run on {}: it has {}", name(), name_of(platform), model.spaces));
  if (platform != Platform::host && !has_code_for(model.architectures, architecture))
    throw PlatformError(fmt::format("{} cannot run on {}: it is built for {}", name(), architecture,
                                    model.architectures));
  const auto opened = std::make_shared<Opened>(object_, name(), platform, threads);
  const auto types = types_by_name(catalogue);
  for (std::uint32_t i = 0; i < model.kernels(opened->platform); ++i) {
    const tilebridge_kernel kernel = model.kernel(opened->platform, i);
    const auto type = types.find(kernel.arguments);
    if (type == types.end()) continue;  // of an experiment that is not asked for
    into.add({build, kernel.key, form_of(kernel, model, catalogue), type->second,
              [opened, i, queue](const Arguments& arguments, const LaunchShapes& followed) {
                return Opened::launch(opened, i, arguments, queue(), followed);
              }});
  }
}

}  // namespace tilebridge::kernels
