import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { OpenCore } from "#main/hosts/node/open-core.ts";
import { openFirmFile } from "#main/store/database/firm-file.ts";
import type { Discovery } from "#shared/model/ledger/capabilities.ts";
import { firstReads, inCore, syncAll } from "./support/bench-core.ts";
import { type Line, spreadOf } from "./support/figure.ts";
import type { BenchTenant } from "./support/ledgers-process.ts";
import { inScratch } from "./support/mirror.ts";
import { type Stall, watchStalls } from "./support/stalls.ts";

const CLIENTS = 60;
const ROUNDS = 3;
const DEPARTMENTS = 60;
const MOST_MS = 50;
/** What a run leaves to do behind it: notices, the dashboard's rows. */
const AFTERWARDS_MS = 500;

/** S6: the main thread while the changes of 60 clients are read at once; the ledgers are a process of their own. */
export async function runStallBench(): Promise<Line[]> {
  const taken = await inScratch(async (home) => {
    const ledgers = fork(join(import.meta.dirname, "support", "ledgers-process.ts"), [String(CLIENTS)]);
    const idle = fork(join(import.meta.dirname, "support", "idle-process.ts"));
    try {
      const [[tenants]] = await Promise.all([once(ledgers, "message"), once(idle, "message")]);
      const clientIds = await inCore(home, (core) => firstReads(core, tenants as BenchTenant[]));
      growDiscoveries(home);
      return await inCore(home, (core) => measured(core, clientIds, ledgers, idle));
    } finally {
      ledgers.kill();
      idle.kill();
    }
  });
  const line = (what: string, of: keyof Stall): Line => ({
    ...{ id: "S6", what, ours: spreadOf(taken.ours.map((one) => one[of])), baseline: spreadOf(taken.idle.map((one) => one[of])) },
    ...{ unit: "ms", ratio: "share", goals: [{ of: "ours", sense: "≤", value: MOST_MS }] },
  });
  return [
    line(`main thread's longest stall in the deltas of ${CLIENTS} clients / in a process that does nothing`, "wallMs"),
    line("the same in the thread's own CPU time", "cpuMs"),
  ];
}

async function measured({ runtime }: OpenCore, clientIds: readonly string[], ledgers: ChildProcess, idle: ChildProcess) {
  // A window is told of everything, as a message channel does it.
  runtime.subscribe((event) => void structuredClone(event));
  const taken = { ours: [] as Stall[], idle: [] as Stall[] };
  for (let round = 0; round <= ROUNDS; round++) {
    await ask(ledgers, "edit");
    await ask(idle, "begin");
    const stop = watchStalls();
    await syncAll(runtime, clientIds);
    await sleep(AFTERWARDS_MS);
    const ours = stop();
    const quiet = (await ask(idle, "end")) as Stall;
    if (round === 0) continue;
    taken.ours.push(ours);
    taken.idle.push(quiet);
  }
  return taken;
}

async function ask(child: ChildProcess, message: string): Promise<unknown> {
  const answered = once(child, "message");
  child.send(message);
  return (await answered)[0];
}

/** Dimensions with many values are the bulk of what is known of a real ledger. */
function growDiscoveries(home: string): void {
  const db = openFirmFile(home);
  const values = Array.from({ length: DEPARTMENTS }, (_, at) => ({ id: `value-${at}`, name: `Department ${at}`, active: true }));
  for (const { connection_id, discovery } of db.prepare("SELECT connection_id, discovery FROM connection").all() as Stored[]) {
    const known = JSON.parse(discovery) as Discovery;
    const dimensions = known.capabilities.dimensions.map((dimension) => ({ ...dimension, values }));
    const grown = JSON.stringify({ ...known, capabilities: { ...known.capabilities, dimensions } });
    db.prepare("UPDATE connection SET discovery = ? WHERE connection_id = ?").run(grown, connection_id);
  }
  db.close();
}

interface Stored {
  readonly connection_id: string;
  readonly discovery: string;
}
