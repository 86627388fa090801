// A game of boardgame.io behind the protocol: `npm install boardgame.io`. Any game with `ai.enumerate` goes the same way.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const require = createRequire(import.meta.url);
const { Client } = require("boardgame.io/client");
const { INVALID_MOVE } = require("boardgame.io/core");
const VERSION = require("boardgame.io/package.json").version;

const Nim = {
  name: "nim",
  setup: () => ({ heaps: [1, 2, 3] }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    take: ({ G }, heap, count) => {
      if (!(G.heaps[heap] >= count && count > 0)) return INVALID_MOVE;
      G.heaps[heap] -= count;
    },
  },
  endIf: ({ G, ctx }) => (G.heaps.every((heap) => heap === 0) ? { winner: ctx.currentPlayer } : undefined),
  ai: {
    enumerate: (G) =>
      G.heaps.flatMap((most, heap) => Array.from({ length: most }, (_, n) => ({ move: "take", args: [heap, n + 1] }))),
  },
};

const text = ({ move, args }) => [move, ...args].join(" ");
let client;

function told() {
  const { G, ctx } = client.getState();
  const over = ctx.gameover !== undefined;
  const legal = over ? [] : Nim.ai.enumerate(G, ctx).map(text);
  const turn = over ? "nobody" : `player ${ctx.currentPlayer}`;
  return { legal, turn, state: G, ...(over ? { outcome: { winners: [`player ${ctx.gameover.winner}`] } } : {}) };
}

function answer(request) {
  switch (request.ask) {
    case "hello": {
      const announced = { players: [2], can: ["legal", "state", "turn", "outcome"] };
      return { protocol: 1, name: "boardgame.io nim", version: VERSION, games: { nim: announced } };
    }
    case "start":
      client = Client({ game: Nim, numPlayers: 2, debug: false });
      client.start();
      return told();
    case "play": {
      const [move, ...args] = request.move.split(" ");
      const before = client.getState()._stateID;
      client.moves[move]?.(...args.map(Number)); // boardgame.io itself says whether it is legal
      return client.getState()._stateID === before ? { refused: "boardgame.io does not play it" } : told();
    }
    case "look":
      return told();
    default:
      return { error: `nothing known about ${request.ask}` };
  }
}

console.error = () => {}; // boardgame.io tells there of each move that it refuses
for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  if (request.ask === "bye") break;
  console.log(JSON.stringify({ id: request.id, ...answer(request) }));
}
process.exit(0);
