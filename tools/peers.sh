#!/usr/bin/env bash
# Asks engines of other makes and compares what comes with tools/peers/table.tsv.
#
#   tools/peers.sh                 all engines, the bundled suites of chess; prints a table
#   tools/peers.sh --selection     the same with the rows of tools/peers/selection.epd alone
#   tools/peers.sh --ask NAME      one engine, the selection, as ctest does
#
# Wants the program built (REGELWERK names another one). Exit status 1 if an engine gave another
# verdict than the table says; with --ask 77 if it is not installed, and 1 where CI or
# REGELWERK_REQUIRE_ENGINES is set. SECONDS_EACH bounds the time of an engine (1800).
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
regelwerk=${REGELWERK:-$root/build/release/tools/regelwerk}
PATH="$PATH:/usr/games:/usr/local/games"

selection=
only=
case ${1:-} in
  --selection) selection=yes ;;
  --ask) selection=yes only=${2:?"tools/peers.sh --ask NAME"} ;;
  "") ;;
  *) sed -n '2,11s/^# \?//p' "$0" >&2 && exit 2 ;;
esac

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Counts of one engine's answers in a report, and how it was spoken to, by tabs.
summary='
  [.runs[].cases[].outcomes[] | select(.checker | IN("generator", "oracle") | not)] as $all |
  ($all | map(select(.verdict | IN("agrees", "wrong_count", "wrong_moves", "wrong_child",
                                   "known_fault", "refused", "wrong_position",
                                   "not_observable"))) | length) as $checked |
  [($all | length), $checked, ($all | map(select(.verdict == "known_fault")) | length),
   ($all | map(select(.verdict | IN("wrong_count", "wrong_moves", "wrong_child", "wrong_position", "refused",
                                    "died", "hung", "nonsense", "nondeterministic"))) | length),
   ([.runs[].checkers[] | select(.kind == "engine") | .spoken_to // ""] | first // "")] | @tsv'

seconds() { date +%s.%N; }
passed() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.1f", b - a }'; }

line='%-16s %-7s %9s %6s %7s %7s %8s  %s\n'
[[ $only ]] || printf "$line" engine status checked known wrong first whole "spoken to as"
failed=0
found=
while IFS=$'\t' read -r name program engine wanted share; do
  [[ $name != \#* && $name ]] || continue
  [[ -z $only || $only == "$name" ]] || continue
  found=yes
  if ! command -v "$program" >/dev/null; then
    if [[ ${CI:-} || ${REGELWERK_REQUIRE_ENGINES:-} ]]; then
      echo "$name: $program is not installed (tools/setup.sh installs it)" >&2
      failed=1
    elif [[ $only ]]; then
      echo "$name: $program is not installed" && exit 77
    else
      printf "$line" "$name" missing - - - - - ""
    fi
    continue
  fi
  engine=${engine//'{folder}'/$root/tools/peers}
  rows=()
  [[ $selection ]] && rows=(--suite "$root/tools/peers/selection.epd")
  begin=$(seconds)
  [[ $only ]] || timeout 300 "$regelwerk" verify chess --fen startpos --depth 1 \
    --engine "$engine" >/dev/null 2>&1 </dev/null || true
  first=$(passed "$begin" "$(seconds)")
  rm -f "$scratch/report.json"
  begin=$(seconds)
  status=0
  timeout "${SECONDS_EACH:-1800}" "$regelwerk" verify chess "${rows[@]}" --engine "$engine" \
    --report json="$scratch/report.json" >"$scratch/out.txt" 2>&1 </dev/null || status=$?
  whole=$(passed "$begin" "$(seconds)")
  IFS=$'\t' read -r all checked known wrong spoken < <(jq -r "$summary" "$scratch/report.json" 2>/dev/null ||
    printf '0\t0\t0\t0\t\n')
  percent=$((all > 0 ? 100 * checked / all : 0))
  [[ $only ]] || printf "$line" "$name" "$status" "$checked/$all" "$known" "$wrong" "$first" \
    "$whole" "$spoken"
  if [[ $status -ne $wanted || ($selection && $percent -lt $share) ]]; then
    failed=1
    echo "$name: exit status $status, wanted $wanted; $percent % checked, wanted $share %" >&2
    [[ -z $only ]] || cat "$scratch/out.txt" >&2
  fi
done <"$root/tools/peers/table.tsv"

if [[ $only && -z $found ]]; then
  echo "tools/peers/table.tsv has no engine '$only'" >&2
  exit 2
fi
exit "$failed"
