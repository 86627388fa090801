// Turning plantations up, by an engine with a deck of its own: the two recipes of docs/conform-guide.md, chapter 9.
//
//     rulecheck conform puerto_rico -- node examples/javascript/row.mjs           # the draw is taken back
//     rulecheck conform puerto_rico -- node examples/javascript/row.mjs asks      # a deck that stops and asks
//
// A part of a game, with the base class of ./rulecheck (Node 18 or newer).  The engine is garden.mjs.

import { Garden } from "./garden.mjs";
import { Implementation, NotLegal, serve } from "./rulecheck/index.mjs";

// ---- what both recipes have in common: the words of rulecheck, and ours

const listed = (counts) => Object.entries(counts).flatMap(([kind, many]) => Array(many).fill(kind));
const counted = (tiles) => {
  const counts = {};
  for (const kind of tiles) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
};

function gardenOf({ phase, stack, discard, row }) {
  return new Garden(listed(stack), listed(discard), listed(row), phase.left ?? 1); // one tile for a hacienda
}

function told({ tiles, discard }) {
  return { stack: counted(tiles), discard: counted(discard) };
}

/** The tile that a move names. */
function tileOf(move) {
  const [, tile] = /^draw (\w+)$/.exec(move) ?? [];
  if (tile === undefined) throw new NotLegal(`no move here: ${move}`);
  return tile;
}

// A row can follow a draw for a hacienda with nothing to decide between them: `during` tells them apart.
const ANNOUNCED = { moves: ["draw *"], during: ["phase.name"] };

// ---- recipe 1: the draw is taken back and drawn again

class DrawnAgain extends Implementation {
  static game = "puerto_rico";
  static programName = "row.mjs";
  static announced = ANNOUNCED;

  start({ position }) {
    this.garden = gardenOf(position);
  }

  play(move) {
    const tile = tileOf(move);
    if (this.garden.left === 0) throw new NotLegal("nothing is to be turned up");
    const before = this.garden.copy();
    this.garden.turnUp(); // whatever comes
    if (this.garden.row.at(-1) === tile) return;
    this.garden = before; // taken back
    const place = this.garden.tiles.lastIndexOf(tile);
    if (place < 0) throw new NotLegal(`no ${tile} is left`);
    this.garden.tiles.push(...this.garden.tiles.splice(place, 1)); // on top of the deck
    this.garden.turnUp(); // and again
  }

  state() {
    return told(this.garden);
  }
}

// ---- recipe 2: a deck that stops and asks, and a replay from a copy

/** Thrown by a deck that has to be told what comes next. */
class Asks extends Error {}

class StopsAndAsks extends Implementation {
  static game = "puerto_rico";
  static programName = "row.mjs asks";
  static announced = ANNOUNCED;

  start({ position }) {
    this.before = gardenOf(position);
    this.answers = [];
    this.replay();
  }

  /** The engine's whole move from a copy, with the answers that there are so far. */
  replay() {
    const answers = [...this.answers];
    this.garden = this.before.copy();
    this.garden.draw = function () {
      if (answers.length === 0) throw new Asks();
      const place = this.tiles.lastIndexOf(answers.shift());
      if (place < 0) throw new NotLegal("no such tile is left");
      return this.tiles.splice(place, 1)[0];
    };
    this.asks = false;
    try {
      this.garden.refill();
    } catch (error) {
      if (!(error instanceof Asks)) throw error;
      this.asks = true; // in the middle of the move
    }
  }

  play(move) {
    const tile = tileOf(move);
    if (!this.asks) throw new NotLegal("nothing is to be turned up");
    this.answers.push(tile);
    try {
      this.replay();
    } catch (error) {
      this.answers.pop();
      this.replay();
      throw error;
    }
  }

  turn() {
    return this.asks ? "chance" : null;
  }

  state() {
    return told(this.garden);
  }
}

await serve(process.argv[2] === "asks" ? new StopsAndAsks() : new DrawnAgain());
