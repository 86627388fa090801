// The captain phase of Puerto Rico: goods go aboard, and nobody who can load may hold back.
//
//     rulecheck conform puerto_rico -- node examples/javascript/captain.mjs
//
// A part of a game that speaks the protocol of docs/protocol.md, in one file and without packages (Node 18 or newer).
// It is told the position when somebody has chosen the captain, and knows three moves: `load corn on ship 5`,
// `wharf corn` and `pass`.  Storing what is left over is not its business any more.
//
// This file has a fault on purpose, one that real implementations have: docs/conform-guide.md finds it and mends it.
//
// Words such as `captain.full-ship` are clauses of the rulebook: `rulecheck explain puerto_rico captain.full-ship`.

import { createInterface } from "node:readline";

const KINDS = ["corn", "indigo", "sugar", "tobacco", "coffee"];
const MOVES = ["load *", "wharf *", "pass"];
const READINGS = { "violet.gains": "taken" }; // nobody asks the owner of a harbor whether they want the point

let table; // the table of the game being played

// ---- the table, as the phase needs it

/** The table that a canonical position describes. */
function tableOf(position) {
  const seats = Object.keys(position.players); // clockwise
  const { idle, wharves, paid } = position.phase;
  const players = Object.entries(position.players).map(([seat, board]) => ({
    seat,
    goods: { ...board.goods },
    points: board.points,
    wharf: board.city.wharf > 0 && !wharves.includes(seat), // building.occupied, wharf.once
    harbor: board.city.harbor > 0, // building.occupied
  }));
  const ships = Object.entries(position.ships).map(([number, load]) => {
    const [kind = null, barrels = 0] = Object.entries(load)[0] ?? [];
    return { number, kind, room: Number(number) - barrels };
  });
  return {
    players,
    ships,
    supply: { ...position.supply },
    captain: seats.indexOf(position.picker),
    turn: seats.indexOf(position.turn),
    idle, // players in a row who did not load
    paid, // whether the captain has had the extra point
    over: false,
  };
}

// ---- what may be done

/** captain.ship-one-kind, captain.other-ships, captain.full-ship, captain.most-room: the ships that take a kind. */
function shipsFor(kind, barrels) {
  const open = table.ships.filter((ship) => ship.room > 0);
  const carrier = open.find((ship) => ship.kind === kind);
  if (carrier) return [carrier];
  const empty = open.filter((ship) => ship.kind === null);
  const most = Math.max(...empty.map((ship) => Math.min(ship.room, barrels)));
  return empty.filter((ship) => Math.min(ship.room, barrels) === most);
}

/** captain.have: the kinds of which a player has a barrel. */
const kindsOf = (player) => KINDS.filter((kind) => player.goods[kind] > 0);

/** captain.free-kind: all loads onto ships. */
function loads(player) {
  return kindsOf(player).flatMap((kind) =>
    shipsFor(kind, player.goods[kind]).map((ship) => `load ${kind} on ship ${ship.number}`),
  );
}

/** wharf.load, wharf.all: the kinds that a player can send with a wharf of their own. */
const byWharf = (player) => (player.wharf ? kindsOf(player).map((kind) => `wharf ${kind}`) : []);

/** captain.must-load: all legal moves; passing is for those whose barrels go onto no ship. */
function legal() {
  if (table.over) return [];
  const player = table.players[table.turn];
  const aboard = loads(player);
  const wharf = byWharf(player);
  return aboard.length > 0 ? [...aboard, ...wharf] : [...wharf, "pass"];
}

// ---- what happens then

/** Carries out a legal move. */
function play(move) {
  const player = table.players[table.turn];
  const [what, kind] = move.split(" ");
  if (what === "pass") {
    table.idle += 1;
  } else if (what === "wharf") {
    const barrels = player.goods[kind];
    player.wharf = false; // wharf.once
    table.supply[kind] += barrels;
    shipped(player, kind, barrels);
  } else {
    const ship = table.ships.find((ship) => move.endsWith(` ship ${ship.number}`));
    const barrels = Math.min(player.goods[kind], ship.room); // captain.all-that-fit
    ship.kind = kind;
    ship.room -= barrels;
    shipped(player, kind, barrels);
  }
  nextTurn();
}

/** captain.points, captain.privilege, harbor.bonus: barrels have left a player. */
function shipped(player, kind, barrels) {
  player.goods[kind] -= barrels;
  player.points += barrels + (player.harbor ? 1 : 0);
  if (player === table.players[table.captain] && !table.paid) {
    player.points += 1;
    table.paid = true;
  }
  table.idle = 0;
}

/** captain.turns, captain.end: the next player who can do something; it is over when nobody can. */
function nextTurn() {
  for (; table.idle < table.players.length; table.idle += 1) {
    table.turn = (table.turn + 1) % table.players.length;
    const player = table.players[table.turn];
    if (loads(player).length > 0 || byWharf(player).length > 0) return;
  }
  table.over = true;
}

// ---- the protocol

/** The part of the position that the phase changes, in the words of docs/notation/puerto_rico.md. */
function state() {
  const players = table.players.map(({ seat, goods, points }) => [seat, { goods, points }]);
  const ships = table.ships.map(({ number, kind, room }) => [number, kind ? { [kind]: Number(number) - room } : {}]);
  return { players: Object.fromEntries(players), ships: Object.fromEntries(ships), supply: table.supply };
}

/** What is told of the position. */
function told(tell = []) {
  return {
    turn: table.over ? "nobody" : table.players[table.turn].seat,
    ...(tell.includes("legal") && { legal: legal() }),
    ...(tell.includes("state") && { state: state() }),
  };
}

/** The answer to a request. */
function answer(request) {
  switch (request.ask) {
    case "hello": {
      const part = { can: ["legal", "state", "turn"], moves: MOVES, readings: READINGS };
      return { protocol: 1, name: "captain.mjs", version: "1", games: { puerto_rico: part } };
    }
    case "start":
      table = tableOf(request.position);
      return told(request.tell);
    case "play":
      if (!legal().includes(request.move)) return { refused: `${request.move} is not open here` };
      play(request.move);
      return told(request.tell);
    case "look":
      return told(request.tell);
    default:
      return { error: `nothing known about ${request.ask}` };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  if (request.ask === "bye") break;
  process.stdout.write(`${JSON.stringify({ id: request.id, ...answer(request) })}\n`);
}
