// Counts with chess.js, for `regelwerk verify chess --engine "cmd='node tools/peers/chess_js.mjs'
// proto=perftree"`: DEPTH FEN on the command line, `move count` lines, an empty line, the total.
// chess.js is found where node looks for modules: npm install chess.js, or NODE_PATH.
import { createRequire } from "node:module";

const { Chess } = createRequire(import.meta.url)("chess.js");

function count(game, depth) {
  if (depth === 0) return 1;
  const moves = game.moves({ verbose: true });
  if (depth === 1) return moves.length;
  let nodes = 0;
  for (const move of moves) {
    game.move(move);
    nodes += count(game, depth - 1);
    game.undo();
  }
  return nodes;
}

const [depth, fen] = process.argv.slice(2);
let game;
try {
  game = new Chess(fen);
} catch (error) {
  console.error(`position refused: ${error.message}`);
  process.exit(2);
}
let total = 0;
for (const move of game.moves({ verbose: true })) {
  game.move(move);
  const nodes = count(game, Number(depth) - 1);
  game.undo();
  console.log(`${move.from}${move.to}${move.promotion ?? ""} ${nodes}`);
  total += nodes;
}
console.log(`\n${total}`);
