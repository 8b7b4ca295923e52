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
recorded=instructions.tsv tolerance=5 rounds=20
[ -f "$recorded" ] || [ "${1:-}" = --record ] || { echo "gate: nothing is recorded: run it with --record" >&2; exit 1; }
command -v valgrind >/dev/null || { echo "gate: skipped: no valgrind"; exit 0; }
rm -f .build/release.yaml
swift build -c release >.build.log 2>&1 || { cat .build.log >&2; exit 1; }
bench=.build/release/bench

# Instructions of `bench loop HOW ROUNDS`.
count() {
  valgrind --tool=callgrind --callgrind-out-file=/dev/null "$bench" loop "$1" "$2" 2>&1 >/dev/null |
    sed -n 's/.*Collected : \([0-9]*\).*/\1/p'
}
"$bench" loop typed 1 || { echo "gate: skipped: the workload is not beside the repository"; exit 0; }
failed=0 lines=
for how in typed strings full json; do
  # Starting up is taken off; the workload has a thousand requests.
  now=$((($(count $how $rounds) - $(count $how 0)) / rounds / 1000))
  lines+="$how	$now"$'\n'
  [ "${1:-}" = --record ] && { echo "$how: $now instructions"; continue; }
  then=$(awk -v how="$how" '$1 == how {print $2}' "$recorded")
  if [ "$now" -gt $((then + then * tolerance / 100)) ]; then
    echo "gate: $how takes $now instructions a decision, recorded are $then" >&2
    failed=1
  else
    echo "$how: $now instructions, recorded are $then"
  fi
done
[ "${1:-}" != --record ] || printf '%s' "$lines" >"$recorded"
exit $failed
