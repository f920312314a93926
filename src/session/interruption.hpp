// SPDX-License-Identifier: Apache-2.0
// Ends a run early without losing what it has measured.
#pragma once

namespace tilebridge::session {

/// From now on SIGINT, SIGTERM and SIGHUP only set what is_stop_asked() returns.
void catch_signals();
bool is_stop_asked();

}  // namespace tilebridge::session
