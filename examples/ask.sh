#!/bin/sh
# The same with nothing but curl: an answer as JSON, then as a stream of events.
#
#   CITEWELL_API_KEY=cw_… sh examples/ask.sh
set -eu
url="${CITEWELL_URL:-http://127.0.0.1:8787}"

ask() {
  curl --silent --show-error --fail-with-body --no-buffer "$url/ai/api/$1" \
    -H "X-API-Key: $CITEWELL_API_KEY" \
    -H 'Content-Type: application/json' \
    -d "$2"
}

reply=$(ask ask '{"question": "Does metformin lower cardiovascular mortality in type 2 diabetes?", "max_refs": 5}')
printf '%s\n\n' "$reply"

events=$(ask ask_stream '{"question": "二甲双胍能降低2型糖尿病患者的心血管死亡率吗？", "lang": "zh"}')
printf '%s\n' "$events"

# The example checks itself: references are there, and the stream ends with done and reports no error.
case "$reply" in *'"references":[{'*) ;; *) echo 'no references' >&2; exit 1 ;; esac
case "$events" in *'event: error'*) echo 'an error event' >&2; exit 1 ;; esac
case "$events" in *'event: done
data: {}') ;; *) echo 'no done at the end' >&2; exit 1 ;; esac
