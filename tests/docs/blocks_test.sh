#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the command blocks of the pages for newcomers as they are there, with the tools that
# scripts/quickstart.sh installs and with no other: blocks_test.sh BUILD [PAGE…]
#
# A block ```sh is all commands; of a block ```console, the lines after "$ " are. Each page begins in
# a fresh shell in a folder that looks like the project's with BUILD as its preset `host`. A command
# with a comment "# needs …" is skipped, and so is what ends with status 5 (no such device).
set -euo pipefail
shopt -s inherit_errexit
build=$(realpath "$1")
source=$(realpath "$(dirname "$0")/../..")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

why_not=$("$build/bin/tilebridge" devices 2>&1) || {
  echo "skipped: this build has no device here: $why_not"
  exit 77
}

# No make, no installation of tilebridge, and nothing that the environment tells CMake.
unset CMAKE_CXX_COMPILER_LAUNCHER CMAKE_CUDA_COMPILER_LAUNCHER CMAKE_GENERATOR CMAKE_PREFIX_PATH
mkdir "$folder/tools"
for tool in ar as awk bash basename c++ cat chmod cmake cp cut date dirname env g++ gcc grep head id ld \
  ln ls mkdir mktemp mv ninja nproc objdump ranlib readlink realpath rm sed sh sleep sort tail tee test \
  touch tr uname uniq wc which; do
  ! path=$(command -v "$tool") || ln -s "$path" "$folder/tools/$tool"
done
only_tools=$folder/tools
for compiler in nvcc hipcc; do
  path=$(command -v "$compiler") || continue
  if [ -e "$(dirname "$path")/make" ]; then  # a compiler of the system's, in /usr/bin
    ln -s "$path" "$folder/tools/$compiler"
  else
    only_tools+=:$(dirname "$path")
  fi
done

project=$folder/project
mkdir -p "$project/build"
ln -s "$build" "$project/build/host"
ln -s "$source/docs" "$project/docs"
cp -r "$source/examples" "$project/"

# The commands of the page $1, each after the number of its line.
commands_of() {
  awk '/^```/ { kind = kind == "" ? substr($0, 4) "block" : ""; next }
       kind == "shblock" { print NR ":" $0 }
       kind == "consoleblock" && sub(/^\$ /, "") { print NR ":" $0 }' "$1"
}

# Runs the command $1 in this shell, since it may set variables or change the folder.
run_command() {
  local status=0 start=$SECONDS
  eval "$1" </dev/null >"$folder/log" 2>&1 || status=$?
  case $1:$status in
    *:0 | "tilebridge compare "*:[14]) echo "ok ($((SECONDS - start)) s)" ;;
    *:5) echo "skipped: $(tail -n 1 "$folder/log")" ;;
    *)
      echo "FAILED, status $status"
      cat "$folder/log"
      return 1
      ;;
  esac
}

run_page() {
  local page=$1 number command failed=0
  cd "$project"
  unset CMAKE_GENERATOR CMAKE_PREFIX_PATH
  PATH=$only_tools
  for name in make gmake tilebridge; do ! command -v "$name" || failed=1; done
  while IFS=: read -r number command <&3; do
    printf '%s:%s: %s\n    ' "$page" "$number" "$command"
    case $command in
      scripts/*) echo "skipped: scripts/minimal-root.sh runs it" ;;
      *"# needs "*) echo "skipped: needs ${command##*# needs }" ;;
      *) run_command "$command" || failed=1 ;;
    esac
  done 3<"$folder/commands"
  return "$failed"
}

pages=("${@:2}")
[ $# -gt 1 ] || pages=(README.md docs/tour.md docs/your-own-code.md)
failed=0
for page in "${pages[@]}"; do
  commands_of "$source/$page" >"$folder/commands"
  [ -s "$folder/commands" ] || { echo "$page has no commands"; failed=1; }
  (run_page "$page") || failed=1
done
exit "$failed"
