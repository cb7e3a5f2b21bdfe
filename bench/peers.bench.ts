import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { WorkerPool } from "#main/workers/pool.ts";
import { type Duck, startDuck } from "./support/duck.ts";
import { type Goal, type Line, spreadOf } from "./support/figure.ts";
import { ledgerAPages, PAGE_SIZE, type Pages } from "./support/ledger-a-pages.ts";
import { backfill, clientSetup, closeMirror, inScratch, openMirror } from "./support/mirror.ts";
import { installCommand, installPeers } from "./support/peers.ts";
import { benchThreads, readAll } from "./support/threaded-backfill.ts";

const ACTUAL = join(import.meta.dirname, "support", "actual-process.ts");
const ROUNDS_MAX = 3;
/** Actual takes milliseconds for each. */
const ACTUAL_DOCUMENTS = 2_000;

interface Invoice {
  readonly InvoiceID: string;
  readonly DateString: string;
  readonly Total: number;
  readonly Reference: string;
  readonly Contact: { readonly Name: string };
  readonly LineItems: readonly { readonly Description: string; readonly LineAmount: number; readonly TaxAmount: number }[];
}

/**
 * P3: a first sync beside the tools that such records are usually imported with, in the same run. None of them keeps exact amounts, lines
 * of their own with postings, or a hash, and each is given its records the way it likes them best.
 */
export async function runPeersBench(scale: { readonly documents: number; readonly rounds: number }): Promise<Line[]> {
  const pages = ledgerAPages(scale.documents);
  const rounds = Math.min(scale.rounds, ROUNDS_MAX);
  return [
    await besideSqliteUtils(pages, rounds),
    await besideActual(pages.slice(0, ACTUAL_DOCUMENTS / PAGE_SIZE), rounds),
    await besideDuck(pages, rounds),
  ];
}

async function besideSqliteUtils(pages: Pages, rounds: number): Promise<Line> {
  const what = "first sync of a client / sqlite-utils insert of unzipped records, lines as text";
  return compared(what, { of: "ratio", sense: "≥", value: 2.5 }, rounds, pages.length * PAGE_SIZE, (home) => {
    installCommand("sqlite-utils");
    const records = join(home, "records.nl");
    writeFileSync(
      records,
      invoicesOf(pages)
        .map((one) => JSON.stringify(one))
        .join("\n"),
    );
    return {
      ours: () => firstSync(pages),
      peer: () => {
        const file = join(home, "peer.db");
        const insert = ["insert", file, "invoice", records, "--nl", "--pk", "InvoiceID"];
        const ms = timed(() => execFileSync("sqlite-utils", insert, { stdio: "ignore" }));
        rmSync(file);
        return ms;
      },
    };
  });
}

async function besideActual(pages: Pages, rounds: number): Promise<Line> {
  const documents = pages.length * PAGE_SIZE;
  const what = `first sync of ${documents.toLocaleString("en-GB")} documents / Actual's import of them, with splits`;
  return compared(what, { of: "ratio", sense: "≥", value: 40 }, rounds, documents, (home) => {
    installPeers(["@actual-app/api@26.9.0"], { "better-sqlite3": ownVersionOf("better-sqlite3") });
    const transactions = join(home, "transactions.json");
    writeFileSync(transactions, JSON.stringify(invoicesOf(pages).map(asTransaction)));
    return {
      ours: () => firstSync(pages),
      peer: () => Number(execFileSync(process.execPath, [ACTUAL, transactions], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })),
    };
  });
}

async function besideDuck(pages: Pages, rounds: number): Promise<Line> {
  const what = "two clients on two writers / DuckDB read_json of the same pages with two threads, in memory";
  let duck: Duck | string = "";
  const line = await compared(what, { of: "ratio", sense: "≥", value: 0.9 }, rounds, pages.length * PAGE_SIZE * 2, async (home) => {
    duck = await startDuck();
    if (typeof duck === "string") throw new Error(duck);
    const { run } = duck;
    const folder = join(home, "pages");
    mkdirSync(folder);
    for (const client of ["a", "b"]) for (const [at, page] of pages.entries()) writeFileSync(join(folder, `${client}-${at}.json.gz`), page);
    await run("SET threads = 2");
    const read = `CREATE OR REPLACE TABLE invoice AS SELECT unnest(Invoices) FROM read_json('${folder}/*.json.gz', maximum_object_size = 100000000)`;
    return { ours: () => twoFirstSyncs(pages), peer: () => timedWait(() => run(read)) };
  });
  if (typeof duck !== "string") (duck as Duck).close();
  return line;
}

interface Sides {
  readonly ours: () => number | Promise<number>;
  readonly peer: () => number | Promise<number>;
}

/** Both sides in turns, after a round that does not count. A peer that can't be had is told with its reason. */
async function compared(
  what: string,
  goal: Goal,
  rounds: number,
  documents: number,
  prepare: (home: string) => Sides | Promise<Sides>,
): Promise<Line> {
  return inScratch(async (home) => {
    try {
      const sides = await prepare(home);
      const taken = { ours: [] as number[], peer: [] as number[] };
      for (let round = 0; round <= rounds; round++)
        for (const side of ["ours", "peer"] as const) {
          const ms = await sides[side]();
          if (round > 0) taken[side].push((ms * 1_000) / documents);
        }
      const [ours, baseline] = [spreadOf(taken.ours), spreadOf(taken.peer)];
      return { id: "P3", what, ours, baseline, unit: "µs/doc", ratio: "gain", goals: [goal] };
    } catch (error) {
      return { id: "P3", what, reason: (error instanceof Error ? error.message : String(error)).split("\n")[0] as string };
    }
  });
}

/** Milliseconds of a first sync on this thread, from zipped pages to a file with every index. */
function firstSync(pages: Pages): Promise<number> {
  return inScratch((home) => {
    const mirror = openMirror(home, "client");
    const ms = timed(() => backfill(mirror, pages));
    closeMirror(mirror);
    return ms;
  });
}

async function twoFirstSyncs(pages: Pages): Promise<number> {
  return inScratch(async (home) => {
    const pool = new WorkerPool(benchThreads(home), 2);
    const clients = ["client-a", "client-b"];
    // The threads' own start is not part of a read.
    await Promise.all(clients.map((clientId) => pool.must("client.setup", clientSetup(clientId))));
    const ms = await timedWait(() => Promise.all(clients.map((clientId) => readAll(pool, clientId, pages))));
    await pool.close();
    return ms;
  });
}

function timed(work: () => unknown): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

async function timedWait(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function invoicesOf(pages: Pages): Invoice[] {
  return pages.flatMap((page) => (JSON.parse(gunzipSync(page).toString("utf8")) as { readonly Invoices: readonly Invoice[] }).Invoices);
}

/** As Actual wants it: cents, and a split for each line. */
function asTransaction({ InvoiceID, DateString, Total, Reference, Contact, LineItems }: Invoice): object {
  const cents = (amount: number) => Math.round(amount * 100);
  const splits = LineItems.map(({ Description, LineAmount, TaxAmount }) => ({ amount: cents(LineAmount + TaxAmount), notes: Description }));
  return {
    ...{ date: DateString.slice(0, 10), amount: cents(Total), payee_name: Contact.Name },
    ...{ imported_id: InvoiceID, notes: Reference, subtransactions: splits },
  };
}

function ownVersionOf(name: string): string {
  const { dependencies } = JSON.parse(readFileSync(join(import.meta.dirname, "..", "package.json"), "utf8")) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  return dependencies[name] as string;
}
