// A program that speaks the protocol, behind the adapter of a suite: $PROGRAM is its command.
import { spawn } from "node:child_process";
import { after } from "node:test";
import { createInterface } from "node:readline";

export const READINGS = JSON.parse(process.env.READINGS ?? "{}");
const program = spawn("sh", ["-c", `exec ${process.env.PROGRAM}`], { stdio: ["pipe", "pipe", "inherit"] });
const lines = createInterface({ input: program.stdout })[Symbol.asyncIterator]();
after(() => program.stdin.end());

async function ask(request) {
  program.stdin.write(`${JSON.stringify({ id: 1, tell: ["legal", "state"], ...request })}\n`);
  const answer = JSON.parse((await lines.next()).value);
  if (answer.error || answer.skip) throw new Error(answer.error ?? answer.skip);
  return answer;
}

export async function begin(rules, position) {
  let told = await ask({ ask: "start", position, ...rules });
  return {
    legal: () => told.legal,
    turn: () => told.turn,
    position: () => told.state,
    outcome: () => told.outcome,
    async play(move) {
      const answer = await ask({ ask: "play", move });
      if (answer.refused !== undefined) return false;
      told = answer;
      return true;
    },
  };
}
