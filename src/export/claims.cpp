// SPDX-License-Identifier: Apache-2.0
#include "export/claims.hpp"

#include <cmath>

#include "export/entries.hpp"

namespace tilebridge::exports {
namespace {

/// JSON has no infinity: an open end is null.
Json end_of(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }
Json to_json(const claims::Range& range) {
  return {{"low", end_of(range.low)}, {"high", end_of(range.high)}};
}

Json to_json(const pages::JudgedClaim& judged) {
  const claims::Claim& claim = *judged.claim;
  Json json = {
      {"id", claim.id},
      {"document", claim.source.document},
      {"section", claim.source.section},
      {"statement", claim.statement},
      {"quantity", claim.quantity},
      {"device", claim.device},
      {"stated", claim.stated ? to_json(*claim.stated) : Json(nullptr)},
      {"holds_at", pages::holds_at_text(claim).empty() ? Json(nullptr) : to_json(claim.accepted)},
      {"check", describe(claim.check)}};
  if (!judged.result) return json;
  json["measured"] = judged.result->measured ? Json(*judged.result->measured) : Json(nullptr);
  json["verdict"] = name_of(judged.result->finding);
  json["reason"] = judged.result->reason;
  json["kokkos"] = nullptr;
  if (judged.kokkos)
    json["kokkos"] = {{"measured", *judged.kokkos->measured},
                      {"verdict", name_of(judged.kokkos->finding)}};
  return json;
}

}  // namespace

std::string claims_json(const pages::ClaimsPage& page) {
  Json json = Json::object();
  if (page.results != nullptr) {
    json["program"] = page.results->program;
    json["device"] = page.results->device;
  }
  json["claims"] = Json::array();
  for (const pages::JudgedClaim& claim : page.claims) json["claims"].push_back(to_json(claim));
  return json_text(json);
}

}  // namespace tilebridge::exports
