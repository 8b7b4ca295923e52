#!/usr/bin/env bash
# Builds the fuzzer once, replays the corpus, then tries new inputs on each target.
#
#   Fuzz/run.sh [RUNS [SECONDS [TARGET...]]]     default: 20000 runs, at most 20 seconds, all
#                                                but plist-agreement, whose finds need a judgement
#   Fuzz/run.sh --repeatable RUNS [TARGET...]    the same inputs each time: one seed, no clock, no
#                                                corpus but the repository's
#
# Exits with 1 where an input crashes, hangs or breaks a promise; the input is kept in
# Fuzz/Crashes. To see one again:  Fuzz/.build/release/fuzz --target=TARGET FILE
set -euo pipefail
cd "$(dirname "$0")"
repeatable= still=()
if [ "${1:-}" = --repeatable ]; then
  # What a run finds hangs on nothing but the code: Swift's dictionaries are seeded alike, and
  # addresses, which are compared and hashed here and there, are the same where the system lets us.
  repeatable=1 runs=${2:-4000} seconds=600
  shift $(($# < 2 ? $# : 2))
  export SWIFT_DETERMINISTIC_HASHING=1
  still=(setarch -R)
  "${still[@]}" true 2>/dev/null || still=()
else
  runs=${1:-20000} seconds=${2:-20}
  shift $(($# < 2 ? $# : 2))
fi
# swift-backtrace can hang on a sanitizer's crash.
export SWIFT_BACKTRACE=enable=no
# SwiftPM looks for new files in this package only, not in the one it depends on: plan anew.
rm -f .build/release.yaml
if ! swift build -c release --sanitize address \
  -Xswiftc -Xfrontend -Xswiftc -sanitize=fuzzer,address >.build.log 2>&1; then
  cat .build.log >&2
  exit 1
fi
fuzz=.build/release/fuzz
targets=("$@")
[ ${#targets[@]} -gt 0 ] || mapfile -t targets < <($fuzz | grep -vx plist-agreement || true)
mkdir -p Crashes
failed=0
for target in "${targets[@]}"; do
  corpus=Corpus/$target words=Words/${target%%-*} options=()
  case $target in
  plist-agreement) corpus=Corpus/plist ;;
  note | record) words=Words/log ;;
  cms) words=Words/plist ;;
  esac
  # CoreFoundation leaks its errors, and the leak checker cannot follow the tagged pointers of
  # the rules that live as long as the process.
  leaks=0
  case $target in json | note | record) leaks=1 ;; esac
  export ASAN_OPTIONS=detect_leaks=$leaks
  grown=.build/grown/$target log=.build/$target.log
  options=(--target="$target" -dict="$words" -rss_limit_mb=2048 -max_len=4096
    -artifact_prefix="Crashes/$target-" -print_final_stats=1)
  count=$runs
  if [ $repeatable ]; then
    grown=.build/grown-anew/$target
    rm -rf "$grown"
    # A machine that is busy is no fault of an input's.
    options+=(-seed=20261201 -reload=0 -timeout=60)
    # These take some ten milliseconds an input.
    case $target in catalogue) count=$((runs / 8)) ;; plist) count=$((runs / 4)) ;; esac
  else
    options+=(-max_total_time="$seconds" -timeout=10)
  fi
  mkdir -p "$grown"
  if timeout -k 5 120 "${still[@]}" $fuzz "${options[@]}" -runs=0 "$corpus" >"$log" 2>&1 &&
    timeout -k 5 $((seconds + 60)) "${still[@]}" $fuzz "${options[@]}" -runs="$count" \
      "$grown" "$corpus" >>"$log" 2>&1; then
    tried=$(grep -o 'number_of_executed_units: *[0-9]*' "$log" | tail -1 | grep -o '[0-9]*$')
    cover=$(grep -o 'cov: [0-9]*' "$log" | tail -1)
    echo "$target: $tried inputs, ${cover:-cov: ?} edges, nothing found"
  else
    failed=1
    echo "$target: FAILED"
    grep -E 'DOES NOT HOLD|ERROR|Fatal error|SUMMARY|Test unit written|^Base64' "$log" | sed 's/^/  /' ||
      tail -5 "$log"
  fi
done
exit $failed
