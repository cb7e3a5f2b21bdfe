import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { ClientFiles } from "#main/workers/client-files.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { type Random, randomInt, seededRandom } from "#shared/kernel/random.ts";
import { generateBooks } from "#simulator/books/generate/generate.ts";
import { playEvents } from "#simulator/books/play-events.ts";
import type { Books, BooksStyle } from "#simulator/books/types.ts";
import { createLedgerA, type LedgerA } from "#simulator/ledger-a/create-ledger-a.ts";
import { oracleA } from "#simulator/ledger-a/oracle/oracle.ts";
import { createLedgerB } from "#simulator/ledger-b/create-ledger-b.ts";
import { oracleB } from "#simulator/ledger-b/oracle.ts";
import { createLedgerC } from "#simulator/ledger-c/create-ledger-c.ts";
import { oracleC } from "#simulator/ledger-c/oracle/oracle.ts";
import { listen, realClock } from "#simulator/listen.ts";
import { createSimulatedLedger, type SimulatedLedger } from "#simulator/server.ts";
import type { SimLedger, SimLimits } from "#simulator/types.ts";
import { compareKind, type Expected, KINDS, readAll } from "#test/support/mirror-kinds.ts";
import { cutPower } from "#test/support/power-cut.ts";
import { seedOr, trialsOf } from "#test/support/trials.ts";

const KILLS = trialsOf("sigkills");
const SEED = seedOr(1);
/** A few less than a full read of the three companies needs. */
const CALLS_OF_A_READ = 60;
const SYSTEMS = { a: "ledger_a", b: "ledger_b", c: "ledger_c" } as const;
// The specification's limits would make the test wait for minutes, and each life for the calls that the one before may have left
// at the ledger; the limiter has its own tests.
const FAST = {
  requestsPerWindow: 6000,
  windowMs: 60_000,
  concurrency: 40,
  requestsPerDay: null,
  appRequestsPerWindow: null,
  batchPerWindow: null,
};
const WIDE: Partial<SimLimits> = { perWindow: 6000, concurrency: 100, perDay: null, appPerWindow: null };

interface Company {
  readonly style: BooksStyle;
  readonly books: Books;
  readonly ledger: SimLedger;
  readonly simulated: SimulatedLedger;
  readonly token: string;
}

function company(style: BooksStyle, random: Random): Company {
  const books = generateBooks({
    seed: SEED,
    style,
    tenantId: `tenant-${style}`,
    name: `Client ${style}`,
    baseCurrency: style === "a" ? "NZD" : "USD",
    country: style === "a" ? "NZ" : "US",
    today: new Date(Date.now()).toISOString().slice(0, 10) as CalendarDate,
    months: 2,
    invoicesPerMonth: 6,
    foreignCurrencies: ["EUR"],
  });
  const options = { limits: WIDE };
  const ledger =
    style === "a"
      ? createLedgerA(books, { ...options, journals: true })
      : style === "b"
        ? createLedgerB(books, options)
        : createLedgerC(books, options);
  const simulated = createSimulatedLedger({ ledger, clock: realClock(), random, latencyMs: [0, 8], tokens: { lifetimeMs: 86_400_000 } });
  return { style, books, ledger, simulated, token: simulated.tokens.issue().accessToken };
}

function stated({ style, books, ledger }: Company): Expected {
  if (style === "a") return oracleA(books, { journals: true, journalLog: (ledger as LedgerA).journalLog }) as unknown as Expected;
  if (style === "b") return oracleB(books) as unknown as Expected;
  const { removed: _removed, ...records } = oracleC(books);
  return records as unknown as Expected;
}

interface Child {
  readonly process: ChildProcess;
  readonly lines: string[];
  readonly reading: Promise<void>;
  readonly ended: Promise<number | null>;
  readonly complaints: () => string;
}

function start(home: string, files: readonly object[], env: Record<string, string>): Child {
  const script = fileURLToPath(new URL("../support/sync-child.ts", import.meta.url));
  const child = spawn(process.execPath, [script, home, JSON.stringify(files)], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lines: string[] = [];
  let stderr = "";
  child.stderr.on("data", (chunk) => {
    stderr += String(chunk);
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));
  const reading = new Promise<void>((resolve) => {
    createInterface(child.stdout).on("line", (line) => {
      lines.push(line);
      resolve();
    });
    void ended.then(() => resolve());
  });
  return { process: child, lines, reading, ended, complaints: () => stderr };
}

/** Until the ledgers were asked so many times, or the process has read everything. */
async function midRead(child: Child, companies: readonly Company[], calls: number): Promise<void> {
  const asked = () => companies.reduce((sum, { simulated }) => sum + simulated.referee.totals.arrivals, 0);
  await child.reading;
  const before = asked();
  while (child.lines.length === 1 && child.process.exitCode === null && asked() < before + calls) await wait(1);
}

/** Every file of the folder as the kill left it, looked at in a copy. */
function checkFiles(home: string): void {
  const copy = mkdtempSync(join(tmpdir(), "tieout-killed-"));
  cpSync(home, copy, { recursive: true });
  const files = readdirSync(copy, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".sqlite"));
  for (const file of files) {
    const db = new Database(join(copy, file));
    expect([file, db.pragma("integrity_check", { simple: true }), db.pragma("foreign_key_check")]).toEqual([file, "ok", []]);
    db.close();
  }
  rmSync(copy, { recursive: true });
}

test(`a process killed ${KILLS} times at any instant, every other time by a power cut, ends with the mirrors that the oracles state (seed ${SEED})`, async () => {
  const random = seededRandom(SEED);
  const companies = (["a", "b", "c"] as const).map((style) => company(style, random));
  const listener = await listen(companies.map(({ simulated }) => simulated));
  const files = companies.map(({ style, books }, index) => ({
    system: SYSTEMS[style],
    name: books.name,
    tenantId: books.tenantId,
    baseUrl: `${listener.baseUrl}/t/${index}${style === "a" ? "/api/2.0" : ""}`,
    auth: { type: "bearer_env", variable: `SIGKILL_TOKEN_${style}` },
    limits: { ...FAST, pageSize: 6 },
    journals: style === "a",
  }));
  const env = Object.fromEntries(companies.map(({ style, token }) => [`SIGKILL_TOKEN_${style}`, token]));
  const home = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "tieout-sigkill-"));
  let kills = 0;
  let midway = 0;
  try {
    while (kills < KILLS) {
      // From the start of the process to well into its reads; every other time everything is read again.
      const child = start(home, files, { ...env, FULL: kills % 2 === 1 ? "1" : "" });
      if (kills % 5 === 0) await wait(randomInt(random, 0, 900));
      else await midRead(child, companies, randomInt(random, 1, CALLS_OF_A_READ));
      for (const { books } of companies) if (random() < 0.3) playEvents(books, kills, 2, Date.now());
      if (child.lines.length === 1) midway++;
      child.process.kill("SIGKILL");
      const code = await child.ended;
      expect([code, child.complaints()]).toEqual([child.lines.length === 2 ? code : null, ""]);
      kills++;
      if (kills % 2 === 0) cutPower(home, random);
      checkFiles(home);
    }
    for (const RECONCILE of ["", "1"]) {
      // A pass that a kill cut off is finished as what it was, true as of its own start; what came later comes with the next run.
      const finishing = start(home, files, env);
      expect([await finishing.ended, finishing.complaints()]).toEqual([0, ""]);
      const last = start(home, files, { ...env, RECONCILE });
      expect([await last.ended, last.complaints()]).toEqual([0, ""]);
      const done = JSON.parse(last.lines[1] ?? "[]") as { readonly clientId: string; readonly state: string; readonly failure: unknown }[];
      expect(done.map(({ state, failure }) => [state, failure])).toEqual(companies.map(() => ["up_to_date", null]));
      if (RECONCILE === "1")
        await expectMirrors(
          home,
          companies,
          done.map(({ clientId }) => clientId),
        );
    }
    for (const { simulated } of companies) simulated.referee.assertClean();
    expect(midway).toBeGreaterThan(KILLS / 3);
  } finally {
    await listener.close();
    rmSync(home, { recursive: true, force: true });
  }
}, 240_000);

async function expectMirrors(home: string, companies: readonly Company[], clientIds: readonly string[]): Promise<void> {
  const files = new ClientFiles(home);
  for (const [index, of] of companies.entries()) {
    const source = { clientId: clientIds[index] as string, system: SYSTEMS[of.style], tenantId: of.books.tenantId };
    const { reader } = files.readable(source);
    const oracle = stated(of);
    for (const kind of KINDS) {
      if (oracle[kind] === undefined) continue;
      const live = readAll(reader, kind).filter(({ removedDetectedAt }) => removedDetectedAt === null);
      expect(compareKind(kind, live, oracle), `${of.style} ${kind}`).toEqual([]);
    }
  }
  files.closeAll();
}
