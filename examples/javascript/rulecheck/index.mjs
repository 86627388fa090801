// The base class of an implementation under test by rulecheck; types and explanations stand in index.d.ts.

import { createInterface } from "node:readline";

export class NotLegal extends Error {}
export class Skip extends Error {}

export class Implementation {
  static game = "";
  static programName = "";
  static version = "";
  static announced = {};
}

const TOLD = ["legal", "state", "turn", "outcome", "undo", "perft"];

export class Desk {
  #mine;
  #begun = false;

  constructor(implementation) {
    this.#mine = implementation;
  }

  answer(request) {
    const { id, ask } = request;
    switch (ask) {
      case "hello":
        return { id, ...this.#announcement(request.game) };
      case "bye":
        return null;
      case "start":
        return this.#refusing(Skip, "skip", request, () => {
          this.#mine.start({ position: null, ...request });
          this.#begun = true;
        });
      case "play":
      case "look":
      case "undo":
      case "perft":
        if (!this.#begun) throw new Error("no game has been started");
    }
    switch (ask) {
      case "play":
        return this.#refusing(NotLegal, "refused", request, () => {
          if (request.moves) this.#mine.playTogether(request.moves);
          else this.#mine.play(request.move);
        });
      case "undo":
        this.#mine.undo();
        return this.#position(request);
      case "look":
        return this.#position(request);
      case "perft":
        return { id, counts: this.#mine.perft(request.depth) };
    }
    throw new Error(`no ask ${JSON.stringify(ask)}`);
  }

  #announcement(game) {
    const kind = this.#mine.constructor;
    const { fromPosition = false, ...announced } = kind.announced;
    const can = TOLD.filter((method) => typeof this.#mine[method] === "function");
    if (fromPosition) can.push("start");
    return {
      protocol: 1,
      name: kind.programName || kind.name,
      version: kind.version,
      games: { [kind.game || game]: { ...announced, can } },
    };
  }

  /** The position after something, or why it was not done. */
  #refusing(kind, key, request, act) {
    try {
      act();
    } catch (error) {
      if (error instanceof kind) return { id: request.id, [key]: error.message || "no" };
      throw error;
    }
    return this.#position(request);
  }

  #position({ id, tell = [] }) {
    const told = { id };
    const add = (key) => {
      const value = this.#mine[key]?.();
      if (value !== null && value !== undefined) told[key] = value;
    };
    if (this.#mine.constructor.announced.chance === "own") told.chance = this.#mine.came();
    add("turn");
    for (const key of ["legal", "state"]) if (tell.includes(key)) add(key);
    add("outcome");
    return told;
  }
}

export async function serve(implementation) {
  const desk = new Desk(implementation);
  const console_ = globalThis.console;
  console_.log = console_.error; // standard output is for answers alone
  for await (const line of createInterface({ input: process.stdin })) {
    if (!line.trim()) continue;
    let id = null;
    let answer;
    try {
      const request = JSON.parse(line);
      id = request.id ?? null;
      answer = desk.answer(request);
      if (answer === null) return;
    } catch (error) {
      console_.error(error.stack);
      answer = { id, error: `${error.name}: ${error.message}` };
    }
    process.stdout.write(`${JSON.stringify(answer)}\n`);
  }
}
