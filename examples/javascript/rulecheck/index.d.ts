/** An implementation of a game, to be held against the rules by `rulecheck conform`: docs/protocol.md, version 1. */

/** The table that a game begins at. */
export interface Start {
  game: string;
  players: number;
  /** Clockwise. */
  seats: string[];
  setup: string;
  readings: Record<string, string>;
  numbers: Record<string, number>;
  /** For an implementation with chance of its own. */
  seed: number;
  /** Where to begin, for a part of a game or one that goes on from positions; null: the beginning of the game. */
  position: Position | null;
}

/** Canonical JSON in the words of docs/notation/<game>.md. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Position = Record<string, any>;

export interface Outcome {
  winners?: string[];
  scores?: Record<string, number>;
}

/** What is announced; docs/protocol.md explains each. */
export interface Announced {
  players?: number[];
  setups?: string[];
  readings?: Record<string, string>;
  numbers?: Record<string, number>;
  chance?: "given" | "own";
  repeats?: boolean;
  moves?: string[];
  during?: string[];
  together?: string[];
  sets?: string[];
  /** Whether `start` goes on from `table.position` where there is one, for an implementation of the whole game. */
  fromPosition?: boolean;
}

/** Thrown by `play`: the move is not legal here; nothing has changed. */
export class NotLegal extends Error {}

/** Thrown by `start`: this table is not played. */
export class Skip extends Error {}

/**
 * A game as somebody implements it.  `start` and `play` must be there; each other method that a class has adds a
 * comparison.  One that answers null or undefined tells nothing that time.
 */
export abstract class Implementation {
  /** The game it plays; empty: whichever is asked for. */
  static game: string;
  /** What reports call it; empty: the name of the class. */
  static programName: string;
  static version: string;
  static announced: Announced;

  abstract start(table: Start): void;
  abstract play(move: string): void;
  /** Several moves that `together` takes as one. */
  playTogether?(moves: string[]): void;
  legal?(): string[] | string[][] | null | undefined;
  state?(): Position | null | undefined;
  /** A seat, "chance" or "nobody". */
  turn?(): string | null | undefined;
  /** Of a finished game; null while it goes on. */
  outcome?(): Outcome | null | undefined;
  /** With chance of its own: the chance moves made since this was last asked. */
  came?(): string[];
  /** Take the last `play` back. */
  undo?(): void;
  /** For each legal move the positions `depth` moves from here that it leads to. */
  perft?(depth: number): Record<string, number>;
}

export interface Answer {
  id: number | null;
  [key: string]: unknown;
}

/** Answers requests one by one; what `serve` does with lines. */
export class Desk {
  constructor(implementation: Implementation);
  /** The answer to a request; null for `bye`. */
  answer(request: { id: number; ask: string; [key: string]: unknown }): Answer | null;
}

/** Answer requests on standard input until it ends or `bye` comes. */
export function serve(implementation: Implementation): Promise<void>;
