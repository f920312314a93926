#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh <program> <results folder> <node_modules>: the HTML report in a browser; 77 where there is
# no browser, or npm could not install what drives it.
program=$1 results=$2 modules=$3

skip() {
  echo "skipped: $*"
  exit 77
}
command -v node >/dev/null || skip "no node"
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) ||
  skip "no Chromium"
[ -d "$modules/playwright-core" ] || skip "npm has not installed playwright-core"
NODE_PATH=$modules exec node "$(dirname "$0")/report_test.cjs" "$program" "$results" "$browser"
