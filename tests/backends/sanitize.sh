#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# sanitize.sh <backend tests> [tool]...: every kernel in every model of the build, at a small ragged
# size, under these tools of compute-sanitizer (default: memcheck, racecheck, synccheck). JOBS of
# them share the GPU (default: 8). What they say is in sanitize/, a line for each on the terminal.
# Exits with another status than 0 if one found something.
set -eu

if [ "$1" = --one ]; then
  log=sanitize/$3-$4.txt
  status=0
  compute-sanitizer --tool "$3" --error-exitcode 9 "$2" \
    --gtest_filter="*AtItsSizes.RaggedOnesAreRight/cuda_$4" > "$log" 2>&1 || status=$?
  echo "$3 $4: status $status, $(grep -E '(ERROR|RACECHECK) SUMMARY' "$log" | tail -n 1)"
  exit "$status"
fi

program=$1
shift
[ $# -gt 0 ] || set -- memcheck racecheck synccheck
mkdir -p sanitize
experiments=$("$program" --gtest_list_tests --gtest_filter='*RaggedOnesAreRight/cuda_*' |
  sed -n 's/^ *RaggedOnesAreRight\/cuda_\([a-z0-9_]*\).*/\1/p')
for tool in "$@"; do
  for experiment in $experiments; do printf '%s\n' "$tool" "$experiment"; done
done | xargs -P "${JOBS:-8}" -n 2 "$0" --one "$program"
