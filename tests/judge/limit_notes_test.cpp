// SPDX-License-Identifier: Apache-2.0
#include "judge/limit_notes.hpp"

#include <gmock/gmock.h>

#include "base/error.hpp"
#include "base/text.hpp"
#include "catalogue/catalogue.hpp"
#include "tests/results/sample_results.hpp"

namespace tilebridge::judge {
namespace {

using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

CaseResult tile_of(std::int64_t rows) {
  CaseResult c = sample_case("vector_tile");
  c.parameters.set("rows", rows);
  return c;
}

TEST(LimitNotes, AreOfTheCasesAndDevicesThatTheyName) {
  const auto notes = parse_limit_notes(
      "# about transposes\n\n"
      "kernel: transpose/vector_tile\nwhere: rows=10007\ndevice: H200\nreason: odd rows\n\n"
      "kernel: transpose/vector_tile\nunit: shared memory\nbytes per cycle: 128\n");
  ASSERT_THAT(notes, SizeIs(2));
  Results results = sample_results();
  EXPECT_TRUE(notes[0].is_of(results, tile_of(10007)));
  EXPECT_FALSE(notes[0].is_of(results, tile_of(1024)));
  EXPECT_TRUE(notes[1].is_of(results, tile_of(1024)));
  EXPECT_FALSE(notes[1].is_of(results, sample_case("tile")));
  EXPECT_EQ(notes[0].reason, "odd rows");
  EXPECT_EQ(notes[1].unit, "shared memory");
  EXPECT_EQ(notes[1].bytes_per_cycle, 128);
  results.device["name"] = "NVIDIA H100 80GB HBM3";
  EXPECT_FALSE(notes[0].is_of(results, tile_of(10007)));
}

TEST(LimitNotes, ALineThatNoNoteHasIsAnError) {
  EXPECT_THROW(parse_limit_notes("kernel: a/b\nreasons: none\n"), UsageError);
  EXPECT_THROW(parse_limit_notes("kernel: a/b\nbytes per cycle: many\n"), UsageError);
}

TEST(LimitNotes, AModelWithoutAFileHasNone) { EXPECT_THAT(limit_notes(Model("raja")), IsEmpty()); }

/// The tuned variant of native code that a note names.
const Variant& variant_of(const LimitNote& note) {
  const std::size_t slash = note.kernel.find('/');
  return catalogue()
      .experiment(note.kernel.substr(0, slash))
      .variant(note.kernel.substr(slash + 1));
}

bool is_valid_value(const LimitNote& note, const std::string& value) {
  const std::size_t equals = value.find('=');
  const Experiment& experiment =
      catalogue().experiment(note.kernel.substr(0, note.kernel.find('/')));
  const Parameter* parameter = experiment.parameter(value.substr(0, equals));
  return parameter != nullptr &&
         to_string(parse_value(*parameter, value.substr(equals + 1))) == value.substr(equals + 1);
}

// A note that names a kernel or a parameter wrongly would never be shown.
TEST(LimitNotes, OfTheProgramNameTunedKernelsAndTheirParameters) {
  EXPECT_THAT(limit_notes(Model::native), Not(IsEmpty()));
  for (const Model& model : {Model::native, Model::kokkos})
    for (const LimitNote& note : limit_notes(model)) {
      EXPECT_EQ(variant_of(note).form_of(Model::native), Form::tuned) << note.kernel;
      for (const std::string& value : note.values)
        EXPECT_TRUE(is_valid_value(note, value)) << note.kernel << " " << value;
      EXPECT_FALSE(note.reason.empty() && note.unit.empty()) << note.kernel;
      EXPECT_FALSE(note.reason.ends_with('.')) << note.reason;
    }
}

// The first note of a case counts: one that is behind a more general one would never be shown.
TEST(LimitNotes, OfTheProgramHaveSpecialCasesFirst) {
  for (const Model& model : {Model::native, Model::kokkos}) {
    std::map<std::string, std::string> general;
    for (const LimitNote& note : limit_notes(model)) {
      EXPECT_FALSE(!note.reason.empty() && general.contains(note.kernel)) << note.kernel;
      const bool is_general = note.values.empty() && note.device.empty();
      if (is_general && !note.reason.empty()) general[note.kernel] = note.reason;
    }
  }
}

}  // namespace
}  // namespace tilebridge::judge
