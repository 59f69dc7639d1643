#!/usr/bin/env bash
# Uses the built server as a person would: starts it on an empty data folder, uploads two profiles with curl, views,
# compares and patches them, updates one with a token, and stops the server. The profiles are samples of a folder
# beside the project if it exists, otherwise small ones written here.
set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d)
port=$(node -e "const s = require('net').createServer().listen(0, () => { console.log(s.address().port); s.close() })")
export DATA_DIR=$work/data PORT=$port LOG_LEVEL=warn XDG_CONFIG_HOME=$work/configuration
api=http://127.0.0.1:$port/v1
server=

finish() {
  status=$?
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  wait 2>/dev/null || true
  [ $status -eq 0 ] || { echo "smoke failed"; cat "$work/server.log" 2>/dev/null; }
  rm -rf "$work"
}
trap finish EXIT

start() {
  npm run --silent --ignore-scripts start >"$work/server.log" 2>&1 &
  server=$!
  for _ in $(seq 100); do
    curl -fs "http://127.0.0.1:$port/readyz" >"$work/ready" 2>/dev/null && return
    kill -0 "$server"
    sleep 0.1
  done
  return 1
}

# Stops the server with a signal to npm, which passes it on.
stop() {
  kill "$server"
  wait "$server" || true
  for _ in $(seq 100); do
    curl -s -o "$work/ready" "http://127.0.0.1:$port/healthz" || return 0
    sleep 0.1
  done
  return 1
}

# json FILE EXPRESSION: prints the value of the expression, in which `body` is the parsed file.
json() { node -e "const body = JSON.parse(require('fs').readFileSync('$1', 'utf8')); console.log($2)"; }

# expect WHAT ACTUAL EXPECTED: fails unless both values are equal.
expect() { [ "$2" = "$3" ] || { echo "$1: expected $3, got $2"; exit 1; }; }

one=$work/one two=$work/two
samples=${SAMPLES:-../shared/samples}/lost-prophecies
if [ -d "$samples" ]; then
  cp -r "$samples/5" "$one" && cp -r "$samples/6" "$two"
else
  mkdir "$one" "$two"
  printf '+Sky UI\r\n+Campfire\r\n' | tee "$one/modlist.txt" >"$two/loadorder.txt"
  printf '+Sky UI\r\n+Frostfall\r\n' | tee "$two/modlist.txt" >"$one/loadorder.txt"
fi
chmod -R u+w "$one" "$two"

start

# Runs the command blocks of the tours in the README and docs/curl.md against this server, in one shell.
awk '/^<!-- tour/ {t = 1; next} /^```$/ {t = 0} t && !/^```/' README.md docs/curl.md |
  sed -e "s|localhost:3000|127.0.0.1:$port|" -e "s|curl |curl -fsS |; s|/tmp/|$work/|g" >"$work/tour.sh"
[ -s "$work/tour.sh" ]
TMPDIR=$work bash -euo pipefail "$work/tour.sh" >"$work/tour"
grep -q '++Frostfall' "$work/tour" # the difference between its two lists

curl -fsS "$api/lists/nobody-knows-me" -o "$work/claimed.json"
expect 'author of the list that was claimed' "$(json "$work/claimed.json" body.data.author.name)" ann

# Two uploads with the same name. The slug from the tour is not free yet, because its author deleted the list.
for profile in "$one" "$two"; do
  curl -fsS -F 'name=My Profile' -F game=1 -F description= -F "files[]=@$profile/modlist.txt" \
    -F "files[]=@$profile/loadorder.txt" "$api/lists" -o "$work/created.json"
done
expect 'slug of the second list' "$(json "$work/created.json" body.data.slug)" my-profile-2

# The list has the lines and the size of each file.
curl -fsS "$api/lists/my-profile" -o "$work/list.json"
json "$work/list.json" "body.data.files[0].content.join('\n')" >"$work/lines"
tr -d '\r' <"$one/modlist.txt" | cmp - "$work/lines"
expect 'bytes of a file' "$(json "$work/list.json" 'body.data.files[0].bytes')" "$(($(wc -c <"$one/modlist.txt")))"

# The diffs turn the files of the first list into those of the second.
curl -fsS "$api/compare/my-profile/my-profile-2" -o "$work/compared.json"
json "$work/compared.json" "body.data.diffs.join('')" >"$work/all.patch"
mkdir "$work/patched"
for file in modlist.txt loadorder.txt; do tr -d '\r' <"$one/$file" >"$work/patched/$file"; done
patch --quiet --directory "$work/patched" <"$work/all.patch"
for file in modlist.txt loadorder.txt; do tr -d '\r' <"$two/$file" | cmp - "$work/patched/$file"; done

# The command line creates a token while the server runs.
npm run --silent cli -- user create bob >"$work/user"
token=$(npm run --silent cli -- token create bob --abilities create,update,delete)
curl -fsS -H "Authorization: Bearer $token" -F name=Mine -F game=4 -F description=mine -F "files[]=@$one/modlist.txt" \
  "$api/lists" -o "$work/mine.json"
curl -fsS -H "Authorization: Bearer $token" -F _method=PUT -F 'name=Mine, changed' -F game=4 -F description=mine \
  -F "files[]=@$two/modlist.txt" "$api/lists/mine" -o "$work/mine.json"
expect 'slug after an update' "$(json "$work/mine.json" body.data.slug)" mine
expect 'name after an update' "$(json "$work/mine.json" body.data.name)" 'Mine, changed'
expect 'status of an update without a token' \
  "$(curl -s -o "$work/refused.json" -w '%{http_code}' -F _method=PUT -F name=X "$api/lists/mine")" 401

# The typed client works under the name that its users import.
node test/smoke-client.js "http://127.0.0.1:$port" "$token" "$one/modlist.txt" "$one/loadorder.txt"
for path in docs openapi.json; do curl -fsS "http://127.0.0.1:$port/$path" -o "$work/$path"; done
expect 'version of OpenAPI' "$(json "$work/openapi.json" body.openapi)" 3.1.0

# The command line uploads a profile without an account, and stores its owner key for the update and the deletion.
cli() { npm run --silent cli -- "$@" --url "http://127.0.0.1:$port"; }
cli upload "$one" --game 4 --name Shared >"$work/address" 2>"$work/output"
expect 'kept keys' "$(find "$work/configuration" -type f -perm 600 | wc -l)" 1
cli update shared "$two" --version 2 >"$work/address" 2>"$work/output"
curl -fsS "$api/lists/shared" -o "$work/shared.json"
expect 'version after an update' "$(json "$work/shared.json" body.data.version)" 2
cli delete shared >"$work/deleted"
expect 'kept keys after the delete' "$(find "$work/configuration" -type f | wc -l)" 0

# After a restart, the server has the same lists.
stop
start
curl -fsS "$api/lists" -o "$work/page.json"
expect 'lists after a restart' "$(json "$work/page.json" body.meta.total)" 6
stop
server=
echo 'smoke passed'
