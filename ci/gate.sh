#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds two commits, runs both on this machine in turn and compares them:
#
#   ci/gate.sh PRESET BASE [options of tilebridge run]
#   ci/gate.sh cuda-sm_90 origin/main --preset standard
#
# The head is the checked-out commit. The base runs before and after it, so that a difference
# between these two runs does not count as a change. The results are in gate/: base.json, head.json,
# again.json, compare.md, compare.xml (JUnit) and report.html. Exits with 1 where the head is slower
# than MAX_SLOWDOWN allows (2%, as all runs are of one job on one GPU), with 4 where it could not
# tell, with 2 where a commit cannot be built, else as the first command that failed: 5 where there is
# no GPU. COMPARE_OPTIONS are further options of `tilebridge
# compare`: --allow-missing where an experiment was taken away.
set -euo pipefail
unset GIT_DIR GIT_INDEX_FILE GIT_WORK_TREE # git sets them for hooks
[ $# -ge 2 ] || { sed -n '2,5s/^# \{0,1\}//p' "$0" >&2; exit 2; }
preset=$1 base=$2
shift 2
out=$PWD/gate
rm -rf "$out"
mkdir "$out"
base_tree=$(mktemp -d)/base
trap 'git worktree remove --force "$base_tree" || true' EXIT
git worktree add --quiet --detach "$base_tree" "$base"

build() {
  { cmake -S "$1" --preset "$preset" -B "$1/build/$preset" -DTILEBRIDGE_TESTS=OFF &&
    cmake --build "$1/build/$preset" --target tilebridge tilebridge-run; } || {
    echo "$1 cannot be built" >&2
    exit 2
  }
}
build "$base_tree"
build .
tilebridge=build/$preset/bin/tilebridge
"$base_tree/$tilebridge" run "$@" -o "$out/base.json"
"$tilebridge" run "$@" -o "$out/head.json"
"$base_tree/$tilebridge" run "$@" -o "$out/again.json"

"$tilebridge" report "$out/head.json" -o "$out/report.html"
read -ra more <<<"${COMPARE_OPTIONS:-}"
compare() {
  "$tilebridge" compare "$out/base.json" "$out/head.json" --again "$out/again.json" "${more[@]}" \
    --max-slowdown "${MAX_SLOWDOWN:-2%}" --format "$1" -o "$out/$2"
}
status=0
compare markdown compare.md || status=$?
compare junit compare.xml || status=$?
exit "$status"
