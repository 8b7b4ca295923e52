#!/usr/bin/env bash
# Counts the instructions of one decision with callgrind, and refuses more than were recorded.
#
#   Benchmarks/gate.sh             compare with instructions.tsv, 5 in a hundred more are let pass
#   Benchmarks/gate.sh --record    write instructions.tsv anew
#
# Instructions do not depend on what else the machine does. Needs valgrind, and the workload beside
# the repository (../shared/peers); says "skipped" without one of them.
set -euo pipefail
cd "$(dirname "$0")"
recorded=instructions.tsv tolerance=5
case $# in 0) record= ;; *) record=$1 ;; esac
[ $# -le 1 ] && { [ -z "$record" ] || [ "$record" = --record ]; } ||
  { echo "gate: expected nothing or --record, found \`$*\`" >&2; exit 2; }
[ -f "$recorded" ] || [ "$record" ] || { echo "gate: nothing is recorded: run it with --record" >&2; exit 1; }
command -v valgrind >/dev/null || { echo "gate: skipped: no valgrind"; exit 0; }
# SwiftPM looks for new files in this package only, not in the one it depends on: plan anew.
rm -f .build/release.yaml
swift build -c release >.build.log 2>&1 || { cat .build.log >&2; exit 1; }
# valgrind gives up on the debug information that lld links; it counts without any.
bench=.build/counted
strip -g -o "$bench" .build/release/bench
if ! "$bench" loop typed 0; then
  echo "gate: skipped: the workload is not beside the repository"
  exit 0
fi
# The same instructions each time: dictionaries are seeded alike, and addresses are the same where
# the system lets us.
export SWIFT_DETERMINISTIC_HASHING=1
still=(setarch -R)
"${still[@]}" true 2>/dev/null || still=()

# Instructions of `bench loop HOW ROUNDS`.
count() {
  local counted
  counted=$("${still[@]}" valgrind --tool=callgrind --callgrind-out-file=/dev/null "$bench" loop "$1" "$2" 2>&1 |
    sed -n 's/.*Collected : \([0-9]*\).*/\1/p')
  [ "$counted" ] || { echo "gate: valgrind counted nothing in \`loop $1 $2\`" >&2; return 1; }
  echo "$counted"
}

failed=0 lines=
# Enough rounds of the workload's thousand requests to stand out from starting up, which is taken off.
while read -r how rounds; do
  all=$(count "$how" "$rounds")
  start=$(count "$how" 0)
  now=$(((all - start) / rounds / 1000))
  if [ "$record" ]; then
    lines+="$how	$now"$'\n'
    echo "$how: $now instructions"
    continue
  fi
  then=$(awk -v how="$how" '$1 == how {print $2}' "$recorded")
  if [ -z "$then" ]; then
    echo "gate: \`$how\` is not recorded: run it with --record" >&2
    failed=1
  elif [ "$now" -gt $((then + then * tolerance / 100)) ]; then
    echo "gate: $how takes $now instructions a decision, recorded are $then" >&2
    failed=1
  else
    echo "$how: $now instructions, recorded are $then"
  fi
done <<'WAYS'
typed 1000
strings 100
full 5
json 5
WAYS
if [ "$record" ]; then printf '%s' "$lines" >"$recorded"; fi
exit $failed
