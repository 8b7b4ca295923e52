#!/usr/bin/env bash
# Installs what is missing, builds pbpolicy in release mode, and runs its main job on shipped files.
set -euo pipefail
cd "$(dirname "$0")"
.ci/prepare
.ci/release
tool=.build/release/pbpolicy
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

say() { printf '\n\033[1m$ pbpolicy %s\033[0m\n' "$*" | if [ -t 1 ]; then cat; else sed 's/\x1b\[[0-9;]*m//g'; fi; }
# A decision's answer is its exit status: 0 allow, 4 deny, 5 local-only; 1 is findings.
run() { say "$@"; status=0; "$tool" "$@" || status=$?; case $status in 0|1|4|5) ;; *) exit "$status";; esac; }

run validate Profiles/open-in-only/open-in-only.mobileconfig --target platform=iOS,version=18.1
run effective Profiles/managed-pasteboard/managed-pasteboard.mobileconfig Profiles/handoff-off/handoff-off.mobileconfig --device platform=iOS,version=18.1,supervised=yes,enrollment=automated
run effective Profiles/managed-pasteboard/managed-pasteboard.mobileconfig Profiles/handoff-off/handoff-off.mobileconfig --device platform=macOS,version=15.1,supervised=yes,enrollment=automated
run log keygen --name demo.example.org "$work/log.key"
run decide --brief --policy Policies/balanced/policy.yaml --profile Profiles/managed-pasteboard/managed-pasteboard.mobileconfig --request Policies/balanced/requests.jsonl --log "$work/log" --key "$work/log.key"
run log query "$work/log"
say log head "$work/log"
"$tool" log head "$work/log" | tee "$work/head"
say log verify --key "$work/log.key.pub" --anchor "$work/head" "$work/log"
"$tool" log verify --key "$work/log.key.pub" --anchor "$work/head" "$work/log"
