#!/usr/bin/env bash
# Installs what is missing and passes the tests.
set -euo pipefail
cd "$(dirname "$0")"
.ci/prepare
export SWIFT_BACKTRACE=enable=no
swift test --disable-xctest "$@"
