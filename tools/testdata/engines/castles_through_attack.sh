#!/bin/sh
# A UCI engine made of the program itself, with one fault: with king and rook at home White castles
# on the king's side whatever is attacked, and nothing can follow upon a castling so wrong.

# actions FEN
actions() {
  {
    regelwerk moves chess --fen "$1"
    case $1 in
      *K2R\ w*) echo e1g1 ;;
    esac
  } | sort -u
}

# count FEN DEPTH
count() (
  total=0
  for action in $(actions "$1"); do
    total=$((total + $(below "$1" "$action" "$2")))
  done
  echo "$total"
)

# below FEN ACTION DEPTH: what the action contributes at this depth
below() (
  if [ "$3" -eq 1 ]; then
    echo 1
  elif child=$(regelwerk fen chess --fen "$1" --moves "$2" 2>/dev/null); then
    count "$child" $(($3 - 1))
  else
    echo 0
  fi
)

while read -r line; do
  case $line in
    uci) echo "id name Faulty 1"; echo uciok ;;
    isready) echo readyok ;;
    "position fen "*) fen=${line#position fen } ;;
    d) echo "Fen: $fen" ;;
    "go perft "*)
      depth=${line#go perft }
      total=0
      for action in $(actions "$fen"); do
        nodes=$(below "$fen" "$action" "$depth")
        echo "$action: $nodes"
        total=$((total + nodes))
      done
      echo
      echo "Nodes searched: $total"
      ;;
    quit) exit 0 ;;
  esac
done
