#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The comment of the gate, on code hosts of stand-ins: it is left once and then renewed, and another
# gate's is let alone. A stand-in keeps each comment in a file, which its number names.
set -euo pipefail
command -v jq >/dev/null || { echo "skipped: jq is not installed"; exit 77; }
comment=$PWD/templates/gate/comment.sh
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir bin
cat >bin/json_of_comments <<'END'
#!/usr/bin/env bash
cd "$COMMENTS"
jq -Rn '[inputs | {id: (input_filename | tonumber), body: .}] | group_by(.id)
  | map({id: .[0].id, body: map(.body) | join("\n")})' *
END
cat >bin/count_comments <<'END'
#!/usr/bin/env bash
find "$COMMENTS" -type f | wc -l
END
cat >bin/keep_comment <<'END'
#!/usr/bin/env bash
# METHOD URL FILE
case $1 in
PATCH | PUT)
  [ -z "${REFUSES:-}" ] || exit 1
  cp "$3" "$COMMENTS/${2##*/}" ;;
POST) cp "$3" "$COMMENTS/$(($(count_comments) + 1))" ;;
esac
END
cat >bin/gh <<'END'
#!/usr/bin/env bash
[ "$GH_TOKEN" = secret ] && [ "$1" = api ] || exit 1
case $* in
"api --paginate repos/owner/name/issues/7/comments --jq "*) json_of_comments | jq -r "${@: -1}" ;;
"api --silent --method PATCH repos/owner/name/issues/comments/"*" -F body=@"* | \
"api --silent --method POST repos/owner/name/issues/7/comments -F body=@"*)
  keep_comment "$4" "$5" "${7#body=@}" ;;
*) echo "gh was called with $*" >&2; exit 1 ;;
esac
END
cat >bin/curl <<'END'
#!/usr/bin/env bash
grep -qx 'header = "PRIVATE-TOKEN: secret"' "$5" || exit 1
shift 5
url=https://host/api/v4/projects/3/merge_requests/7/notes
case $* in
"$url?per_page=100&page="*) 
  json_of_comments | jq --argjson page "${1##*=}" 'reverse | .[100 * ($page - 1):100 * $page]' ;;
"--output /dev/null --request PUT --data-urlencode body@"*" $url/"* | \
"--output /dev/null --request POST --data-urlencode body@"*" $url")
  keep_comment "$4" "$7" "${6#body@}" ;;
*) echo "curl was called with $*" >&2; exit 1 ;;
esac
END
chmod +x bin/*
export PATH=$folder/bin:$PATH COMMENTS=$folder/comments
export GH_TOKEN=secret GITHUB_REPOSITORY=owner/name NUMBER=7
export GITLAB_TOKEN=secret CI_API_V4_URL=https://host/api/v4 CI_PROJECT_ID=3 CI_MERGE_REQUEST_IID=7

expect() { # NUMBER_OF_COMMENTS ID BODY
  [ "$(count_comments)" -eq "$1" ] || { echo "$(count_comments) comments, not $1"; exit 1; }
  [ "$(cat "comments/$2")" = "$3" ] || { cat "comments/$2"; echo "comment $2 is not $3"; exit 1; }
}
for host in "" true; do
  rm -rf comments
  mkdir comments
  for ((id = 1; id <= 150; ++id)); do echo "a word of $id" >"comments/$id"; done
  echo "<!-- tilebridge gate flux_2 -->" >comments/20
  echo "as <!-- tilebridge gate flux --> says" >comments/21
  echo "### Slower" >compare.md
  GITLAB_CI=$host "$comment" flux compare.md
  expect 151 151 $'<!-- tilebridge gate flux -->\n### Slower'
  for ((id = 152; id <= 270; ++id)); do echo "a word of $id" >"comments/$id"; done
  echo "### No slowdown" >compare.md
  GITLAB_CI=$host "$comment" flux compare.md
  expect 270 151 $'<!-- tilebridge gate flux -->\n### No slowdown'
  expect 270 20 "<!-- tilebridge gate flux_2 -->"
  REFUSES=yes GITLAB_CI=$host "$comment" flux compare.md # it is another user's
  expect 271 271 $'<!-- tilebridge gate flux -->\n### No slowdown'
done
GITLAB_CI=true GITLAB_TOKEN="" "$comment" flux compare.md | grep -q "GITLAB_TOKEN is not set"
expect 271 271 $'<!-- tilebridge gate flux -->\n### No slowdown'
