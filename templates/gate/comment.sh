#!/usr/bin/env bash
# Leaves FILE as a comment on the pull request of this job, and renews it in later jobs:
#
#   my_kernel/comment.sh NAME FILE
#   my_kernel/comment.sh my_kernel my_kernel/build/gate/compare.md
#
# NAME tells the comments of several gates apart. On GitHub it needs gh, GH_TOKEN, and in NUMBER which
# pull request it is; on GitLab curl, jq, and in GITLAB_TOKEN a token of the project with the scope
# `api`, as a job's own token may not comment.
set -euo pipefail
[ $# -eq 2 ] || { sed -n '2,5s/^# \{0,1\}//p' "$0" >&2; exit 2; }
marker="<!-- tilebridge gate $1 -->" # by which the comment is found again
body=$(mktemp)
trap 'rm -f "$body"' EXIT
{ echo "$marker" && cat "$2"; } >"$body"

on_github() {
  local issues=repos/$GITHUB_REPOSITORY/issues id
  id=$(gh api --paginate "$issues/$NUMBER/comments" \
    --jq ".[] | select(.body | startswith(\"$marker\")) | .id" | tail -n 1)
  if [ -n "$id" ]; then
    gh api --silent --method PATCH "$issues/comments/$id" -F "body=@$body" && return
  fi
  gh api --silent --method POST "$issues/$NUMBER/comments" -F "body=@$body"
}

call() { # the token is in no argument, which all processes may read
  curl --fail --silent --show-error \
    --config <(printf 'header = "PRIVATE-TOKEN: %s"\n' "$GITLAB_TOKEN") "$@"
}

on_gitlab() {
  [ -n "${GITLAB_TOKEN:-}" ] || { echo "no comment: GITLAB_TOKEN is not set"; return; }
  local notes=$CI_API_V4_URL/projects/$CI_PROJECT_ID/merge_requests/$CI_MERGE_REQUEST_IID/notes
  local page=1 found id=
  while [ -z "$id" ]; do
    found=$(call "$notes?per_page=100&page=$page")
    id=$(jq -r --arg marker "$marker" \
      'first(.[] | select(.body | startswith($marker)) | .id) // empty' <<<"$found")
    [ "$(jq length <<<"$found")" -eq 100 ] || break
    page=$((page + 1))
  done
  if [ -n "$id" ]; then
    call --output /dev/null --request PUT --data-urlencode "body@$body" "$notes/$id" && return
  fi
  call --output /dev/null --request POST --data-urlencode "body@$body" "$notes"
}

if [ -n "${GITLAB_CI:-}" ]; then on_gitlab; else on_github; fi
