#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The gate of CI, in a repository of its own and with a fake build: base and head are both built and
# run, the status is compare's, and compare.md says how it ended.
set -euo pipefail
command -v git >/dev/null || { echo "skipped: git is not installed"; exit 77; }
gate=$PWD/ci/gate.sh
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export GIT_AUTHOR_NAME=t GIT_AUTHOR_EMAIL=t@t GIT_COMMITTER_NAME=t GIT_COMMITTER_EMAIL=t@t
git init --quiet -b main repository
cd repository
git commit --quiet --allow-empty -m base
git commit --quiet --allow-empty -m head
mkdir "$folder/bin"
cat >"$folder/bin/cmake" <<'END'
#!/usr/bin/env bash
[ "$1" = --build ] || exit "${BUILDS:-0}"
mkdir -p "$2/bin"
cat >"$2/bin/tilebridge" <<'PROGRAM'
#!/usr/bin/env bash
echo "$*" >>"$CALLS"
touch "${@: -1}"
[ "$1" != run ] || exit "${RUNS:-0}"
[ "$1" != compare ] || exit "${COMPARES:-0}"
PROGRAM
chmod +x "$2/bin/tilebridge"
END
chmod +x "$folder/bin/cmake"
export PATH=$folder/bin:$PATH CALLS=$folder/calls

"$gate" host HEAD~1 stride --preset quick
for file in base.json head.json compare.md compare.txt compare.xml report.html; do
  [ -e "gate/$file" ] || { echo "gate/$file is missing"; exit 1; }
done
grep -q -- "run stride --preset quick -o .*/gate/base.json" "$CALLS"
grep -q -- "--max-slowdown 2% --format junit" "$CALLS"
[ "$(git worktree list | wc -l)" -eq 1 ] || { echo "the base's tree was left behind"; exit 1; }

COMPARE_OPTIONS="--allow-missing --strict" "$gate" host HEAD~1
grep -q -- "--allow-missing --strict --max-slowdown" "$CALLS"

status=0
COMPARES=1 "$gate" host HEAD~1 || status=$?
[ "$status" -eq 1 ] || { echo "status $status where compare says 1"; exit 1; }
[ -e gate/compare.xml ] || { echo "a slowdown ended the gate before the JUnit report"; exit 1; }

# expect STATUS HEADING NAME=VALUE…: the gate's status with these variables, and its comment.
expect() {
  local status=0
  env "${@:3}" "$gate" host HEAD~1 >log 2>&1 || status=$?
  [ "$status" -eq "$1" ] || { cat log; echo "status $status, not $1, with ${*:3}"; exit 1; }
  [ -z "$2" ] || grep -Fqs -- "$2" gate/compare.md || { cat gate/compare.md; echo "no heading $2"; exit 1; }
  [ "$(git worktree list | wc -l)" -eq 1 ] || { echo "the base's tree was left behind"; exit 1; }
}
expect 5 "### No GPU: " RUNS=5
expect 2 "### Not measured: " RUNS=2
expect 3 "### Wrong results: base" RUNS=3
expect 7 "### Cannot be built: \`$(git log -1 --format=%h HEAD~1) (base)\` (status 7)" BUILDS=1
expect 2 "### Not compared: " COMPARES=2
expect 0 "" GIT_DIR="$PWD/.git" GIT_INDEX_FILE="$PWD/.git/index" GIT_WORK_TREE="$folder"
