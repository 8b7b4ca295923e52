#!/usr/bin/env bash
# Our property-list reader beside CoreFoundation, over small changes of many files.
#
#   Fuzz/agree.sh [COUNT [SEED]]      default: 100000 texts and 100000 binary files, a seed by the clock
#
# Prints the seed and each disagreement, made as small as it goes; exits with 1 where there is one
# that Docs/readers.md does not explain.
set -euo pipefail
cd "$(dirname "$0")/.."
export MUTATIONS=${1:-100000} SEED=${2:-$(date +%s)} SWIFT_BACKTRACE=enable=no
swift build --build-tests -Xswiftc -O >Fuzz/.build.log 2>&1 || {
  cat Fuzz/.build.log >&2
  exit 1
}
# The status is that of the tests, whatever grep finds.
swift test --skip-build --disable-xctest -Xswiftc -O \
  --filter 'PlistMutationTests/(texts|binaries)AsCoreFoundation' 2>&1 |
  { grep -aE 'mutation seed|read by both|recorded an issue|CoreFoundation|Test run with' || true; }
