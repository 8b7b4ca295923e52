#!/usr/bin/env bash
# Builds in release mode and measures. Pin it to one core of a quiet machine:
#
#   taskset -c 1 Benchmarks/run.sh [profile] [decide] [log] [start] [fleet] [analysis]
#
# The tool itself is built too: with all libraries shared, as the demo builds it, and with all
# libraries linked statically.
set -euo pipefail
cd "$(dirname "$0")"
# SwiftPM looks for new files in this package only, not in the one it depends on: plan anew.
rm -f .build/release.yaml
build() {
  swift build -c release "$@" >.build.log 2>&1 || {
    cat .build.log >&2
    exit 1
  }
}
build
build --package-path .. --scratch-path .build/tool --product pbpolicy
../.ci/release --scratch-path "$PWD/.build/demo" >.build.log 2>&1 || {
  cat .build.log >&2
  exit 1
}
# Nothing is loaded when it starts; the system's libraries stand in it as they were when it was built.
if ../.ci/static .build/whole >>.build.log 2>&1; then
  export BENCH_PBPOLICY_WHOLE=$PWD/.build/whole/release/pbpolicy
else
  echo "bench: no build with everything linked statically; see Benchmarks/.build.log" >&2
fi
export BENCH_PBPOLICY=$PWD/.build/tool/release/pbpolicy
export BENCH_PBPOLICY_DEMO=$PWD/.build/demo/release/pbpolicy
# The load that building made is not the machine's own: let it fall.
[ -n "${BENCH_NO_WAIT:-}" ] || sleep 60
exec .build/release/bench "$@"
