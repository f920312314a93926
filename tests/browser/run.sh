#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh <program> <results folder> <folder>: the HTML report in a browser, driven by what npm
# installs in the folder; 77 where there is no browser or npm cannot install that.
program=$1 results=$2 folder=$3
here=$(dirname "$0")

skip() {
  echo "skipped: $*"
  exit 77
}
command -v node >/dev/null || skip "no node"
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) ||
  skip "no Chromium"
if ! cmp -s "$here/package-lock.json" "$folder/installed"; then
  command -v npm >/dev/null || skip "no npm"
  mkdir -p "$folder"
  cp "$here/package.json" "$here/package-lock.json" "$folder"
  (cd "$folder" && timeout 120 npm ci --ignore-scripts --no-audit --no-fund --fetch-retries=0 \
    --fetch-timeout=20000 >npm.log 2>&1) || skip "npm ci failed ($folder/npm.log)"
  cp "$here/package-lock.json" "$folder/installed"
fi
NODE_PATH=$folder/node_modules exec node "$here/report_test.cjs" "$program" "$results" "$browser"
