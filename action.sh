#!/usr/bin/env bash
# What action.yml runs: a campaign with its pages, the worked examples, and each text. Asks the environment for GAME, TEXTS (one a
# line), SECONDS_TO_PLAY and SEED; writes rulecheck-report/, rulecheck-sarif/ and findings/; the summary goes to
# $GITHUB_STEP_SUMMARY. Exits as the commands do, with the worst code of them.
set -uo pipefail
summary="${GITHUB_STEP_SUMMARY:-/dev/stdout}"
worst=0

note() { # keep the worst exit code: any failure before a finding, a finding before nothing
    if [ "$1" -gt "$worst" ]; then worst=$1; fi
}

seed=()
if [ -n "${SEED:-}" ]; then seed=(--seed "$SEED"); fi
rulecheck fuzz "${GAME:-.}" --seconds "${SECONDS_TO_PLAY:-60}" ${seed[@]+"${seed[@]}"} --report rulecheck-report \
    --format markdown >>"$summary"
note $?

rulecheck examples "${GAME:-.}" --quiet --format github
note $?

mkdir -p rulecheck-sarif
number=0
while IFS= read -r text; do
    if [ -z "$text" ]; then continue; fi
    number=$((number + 1))
    rulecheck rulebook "${GAME:-.}" "$text" --format sarif >"rulecheck-sarif/$number.sarif"
    note $?
    rulecheck rulebook "${GAME:-.}" "$text" --format markdown >>"$summary"
done <<<"${TEXTS:-}"
exit "$worst"
