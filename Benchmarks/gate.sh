#!/usr/bin/env bash
# Counts the instructions of one decision with callgrind, and refuses more than were recorded.
#
#   Benchmarks/gate.sh             compare with instructions.tsv, 5 in a hundred more are let pass
#   Benchmarks/gate.sh --small     only the shipped policy `balanced`, in a few seconds beyond the build
#   Benchmarks/gate.sh --record    write instructions.tsv anew
#
# An outcome must take no memory either. Instructions do not depend on what else the machine does.
# Without valgrind it only builds; the neutral workload is left out where it is not beside the
# repository (../shared/peers).
set -euo pipefail
cd "$(dirname "$0")"
recorded=instructions.tsv tolerance=5
case $# in 0) asked= ;; *) asked=$1 ;; esac
case "$#$asked" in 0 | 1--small | 1--record) ;; *)
  echo "gate: expected nothing, --small or --record, found \`$*\`" >&2
  exit 2 ;;
esac
[ -f "$recorded" ] || [ "$asked" = --record ] ||
  { echo "gate: nothing is recorded: run it with --record" >&2; exit 1; }
# SwiftPM looks for new files in this package only, not in the one it depends on: plan anew.
rm -f .build/release.yaml
swift build -c release >.build.log 2>&1 || { cat .build.log >&2; exit 1; }
command -v valgrind >/dev/null || { echo "gate: nothing is counted: no valgrind"; exit 0; }
# valgrind gives up on the debug information that lld links; it counts without any.
bench=.build/counted
strip -g -o "$bench" .build/release/bench
# Which requests, how they are answered, and how often all of them: enough to stand out from
# starting up.
ways='balanced typed 20000
balanced strings 5000
balanced full 200
balanced json 100
balanced compile 20
workload typed 1000
workload strings 100
workload full 5
workload json 5
workload compile 20'
if [ "$asked" = --small ]; then
  ways=$(grep ^balanced <<<"$ways")
elif ! "$bench" loop workload typed 0 >/dev/null; then
  # Recording half of it would lose the other half.
  [ "$asked" != --record ] || { echo "gate: the workload is not beside the repository" >&2; exit 1; }
  echo "gate: the workload is not beside the repository: only \`balanced\` is counted"
  ways=$(grep ^balanced <<<"$ways")
fi
# The same instructions each time: dictionaries are seeded alike, and addresses are the same where
# the system lets us.
export SWIFT_DETERMINISTIC_HASHING=1
still=(setarch -R)
"${still[@]}" true 2>/dev/null || still=()

# Instructions of `bench loop SET WAY ROUNDS`.
count() {
  local counted
  counted=$("${still[@]}" valgrind --tool=callgrind --callgrind-out-file=/dev/null \
    "$bench" loop "$1" "$2" "$3" 2>&1 | sed -n 's/.*Collected : \([0-9]*\).*/\1/p')
  [ "$counted" ] || { echo "gate: valgrind counted nothing in \`loop $1 $2 $3\`" >&2; return 1; }
  echo "$counted"
}

failed=0 lines= started=
while read -r set way rounds; do
  # Starting up, which every way of a set does alike, is taken off.
  if [ "$set" != "$started" ]; then
    start=$(count "$set" typed 0)
    started=$set
  fi
  all=$(count "$set" "$way" "$rounds")
  each=$("$bench" loop "$set" "$way" 0)
  now=$(((all - start) / rounds / each))
  if [ "$asked" = --record ]; then
    lines+="$set	$way	$now"$'\n'
    echo "$set, $way: $now instructions"
    continue
  fi
  then=$(awk -v set="$set" -v way="$way" '$1 == set && $2 == way {print $3}' "$recorded")
  if [ -z "$then" ]; then
    echo "gate: \`$set $way\` is not recorded: run it with --record" >&2
    failed=1
  elif [ "$now" -gt $((then + then * tolerance / 100)) ]; then
    echo "gate: $set, $way takes $now instructions, recorded are $then" >&2
    failed=1
  else
    echo "$set, $way: $now instructions, recorded are $then"
  fi
done <<<"$ways"
# How often memory is taken in `bench loop SET WAY ROUNDS`.
taken() {
  "${still[@]}" valgrind "$bench" loop "$1" "$2" "$3" 2>&1 |
    sed -n 's/.*total heap usage: \([0-9,]*\) allocs.*/\1/p' | tr -d ,
}

# The first round may make what is made once.
for way in typed strings; do
  one=$(taken balanced "$way" 1)
  many=$(taken balanced "$way" 101)
  if [ -z "$one" ] || [ "$many" -ne "$one" ]; then
    echo "gate: balanced, $way takes memory ${many:-?} - ${one:-?} times in 100 rounds" >&2
    failed=1
  else
    echo "balanced, $way: takes no memory"
  fi
done
if [ "$asked" = --record ]; then printf '%s' "$lines" >"$recorded"; fi
exit $failed
