#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# scripts/bisect-kokkos.sh in a history whose commits say what their Kokkos does, with programs in
# the place of build-kokkos and tilebridge.
set -eu
command -v git >/dev/null || exit 77
script=$PWD/scripts/bisect-kokkos.sh
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir bin kokkos
cat >bin/build-kokkos <<'EOF'
#!/bin/sh
echo "$4" >>"$(dirname "$0")/built"
grep -q broken "$1/state" && exit 1
cp "$1/state" "$3"
EOF
cat >bin/tilebridge <<'EOF'
#!/bin/sh
command=$1
case $command in
  run)
    while [ $# -gt 0 ]; do
      case $1 in --kokkos) names=$2 ;; --model-from) from=$2 ;; -o) output=$2 ;; esac
      shift
    done
    cp "$from/kokkos-${names#*,}.so" "$output"
    ! grep -q wrong "$output" ;;
  compare)
    state=$(cat "${2%@*}")
    case $state in slow*) exit 1 ;; unclear*) exit 4 ;; esac ;;
esac
EOF
chmod +x bin/*
cd kokkos
git init -q .
git config user.name t
git config user.email t@t
number=0
for state in fast fast broken fast wrong fast slow unclear slow; do
  number=$((number + 1))
  echo "$state $number" >state
  git add state
  git commit -q -m "change $number"
done

fail() {
  echo "$1" >&2
  exit 1
}

first=$(git rev-parse HEAD~8)
git bisect start HEAD "$first" >/dev/null 2>&1
git bisect run "$script" ../bin "$first" reduce/shuffle dot --set n=1 >found 2>&1 || fail "$(cat found)"
grep -q "is the first bad commit" found || fail "$(cat found)"
[ "$(git log -1 --format=%s refs/bisect/bad)" = "change 7" ] || fail "found $(git log -1 refs/bisect/bad)"
[ "$(sort -u ../bin/built)" = "reduce;dot" ] || fail "built $(cat ../bin/built)"
[ "$(wc -l <../bin/built)" -le 8 ] || fail "built each commit more than once"
git bisect reset >/dev/null 2>&1
status_of() {
  git checkout -q "$1" 2>/dev/null
  status=0
  "$script" ../bin "$good" reduce >/dev/null 2>&1 || status=$?
  [ $status = "$2" ] || fail "$1: status $status, not $2"
}
good=$(git rev-parse HEAD~8)
last=$(git rev-parse HEAD)
status_of "$last~8" 0
status_of "$last~6" 125
status_of "$last~4" 125
status_of "$last~2" 1
status_of "$last~1" 125
good=$(git rev-parse "$last~6")
status_of "$last" 128
