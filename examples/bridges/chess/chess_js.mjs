// chess.js behind the protocol: moves are SAN, positions the fields of a FEN. `npm install chess.js`
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { Chess } from "chess.js";

const FIELDS = ["board", "side", "castling", "en_passant", "halfmoves", "fullmoves"];
const require = createRequire(import.meta.url);
const VERSION = JSON.parse(readFileSync(require.resolve("chess.js").replace(/chess\.js\/.*/, "chess.js/package.json"))).version;
let game, depth;

function told() {
  const over = game.isGameOver();
  const state = Object.fromEntries(game.fen().split(" ").map((field, at) => [FIELDS[at], field]));
  const turn = over ? "nobody" : game.turn() === "w" ? "white" : "black";
  const winners = game.isCheckmate() ? [game.turn() === "w" ? "black" : "white"] : [];
  return { legal: over ? [] : game.moves(), turn, state, ...(over ? { outcome: { winners } } : {}) };
}

function answer(request) {
  switch (request.ask) {
    case "hello": {
      const announced = { players: [2], can: ["legal", "state", "turn", "outcome", "undo"] };
      return { protocol: 1, name: "chess.js", version: VERSION, games: { chess: announced } };
    }
    case "start":
      [game, depth] = [new Chess(), 0];
      return told();
    case "play":
      if (!told().legal.includes(request.move)) return { refused: "not legal" };
      game.move(request.move);
      depth += 1;
      return told();
    case "undo":
      if (depth === 0) return { refused: "no move has been played" };
      game.undo();
      depth -= 1;
      return told();
    case "look":
      return told();
    default:
      return { error: `nothing known about ${request.ask}` };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  if (request.ask === "bye") break;
  console.log(JSON.stringify({ id: request.id, ...answer(request) }));
}
