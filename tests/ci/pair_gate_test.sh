#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The gate that `tilebridge new --ci` writes, run in a repository with commits: pair_gate_test.sh BIN
#
# Losses are gross, as the machine need not be quiet: the kernel does its work twenty times. Where it
# is so busy that nothing can be told of a kernel without a change, the gate has to say so.
set -euo pipefail
for tool in git cmake; do
  command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
done
status=0 # 2: it started, and knows no such experiment
why_not=$("$1/tilebridge" run no_such_experiment --platform host 2>&1) || status=$?
[ "$status" -ne 5 ] || { echo "skipped: $why_not"; exit 77; }
folder=$(mktemp -d)
stand_ins=$(mktemp -d)
trap 'rm -rf "$folder" "$stand_ins"' EXIT
cd "$folder"
export PATH=$1:$PATH GITHUB_ACTIONS=true MAX_SLOWDOWN=40%
export GIT_AUTHOR_NAME=t GIT_AUTHOR_EMAIL=t@t GIT_COMMITTER_NAME=t GIT_COMMITTER_EMAIL=t@t
export OMP_NUM_THREADS=2  # of as many tests as there are processors
export CMAKE_BUILD_TYPE=Test  # not optimised: it is compiled for each commit
fail() {
  cat log
  echo "$*"
  exit 1
}

# expect STATUSES PATTERN BASE: the gate's status, one of a pattern, and what the line is.
expect() {
  local status=0
  kernels/row_sums/gate.sh "$3" --platform host --set rows=2Ki,columns=64 --budget 0.1 >log 2>&1 || status=$?
  grep -Eqx "$1" <<<"$status" || fail "status $status, not $1"
  grep -Eqx "$2" kernels/row_sums/build/gate/line.txt || fail "the line is not $2"
  [ "$(git worktree list | wc -l)" -eq 1 ] || fail "the base's tree was left behind"
}
ratio='[0-9.]+ of C\+\+ \[[0-9.]+, [0-9.]+\]'

# With stand-ins: which status is passed on, and what git tells its hooks changes nothing.
mkdir "$stand_ins/bin" "$stand_ins/repository"
cat >"$stand_ins/bin/cmake" <<'END'
#!/usr/bin/env bash
[ "$1" != --build ] || exit "${BUILDS:-0}"
END
cat >"$stand_ins/bin/tilebridge" <<'END'
#!/usr/bin/env bash
[ "$1" != run ] || exit "${RUNS:-0}"
[ "$1" != compare ] || exit "${COMPARES:-0}"
END
chmod +x "$stand_ins"/bin/*
(
  cd "$stand_ins/repository"
  git init --quiet -b main .
  tilebridge new flux --models raja --ci github >/dev/null
  git add .
  git commit --quiet -m base
  git commit --quiet --allow-empty -m head
  passes() { # STATUS HEADING NAME=VALUE…
    local status=0
    env PATH="$stand_ins/bin:$PATH" "${@:3}" flux/gate.sh HEAD~1 >log 2>&1 || status=$?
    [ "$status" -eq "$1" ] || fail "status $status, not $1, with ${*:3}"
    [ -z "$2" ] || grep -Fq -- "### $2" flux/build/gate/compare.md || fail "no heading $2"
    ! grep -q "has no flux" log || fail "the base was not found, with ${*:3}"
    [ "$(git worktree list | wc -l)" -eq 1 ] || fail "the base's tree was left behind"
  }
  [ "$(cat flux/.gitignore)" = build/ ] || fail "builds are not ignored"
  passes 0 "" RUNS=0
  passes 0 "" RUNS=3  # which compare judges
  passes 5 "No GPU: " RUNS=5
  for status in 2 6 130; do passes "$status" "Not measured: " RUNS="$status"; done
  for status in 1 4; do passes "$status" "" COMPARES="$status"; done
  passes 2 "Not compared: " COMPARES=2
  passes 7 "Cannot be built: head \`$(git log -1 --format=%h) (head)\` (status 7)" BUILDS=1
  passes 4 "" COMPARES=4 GIT_DIR="$PWD/.git" GIT_INDEX_FILE="$PWD/.git/index" GIT_WORK_TREE="$folder"
)

git init --quiet -b main .
mkdir kernels
git commit --quiet --allow-empty -m "without the pair"
(cd kernels && tilebridge new row_sums --team --ci github >/dev/null)
git add .
git commit --quiet -m "a pair"
expect 0 "row_sums: Kokkos $ratio" HEAD~1
says() { # TEXT: so does the comment
  grep -Fq -- "$1" kernels/row_sums/build/gate/compare.md || {
    cat kernels/row_sums/build/gate/compare.md
    fail "the comment does not say: $1"
  }
}
says "### Nothing to compare: the base has no row_sums (status 0)"

git commit --quiet --allow-empty -m "no change of it"
expect "0|4" "row_sums: Kokkos $ratio, was [0-9.]+(: undecided)?" HEAD~1
grep -Eq "^::(notice|warning) file=kernels/row_sums/pair.cpp,title=tilebridge::row_sums: Kokkos " log ||
  fail "no annotation"

sed -i 's/^ *Kokkos::parallel_for($/for (int again = 0; again < 20; ++again) &/' kernels/row_sums/pair.cpp
git commit --quiet -a -m "the work is done twenty times"
expect 1 "row_sums: Kokkos $ratio, was [0-9.]+: slower" HEAD~1
grep -q "^::error file=kernels/row_sums/pair.cpp," log || fail "no error at its code"
says "Slower: "
for commit in HEAD~1 HEAD; do says "commit $(git log -1 --format='%h (%s)' --abbrev=12 $commit)"; done
for file in compare.md compare.txt compare.xml report.html; do
  [ -s "kernels/row_sums/build/gate/$file" ] || fail "no $file"
done

sed -i 's/y(i) = sum;/y(i) = sum + 1;/' kernels/row_sums/pair.cpp
git commit --quiet -a -m "wrong"
expect 1 "row_sums: Kokkos has no valid result, was [0-9.]+: invalid" HEAD~1
says "Wrong results: 1 invalid, 0 slower (status 1)"

status=0
kernels/row_sums/gate.sh no-such-commit >log 2>&1 || status=$?
[ "$status" -eq 2 ] || fail "status $status for a base that is no commit"
